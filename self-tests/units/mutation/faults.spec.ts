import { readdirSync } from 'node:fs';
import { matching, quickFaults } from '../../../mutation/chosen.ts';
import { STATEMENTS } from '../../../mutation/fault.ts';
import { RESOURCES } from '../../../mutation/faults/documented-fields.ts';
import { FAULTS } from '../../../mutation/faults/index.ts';
import type { FaultOutcome } from '../../../mutation/judge-fault.ts';
import { toKnownFaults, toText } from '../../../mutation/report/known-faults.ts';
import { SCENARIO_FILES } from '../../../mutation/run-parts.ts';
import { readJsonAsset } from '../../../src/installation/installation.ts';
import type { KnownFaults } from '../../../src/result/known-faults.ts';
import { ENDPOINT_NAMES } from '../../../src/specification/endpoints.ts';
import { documentedFields } from '../../../src/specification/schemas.ts';
import { expect, test } from '../../test.ts';

test('npm test plays a fault for each statement, and one for each endpoint alone', () => {
  const quick = [...quickFaults(FAULTS)];
  expect(STATEMENTS.filter((id) => !quick.some(({ breaks }) => breaks.includes(id)))).toEqual([]);
  expect(ENDPOINT_NAMES.filter((name) => !quick.some(({ endpoints }) => endpoints.length === 1 && endpoints[0] === name))).toEqual([]);
});

for (const [pattern, matches, others] of [
  ['status-202-at-1', ['status-202-at-1'], ['status-202-at-13', 'a-status-202-at-1']],
  ['status-*-at-1', ['status-202-at-1', 'status--at-1'], ['status-202-at-13']],
  ['*', ['', 'any'], []],
  ['a.b', ['a.b'], ['axb']],
] as const)
  test(`the pattern ${pattern} stands for whole names`, () => expect([...matches, ...others].filter(matching(pattern))).toEqual(matches));

test('every statement has a fault that is to break it alone', () => {
  const alone = new Set(FAULTS.filter(({ only }) => only).map(({ breaks }) => breaks[0]));
  expect(STATEMENTS.filter((id) => !alone.has(id))).toEqual([]);
});

test('no two faults have one name', () => {
  const names = FAULTS.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

for (const { name, fields } of RESOURCES)
  test(`the mutation run knows every field of ${name}`, () => {
    const documented = documentedFields(name).filter((pointer) => pointer.lastIndexOf('/') === 0);
    const known = Object.keys(fields).map((field) => `/${field}`);
    expect(known.sort()).toEqual(documented.sort());
  });

test('the mutation run runs every file of the suite', () => {
  const files = readdirSync(new URL('../../../tests', import.meta.url)).filter((file) => file.endsWith('.spec.ts'));
  expect([...SCENARIO_FILES].sort()).toEqual(files.map((file) => file.replace('.spec.ts', '')).sort());
});

const committed = readJsonAsset<KnownFaults>('schemas/known-faults.json');
const RENEW = 'npm run mutation && npm run known-faults';

test('what is shown are faults of the register, described as there', () => {
  const register = new Map(FAULTS.map(({ name, description, endpoints }) => [name, { name, description, endpoints }]));
  const shown = Object.values(committed).flat();
  expect(shown, RENEW).toEqual(shown.map(({ name }) => register.get(name)));
});

test('every fault of the register is caught by one of the statements that it breaks', () => {
  const names = new Map(Object.entries(committed).map(([id, faults]) => [id, faults.map(({ name }) => name)]));
  const uncaught = FAULTS.flatMap(({ name, breaks }) => (breaks.some((id) => names.get(id)?.includes(name)) ? [] : [name]));
  expect(uncaught, RENEW).toEqual([]);
});

test('what was reported is taken over in the order of the registers, of faults that were played and came into play', () => {
  const [first, second, third, fourth] = FAULTS;
  const [statement = '', other = ''] = STATEMENTS;
  if (!first || !second || !third || !fourth) throw new Error('the register has four faults');
  const shown = ({ name, description, endpoints }: typeof first) => ({ name, description, endpoints });
  const before = { [statement]: [shown(fourth), shown(third), { name: 'gone', description: 'Gone', endpoints: ['getEvent' as const] }] };
  const outcome = (name: string, reported: string[], triggered = true) => ({ name, reported, triggered }) as unknown as FaultOutcome;
  const unmet = outcome(third.name, [statement], false);
  const outcomes = [outcome(second.name, [statement]), outcome(first.name, [other, statement]), unmet, outcome('gone', [statement])];
  const known = toKnownFaults(FAULTS, outcomes, before);
  expect([known[statement], known[other]]).toEqual([[first, second, fourth].map(shown), [shown(first)]]);
  expect(Object.values(known).flat()).toHaveLength(4);
  expect(JSON.parse(toText(known))).toEqual(known);
});
