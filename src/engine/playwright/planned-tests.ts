import type { Metadata } from '@playwright/test';
import type { Suite } from '@playwright/test/reporter';

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
export function plannedIn(metadata: Metadata): PlannedTests {
  return (metadata[PLANNED] as PlannedTests | undefined) ?? {};
}
