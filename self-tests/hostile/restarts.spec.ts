import { expect } from '@playwright/test';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { test as base } from '../runs/run.ts';
import type { Target } from '../runs/target.ts';
import { expectWholeReport, failedIn, runInProcess } from './run-in-process.ts';

const READS: readonly (EndpointName | null)[] = ['getSentEmail', 'getProjectEmailAddress', 'getSegment', 'getProjectDefinedEvent'];
const AWAY_MS = 400;

/** A target that requests with this in their path kill, and that is started again each time; and how often. */
type KilledBy = (part: string) => Promise<{ readonly service: Target; killed(): number }>;

const test = base.extend<{ killedBy: KilledBy }>({
  killedBy: async ({ target }, use) => {
    let restarting: Promise<void> | null = null;
    await use(async (part) => {
      let killed = 0;
      const service = await target({
        change: async (reply, { path }) => {
          if (!path.startsWith('/segments/') || !path.includes(part)) return reply;
          killed += 1;
          restarting ??= restart(service).finally(() => {
            restarting = null;
          });
          await restarting;
          return reply;
        },
      });
      return { service, killed: () => killed };
    });
    await restarting;
  },
});

test.describe.configure({ timeout: 60_000 });

async function restart(target: Target): Promise<void> {
  target.die();
  await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
  await target.revive();
}

test('of a target that one input kills and somebody starts again, that input is reported, and nothing else', async ({ killedBy }) => {
  const { service } = await killedBy('-unknown');
  const result = await runInProcess(service.variables, ({ covers }) => READS.includes(covers.endpoint));
  expect(failedIn(result)).toEqual(expect.arrayContaining(['robustness.every-request', 'robustness.unknown-ids']));
  expect(failedIn(result).filter((id) => !id.startsWith('robustness.'))).toEqual([]);
  const broken = result.requirements.flatMap(({ checks, level }) =>
    checks.filter(({ status }) => status === 'failed' && level !== 'completeness'),
  );
  expect([...new Set(broken.map(({ endpoint }) => endpoint))]).toEqual([13]);
  expect(broken[0]?.message).toMatch(/the connection was closed before any byte of the answer/);
  expect(result.notices?.length).toBeGreaterThan(0);
  expectWholeReport(result);
});

test('of the requests under way when one input kills the target, that input is told alone, with its command', async ({ killedBy }) => {
  const { service, killed } = await killedBy('%0D');
  const result = await runInProcess(service.variables, ({ title }) => /^getSegment: .*hostile ids/.test(title));
  expect(killed()).toBeGreaterThan(1);
  expect(failedIn(result)).toEqual(['robustness.hostile-ids']);
  const findings = result.findings?.filter(({ level }) => level !== 'completeness') ?? [];
  expect(findings.map(({ checks, curl }) => [checks, curl?.includes('%0D')])).toEqual([[1, true]]);
  const [{ exchanges } = { exchanges: [] }] = result.requirements.flatMap(({ id, checks }) =>
    id === 'robustness.hostile-ids' ? checks.filter(({ status }) => status === 'failed') : [],
  );
  expect(exchanges?.every(({ request }) => request.url.includes('%0D'))).toBe(true);
  expectWholeReport(result);
});

test('a target that one input kills for good: no verdict, and that input stands first among the last requests', async ({ target }) => {
  const service = await target({
    change: async (reply, { path }) => {
      if (path.startsWith('/segments/') && path.includes('-unknown')) service.die();
      return reply;
    },
  });
  const result = await runInProcess(
    service.variables,
    ({ title, covers }) => READS.includes(covers.endpoint) && /typical answer|unknown id is/.test(title),
  );
  expect(failedIn(result)).toEqual([]);
  expect(result).toMatchObject({ verdict: 'no-verdict', interrupted: false, sentence: expect.stringMatching(/; the target went away$/) });
  expect(result.noVerdictReason).toMatch(/^The target stopped answering at \d\d:\d\d:\d\d UTC: no connection to http:.* \(ECONNREFUSED\)$/);
  expect(result.lost?.reason).toBe(result.noVerdictReason);
  expect(result.counts.passed).toBeGreaterThan(0);
  const [first] = result.lost?.requests ?? [];
  expect(first).toMatchObject({ endpoint: 13, intent: 'hostile', brokenOff: true, test: 'getSegment: an unknown id is answered in order' });
  expect(first?.curl).toMatch(/-unknown'.* -u "\$CES_USERNAME:\$CES_PASSWORD"/);
  expectWholeReport(result);
});
