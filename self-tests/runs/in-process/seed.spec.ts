import { expect } from '@playwright/test';
import { failedIn, runInProcess } from '../../hostile/run-in-process.ts';
import { test } from '../run.ts';
import type { Seen, Target } from '../target.ts';

/** One request at a time, since which of several comes first depends on the clock. */
const SETTINGS = { CES_PROPERTY_RUNS: '10', CES_MAX_CONNECTIONS: '1' };
const CHOSEN = /is accepted comes back|that is tracked comes back|is answered in order/;

test('the same seed gives the same inputs, another one gives others', async ({ target }) => {
  const targets = await Promise.all(
    ['7', '7', '8'].map(async (seed) => {
      const own = await target();
      const result = await runInProcess({ ...own.variables, ...SETTINGS, CES_SEED: seed }, ({ title }) => CHOSEN.test(title));
      expect(failedIn(result)).toEqual([]);
      return own;
    }),
  );
  const [first = [], second, other] = targets.map(inputs);
  expect(first.length).toBeGreaterThan(250);
  expect(second).toEqual(first);
  expect(other).not.toEqual(first);
});

/** Every body that reached an endpoint, in an order that does not depend on who was faster. */
function inputs({ seen }: Target): string[] {
  return seen
    .filter(({ method }) => method === 'POST')
    .map((request) => `${endpointOf(request)} ${withoutTheRun(request.body)}`)
    .sort();
}

/** The path without its parameter, which may have been made in the run. */
function endpointOf({ path }: Seen): string {
  const [, resource, , action = ''] = path.split('/');
  return `${resource}/${action}`;
}

const AHEAD = new Date(Date.now() + 365 * 24 * 60 * 60_000).toISOString().slice(0, 10);

/** Without names that a run makes up, canonical phone numbers, which are counted, the time a year ahead, and which customer was free for an update. */
function withoutTheRun(body: string): string {
  return body
    .replace(/conformance-[a-z0-9]+-[a-z0-9]+(-\d+)+/g, 'conformance-name')
    .replace(/\+1\d{10}/g, '+1phone')
    .replace(/"id":"cus_[^"]*"/g, '"id":"customer"')
    .replace(new RegExp(`${AHEAD}T\\d\\d:\\d\\d:00\\.000Z`, 'g'), 'ahead');
}
