import { expect, test } from '@playwright/test';
import { BARE_TEST, baseTest } from '../../../src/engine/playwright/own-run.ts';

const OWN_RUN = 'CONFORMANCE_OWN_RUN';

test.afterEach(() => delete process.env[OWN_RUN]);

test('the pinned Playwright exports its test without fixtures for browsers', () => {
  expect(BARE_TEST).toBeInstanceOf(Function);
  expect(BARE_TEST).not.toBe(test);
});

test('a run of ours has no fixtures for browsers; a window, a list and an editor have them', () => {
  expect(baseTest()).toBe(test);
  process.env[OWN_RUN] = '1';
  expect(baseTest()).toBe(BARE_TEST);
});
