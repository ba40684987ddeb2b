import type { Scenario } from '../../src/engine/scenario.ts';
import { statementOf } from '../../src/specification/register.ts';
import type { TargetOptions } from '../runs/target.ts';
import { closesAfterAnswers, fewConnections } from './few-connections.ts';
import { expect, test } from './fixtures.ts';
import { failedIn, runInProcess } from './run-in-process.ts';
import { expectWholeReport } from './whole-report.ts';

test.describe.configure({ timeout: 180_000 });

/** Many requests at once, of reads and of creations, and typical ones. */
const atOnce = ({ title }: Scenario) => /at once|burst|hostile ids|typical answer/.test(title);

const requirementsIn = (failed: readonly string[]) => failed.filter((id) => statementOf(id as never).level === 'requirement');

for (const beyond of ['reset', 'wait'] as const)
  test(`a target that takes four connections (the rest: ${beyond}) breaks no requirement`, async ({ target, closing }) => {
    const service = await target();
    const few = closing(await fewConnections(service.baseUrl, 4, beyond));
    const result = await runInProcess({ ...service.variables, CES_BASE_URL: few.baseUrl, CES_TIMEOUT_MS: '2000' }, atOnce);
    expect(few.beyond()).toBeGreaterThan(0);
    expect(requirementsIn(failedIn(result))).toEqual([]);
    if (beyond === 'reset') expect(result.notices?.join()).toMatch(/broke beside others and were answered alone \(\d+ closed\)/);
    expect(result.counts.passed).toBeGreaterThan(50);
    expectWholeReport(result);
  });

/** Answers as many requests at once as it has places; each further one makes all slower. */
function slowerUnderLoad(places: number): NonNullable<TargetOptions['change']> {
  let underWay = 0;
  return async (reply) => {
    underWay += 1;
    await new Promise((resolve) => setTimeout(resolve, 3 * Math.max(0, underWay - places) ** 2));
    underWay -= 1;
    return reply;
  };
}

/** The requests beyond so many at once are answered after the suite has given them up, and keep their places till then. */
function stalls(most: number): NonNullable<TargetOptions['change']> {
  let underWay = 0;
  return async (reply) => {
    underWay += 1;
    const stalled = underWay > most;
    await new Promise((resolve) => setTimeout(resolve, stalled ? 3000 : 5));
    underWay -= 1;
    return reply;
  };
}

for (const [what, change] of [
  ['gets slower under load until it times out', slowerUnderLoad(8)],
  ['stalls above 24 requests in flight', stalls(24)],
] as const)
  test(`a target that ${what} breaks no requirement`, async ({ target }) => {
    const service = await target({ change });
    const result = await runInProcess({ ...service.variables, CES_TIMEOUT_MS: '1500' }, atOnce);
    expect(requirementsIn(failedIn(result))).toEqual([]);
    expect(result.counts.passed).toBeGreaterThan(50);
    expectWholeReport(result);
  });

test('a target that closes the connection after each answer fails nothing', async ({ target, closing }) => {
  const service = await target();
  const front = closing(await closesAfterAnswers(service.baseUrl));
  const result = await runInProcess({ ...service.variables, CES_BASE_URL: front.baseUrl }, atOnce);
  expect(front.closed()).toBeGreaterThan(100);
  expect(failedIn(result)).toEqual([]);
  expectWholeReport(result);
});

test('a target that answers 429 to everything gets no verdict, with the reason', async ({ target }) => {
  const service = await target({ change: () => ({ status: 429, headers: { 'retry-after': '0' }, body: Buffer.from('') }) });
  // With one fixture the preflight asks two endpoints. Each is asked six times, with six seconds of waits in between.
  const { CES_BASE_URL = '', CES_USERNAME = '', CES_PASSWORD = '', CES_SEGMENT_ID = '' } = service.variables;
  const result = await runInProcess({ CES_BASE_URL, CES_USERNAME, CES_PASSWORD, CES_SEGMENT_ID }, atOnce);
  expect(result.verdict).toBe('no-verdict');
  expect(result.noVerdictReason).toMatch(/asks to wait at all 2 endpoints asked/);
  // Some endpoints are asked again after waits, and share the patience.
  expect(service.seen.length).toBeLessThan(13);
  expect(failedIn(result)).toEqual([]);
});
