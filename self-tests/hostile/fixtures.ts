import { startTarget, type Target, type TargetOptions } from '../runs/target.ts';
import { test as base } from '../test.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Closes what has this method once the test is over, the latest first; and returns it. */
  closing<T extends { close(): Promise<unknown> }>(given: T): T;
  /** The reference service behind what the options say, closed with the test. */
  target(options?: TargetOptions): Promise<Target>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern, and this one needs nothing
  closing: async ({}, use) => {
    const given: { close(): Promise<unknown> }[] = [];
    await use((one) => {
      given.unshift(one);
      return one;
    });
    for (const one of given) await one.close();
  },
  target: async ({ closing }, use) => {
    await use(async (options) => closing(await startTarget(options)));
  },
});
