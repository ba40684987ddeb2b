import type { Scenario } from '../../src/engine/scenario.ts';
import { statementOf } from '../../src/specification/register.ts';
import { startTarget, type TargetOptions } from '../runs/target.ts';
import { expect, test } from '../test.ts';
import { closesAfterAnswers, fewConnections } from './few-connections.ts';
import { failedIn, runInProcess } from './run-in-process.ts';
import { expectWholeReport } from './whole-report.ts';

/** Many requests at once, of reads and of creations, and typical ones. */
const atOnce = ({ title }: Scenario) => /at once|burst|hostile ids|typical answer/.test(title);

const requirementsIn = (failed: readonly string[]) => failed.filter((id) => statementOf(id as never).level === 'requirement');

for (const beyond of ['reset', 'wait'] as const)
  test(`a target that takes four connections (the rest: ${beyond}) breaks no requirement`, async () => {
    test.setTimeout(120_000);
    const target = await startTarget();
    const few = await fewConnections(target.baseUrl, 4, beyond);
    try {
      const result = await runInProcess({ ...target.variables, CES_BASE_URL: few.baseUrl, CES_TIMEOUT_MS: '2000' }, atOnce);
      expect(few.beyond()).toBeGreaterThan(0);
      expect(requirementsIn(failedIn(result))).toEqual([]);
      if (beyond === 'reset') expect(result.notices?.join()).toMatch(/broke beside others and were answered alone \(\d+ closed\)/);
      expect(result.counts.passed).toBeGreaterThan(50);
      expectWholeReport(result);
    } finally {
      await few.close();
      await target.close();
    }
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
  test(`a target that ${what} breaks no requirement`, async () => {
    test.setTimeout(180_000);
    const target = await startTarget({ change });
    try {
      const result = await runInProcess({ ...target.variables, CES_TIMEOUT_MS: '1500' }, atOnce);
      expect(requirementsIn(failedIn(result))).toEqual([]);
      expect(result.counts.passed).toBeGreaterThan(50);
      expectWholeReport(result);
    } finally {
      await target.close();
    }
  });

test('a target that closes the connection after each answer fails nothing', async () => {
  test.setTimeout(120_000);
  const target = await startTarget();
  const closing = await closesAfterAnswers(target.baseUrl);
  try {
    const result = await runInProcess({ ...target.variables, CES_BASE_URL: closing.baseUrl }, atOnce);
    expect(closing.closed()).toBeGreaterThan(100);
    expect(failedIn(result)).toEqual([]);
    expectWholeReport(result);
  } finally {
    await closing.close();
    await target.close();
  }
});

test('a target that answers 429 to everything gets no verdict, with the reason', async () => {
  test.setTimeout(120_000);
  const target = await startTarget({ change: () => ({ status: 429, headers: { 'retry-after': '0' }, body: Buffer.from('') }) });
  try {
    // With one fixture the preflight asks two endpoints. Each is asked six times, with six seconds of waits in between.
    const { CES_BASE_URL = '', CES_USERNAME = '', CES_PASSWORD = '', CES_SEGMENT_ID = '' } = target.variables;
    const result = await runInProcess({ CES_BASE_URL, CES_USERNAME, CES_PASSWORD, CES_SEGMENT_ID }, atOnce);
    expect(result.verdict).toBe('no-verdict');
    expect(result.noVerdictReason).toMatch(/asks to wait at all 2 endpoints asked/);
    expect(target.seen).toHaveLength(12);
    expect(failedIn(result)).toEqual([]);
  } finally {
    await target.close();
  }
});
