import { expect } from '@playwright/test';
import type { Scenario } from '../../src/engine/scenario.ts';
import { statementOf } from '../../src/specification/register.ts';
import { test } from '../runs/run.ts';
import type { TargetOptions } from '../runs/target.ts';
import { failedIn, runInProcess } from './run-in-process.ts';
import { expectWholeReport } from './whole-report.ts';

test.describe.configure({ timeout: 180_000 });

/** Many requests at once, of reads and of creations, and typical ones. */
const atOnce = ({ title }: Scenario) => /at once|burst|hostile ids|typical answer/.test(title);

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

test('a target that stalls above 24 requests in flight breaks no requirement', async ({ target }) => {
  const service = await target({ change: stalls(24) });
  const result = await runInProcess({ ...service.variables, CES_TIMEOUT_MS: '1500' }, atOnce);
  expect(failedIn(result).filter((id) => statementOf(id).level === 'requirement')).toEqual([]);
  expect(result.counts.passed).toBeGreaterThan(50);
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
