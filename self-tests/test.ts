import { test as playwrightTest } from '@playwright/test';
import { BARE_TEST } from '../src/engine/playwright/bare-test.ts';

export { expect } from '@playwright/test';

/** Without Playwright's fixtures for browsers, which take most of the time of a small test. The tests of the report open their browser themselves. */
export const test = BARE_TEST ?? playwrightTest;
