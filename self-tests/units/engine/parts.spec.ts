import type { Suite, TestRun } from '@playwright/test/reporter';
import { suiteScenarios } from '../../../mutation/run-parts.ts';
import { timeOf } from '../../../src/engine/plan.ts';
import {
  dealt,
  isPartial,
  keepShard,
  mergeObstacles,
  missingShards,
  type Part,
  partMetadata,
  partsOf,
  shardOf,
} from '../../../src/engine/playwright/parts.ts';
import { readRunnerArguments, wholeTags } from '../../../src/engine/playwright/runner-arguments.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';

const PART: Part = { version: '1.0.0', target: 'https://api.example.com', seed: 1, shard: null, filtered: false };
const shard = (current: number, total: number, rest: Partial<Part> = {}): Part => ({ ...PART, shard: { current, total }, ...rest });

test('which arguments make a part of a run, and what is meant by them, was approved', () =>
  expectCalls('engine/parts.txt', {
    isFiltered: (...args: string[]) => partsOf(partMetadata(readSettings({}), readRunnerArguments(args)))[0]?.filtered,
    wholeTag: (given: string) => wholeTags(['--workers=1', given])[1],
    shardOf,
  }));

test('one replayed input is a part, and so is what an editor starts', () => {
  const whole = readRunnerArguments([]);
  expect(partsOf(partMetadata(readSettings({ CES_REPLAY: 'b1', CES_SEED: '1' }), whole))).toMatchObject([{ filtered: true, seed: 1 }]);
  expect(partsOf(partMetadata(readSettings({}), null))).toMatchObject([{ filtered: true, shard: null }]);
});

test('a part is found again among other metadata, and names its target without a secret', () => {
  const target = { CES_BASE_URL: 'https://api.example.com/v1', CES_USERNAME: 'ada', CES_PASSWORD: 'hunter2' };
  const metadata = { actualWorkers: 2, ...partMetadata(readSettings(target), readRunnerArguments(['--shard=2/3'])), gitCommit: {} };
  expect(partsOf(metadata)).toMatchObject([{ target: target.CES_BASE_URL, shard: { current: 2, total: 3 } }]);
  expect(JSON.stringify(metadata)).not.toContain('hunter2');
  expect(partsOf(partMetadata(readSettings({}), null))).toMatchObject([{ target: 'the embedded reference service' }]);
});

for (const [name, parts, partial, missing] of [
  ['a run that is not split', [PART], false, null],
  ['all shards, in any order', [shard(2, 2), shard(1, 2)], false, null],
  ['one shard', [shard(1, 3)], true, /^Shards 2, 3 of 3 are missing/],
  ['all shards but one', [shard(1, 3), shard(3, 3)], true, /^Shard 2 of 3 is missing/],
  ['all shards, one of them filtered', [shard(1, 2), shard(2, 2, { filtered: true })], true, null],
  ['a blob of somebody else', [], false, null],
] as const)
  test(`${name}: ${partial ? 'partial' : 'whole'}`, () => {
    expect(isPartial(parts)).toBe(partial);
    if (missing === null) expect(missingShards(parts)).toBeNull();
    else expect(missingShards(parts)).toMatch(missing);
    expect(mergeObstacles(parts)).toEqual([]);
  });

for (const [name, parts, obstacles] of [
  ['versions', [shard(1, 2), shard(2, 2, { version: '2.0.0' })], [/different versions of the suite \(1\.0\.0, 2\.0\.0\)/]],
  ['targets', [shard(1, 2), shard(2, 2, { target: 'b' })], [/different targets \(https:\/\/api\.example\.com, b\)/]],
  ['splits', [shard(1, 2), shard(2, 3)], [/different runs \(2 shards, 3 shards\)/]],
  ['a shard and a whole run', [shard(1, 2), PART], [/different runs \(2 shards, not split\)/]],
  ['one shard twice', [shard(1, 2), shard(1, 2), shard(2, 2)], [/several runs \(shard 1 more than once\)/]],
  ['whole runs', [PART, PART], [/several runs \(more than one is not split\)/]],
  ['all at once', [shard(1, 2), shard(1, 3, { version: '2', target: 'b' })], [/versions/, /targets/, /different runs/]],
] as const)
  test(`parts that are no one report: ${name}`, () =>
    expect(mergeObstacles(parts)).toEqual(obstacles.map((obstacle) => expect.stringMatching(obstacle))));

test('every file is in one shard, and none is far longer than another', async () => {
  const files = (await suiteScenarios()).map(({ name, scenarios }) => ({ name, allTests: () => scenarios }));
  const timeIn = (file: (typeof files)[number]) => file.allTests().reduce((sum, { title }) => sum + timeOf(title), 0);
  const kept = [1, 2, 3, 4].map((current) => {
    const left = new Set<unknown>(files);
    const testRun = { skipSharding: () => undefined, exclude: (file: unknown) => left.delete(file) } as unknown as TestRun;
    keepShard({ suites: [{ suites: files }] } as unknown as Suite, testRun, { current, total: 4 });
    return files.filter((file) => left.has(file));
  });
  expect(kept.flat().toSorted((a, b) => files.indexOf(a) - files.indexOf(b))).toEqual(files);
  const times = kept.map((shard) => shard.reduce((sum, file) => sum + timeIn(file), 0));
  expect(Math.max(...times)).toBeLessThan(2 * Math.min(...times));
});

test('weights are dealt to the lightest shard', () => expect(dealt([10, 8, 6, 4, 3, 1], 2)).toEqual([0, 1, 1, 0, 0, 1]));
