import { test as base } from '../runs/run.ts';

export { expect } from '@playwright/test';

/** With targets, and what closes other things. */
export const test = base.extend<{ closing: <T extends { close(): Promise<unknown> }>(given: T) => T }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern, and this one needs nothing
  closing: async ({}, use) => {
    const given: { close(): Promise<unknown> }[] = [];
    await use((one) => {
      given.unshift(one);
      return one;
    });
    for (const one of given) await one.close();
  },
});
