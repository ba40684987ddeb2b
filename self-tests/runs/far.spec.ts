import { expect } from '@playwright/test';
import { openDelayProxy } from '../../scripts/benchmark/far/delay-proxy.ts';
import { QUICK, test } from './run.ts';
import type { Seen } from './target.ts';

test.describe.configure({ timeout: 300_000 });

/** Far from the border, which a busy machine blurs. */
const ROUND_TRIP_MS = 200;
/** Playwright gives a file to one worker. */
const ONE_FILE = ['campaigns', '--seed', '1'];

/** The sessions of a run, by the names that they make up. */
function sessionsIn(seen: readonly Seen[]): string[] {
  const names = seen.flatMap(({ path, body }) => [...`${path} ${body}`.matchAll(/conformance-[^-]+-(\d+[a-z])-\d+/g)]);
  return [...new Set(names.map(([, session = '']) => session))].sort();
}

test('a worker plays six scenarios of a far target side by side, and one where somebody chose the workers', async ({ runs, target }) => {
  const { variables, baseUrl, seen } = await target();
  const { port } = new URL(baseUrl);
  const proxy = await openDelayProxy(Number(port), ROUND_TRIP_MS);
  try {
    const far = { ...variables, ...QUICK, CES_BASE_URL: baseUrl.replace(port, String(proxy.port)) };
    const free = await runs.run(ONE_FILE, far);
    expect(free.code, free.stdout + free.stderr).toBe(0);
    expect(sessionsIn(seen)).toEqual(['0a', '0b', '0c', '0d', '0e', '0f']);
    const before = seen.length;
    const chosen = await runs.run([...ONE_FILE, '--workers=1'], far);
    expect(chosen.code, chosen.stdout + chosen.stderr).toBe(0);
    expect(sessionsIn(seen.slice(before))).toEqual(['0a']);
  } finally {
    await proxy.close();
  }
});

test('a near target gets two lanes a worker', async ({ runs, target }) => {
  const { variables, seen } = await target();
  const { code, stdout, stderr } = await runs.run(ONE_FILE, { ...variables, ...QUICK });
  expect(code, stdout + stderr).toBe(0);
  expect(sessionsIn(seen)).toEqual(['0a', '0b']);
});
