import { WriteBudget } from '../../../src/client/write-budget.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
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
  expect(await sent(new WriteBudget(0), [done])).toBe(0);
  expect(await sent(new WriteBudget(2), [done, done, done])).toBe(2);
  expect(await sent(new WriteBudget(2), [failed('timeout'), exchange({ status: 500 }), done])).toBe(2);
  expect(await sent(new WriteBudget(1), [refused, failed('refused'), refused, done, done])).toBe(4);
});

test('what was not sent at all is given back', async () => {
  const budget = new WriteBudget(1);
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
