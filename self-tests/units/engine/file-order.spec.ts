import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Suite, TestRun } from '@playwright/test/reporter';
import { dealt, keepShard, orderFiles } from '../../../src/engine/playwright/file-order.ts';

const FILES = readdirSync(new URL('../../../tests', import.meta.url)).filter((name) => name.endsWith('.spec.ts'));

function suiteOf(files: readonly string[]): Suite {
  const entries = files.map((file) => ({ location: { file: `/tests/${file}`, line: 0, column: 0 } }));
  return { suites: [{ suites: entries, entries: () => entries }] } as unknown as Suite;
}

function namesIn({ suites }: Suite): string[] {
  return suites.flatMap((project) => project.entries()).map(({ location }) => location?.file.split('/').at(-1) ?? '');
}

for (const extension of ['ts', 'js'])
  test(`typical requests begin, then what takes longest, and what reads again comes last (.${extension})`, () => {
    const files = FILES.map((file) => file.replace(/ts$/, extension));
    const suite = suiteOf(files);
    orderFiles(suite);
    const names = namesIn(suite).map((name) => name.replace(`.spec.${extension}`, ''));
    expect(names.slice(0, 3)).toEqual(['authentication', 'customers', 'resolution']);
    expect(names.at(-1)).toBe('stored-records');
    expect(names).toHaveLength(files.length);
  });

test('every file is in one shard', () => {
  const kept = [1, 2, 3, 4].map((current) => {
    const left = new Set(FILES);
    const testRun = {
      skipSharding: () => undefined,
      exclude: ({ location }: Suite) => left.delete(location?.file.split('/').at(-1) ?? ''),
    } as unknown as TestRun;
    keepShard(suiteOf(FILES), testRun, { current, total: 4 });
    return [...left];
  });
  expect(kept.flat().toSorted()).toEqual(FILES.toSorted());
  for (const files of kept) expect(files.length).toBeGreaterThan(0);
});

test('weights are dealt to the lightest shard', () => {
  expect(dealt([10, 8, 6, 4, 3, 1], 2)).toEqual([0, 1, 1, 0, 0, 1]);
});
