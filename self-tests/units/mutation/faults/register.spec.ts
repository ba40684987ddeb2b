import { readdirSync } from 'node:fs';
import { STATEMENTS } from '../../../../mutation/fault.ts';
import { RESOURCES } from '../../../../mutation/faults/documented-fields.ts';
import { FAULTS } from '../../../../mutation/faults/index.ts';
import { SCENARIO_FILES } from '../../../../mutation/suite-scenarios.ts';
import { ENDPOINT_NAMES } from '../../../../src/specification/endpoints.ts';
import { documentedFields } from '../../../../src/specification/fields.ts';
import { REQUIREMENTS } from '../../../../src/specification/register.ts';
import { expect, test } from '../../../test.ts';

const ids = REQUIREMENTS.map(({ id }) => id);

test('every statement has a fault that breaks it', () => {
  const broken = new Set(FAULTS.flatMap(({ breaks }) => breaks));
  expect(STATEMENTS.filter((id) => !broken.has(id))).toEqual([]);
});

test('every statement has a fault that is to break it alone', () => {
  const alone = new Set(FAULTS.filter(({ only }) => only).map(({ breaks }) => breaks[0]));
  expect(STATEMENTS.filter((id) => !alone.has(id))).toEqual([]);
});

test('every endpoint has faults', () => {
  const concerned = new Set(FAULTS.flatMap(({ endpoints }) => endpoints));
  expect(ENDPOINT_NAMES.filter((name) => !concerned.has(name))).toEqual([]);
});

test('faults name statements and endpoints that there are', () => {
  expect(FAULTS.flatMap(({ name, breaks }) => breaks.filter((id) => !ids.includes(id)).map((id) => `${name}: ${id}`))).toEqual([]);
  expect(
    FAULTS.flatMap(({ name, endpoints }) =>
      endpoints.filter((endpoint) => !ENDPOINT_NAMES.includes(endpoint)).map((endpoint) => `${name}: ${endpoint}`),
    ),
  ).toEqual([]);
  expect(FAULTS.filter(({ breaks, endpoints }) => breaks.length === 0 || endpoints.length === 0).map(({ name }) => name)).toEqual([]);
});

test('no two faults have one name', () => {
  const names = FAULTS.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('there are 200 faults at least', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(200);
});

for (const { name, fields } of RESOURCES)
  test(`the mutation run knows every field of ${name}`, () => {
    const documented = documentedFields(name).filter((pointer) => pointer.lastIndexOf('/') === 0);
    expect(
      Object.keys(fields)
        .map((field) => `/${field}`)
        .sort(),
    ).toEqual(documented.sort());
  });

test('the mutation run runs every file of the suite', () => {
  const files = readdirSync(new URL('../../../../tests', import.meta.url)).filter((file) => file.endsWith('.spec.ts'));
  expect([...SCENARIO_FILES].sort()).toEqual(files.map((file) => file.replace('.spec.ts', '')).sort());
});
