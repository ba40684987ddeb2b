import { ShrinkBudget, type ShrinkShare } from '../../../src/engine/shrink-budget.ts';
import { expect, test } from '../../test.ts';

async function spendAll(share: ShrinkShare): Promise<number> {
  let attempts = 0;
  while ((await share.spend(async () => true, ONE)) !== null) attempts += 1;
  return attempts;
}

const ONE = () => ({ requests: 1, records: 0 });

test('all together create at most 130 records', async () => {
  const share = new ShrinkBudget().forJudge();
  const creating = () => ({ requests: 1, records: 1 });
  let attempts = 0;
  while ((await share.spend(async () => true, creating)) !== null) attempts += 1;
  expect(attempts).toBe(130);
});

test('each judge has at most 200 requests, and all together 400', async () => {
  const budget = new ShrinkBudget();
  expect(await spendAll(budget.forJudge())).toBe(200);
  await budget.forJudge().spend(
    async () => true,
    () => ({ requests: 50, records: 0 }),
  );
  expect(await spendAll(budget.forJudge())).toBe(150);
  expect(await spendAll(budget.forJudge())).toBe(0);
});

test('attempts may take 8 s in all; a failed one counts as well', async () => {
  let now = 0;
  const budget = new ShrinkBudget(() => now);
  const [one, other] = [budget.forJudge(), budget.forJudge()];
  const slow = async () => {
    now += 5000;
    throw new Error('broken');
  };
  await expect(one.spend(slow, ONE)).rejects.toThrow('broken');
  expect(other.leftMs()).toBe(3000);
  await expect(other.spend(slow, ONE)).rejects.toThrow('broken');
  expect(other.leftMs()).toBe(0);
  expect(await one.spend(async () => true, ONE)).toBe(null);
});
