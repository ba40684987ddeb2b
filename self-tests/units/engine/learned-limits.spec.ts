import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepLimits, limitsLearnedBefore } from '../../../src/engine/run-state.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, get, test } from '../http/fixtures.ts';

const LIMITS = { connections: 4, rps: 30 };
const NONE = { connections: null, rps: null };
const settingsOf = (CES_REPORT_DIR: string, more = {}) =>
  readSettings({ CES_BASE_URL: 'http://127.0.0.1:9', CES_USERNAME: 'ada', CES_PASSWORD: 'secret', CES_REPORT_DIR, ...more });

test('what was learned of a target is known to the next run against it, and to no other', ({ folder }) => {
  const settings = settingsOf(join(folder, 'reports'));
  expect(limitsLearnedBefore(settings)).toBeNull();
  keepLimits(settings, LIMITS);
  expect(limitsLearnedBefore(settings)).toEqual(LIMITS);
  expect(limitsLearnedBefore(settingsOf(join(folder, 'reports'), { CES_BASE_URL: 'http://127.0.0.1:8' }))).toBeNull();
  keepLimits(settings, NONE);
  expect(limitsLearnedBefore(settings)).toEqual(LIMITS);
});

test('a setting says more than what was learned', ({ folder }) => {
  keepLimits(settingsOf(folder), LIMITS);
  expect(limitsLearnedBefore(settingsOf(folder, { CES_MAX_CONNECTIONS: '9', CES_MAX_RPS: '50' }))).toEqual(NONE);
});

for (const content of ['', 'null', '{"target":"http://127.0.0.1:9","connections":-1,"rps":"30"}'])
  test(`a file that holds ${content || 'nothing'} says nothing`, ({ folder }) => {
    writeFileSync(join(folder, 'learned-limits.json'), content);
    expect(limitsLearnedBefore(settingsOf(folder)) ?? NONE).toEqual(NONE);
  });

test('a transport keeps to it, and says so', async ({ serve, transport }) => {
  let [underWay, most] = [0, 0];
  const url = await serve((_request, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setTimeout(() => response.end(() => (underWay -= 1)), 20);
  });
  const one = transport({ learned: { connections: 2, rps: null } });
  await Promise.all(Array.from({ length: 8 }, () => one.send(get(url))));
  expect(most).toBe(2);
  expect(one.limitsOf(url)).toEqual({ connections: 2, rps: null });
});
