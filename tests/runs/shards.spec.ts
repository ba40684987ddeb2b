import { join } from 'node:path';
import { expect } from '@playwright/test';
import { PROGRAM, QUICK, RUNNER, resultIn, statuses, test, withStatus } from './run.ts';
import { changeJson } from './target.ts';

test.describe.configure({ timeout: 180_000 });

const SCENES = ['--grep', 'typical answer|unknown ids|comes back'];
/** How a shard leaves both its own report and what is merged later. */
const WITH_BLOB = '--reporter=blob,./src/report/reporter.ts';

test('merged shards say what one run says', async ({ runs, target }) => {
  const blobs = runs.directory();
  // Only the merged report can tell whether the run is complete: the scenes are a selection, so it is not.
  const settings = { ...QUICK, CES_SEED: '1', CES_REQUIRE_COMPLETE: '1' };
  const shard = async (number: number) =>
    runs.run([`--shard=${number}/2`, WITH_BLOB, ...SCENES], {
      ...(await target()).variables,
      ...settings,
      PLAYWRIGHT_BLOB_OUTPUT_FILE: join(blobs, `${number}.zip`),
    });
  const [whole, ...shards] = await Promise.all([
    target().then(({ variables }) => runs.run(SCENES, { ...variables, ...settings })),
    shard(1),
    shard(2),
  ]);
  expect([whole.code, ...shards.map(({ code }) => code)]).toEqual([1, 0, 0]);
  const expected = await resultIn(whole.directory);

  const merges = [
    ['merge-reports', '--reporter=./src/report/reporter.ts', blobs],
    ['merge-reports', '-c', 'playwright.config.ts', blobs],
  ];
  for (const args of merges) {
    const merged = await runs.run(args, {}, { program: RUNNER });
    expect(merged.code, merged.stdout + merged.stderr).toBe(1);
    const result = await resultIn(merged.directory);
    expect(statuses(result)).toEqual(statuses(expected));
    expect(result).toMatchObject({
      verdict: 'conformant',
      complete: false,
      seed: 1,
      counts: { ...expected.counts, observations: expect.anything() },
    });
    expect(result.target.baseUrl).toMatch(/^http:/);
    expect(result.settings.find(({ name }) => name === 'CES_REQUIRE_COMPLETE')?.value).toBe('1');
  }
});

test('a failure in one shard fails that shard and the merged report', async ({ runs, target }) => {
  const blobs = runs.directory();
  const codes = await Promise.all(
    [1, 2].map(async (number) => {
      const { variables } = await target({
        change: (reply, { path }) => (path.startsWith('/segments/') ? changeJson(reply, (body) => ({ ...body, name: 5 })) : reply),
      });
      const args = [`--shard=${number}/2`, WITH_BLOB, '--grep', 'GET /segments|POST /businesses: '];
      const blob = { PLAYWRIGHT_BLOB_OUTPUT_FILE: join(blobs, `${number}.zip`) };
      return (await runs.run(args, { ...variables, ...QUICK, ...blob }, { program: PROGRAM })).code;
    }),
  );
  expect(codes.toSorted()).toEqual([0, 1]);
  const merged = await runs.run(['merge-reports', '--reporter=./src/report/reporter.ts', blobs], {}, { program: RUNNER });
  expect(merged.code).toBe(1);
  expect(withStatus(await resultIn(merged.directory), 'failed')).toContain('segment.fields');
  expect(merged.stdout).toContain('segment.fields');
});
