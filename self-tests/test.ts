import { test as playwrightTest } from '@playwright/test';
import { BARE_TEST } from '../src/engine/playwright/own-run.ts';
import { newFolder, removingFolders } from './folders.ts';

export { expect } from '@playwright/test';

/** Without Playwright's fixtures for browsers, which take most of the time of a small test. After each test, the folders that it made go. */
export const test = (BARE_TEST ?? playwrightTest).extend<{
  removesFolders: undefined;
  folder: string;
  /** Run in turn once the test is over. */
  cleanUps: (() => unknown)[];
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  removesFolders: [({}, use) => removingFolders(() => use(undefined)), { auto: true, box: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  folder: ({}, use) => use(newFolder()),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  cleanUps: async ({}, use) => {
    const cleanUps: (() => unknown)[] = [];
    await use(cleanUps);
    for (const cleanUp of cleanUps) await cleanUp();
  },
});
