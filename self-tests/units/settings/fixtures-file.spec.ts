import { Ajv2020 } from 'ajv/dist/2020.js';
import { fixturesSchema } from '../../../scripts/document/documents.ts';
import { FIXTURE_NAMES } from '../../../src/settings/fixtures/fixture-variables.ts';
import { addFixtures } from '../../../src/settings/fixtures/fixtures-file.ts';
import { VARIABLES, type VariableName } from '../../../src/settings/variables.ts';
import { test as base, expect } from '../http/fixtures.ts';

const TARGET = { CES_BASE_URL: 'http://localhost:1', CES_USERNAME: 'u', CES_PASSWORD: 'p', CES_FIXTURES: 'fixtures.json' };
const OBJECT = 'a JSON object with names of variables as members';

const test = base.extend<{ added: (content: unknown, environment?: Record<string, string>) => ReturnType<typeof addFixtures> }>({
  added: async ({ folder, file }, use) => {
    await use((content, environment = {}) => {
      file('fixtures.json', content);
      return addFixtures(folder, { environment: { ...TARGET, ...environment }, sources: {} });
    });
  },
});

test('the environment wins, an empty text too; null, absent and empty members are not given', ({ added }) => {
  const { environment, sources } = added(
    { CES_SEGMENT_ID: 'file', CES_EVENT_ID: 'file', CES_SENT_EMAIL_ID: null, CES_EMAIL_BLAST_ID: '', CES_FEATURE_FLAGS: [] },
    { CES_SEGMENT_ID: 'environment', CES_EVENT_ID: '' },
  );
  expect(environment).toEqual({ ...TARGET, CES_SEGMENT_ID: 'environment', CES_EVENT_ID: '' });
  expect(sources).toEqual({});
});

test('without a target the file is left alone: that it is named is the mistake', ({ added }) => {
  expect(added('{', { CES_BASE_URL: '' }).problems).toEqual([]);
});

test('a file that is not there is refused', () => {
  const { problems } = addFixtures('/nonexistent', { environment: TARGET, sources: {} });
  expect(problems).toEqual([{ variable: 'CES_FIXTURES', found: '"fixtures.json", no such file', expected: OBJECT }]);
});

test('a byte order mark is no mistake, and another encoding is', ({ added }) => {
  expect(added('\uFEFF{"CES_EVENT_ID":"1"}').environment.CES_EVENT_ID).toBe('1');
  expect(added(Buffer.from('{"CES_EVENT_ID":"ü"}', 'latin1')).problems).toMatchObject([{ found: '"fixtures.json", not in UTF-8' }]);
});

test('the schema takes what the suite takes, and nothing else', ({ added }) => {
  const accepts = new Ajv2020({ strict: true }).compile(JSON.parse(fixturesSchema()));
  const values: unknown[] = ['text', '', null, ['a', 'b'], ['a,b'], [''], [1], [], { a: 1 }, 5, 1.5, -1, true];
  const disagreeing = FIXTURE_NAMES.flatMap((name: VariableName) =>
    values.filter((value) => accepts({ [name]: value }) !== (added({ [name]: value }).problems.length === 0)).map((value) => [name, value]),
  );
  expect(disagreeing).toEqual([]);
  expect(accepts({ CES_BASE_URL: 'http://localhost' })).toBe(false);
  expect(accepts({ $schema: 'x' })).toBe(true);
});

test('every default and example of the table may stand in the file', () => {
  const accepts = new Ajv2020({ strict: true }).compile(JSON.parse(fixturesSchema()));
  expect(FIXTURE_NAMES.filter((name) => !accepts({ [name]: VARIABLES[name].default ?? VARIABLES[name].example }))).toEqual([]);
});
