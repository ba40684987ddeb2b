import { expect, test } from '@playwright/test';
import { BARE_TEST } from '../../../src/engine/playwright/bare-test.ts';

test('the pinned Playwright exports its test without fixtures for browsers', () => {
  expect(BARE_TEST).toBeInstanceOf(Function);
  expect(BARE_TEST).not.toBe(test);
});
