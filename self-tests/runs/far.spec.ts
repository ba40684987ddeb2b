import { expect } from '@playwright/test';
import { openDelayProxy } from '../../scripts/benchmark/far/delay-proxy.ts';
import { QUICK, test } from './run.ts';
import type { Seen } from './target.ts';

test.describe.configure({ timeout: 300_000 });

/** Far from the border, which a busy machine blurs. */
const ROUND_TRIP_MS = 200;
/** Playwright gives a file to one worker. The first has scenarios enough for all lanes of one. */
const FILES = ['campaigns', 'businesses', 'email-templates', 'events', '--seed', '1'];

/** The lanes of each worker, by the names that they make up. */
function lanesIn(seen: readonly Seen[]): ReadonlyMap<string, ReadonlySet<string>> {
  const workers = new Map<string, Set<string>>();
  for (const { path, body } of seen)
    for (const [, worker = '', lane = ''] of `${path} ${body}`.matchAll(/conformance-[^-]+-(\d+)([a-z])-\d+/g))
      workers.set(worker, (workers.get(worker) ?? new Set()).add(lane));
  return workers;
}

const most = (lanes: ReturnType<typeof lanesIn>) => Math.max(...[...lanes.values()].map(({ size }) => size));

test('a far target gets four workers with six lanes, and one lane where somebody chose the workers', async ({ runs, target }) => {
  const { variables, baseUrl, seen } = await target();
  const { port } = new URL(baseUrl);
  const proxy = await openDelayProxy(Number(port), ROUND_TRIP_MS);
  try {
    const far = { ...variables, ...QUICK, CES_BASE_URL: baseUrl.replace(port, String(proxy.port)) };
    const free = await runs.run(FILES, far);
    expect(free.code, free.stdout + free.stderr).toBe(0);
    const lanes = lanesIn(seen);
    expect([lanes.size, most(lanes)]).toEqual([4, 6]);
    const before = seen.length;
    const chosen = await runs.run([...FILES, '--workers=1'], far);
    expect(chosen.code, chosen.stdout + chosen.stderr).toBe(0);
    expect(lanesIn(seen.slice(before))).toEqual(new Map([['0', new Set('a')]]));
  } finally {
    await proxy.close();
  }
});

for (const [what, args] of [
  ['several files', FILES],
  ['the file whose scenarios own customers', ['customers', '--seed', '1']],
] as const)
  test(`a near target gets two lanes a worker: ${what}`, async ({ runs, target }) => {
    const { variables, seen } = await target();
    const { code, stdout, stderr } = await runs.run(args, { ...variables, ...QUICK });
    expect(code, stdout + stderr).toBe(0);
    expect(most(lanesIn(seen))).toBe(2);
  });
