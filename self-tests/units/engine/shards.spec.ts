import { readdirSync } from 'node:fs';
import type { Suite, TestRun } from '@playwright/test/reporter';
import { dealt, keepShard } from '../../../src/engine/playwright/shards.ts';
import { expect, test } from '../../test.ts';

const FILES = readdirSync(new URL('../../../tests', import.meta.url)).filter((name) => name.endsWith('.spec.ts'));

test('every file is in one shard', () => {
  const kept = [1, 2, 3, 4].map((current) => {
    const left = new Set(FILES);
    const testRun = {
      skipSharding: () => undefined,
      exclude: ({ location }: Suite) => left.delete(location?.file.split('/').at(-1) ?? ''),
    } as unknown as TestRun;
    const entries = FILES.map((file) => ({ location: { file: `/tests/${file}`, line: 0, column: 0 } }));
    keepShard({ suites: [{ suites: entries }] } as unknown as Suite, testRun, { current, total: 4 });
    return [...left];
  });
  expect(kept.flat().toSorted()).toEqual(FILES.toSorted());
  for (const files of kept) expect(files.length).toBeGreaterThan(0);
});

test('weights are dealt to the lightest shard', () => {
  expect(dealt([10, 8, 6, 4, 3, 1], 2)).toEqual([0, 1, 1, 0, 0, 1]);
});
