import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { numberOf } from '../../mutation/fault.ts';
import { CARDS } from '../../src/client/api/cards.ts';
import { QUICK, resultIn, rowsIn, test } from './run.ts';
import { changeJson } from './target.ts';

test.describe.configure({ timeout: 120_000 });

const SCENARIOS =
  'typical answer|comes back|wrong credentials|a body that is not JSON|JSON that parsers may read differently|two records|events? ';

test('all that a run created is counted exactly and listed, whatever fails and whatever --workers says', async ({ runs, target }) => {
  const created = new Map<number, number>();
  const { variables } = await target({
    change: (reply, { endpoint }) => {
      const number = endpoint !== null && CARDS[endpoint].creates ? numberOf(endpoint) : null;
      if (number === null || reply.status >= 300) return reply;
      created.set(number, (created.get(number) ?? 0) + 1);
      return number === 2 ? changeJson(reply, (body) => ({ ...body, name: 5 })) : reply;
    },
  });
  // Without a business of its own the run creates one.
  const { CES_BUSINESS_ID: _business, CES_CUSTOMER_IDS: _customers, ...given } = variables;
  const { code, stdout, directory } = await runs.run(['--workers=3', '--grep', SCENARIOS], { ...given, ...QUICK });
  expect(code, stdout).toBe(1);
  const result = await resultIn(directory);
  const counts = Object.fromEntries((result.leftBehind ?? []).map(({ endpoint, count }) => [endpoint, count]));
  expect(counts).toEqual(Object.fromEntries([...created].sort(([a], [b]) => a - b)));
  expect(Object.keys(counts)).toEqual(['2', '4', '5', '6', '7', '18']);

  const rows = rowsIn(directory);
  for (const [endpoint, count] of created) expect(rows.filter((row) => row.endpoint === endpoint)).toHaveLength(count);
  // Copies and embeds have no name of the suite's: their ids are listed.
  const runId = result.runIds?.[0] ?? '';
  expect(rows.filter(({ endpoint, id }) => id === undefined && endpoint !== 18)).toEqual([]);
  expect(stdout).toContain(`${created.get(5)} businesses`);
  expect(stdout).toContain(`those with a name are called conformance-${runId}-…`);
  expect(readFileSync(join(directory, 'summary.md'), 'utf8')).toContain(`${created.get(5)} businesses`);
});
