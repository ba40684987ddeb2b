import type { Exchange } from '../../../src/http/exchange.ts';
import { RivalUpdates, type Sent } from '../../../tests/scenarios/customers/updates-at-once.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';

const sent = (value: string, answered: Exchange = exchange(), id = 'ada'): Sent => ({
  id,
  member: 'full_name',
  value,
  exchange: answered,
});

function lostFor(value: string, unanswered: readonly Sent[] = []): number {
  const rivals = new RivalUpdates();
  rivals.unanswered.push(...unanswered);
  rivals.judgeValue([sent('a'), sent('b')], 'ada', 'full_name', value, exchange());
  return rivals.lost.length;
}

test('a value of this round is possible, and so is one whose answer was lost in an earlier round', () => {
  expect(lostFor('b')).toBe(0);
  expect(lostFor('old', [sent('old', failed('timeout'))])).toBe(0);
});

test('any other value is wrong', () => {
  expect(lostFor('old')).toBe(1);
  expect(lostFor('old', [sent('old', failed('timeout'), 'grace')])).toBe(1);
});
