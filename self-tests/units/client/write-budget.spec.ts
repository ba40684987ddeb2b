import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { WriteBudget } from '../../../src/client/write-budget.ts';

const test = base.extend<{ directory: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  directory: async ({}, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'writes-'));
    WriteBudget.begin(directory);
    await use(directory);
    rmSync(directory, { recursive: true, force: true });
  },
});

const taken = (budget: WriteBudget, reserved: boolean) => {
  let count = 0;
  while (budget.take(reserved)) count += 1;
  return count;
};

for (const [limit, unreserved] of [
  [0, 0],
  [1, 0],
  [10, 5],
  [300, 150],
  [500, 300],
] as const) {
  test(`of ${limit} records ${unreserved} are for whoever may not use the reserve, and all for the others`, ({ directory }) => {
    const budget = new WriteBudget(limit, directory);
    expect(taken(budget, false)).toBe(unreserved);
    expect(taken(budget, true)).toBe(limit - unreserved);
    expect([budget.take(true), budget.take(false)]).toEqual([false, false]);
  });
}

test('examples that took more than their reserve leave less to the others', ({ directory }) => {
  const budget = new WriteBudget(10, directory);
  for (let count = 0; count < 8; count += 1) expect(budget.take(true)).toBe(true);
  expect(taken(budget, false)).toBe(2);
});

test('what is given back can be taken again, by the same kind', ({ directory }) => {
  const [one, other] = [new WriteBudget(2, directory), new WriteBudget(2, directory)];
  expect([one.take(false), other.take(false), other.take(true), one.take(true)]).toEqual([true, false, true, false]);
  one.giveBack(false);
  expect([other.take(true), other.take(false)]).toEqual([true, false]);
});

test('processes that take at the same time get exactly as many as there are', async ({ directory }) => {
  const LIMIT = 400;
  const script = `
    import { WriteBudget } from './src/client/write-budget.ts';
    const budget = new WriteBudget(${LIMIT}, ${JSON.stringify(directory)});
    let [kept, tries] = [0, 0];
    while (tries < 3 * ${LIMIT}) {
      tries += 1;
      if (!budget.take(true)) continue;
      if (tries % 3 === 0) budget.giveBack(true);
      else kept += 1;
    }
    process.stdout.write(String(kept));
  `;
  const counts = await Promise.all([1, 2, 3].map(() => outputOf(script)));
  expect(counts.map(Number).reduce((sum, count) => sum + count, 0)).toBe(LIMIT);
});

function outputOf(script: string): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script]);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve, reject) => child.once('close', (code) => (code === 0 ? resolve(out.trim()) : reject(new Error(err)))));
}
