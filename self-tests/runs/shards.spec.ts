import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { ConformanceResult, Finding } from '../../src/result/result.ts';
import { newFolder } from '../folders.ts';
import { command } from './command.ts';
import { only, QUICK, RUNNER, resultIn, test } from './run.ts';
import { changeJson, type Reply } from './target.ts';

test.describe.configure({ timeout: 300_000 });

const SETTINGS = { ...QUICK, CES_SEED: '1' };

/** One test, so in one shard only. */
const TYPICAL_SEGMENT = 'getSegment: the typical answer';

/** Faults in both shards: one that all endpoints have, and one of several resources. */
const withWrongTypes = (reply: Reply) => {
  const text = (json: Reply): Reply => ({ ...json, headers: { ...json.headers, 'content-type': 'text/plain' } });
  return reply.headers['content-type']?.includes('json')
    ? text(changeJson(reply, (body) => ({ ...body, ...('name' in body && { name: 5 }) })))
    : reply;
};

test('merged shards say what one run says, and annotate it there; waivers on the merging machine excuse it', async ({ runs, target }) => {
  // One target for the shards, as in practice; its own for the run that they are compared with, since both change customers.
  const [one, other] = [await target({ change: withWrongTypes }), await target({ change: withWrongTypes })];
  const settings = { ...SETTINGS, GITHUB_ACTIONS: 'true' };
  const scenarios = only(': the typical answer');
  const [whole, ...shards] = await Promise.all([
    runs.run(scenarios, { ...one.variables, ...settings }),
    ...[1, 2].map((number) => runs.run([`--shard=${number}/2`, ...scenarios], { ...other.variables, ...settings })),
  ]);
  expect([whole, ...shards].map(({ code }) => code)).toEqual([1, 1, 1]);
  for (const { stdout } of shards) expect(stdout).not.toContain('::error ');
  const expected = await resultIn(whole.directory);
  const own = await Promise.all(shards.map(({ directory }) => resultIn(directory)));
  for (const result of own) expect(result).toMatchObject({ partial: true, complete: false });
  expect(expected.findings?.length).toBeGreaterThan(3);
  const checksOf = ({ findings = [] }: ConformanceResult) =>
    findings.find(({ requirement }) => requirement === 'http.json-media-type')?.checks ?? 0;
  for (const result of own) {
    expect(checksOf(result)).toBeGreaterThan(0);
    expect(checksOf(result)).toBeLessThan(checksOf(expected));
  }

  const waivers = join(newFolder(), 'waivers.json');
  const given = { reason: 'Mended with release 12', owner: 'TICKET-1', expires: '2999-01-01' };
  const messages = expected.requirements.flatMap(({ id, checks }) =>
    checks.flatMap(({ findings = [] }) => findings.map((found) => [id, `Expected: ${found.expected}`] as const)),
  );
  writeFileSync(waivers, JSON.stringify(messages.map(([requirement, message]) => ({ requirement, ...given, message }))));
  const [strict, lenient] = await Promise.all([
    runs.run(['merge-reports', '-c', 'playwright.config.ts', gathered(shards, 'flat')], { GITHUB_ACTIONS: 'true' }, { program: RUNNER }),
    // A machine that merges needs no credentials.
    runs.run(['merge', gathered(shards)], { CES_WAIVERS: waivers, CES_BASE_URL: other.baseUrl }),
  ]);
  expect([strict.code, lenient.code], lenient.stdout + lenient.stderr).toEqual([1, 0]);
  expect(strict.stdout).toContain('(http.json-media-type)::');
  // What a run announces before its first write is no word of a merge.
  const announced = ({ stdout }: { readonly stdout: string }) => stdout.includes('the API cannot delete them');
  expect([shards.every(announced), announced(strict), announced(lenient)]).toEqual([true, false, false]);
  const merged = await resultIn(strict.directory);
  expect(summary(merged)).toEqual(summary(expected));
  expect(merged).toMatchObject({ verdict: 'nonconformant', seed: 1, target: { baseUrl: other.baseUrl } });
  expect((merged.findings ?? []).map(lasting)).toEqual((expected.findings ?? []).map(lasting));
  expect(await resultIn(lenient.directory)).toMatchObject({ verdict: 'nonconformant', partial: true });
});

test('a shard that did not come to its end leaves the merged report without a verdict too', async ({ runs }) => {
  const shard = await runs.run(['--shard=1/1', '--global-timeout=1500'], SETTINGS);
  const merged = await runs.run(['merge', gathered([shard])], {});
  expect([shard.code, merged.code], merged.stdout + merged.stderr).toEqual([2, 2]);
  expect(await resultIn(merged.directory)).toMatchObject({ verdict: 'no-verdict', interrupted: true });
});

/** What else keeps blobs apart is decided in `engine/playwright/parts.ts`. */
test('a shard with nothing to do is no failure; what keeps blobs from being one report is explained in words, exit 2', async ({ runs }) => {
  const start = (shard: string) => runs.run([`--shard=${shard}`, ...only(TYPICAL_SEGMENT)], { ...SETTINGS, CES_REQUIRE_COMPLETE: '1' });
  const [first, second] = await Promise.all([start('1/2'), start('2/2')]);
  // A shard is never complete; whether the run is, only the merged report can show.
  expect([first.code, second.code]).toEqual([0, 0]);
  const sound = await runs.run(['merge', gathered([first, second])], {});
  expect({ code: sound.code, stdout: sound.stdout }).toEqual({ code: 1, stdout: expect.stringContaining('CES_REQUIRE_COMPLETE is set') });
  expect(await resultIn(sound.directory)).toMatchObject({ verdict: 'conformant', partial: true });
  const broken = newFolder();
  writeFileSync(join(broken, 'shard-1-of-1.zip'), 'no archive');
  const rows: readonly (readonly [string, RegExp])[] = [
    // Twice the same blob is one.
    [gathered([first, first]), /Shard 2 of 2 is missing/],
    [broken, /no result was written/],
  ];
  for (const [folder, words] of rows) {
    const { code, stdout, stderr } = await runs.run(['merge', folder], {});
    expect(stdout + stderr).toMatch(words);
    expect(code, stdout + stderr).toBe(2);
  }
  const empty = newFolder();
  expect(await command(['merge', empty])).toMatchObject({ code: 2, stderr: expect.stringContaining('found no blob') });
  expect(await command(['merge', join(empty, 'none')])).toMatchObject({ code: 2, stderr: expect.stringContaining('ENOENT') });
});

/** The blobs of several machines in one folder: each in a folder of its own, as artefacts are downloaded, or all beside each other. */
function gathered(shards: readonly { readonly directory: string }[], layout: 'nested' | 'flat' = 'nested'): string {
  const folder = newFolder();
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
    ...{ verdict, complete, partial, counts },
    checks: requirements.map(({ id, status, checks }) => [
      `${id}: ${status}`,
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
