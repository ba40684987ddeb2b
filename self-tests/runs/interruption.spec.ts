import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { CARDS } from '../../src/client/api/cards.ts';
import { PROVIDER_STATES } from '../../src/settings/fixtures/provider-states.ts';
import { numberOf } from '../../src/specification/endpoints.ts';
import { family, SEES_PROCESSES, survivors } from './processes.ts';
import { PROGRAM, QUICK, resultIn, rowsIn, type Started, split, test, withStatus } from './run.ts';
import { changeJson, type Reply, type Seen } from './target.ts';

test.describe.configure({ timeout: 120_000 });

/** Somewhere in the middle of the some 4,000 requests of a run without generated inputs. */
const HALF_WAY = 800;

test('SIGTERM while nobody answers: what was seen is reported, what was set up is taken back', async ({ runs, target, states }) => {
  let answering = true;
  const falling = await target({
    change: (reply: Reply, { path }: Seen) => {
      if (!answering) return new Promise<never>(() => undefined);
      return path === '/businesses' ? changeJson(reply, (body) => ({ ...body, name: 5 })) : reply;
    },
  });
  const [given, fixtures] = split(falling.variables);
  const { url, changes } = await states(fixtures);
  const started = runs.start([], { ...given, ...QUICK, CES_TIMEOUT_MS: '60000', CES_PROVIDER_STATES_URL: url });
  await expect.poll(() => falling.seen.length, { timeout: 60_000, intervals: [20] }).toBeGreaterThanOrEqual(HALF_WAY);
  answering = false;
  await new Promise((resolve) => setTimeout(resolve, 500));
  await interrupt(started, 'SIGTERM', BROKEN);
  const result = await resultIn(started.directory);
  expect(result).toMatchObject({ verdict: 'nonconformant', complete: false, interrupted: true });
  expect(withStatus(result, 'failed')).toContain('business.fields');
  expect(withStatus(result, 'passed')).not.toEqual([]);
  expect(changes.filter(({ action }) => action === 'teardown')).toHaveLength(PROVIDER_STATES.length);
});

/** Starts the rest of its arguments, and passes no signal on. */
const SHELL = "require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })";

test('SIGTERM to npm, which ends its shell and nothing else, ends the run and leaves a report', async ({ runs, target }) => {
  const { seen, variables } = await target();
  const given = { ...variables, ...QUICK, npm_lifecycle_event: 'conformance' };
  const started = runs.start([], given, { program: ['-e', SHELL, '--', ...PROGRAM] });
  await expect.poll(() => seen.length, { timeout: 60_000, intervals: [20] }).toBeGreaterThanOrEqual(HALF_WAY);
  started.child.kill('SIGTERM');
  const { stdout, stderr } = await started.ended;
  expect(stdout, stderr).toContain('Exit 143: SIGTERM ended the run');
  expect(await resultIn(started.directory)).toMatchObject({ complete: false, interrupted: true });
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`${signal} to the whole group, as from a terminal or a service manager, is no fault of the embedded service`, async ({ runs }) => {
    test.skip(!SEES_PROCESSES, 'needs /proc');
    const started = runs.start([], { CES_PROPERTY_RUNS: '300' }, { group: true });
    const root = started.child.pid ?? 0;
    await expect.poll(() => family(root).filter(({ commandLine }) => commandLine.includes('worker')).length, { timeout: 60_000 }).toBe(1);
    // Long enough for tests to be under way, which is what the signal has to meet.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const processes = family(root);
    expect(processes.filter(({ commandLine }) => commandLine.includes('reference/main.'))).toHaveLength(1);
    await interrupt(started, signal, UNJUDGED, -root);
    const result = await resultIn(started.directory);
    expect(result).toMatchObject({ verdict: 'no-verdict', complete: false, interrupted: true, counts: { failed: 0 } });
    expect(result.noVerdictReason).toContain('interrupted');
    await expect.poll(() => survivors(processes), { timeout: 10_000 }).toEqual([]);
  });

/** What is said of a run that found something broken, and of one without a verdict. */
const [BROKEN, UNJUDGED] = ['The run ended before all its checks were done.', 'The run was interrupted.'];

async function interrupt(started: Started, signal: 'SIGINT' | 'SIGTERM', said: string, pid = started.child.pid ?? 0): Promise<void> {
  const code = { SIGINT: 130, SIGTERM: 143 }[signal];
  process.kill(pid, signal);
  const ended = await started.ended;
  const output = `${ended.stdout}\n${ended.stderr}`;
  expect({ code: ended.code, signal: ended.signal }, output).toEqual({ code, signal: null });
  expect([BROKEN, UNJUDGED].filter((words) => output.includes(words))).toEqual([said]);
  expect(ended.stdout).toMatch(new RegExp(`Exit ${code}: ${signal} ended the run; .*\\n$`));
}

const SCENARIOS =
  'typical answer|comes back|wrong credentials|a body that is not JSON|JSON that parsers may read differently|two records|events? ';

test('all that a run created is counted exactly and listed, whatever fails and whatever --workers says', async ({ runs, target }) => {
  const created = new Map<number, number>();
  const { variables } = await target({
    change: (reply, { endpoint }) => {
      const number = endpoint !== null && CARDS[endpoint].creates ? numberOf(endpoint) : null;
      if (number === null || reply.status >= 300) return reply;
      created.set(number, (created.get(number) ?? 0) + 1);
      return number === 2 ? changeJson(reply, (body) => ({ ...body, name: 5 })) : reply;
    },
  });
  // Without a business of its own the run creates one.
  const { CES_BUSINESS_ID: _business, CES_CUSTOMER_IDS: _customers, ...given } = variables;
  const { code, stdout, directory } = await runs.run(['--workers=3', '--grep', SCENARIOS], { ...given, ...QUICK });
  expect(code, stdout).toBe(1);
  const result = await resultIn(directory);
  const counts = Object.fromEntries((result.leftBehind ?? []).map(({ endpoint, count }) => [endpoint, count]));
  expect(counts).toEqual(Object.fromEntries([...created].sort(([a], [b]) => a - b)));
  expect(Object.keys(counts)).toEqual(['2', '4', '5', '6', '7', '18']);

  const rows = rowsIn(directory);
  for (const [endpoint, count] of created) expect(rows.filter((row) => row.endpoint === endpoint)).toHaveLength(count);
  // Copies and embeds have no name of the suite's: their ids are listed.
  const runId = result.runIds?.[0] ?? '';
  expect(rows.filter(({ endpoint, id }) => id === undefined && endpoint !== 18)).toEqual([]);
  expect(stdout).toContain(`${created.get(5)} businesses`);
  expect(stdout).toContain(`those with a name are called conformance-${runId}-…`);
  expect(readFileSync(join(directory, 'summary.md'), 'utf8')).toContain(`${created.get(5)} businesses`);
});
