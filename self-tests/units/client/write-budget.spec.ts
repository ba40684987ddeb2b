import { LostAnswers } from '../../../src/client/lost-answers.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { WriteBudget } from '../../../src/http/limits.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';

/** How many of these were sent, one after another, before the budget was spent. */
async function sent(budget: WriteBudget, exchanges: readonly Exchange[]): Promise<number> {
  let count = 0;
  for (const given of exchanges) {
    const outcome = await budget
      .spend(async () => {
        count += 1;
        return given;
      })
      .catch((error: Error) => error.name);
    if (outcome === 'NotAssessed') break;
  }
  return count;
}

test('a creation spends one, a lost answer too; a refusal and a connection that was never made spend none', async () => {
  const [done, refused] = [exchange({ status: 201 }), exchange({ status: 400 })];
  expect(await sent(new WriteBudget(0, 'CES_WRITE_BUDGET'), [done])).toBe(0);
  expect(await sent(new WriteBudget(2, 'CES_WRITE_BUDGET'), [done, done, done])).toBe(2);
  expect(await sent(new WriteBudget(2, 'CES_WRITE_BUDGET'), [failed('timeout'), exchange({ status: 500 }), done])).toBe(2);
  expect(await sent(new WriteBudget(1, 'CES_WRITE_BUDGET'), [refused, failed('refused'), refused, done, done])).toBe(4);
});

test('what was not sent at all is given back', async () => {
  const budget = new WriteBudget(1, 'CES_WRITE_BUDGET');
  await expect(budget.spend(() => Promise.reject(new TypeError('malformed')))).rejects.toThrow('malformed');
  expect(await sent(budget, [exchange(), exchange()])).toBe(1);
});

test('whoever finds the budget spent waits for those under way, which may be refused', async () => {
  const budget = new WriteBudget(2, 'CES_DEPTH');
  const answers: ((given: Exchange) => void)[] = [];
  const spend = () => budget.spend(() => new Promise((resolve) => answers.push(resolve)));
  const [first, second, third, fourth] = [spend(), spend(), spend(), spend().catch((error: Error) => error)];
  expect(answers).toHaveLength(2);
  answers[0]?.(exchange({ status: 422 }));
  await first;
  await expect.poll(() => answers.length).toBe(3);
  answers[1]?.(exchange());
  answers[2]?.(exchange());
  await Promise.all([second, third]);
  expect(await fourth).toMatchObject({ message: 'CES_DEPTH leaves nothing more to create, after 2', variables: ['CES_DEPTH'] });
});

test('an urgent creation waits for none that may wait for it: it finds the budget spent', async () => {
  const budget = new WriteBudget(1, 'CES_DEPTH');
  const underWay = budget.spend(() => new Promise<Exchange>(() => {}));
  await expect(budget.spend(() => Promise.resolve(exchange()), true)).rejects.toThrow('CES_DEPTH leaves nothing more to create');
  await expect(Promise.race([underWay, 'still under way'])).resolves.toBe('still under way');
});

const NEVER_AWAY = Number.NEGATIVE_INFINITY;
const ROWS: readonly (readonly [title: string, answered: readonly number[], lost: readonly number[], areMany: boolean, backAt?: number])[] =
  [
    ['two are many where none is answered', [], [1, 2], true],
    ['one is not', [], [1], false],
    ['two are many beside as many answers', [1, 2], [1, 2], true],
    ['two are few beside more answers', [1, 2, 3], [1, 2], false],
    ['answers before the second-last do not count', [1, 2, 3, 4, 5], [1, 6, 7], true],
    ['the order in which they end does not count', [4, 5, 6, 7], [1, 2, 9, 3], false],
    ['what is lost before the target came back does not count', [], [1, 6, 7], false, 6],
  ];

for (const [title, answered, lost, areMany, backAt = NEVER_AWAY] of ROWS)
  test(title, () => {
    const writes = new LostAnswers();
    for (const at of answered) writes.answered(['POST /x', at]);
    for (const at of lost) writes.lost(['POST /x', at]);
    expect(writes.areMany('POST /x', backAt)).toBe(areMany);
    expect(writes.areMany('POST /y', backAt)).toBe(false);
    expect(writes.isOwn('POST /x', 9, backAt)).toBe(false);
    writes.othersAnswer('POST /x', 9);
    expect(['sent before', 'sent since'].map((_, turn) => writes.isOwn('POST /x', 8 + turn, backAt))).toEqual([false, areMany]);
  });
