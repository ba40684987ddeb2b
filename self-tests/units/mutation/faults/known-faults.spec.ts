import { STATEMENTS } from '../../../../mutation/fault.ts';
import { FAULTS } from '../../../../mutation/faults/index.ts';
import type { FaultOutcome } from '../../../../mutation/judge-fault.ts';
import { toKnownFaults, toText } from '../../../../mutation/report/known-faults.ts';
import { type KnownFaults, knownFaults } from '../../../../src/result/known-faults.ts';
import { expect, test } from '../../../test.ts';

const committed: KnownFaults = Object.fromEntries(STATEMENTS.map((id) => [id, knownFaults(id)]));
const RENEW = 'npm run mutation && npm run known-faults';

test('every statement of level requirement and robustness is known to catch something', () => {
  expect(
    STATEMENTS.filter((id) => knownFaults(id).length === 0),
    RENEW,
  ).toEqual([]);
});

test('what is shown are faults of the register, described as there', () => {
  const register = new Map(FAULTS.map(({ name, description, endpoints }) => [name, { name, description, endpoints }]));
  const shown = Object.values(committed).flat();
  expect(shown, RENEW).toEqual(shown.map(({ name }) => register.get(name)));
});

test('every fault of the register is caught by one of the statements that it breaks', () => {
  const uncaught = FAULTS.filter(({ name, breaks }) => !breaks.some((id) => knownFaults(id).some((fault) => fault.name === name)));
  expect(
    uncaught.map(({ name }) => name),
    RENEW,
  ).toEqual([]);
});

test('faults that were not run stay as they were, those that were run are taken anew', () => {
  const [first, second] = FAULTS;
  const [statement = '', other = ''] = STATEMENTS;
  if (first === undefined || second === undefined) throw new Error('the register has two faults');
  const shown = ({ name, description, endpoints }: typeof first) => ({ name, description, endpoints });
  const before = { [statement]: [shown(first), shown(second), { name: 'gone', description: 'Gone', endpoints: ['getEvent' as const] }] };
  const outcomes = [{ name: second.name, reported: [other], triggered: true }] as unknown as FaultOutcome[];
  const known = toKnownFaults(FAULTS, outcomes, before);
  expect([known[statement], known[other]]).toEqual([[shown(first)], [shown(second)]]);
});

test('only what was reported while the fault made itself felt is taken over, in the order of the registers', () => {
  const [first, second, third] = FAULTS;
  const [statement = '', other = ''] = STATEMENTS;
  if (first === undefined || second === undefined || third === undefined) throw new Error('the register has three faults');
  const outcome = ({ name }: { name: string }, reported: string[], triggered = true) =>
    ({ name, reported, triggered }) as unknown as FaultOutcome;
  const outcomes = [
    outcome(second, [statement]),
    outcome(first, [other, statement]),
    outcome(third, [statement], false),
    outcome({ name: 'gone' }, [statement]),
  ];
  const known = toKnownFaults(FAULTS, outcomes, {});
  const names = (id: string) => known[id]?.map(({ name }) => name);
  expect([names(statement), names(other)]).toEqual([[first.name, second.name], [first.name]]);
  expect(Object.values(known).flat()).toHaveLength(3);
  expect(JSON.parse(toText(known))).toEqual(known);
});
