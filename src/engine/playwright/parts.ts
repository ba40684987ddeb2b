import type { Metadata } from '@playwright/test';
import type { Suite, TestRun } from '@playwright/test/reporter';
import { shownValue } from '../../settings/secrets.ts';
import type { Settings } from '../../settings/settings.ts';
import { timeOf } from '../plan.ts';
import { SUITE, sharedFacts } from '../run-environment.ts';
import type { RunnerArguments } from './runner-arguments.ts';

/** One run of the suite, or one shard of it, as a part of a report. Parts from several machines are merged into one. */
export interface Part {
  /** Of the suite. */
  readonly version: string;
  /** Its base URL, for people. */
  readonly target: string;
  readonly seed: number;
  readonly shard: Shard | null;
  /** Some checks or inputs were left out, for another reason than the shard. */
  readonly filtered: boolean;
}

interface Shard {
  readonly current: number;
  readonly total: number;
}

/** Options of Playwright that may leave tests out. In its window, people choose the tests. */
const CHOOSING = ['grep', 'grepInvert', 'lastFailed', 'onlyChanged', 'testList', 'testListInvert', 'project', 'maxFailures', 'x'];
const WINDOW = ['ui', 'uiHost', 'uiPort'];

/** Prefix of each part among Playwright's metadata. A blob holds it, and a merged report has it from all its blobs. */
const PREFIX = 'conformance ';

/** This run's part, as metadata. @param runner null where unknown, as in an editor, where people choose the tests */
export function partMetadata({ run, baseUrl }: Settings, runner: RunnerArguments | null): Metadata {
  const part: Part = {
    version: SUITE.version,
    target: baseUrl === null ? 'the embedded reference service' : shownValue('CES_BASE_URL', baseUrl, process.env),
    seed: run.seed,
    shard: shardOf(runner?.options.shard),
    filtered: run.replay !== null || runner === null || leavesTestsOut(runner),
  };
  return { [`${PREFIX}${sharedFacts().id}`]: part };
}

export function leavesTestsOut({ options, files }: Pick<RunnerArguments, 'options' | 'files'>): boolean {
  return files.length > 0 || [...CHOOSING, ...WINDOW].some((name) => name in options);
}

/** The shard in `--shard`. Null where it is absent or wrong; Playwright reports a wrong one. */
export function shardOf(option: unknown): Shard | null {
  const [, current, total] = /^(\d+)\/(\d+)$/.exec(String(option)) ?? [];
  return current === undefined ? null : { current: Number(current), total: Number(total) };
}

/** The parts of a report: one for a run, one for each blob of a merged report. */
export function partsOf(metadata: Metadata): Part[] {
  return Object.entries(metadata).flatMap(([name, value]) => (name.startsWith(PREFIX) ? [value as Part] : []));
}

export function isPartial(parts: readonly Part[]): boolean {
  return parts.some(({ filtered }) => filtered) || missingShards(parts) !== null;
}

/** Why parts cannot be one report at all, in sentences for people; empty where they can. */
export function mergeObstacles(parts: readonly Part[]): string[] {
  const distinct = (of: (part: Part) => string | number) => [...new Set(parts.map(of))];
  const versions = distinct(({ version }) => version);
  const targets = distinct(({ target }) => target);
  const splits = distinct(({ shard }) => (shard === null ? 'not split' : `${shard.total} shards`));
  const numbers = parts.map(({ shard }) => shard?.current ?? 0);
  const twice = [...new Set(numbers.filter((number, index) => numbers.indexOf(number) < index))];
  const repeated = twice[0] === 0 ? 'more than one is not split' : `shard ${twice.join(', ')} more than once`;
  return [
    ...(versions.length > 1 ? [`The blobs are of different versions of the suite (${versions.join(', ')}): run all shards with one.`] : []),
    ...(targets.length > 1 ? [`The blobs are of different targets (${targets.join(', ')}): merge those of one.`] : []),
    ...(splits.length > 1 ? [`The blobs are of different runs (${splits.join(', ')}): take out those of an earlier one.`] : []),
    ...(splits.length === 1 && twice.length > 0 ? [`The blobs are of several runs (${repeated}): take out those of an earlier one.`] : []),
  ];
}

/** The shards that are missing, in a sentence for people; null where none is, or where nothing was split. */
export function missingShards(parts: readonly Part[]): string | null {
  const total = parts[0]?.shard?.total ?? 0;
  const there = parts.map(({ shard }) => shard?.current);
  const missing = Array.from({ length: total }, (_, index) => index + 1).filter((number) => !there.includes(number));
  if (missing.length === 0) return null;
  const which = missing.length === 1 ? `Shard ${missing[0]} of ${total} is` : `Shards ${missing.join(', ')} of ${total} are`;
  return `${which} missing: put the blobs beside the others, and merge again.`;
}

/** Titles of the tests that a run asks for, by file. */
type PlannedTests = Readonly<Record<string, readonly string[]>>;

/** Among Playwright's metadata. Playwright hands these on to its worker. */
const PLANNED = 'planned';

/** Notes which tests are going to run. Playwright itself tells its worker one test at a time. */
export function notePlanned(metadata: Metadata, suite: Suite): void {
  const planned: Record<string, string[]> = {};
  for (const { location, title } of suite.allTests()) {
    const titles = planned[location.file] ?? [];
    planned[location.file] = titles;
    titles.push(title);
  }
  metadata[PLANNED] = planned;
}

/** None where nobody has noted them: another reporter, a window, an editor. */
export const plannedIn = (metadata: Metadata): PlannedTests => (metadata[PLANNED] as PlannedTests | undefined) ?? {};

/** Leaves the files of one shard. Playwright would deal out tests by their number, which says nothing of the time that they take. */
export function keepShard(root: Suite, testRun: TestRun, shard: Shard): void {
  testRun.skipSharding();
  const files = root.suites.flatMap(({ suites }) => suites);
  const weights = files.map((file) => file.allTests().reduce((sum, { title }) => sum + timeOf(title), 0));
  const shards = dealt(weights, shard.total);
  for (const [index, file] of files.entries()) if (shards[index] !== shard.current - 1) testRun.exclude(file);
}

/** For each weight the number of its shard, from 0: in turn, to the shard that has least so far. */
export function dealt(weights: readonly number[], total: number): number[] {
  const sums = new Array<number>(total).fill(0);
  return weights.map((weight) => {
    const lightest = sums.indexOf(Math.min(...sums));
    sums[lightest] = (sums[lightest] ?? 0) + weight;
    return lightest;
  });
}
