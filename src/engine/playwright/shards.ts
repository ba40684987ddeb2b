import { basename } from 'node:path';
import type { Suite, TestRun } from '@playwright/test/reporter';
import type { Shard } from './parts.ts';

/** Tenths of a second that a spec file takes in four lanes behind a round trip of 50 ms. */
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
