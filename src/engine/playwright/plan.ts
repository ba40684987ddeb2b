import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Suite } from '@playwright/test/reporter';
import { writeSharedFile } from '../../client/shared-file.ts';
import { sharedDirectory } from '../run-environment.ts';
import type { Annotation } from './covers-annotations.ts';

/** A test that is going to run. */
export interface PlannedTest {
  readonly title: string;
  readonly annotations: readonly Annotation[];
}

/** Leaves the tests of a run for its workers, by file and in order. Playwright itself tells a worker one test at a time. */
export function writePlan(suite: Suite): void {
  const plan: Record<string, PlannedTest[]> = {};
  for (const { location, title, annotations } of suite.allTests()) {
    const tests = plan[location.file] ?? [];
    plan[location.file] = tests;
    tests.push({ title, annotations });
  }
  writeSharedFile(planFile(), JSON.stringify(plan));
}

/** The tests of a file, in order; none where nobody has left a plan. */
export function plannedIn(file: string): readonly PlannedTest[] {
  if (!existsSync(planFile())) return [];
  const plan = JSON.parse(readFileSync(planFile(), 'utf8')) as Readonly<Record<string, readonly PlannedTest[]>>;
  return plan[file] ?? [];
}

function planFile(): string {
  return join(sharedDirectory(), 'plan.json');
}
