import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Finding } from '../../src/result/finding.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { only, QUICK, RUNNER, type Runs, resultIn, statuses, test, withStatus } from './run.ts';
import { changeJson, type Reply, type Seen } from './target.ts';

test.describe.configure({ timeout: 300_000 });

const SETTINGS = { ...QUICK, CES_SEED: '1' };

/** The one fault: a segment whose name is a number. */
const withNumberAsName = (reply: Reply, { path }: Seen) =>
  path.startsWith('/segments/') ? changeJson(reply, (body) => ({ ...body, name: 5 })) : reply;

/** Scenarios in many files, so in both shards. */
const CHOSEN = only('typical answer|wrong credentials|two (businesses|campaigns)');

/** One test, so in one shard only. */
const TYPICAL_SEGMENT = 'getSegment: the typical answer';

test('merged shards say what one run says', async ({ runs, target }) => {
  // One target for the shards, as in practice; its own for the run that they are compared with, since both change customers.
  const [one, other] = [await target(), await target()];
  const settings = { ...SETTINGS, CES_REQUIRE_COMPLETE: '1' };
  const [whole, ...shards] = await Promise.all([
    runs.run(CHOSEN, { ...one.variables, ...settings }),
    ...[1, 2].map((number) => runs.run([`--shard=${number}/2`, ...CHOSEN], { ...other.variables, ...settings })),
  ]);
  // A shard is never complete; whether the run is, only the merged report can show.
  expect(shards.map(({ code }) => code)).toEqual([0, 0]);
  const expected = await resultIn(whole.directory);
  for (const { directory } of shards) expect(await resultIn(directory)).toMatchObject({ partial: true, complete: false });

  const blobs = gathered(runs, shards);
  const byCommand = await runs.run(['merge', blobs, '--report-dir', join(runs.directory(), 'reports')], {});
  const byRunner = await runs.run(['merge-reports', '-c', 'playwright.config.ts', gathered(runs, shards, 'flat')], {}, { program: RUNNER });
  expect([byCommand.code, byRunner.code], byCommand.stdout + byCommand.stderr).toEqual([whole.code, whole.code]);
  const reportDir = /Report +(\S+)\/index\.html/.exec(byCommand.stdout)?.[1] ?? '';
  for (const merged of [await resultIn(reportDir), await resultIn(byRunner.directory)]) {
    expect(summary(merged)).toEqual(summary(expected));
    expect(merged).toMatchObject({ verdict: 'conformant', seed: 1, target: { baseUrl: other.baseUrl } });
    expect(merged.settings.find(({ name }) => name === 'CES_REQUIRE_COMPLETE')?.value).toBe('1');
  }
});

/** Faults in both shards: one that all endpoints have, and one of several resources. */
const withWrongTypes = (reply: Reply) => {
  const text = (json: Reply): Reply => ({ ...json, headers: { ...json.headers, 'content-type': 'text/plain' } });
  return reply.headers['content-type']?.includes('json')
    ? text(changeJson(reply, (body) => ({ ...body, ...('name' in body && { name: 5 }) })))
    : reply;
};

test('a merged report has the findings of the unsharded one: ids, counts, places and consequences', async ({ runs, target }) => {
  const { variables } = await target({ change: withWrongTypes });
  const start = (...more: string[]) => runs.run([...only(': the typical answer'), ...more], { ...variables, ...SETTINGS });
  const [whole, ...shards] = await Promise.all([start(), start('--shard=1/2'), start('--shard=2/2')]);
  const merged = await runs.run(['merge', gathered(runs, shards)], {});
  const findings = (await resultIn(whole.directory)).findings ?? [];
  const [type] = findings.filter(({ requirement }) => requirement === 'http.json-media-type');
  for (const { directory } of shards) {
    const [own] = ((await resultIn(directory)).findings ?? []).filter(({ id }) => id === type?.id);
    expect(own?.checks).toBeGreaterThan(0);
    expect(own?.checks).toBeLessThan(type?.checks ?? 0);
  }
  expect(findings.length).toBeGreaterThan(3);
  expect(((await resultIn(merged.directory)).findings ?? []).map(lasting)).toEqual(findings.map(lasting));
});

test('a failure in one shard fails that shard and the merged report; a waiver on the merging machine excuses it there', async ({
  runs,
  target,
}) => {
  const { variables } = await target({ change: withNumberAsName });
  const shards = await Promise.all(
    [1, 2].map((number) =>
      runs.run([`--shard=${number}/2`, ...only(`${TYPICAL_SEGMENT}|createBusiness: `)], { ...variables, ...SETTINGS }),
    ),
  );
  expect(shards.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const blobs = gathered(runs, shards);
  const waivers = join(runs.directory(), 'waivers.json');
  const reason = 'Names of segments are numbers until release 12';
  writeFileSync(
    waivers,
    JSON.stringify([{ requirement: 'segment.fields', reason, owner: 'TICKET-1', expires: '2999-01-01', message: '/name' }]),
  );
  const [strict, lenient] = await Promise.all([
    runs.run(['merge', blobs], {}),
    // A machine that merges needs no credentials.
    runs.run(['merge', blobs], { CES_WAIVERS: waivers, CES_BASE_URL: variables.CES_BASE_URL ?? '' }),
  ]);
  expect([strict.code, lenient.code], lenient.stdout + lenient.stderr).toEqual([1, 0]);
  expect(strict.stdout).toContain('segment.fields');
  expect(withStatus(await resultIn(strict.directory), 'failed')).toContain('segment.fields');
  expect(await resultIn(lenient.directory)).toMatchObject({ verdict: 'nonconformant', partial: true });
});

test('a shard with nothing to do is no failure, and is merged like the others', async ({ runs }) => {
  const shards = await Promise.all([1, 2].map((number) => runs.run([`--shard=${number}/2`, ...only(TYPICAL_SEGMENT)], SETTINGS)));
  expect(
    shards.map(({ code }) => code),
    shards.map(({ stdout, stderr }) => stdout + stderr).join('\n'),
  ).toEqual([0, 0]);
  const merged = await runs.run(['merge', gathered(runs, shards)], {});
  expect(merged.code, merged.stdout + merged.stderr).toBe(0);
});

test('a shard that did not come to its end leaves the merged report without a verdict too', async ({ runs }) => {
  const shard = await runs.run(['--shard=1/1', '--global-timeout=1500'], SETTINGS);
  const merged = await runs.run(['merge', gathered(runs, [shard])], {});
  expect([shard.code, merged.code], merged.stdout + merged.stderr).toEqual([2, 2]);
  expect(await resultIn(merged.directory)).toMatchObject({ verdict: 'no-verdict', interrupted: true });
});

test('what keeps blobs from being one report is explained in words; exit 2', async ({ runs, target }) => {
  const { variables } = await target();
  const start = (shard: string, own = {}) =>
    runs.run([`--shard=${shard}`, ...only('getSegment: |createBusiness: ')], { ...SETTINGS, ...own });
  const [first, again, third, elsewhere] = await Promise.all([start('1/2'), start('1/2'), start('3/3'), start('2/2', variables)]);
  const empty = runs.directory();
  const broken = runs.directory();
  writeFileSync(join(broken, 'shard-1-of-1.zip'), 'no archive');
  const rows: readonly (readonly [string, RegExp])[] = [
    // Twice the same blob is one.
    [gathered(runs, [first, first]), /Shard 2 of 2 is missing/],
    [gathered(runs, [first, third]), /different runs \(2 shards, 3 shards\)/],
    [gathered(runs, [first, elsewhere]), /different targets \(the embedded reference service, http:/],
    [gathered(runs, [first, again]), /shard 1 more than once/],
    [empty, /found no blob/],
    [join(empty, 'none'), /ENOENT/],
    [broken, /No result was written/],
  ];
  const merges = await Promise.all(rows.map(([folder]) => runs.run(['merge', folder], {})));
  for (const [index, { code, stdout, stderr }] of merges.entries()) {
    expect(stdout + stderr).toMatch(rows[index]?.[1] ?? /no such row/);
    expect(code, stdout + stderr).toBe(2);
  }
});

/** The blobs of several machines in one folder: each in a folder of its own, as artefacts are downloaded, or all beside each other. */
function gathered(runs: Runs, shards: readonly { readonly directory: string }[], layout: 'nested' | 'flat' = 'nested'): string {
  const folder = runs.directory();
  for (const [index, { directory }] of shards.entries())
    cpSync(join(directory, 'blob'), layout === 'nested' ? join(folder, `${index}`) : folder, { recursive: true });
  return folder;
}

/** A shard reads again what it has stored itself; some store nothing. */
const STORED = / at the end of the run/;

/** What must not depend on the number of machines. */
function summary(result: ConformanceResult) {
  const { verdict, complete, partial, counts, requirements, observations } = result;
  return {
    ...{ verdict, complete, partial, counts, statuses: statuses(result) },
    checks: requirements.map(({ id, checks }) => [
      id,
      checks
        .filter(({ title }) => !STORED.test(title))
        .map(({ title, status }) => `${title}: ${status}`)
        .sort(),
    ]),
    observations: observations.map(({ id, endpoint }) => `${id} ${endpoint}`).sort(),
  };
}

/** What two runs against one target agree on. */
function lasting({ id, level, requirement, endpoints, pointer, places, expected, checks, title, endpoint, consequences, waived }: Finding) {
  return { id, level, requirement, endpoints, pointer, places, expected, checks, title, endpoint, consequences, waived };
}
