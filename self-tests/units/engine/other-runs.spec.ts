import { OtherRuns } from '../../../src/engine/evidence/other-runs.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

/** Runs, the earlier first. */
const [LONG_AGO, LATELY, OWN, LATER] = ['mx2a0000abc', 'mx2b0000abc', 'mx2c0000abc', 'mx2d0000a'];
const named = (run: string, number: number) => ({ full_name: `conformance-${run}-d-${String(number).padStart(5, '0')} de la Cruz` });

/** What is known once a customer was shown like this, one answer after the other. */
function knownAfter(...shown: readonly object[]): string | null {
  const others = new OtherRuns(OWN);
  for (const members of shown) others.note(exchange({ method: 'POST', body: { customers: [{ id: 'ada', ...members }] } }));
  return others.underWay;
}

test('another run is under way when names come up that were not there before', () => {
  expect(knownAfter(named(LATELY, 5), named(OWN, 1), named(LATER, 3))).toBe(`conformance-${LATER}`);
  expect(knownAfter(named(LATELY, 5), named(OWN, 1), named(LATELY, 6))).toBe(`conformance-${LATELY}`);
  expect(knownAfter({}, named(LATELY, 5))).toBe(`conformance-${LATELY}`);
});

test('another shard is no other run', () => {
  const others = new OtherRuns(OWN, true);
  for (const shown of [{}, named(LATER, 3)]) others.note(exchange({ method: 'POST', body: { customers: [{ id: 'ada', ...shown }] } }));
  expect(others.underWay).toBeNull();
});

test('an answer that is no JSON shows nobody, and is left to who judges it', () => {
  const others = new OtherRuns(OWN);
  others.note(exchange({ method: 'POST', status: 204, body: '' }));
  expect(others.underWay).toBeNull();
});

test('what earlier runs left is no run, be it as it was or brought back', () => {
  expect(knownAfter(named(LATELY, 5), named(LATELY, 5), named(OWN, 1))).toBeNull();
  expect(knownAfter(named(LATELY, 5), named(OWN, 1), named(LATELY, 4), named(LONG_AGO, 9))).toBeNull();
  expect(knownAfter({}, named(OWN, 1), named(OWN, 2))).toBeNull();
});
