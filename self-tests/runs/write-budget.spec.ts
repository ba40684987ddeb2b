import { expect } from '@playwright/test';
import { QUICK, resultIn, test } from './run.ts';
import { changeJson, type Reply, type Seen } from './target.ts';

test.describe.configure({ timeout: 120_000 });

const CREATES = /^\/businesses(\/[^/]+\/(campaigns|track))?$|\/(copy|embeds)$/;

test('workers share a write budget, restarted ones too; what was found within it is reported', async ({ runs, target }) => {
  const BUDGET = 60;
  let created = 0;
  // Only generated input sends names of one letter.
  const change = (reply: Reply, { method, path }: Seen) => {
    if (method !== 'POST' || !CREATES.test(path) || reply.status >= 300) return reply;
    created += 1;
    return path === '/businesses'
      ? changeJson(reply, (body) => ({ ...body, name: String(body.name).length === 1 ? '-' : body.name }))
      : reply;
  };
  const { variables } = await target({ change });
  const scenarios = 'any (business|campaign) that|typical answer|wrong credentials|two (businesses|campaigns)';
  const { code, stdout, directory } = await runs.run(['--workers=3', '--grep', scenarios], {
    ...variables,
    ...QUICK,
    CES_WRITE_BUDGET: String(BUDGET),
  });
  expect(code, stdout).toBe(1);
  expect(created).toBeLessThanOrEqual(BUDGET);
  expect(created).toBeGreaterThan(BUDGET / 2);
  const result = await resultIn(directory);
  const left = (result.leftBehind ?? []).filter(({ endpoint }) => endpoint !== 3);
  expect(left.reduce((sum, { count }) => sum + count, 0)).toBe(created);
  const checks = result.requirements.flatMap(({ id, checks: own }) => own.map((check) => ({ id, ...check })));
  expect([...new Set(checks.filter(({ status }) => status === 'failed').map(({ id }) => id))]).toEqual(['business.name-comes-back']);
  const cut = checks.find(({ id, category }) => id === 'business.metadata-comes-back' && category === 'properties');
  expect(cut).toMatchObject({ status: 'not-assessed', variables: ['CES_WRITE_BUDGET'] });
  expect(cut?.message).toMatch(/^\d+ of \d+ generated inputs were tried, and this was not broken\. Then: CES_WRITE_BUDGET/);
  expect(checks.filter(({ title, status }) => title.endsWith('wrong credentials are rejected') && status !== 'passed')).toEqual([]);
});
