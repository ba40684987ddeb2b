import { rmSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Suite, TestCase } from '@playwright/test/reporter';
import { plannedIn, writePlan } from '../../../src/engine/playwright/plan.ts';
import { sharedDirectory } from '../../../src/engine/run-environment.ts';

const RUN = 'CONFORMANCE_RUN';

test.beforeEach(() => {
  process.env[RUN] = JSON.stringify({ id: 'plan-spec', embedded: false, sources: {} });
});

test.afterEach(() => {
  rmSync(sharedDirectory(), { recursive: true, force: true });
  delete process.env[RUN];
});

function testCase(file: string, title: string): TestCase {
  return {
    location: { file, line: 1, column: 1 },
    title,
    annotations: [{ type: 'endpoint', description: 'getEvent' }],
  } as unknown as TestCase;
}

test('a plan holds the tests of each file in order', () => {
  const tests = [testCase('/a.spec.ts', 'one'), testCase('/b.spec.ts', 'two'), testCase('/a.spec.ts', 'three')];
  writePlan({ allTests: () => tests } as unknown as Suite);
  const annotations = [{ type: 'endpoint', description: 'getEvent' }];
  expect(plannedIn('/a.spec.ts')).toEqual([
    { title: 'one', annotations },
    { title: 'three', annotations },
  ]);
  expect(plannedIn('/c.spec.ts')).toEqual([]);
});

test('without a plan nothing is known', () => expect(plannedIn('/a.spec.ts')).toEqual([]));
