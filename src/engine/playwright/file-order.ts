import { basename } from 'node:path';
import type { Suite, TestRun } from '@playwright/test/reporter';
import type { Shard } from './parts.ts';

/**
 * Tenths of a second that a spec file takes in four lanes behind a round trip of 50 ms. What takes longest, or waits, begins first, so that no
 * worker is left alone with it in the end.
 */
const DURATIONS: Readonly<Record<string, number>> = {
  customers: 38,
  resolution: 25,
  authentication: 24,
  'robustness-of-writes': 16,
  'robustness-of-reads': 13,
  properties: 12,
  campaigns: 7,
  'email-templates': 5,
  'email-addresses': 5,
};
const OTHERS = 3;
/** Begins with the typical request of each endpoint, so that what hangs is known before other files wait for it. */
const FIRST = 'authentication';
/** Reads again what the others stored. */
const LAST = 'stored-records';

/** Puts the files of a run into the order in which they begin. Playwright would take them by name. */
export function orderFiles(root: Suite): void {
  for (const project of root.suites) project.entries().sort((one, other) => rank(other) - rank(one));
}

function rank({ location }: ReturnType<Suite['entries']>[number]): number {
  const name = nameOf(location);
  if (name === FIRST) return Number.POSITIVE_INFINITY;
  return name === LAST ? 0 : durationOf(name);
}

/** The same for the source (`events.spec.ts`) and for what was bundled of it (`events.spec.js`). */
function nameOf(location: Suite['location']): string {
  return basename(location?.file ?? '').replace(/\.spec\.[jt]s$/, '');
}

function durationOf(name: string): number {
  return DURATIONS[name] ?? OTHERS;
}

/** Leaves the files of one shard. Playwright would deal out tests by their number, which says nothing of the time that they take. */
export function keepShard(root: Suite, testRun: TestRun, shard: Shard): void {
  testRun.skipSharding();
  const files = root.suites.flatMap(({ suites }) => suites);
  const shards = dealt(
    files.map(({ location }) => durationOf(nameOf(location))),
    shard.total,
  );
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
