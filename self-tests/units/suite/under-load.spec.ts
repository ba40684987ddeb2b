import { inShort, mostInFlight } from '../../../tests/scenarios/under-load.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';

const at = (startedAt: number, durationMs: number) => ({ ...exchange({ durationMs }), startedAt });

test('counts what was under way at one moment, not what was sent in all', () => {
  expect(mostInFlight([at(0, 10), at(5, 10), at(9, 2), at(20, 1), at(22, 5)])).toBe(3);
  expect(mostInFlight([at(0, 1), at(2, 1)])).toBe(1);
});

test('says in short what came back', () => {
  expect([exchange({ status: 404 }), failed('reset'), failed('timeout'), failed('malformed')].map(inShort)).toEqual([
    '404',
    'connection closed',
    'time-out',
    'broken answer',
  ]);
});
