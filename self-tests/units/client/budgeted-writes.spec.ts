import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { BudgetedWrites } from '../../../src/client/budgeted-writes.ts';
import { WriteBudget } from '../../../src/client/write-budget.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { exchange, failed } from '../checks/exchanges.ts';

function writes(limit: number): BudgetedWrites {
  const directory = mkdtempSync(join(tmpdir(), 'writes-'));
  WriteBudget.begin(directory);
  return new BudgetedWrites(new WriteBudget(limit, directory));
}

/** How many of these were sent, one after another, before the budget was spent. */
async function sent(own: BudgetedWrites, exchanges: readonly Exchange[]): Promise<number> {
  let count = 0;
  for (const given of exchanges) {
    const outcome = await own
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
  expect(await sent(writes(2), [done, done, done])).toBe(2);
  expect(await sent(writes(2), [failed('timeout'), exchange({ status: 500 }), done])).toBe(2);
  expect(await sent(writes(1), [refused, failed('refused'), refused, done, done])).toBe(4);
});

test('what was not sent at all is given back', async () => {
  const own = writes(1);
  await expect(own.spend(() => Promise.reject(new TypeError('malformed')))).rejects.toThrow('malformed');
  expect(await sent(own, [exchange(), exchange()])).toBe(1);
});

test('whoever finds the budget spent waits for those under way, which may be refused', async () => {
  const own = writes(2);
  const answers: ((given: Exchange) => void)[] = [];
  const spend = () => own.spend(() => new Promise((resolve) => answers.push(resolve)));
  const [first, second, third, fourth] = [spend(), spend(), spend(), spend().catch((error: Error) => error.message)];
  expect(answers).toHaveLength(2);
  answers[0]?.(exchange({ status: 422 }));
  await first;
  await expect.poll(() => answers.length).toBe(3);
  answers[1]?.(exchange());
  answers[2]?.(exchange());
  await Promise.all([second, third]);
  expect(await fourth).toContain('CES_WRITE_BUDGET (2) leaves nothing more to create');
});

test('without the reserve half of a small budget is all there is, and the reason says so', async () => {
  const own = writes(10);
  own.reserved = false;
  expect(
    await sent(
      own,
      Array.from({ length: 20 }, () => exchange()),
    ),
  ).toBe(5);
  await expect(own.spend(async () => exchange())).rejects.toMatchObject({
    message: expect.stringContaining('at most 5 of 10'),
    variables: ['CES_WRITE_BUDGET'],
  });
  own.reserved = true;
  expect(
    await sent(
      own,
      Array.from({ length: 20 }, () => exchange()),
    ),
  ).toBe(5);
});
