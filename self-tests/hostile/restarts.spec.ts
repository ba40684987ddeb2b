import { expect, test } from '@playwright/test';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { startTarget, type Target } from '../runs/target.ts';
import { failedIn, runInProcess } from './run-in-process.ts';
import { expectWholeReport } from './whole-report.ts';

const READS: readonly (EndpointName | null)[] = ['getSentEmail', 'getProjectEmailAddress', 'getSegment', 'getProjectDefinedEvent'];
const AWAY_MS = 1000;

async function restart(target: Target): Promise<void> {
  target.die();
  await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
  await target.revive();
}

test('a target that restarts between two requests: nothing fails, and the restart is reported', async () => {
  test.setTimeout(60_000);
  let restarting: Promise<void> | null = null;
  const target = await startTarget({
    change: (reply, { path }) => {
      // Once the answer is out: the scenario at this endpoint asks for no second one at the same time.
      if (path.startsWith('/segments/'))
        setImmediate(() => {
          restarting ??= restart(target);
        });
      return reply;
    },
  });
  try {
    const result = await runInProcess(
      target.variables,
      ({ title, covers }) => READS.includes(covers.endpoint) && title.endsWith('the typical answer is as documented'),
    );
    expect(restarting).not.toBeNull();
    expect(failedIn(result)).toEqual([]);
    expect(result.verdict).toBe('conformant');
    expect(result.notices).toEqual([
      expect.stringMatching(/took no connections from \d\d:\d\d:\d\d UTC on for \d+\.\d s, as if restarted/),
    ]);
    expectWholeReport(result);
  } finally {
    await restarting;
    await target.close();
  }
});

test('a target that one input kills, and that is started again each time: that input is reported, and nothing else', async () => {
  test.setTimeout(60_000);
  let restarting: Promise<void> | null = null;
  const target = await startTarget({
    change: async (reply, { path }) => {
      if (!path.startsWith('/segments/') || !path.includes('-unknown')) return reply;
      restarting ??= restart(target).finally(() => {
        restarting = null;
      });
      await restarting;
      return reply;
    },
  });
  try {
    const result = await runInProcess(target.variables, ({ covers }) => READS.includes(covers.endpoint));
    expect(failedIn(result)).toEqual(expect.arrayContaining(['robustness.every-request', 'robustness.unknown-ids']));
    expect(failedIn(result).filter((id) => !id.startsWith('robustness.'))).toEqual([]);
    const broken = result.requirements.flatMap(({ checks, level }) =>
      checks.filter(({ status }) => status === 'failed' && level !== 'completeness'),
    );
    expect([...new Set(broken.map(({ endpoint }) => endpoint))]).toEqual([13]);
    expect(broken[0]?.message).toMatch(/the connection was closed before any byte of the answer/);
    expect(result.notices?.length).toBeGreaterThan(0);
    expectWholeReport(result);
  } finally {
    await restarting;
    await target.close();
  }
});
