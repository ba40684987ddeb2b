import { mkdtempSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { concernedBy } from '../../../mutation/fault.ts';
import { FAULTS } from '../../../mutation/faults/index.ts';
import type { Fault } from '../../../mutation/interposition.ts';
import { recognise } from '../../../mutation/proxy/passing-request.ts';
import { runBehindProxy } from '../../../mutation/sensitivity/behind-proxy.ts';
import { LaidInFront } from '../../../mutation/sensitivity/laid-in-front.ts';
import { type Measured, measureSensitivity, type Unsound } from '../../../mutation/sensitivity/measure.ts';
import { createReferenceService } from '../../../reference/service.ts';
import { CARDS } from '../../../src/client/api/cards.ts';
import { WriteBudget } from '../../../src/client/write-budget.ts';
import { LeftBehindNotes } from '../../../src/engine/evidence/left-behind-notes.ts';
import { leftBehindOf } from '../../../src/result/left-behind.ts';
import { readSettings, type Settings } from '../../../src/settings/settings.ts';

interface Arrival {
  readonly method: string;
  readonly host: string | undefined;
  readonly atMs: number;
}

interface Target {
  readonly variables: Readonly<Record<string, string>>;
  readonly arrivals: readonly Arrival[];
  /** Records that it created. */
  created(): number;
  readonly authority: string;
}

/** A user's own target: the reference service, which notes what reaches it. */
async function withTarget(use: (target: Target) => Promise<void>): Promise<void> {
  const service = createReferenceService({ username: 'user', password: 'Pa55-word', resolutionDelayMs: 30 });
  const arrivals: Arrival[] = [];
  service.app.addHook('onRequest', async ({ method, headers: { host } }) => {
    arrivals.push({ method, host, atMs: performance.now() });
  });
  let created = 0;
  service.app.addHook('onResponse', async ({ method, url }, { statusCode }) => {
    const { endpoint } = recognise(method, url, '');
    if (endpoint !== null && CARDS[endpoint].creates && statusCode < 300) created += 1;
  });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const authority = `127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  try {
    await use({ variables: service.fixtures(`http://${authority}`), arrivals, created: () => created, authority });
  } finally {
    await service.close();
  }
}

function settings(variables: Readonly<Record<string, string | undefined>>): Settings {
  return readSettings({ CES_SEED: '7', CES_PROPERTY_RUNS: '2', CES_UNMATCHED_WINDOW_MS: '200', CES_TIMEOUT_MS: '5000', ...variables });
}

function faults(...names: string[]): Fault[] {
  const chosen = FAULTS.filter(({ name }) => names.includes(name));
  expect(chosen.map(({ name }) => name).sort(), 'faults of the mutation run').toEqual([...names].sort());
  return chosen;
}

/** Hears of the measuring, and lists what is left behind in a file. */
const quiet = (file: string | null = null) => ({
  progress: () => {},
  notes: new LeftBehindNotes({ redact: (text) => text, file, listed: new Set(), run: 'k3' }),
});

const outcomes = (measured: Measured | Unsound) =>
  measured.sound ? Object.fromEntries(measured.notices.map(({ name, outcome }) => [name, outcome])) : measured.problems;

/** So many that a moment in which the machine stood still weighs little. */
const WINDOW = 60;

/** The least time, in milliseconds, in which `WINDOW` more requests came. */
function quickest(arrivals: readonly Arrival[]): number {
  expect(arrivals.length).toBeGreaterThan(2 * WINDOW);
  return Math.min(...arrivals.slice(WINDOW).map(({ atMs }, index) => atMs - (arrivals[index]?.atMs ?? 0)));
}

test('with all fixtures: what the answers show is noticed, what only the target could do wrong is not laid in front', async () => {
  await withTarget(async ({ variables, arrivals, authority }) => {
    const chosen = faults(
      'unprotected-3',
      'unprotected-18',
      'leak-at-7',
      'alone-reading-is-safe',
      'rejected-event-is-tracked',
      'reset-at-9',
    );
    const measured = await measureSensitivity(settings(variables), chosen, quiet());
    expect(outcomes(measured)).toEqual({
      'unprotected-3': 'noticed',
      'unprotected-18': 'noticed',
      'leak-at-7': 'noticed',
      'alone-reading-is-safe': 'noticed',
      'rejected-event-is-tracked': 'not-laid',
      'reset-at-9': 'noticed',
    });
    expect(new Set(arrivals.map(({ host }) => host))).toEqual(new Set([authority]));
  });
});

test('without a fixture, read-only and with a ceiling: unseen for want of both, nothing written, and the pace is kept', async () => {
  await withTarget(async ({ variables, arrivals }) => {
    const { CES_SMS_TEMPLATE_ID: _left, ...others } = variables;
    const maxRps = 100;
    const measured = await measureSensitivity(
      settings({ ...others, CES_READ_ONLY: '1', CES_MAX_RPS: String(maxRps) }),
      faults('unprotected-17', 'unprotected-3', 'unprotected-13', 'truncated-at-10'),
      quiet(),
    );
    expect(outcomes(measured)).toEqual({
      'unprotected-17': 'not-assessed',
      'unprotected-3': 'not-assessed',
      'unprotected-13': 'noticed',
      'truncated-at-10': 'noticed',
    });
    const variablesOf = new Map(measured.sound ? measured.notices.map(({ name, variables: named }) => [name, named]) : []);
    expect(variablesOf.get('unprotected-3')).toEqual(['CES_READ_ONLY']);
    expect(variablesOf.get('unprotected-17')).toEqual(['CES_SMS_TEMPLATE_ID']);
    expect(new Set(arrivals.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(quickest(arrivals)).toBeGreaterThan((0.7 * WINDOW * 1000) / maxRps);
  });
});

const creations = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => !line.includes('updated customers'));

test('a budget holds for all runs together, what is left for want of it is named, and all that was created is listed', async () => {
  const limit = 60;
  const file = join(mkdtempSync(join(tmpdir(), 'sensitivity-')), 'left-behind.jsonl');
  await withTarget(async ({ variables, created }) => {
    const hearers = quiet(file);
    const chosen = faults('status-303-at-2', 'status-500-at-5', 'unprotected-13');
    const measured = await measureSensitivity(settings({ ...variables, CES_WRITE_BUDGET: String(limit) }), chosen, hearers);
    expect(outcomes(measured)).toEqual({
      'status-303-at-2': 'not-assessed',
      'status-500-at-5': 'not-assessed',
      'unprotected-13': 'noticed',
    });
    expect(measured.sound && measured.notices.flatMap((notice) => notice.variables)).toEqual(['CES_WRITE_BUDGET', 'CES_WRITE_BUDGET']);
    expect(created()).toBe(limit);
    expect(creations(file)).toHaveLength(limit);
    const counts = leftBehindOf(hearers.notes.drain()).filter(({ kind }) => kind !== 'updated customers');
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(limit);
  });
});

test('what a fault makes of an answer changes neither budget nor list: what the target created counts', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sensitivity-'));
  const file = join(directory, 'left-behind.jsonl');
  await withTarget(async ({ variables, created }) => {
    const { notes } = quiet(file);
    const [fault] = faults('status-303-at-2');
    if (fault?.interpose === undefined) throw new Error('no such fault');
    const concerned = concernedBy(fault);
    const { outcomes: tests } = await runBehindProxy(
      settings(variables),
      new LaidInFront(fault.interpose()),
      { parts: [concerned], settles: () => false, lanes: 1 },
      { writes: new WriteBudget(20), deadline: null, notes },
    );
    expect(tests.flatMap(({ evidence }) => evidence?.checks ?? []).some(({ status }) => status === 'failed')).toBe(true);
    expect(created()).toBe(20);
    expect(creations(file)).toHaveLength(20);
  });
});

test('a target that breaks a requirement by itself gives no figure, and what failed is named', async () => {
  await withTarget(async ({ variables }) => {
    const measured = await measureSensitivity(
      settings({ ...variables, CES_READ_ONLY: '1', CES_SEGMENT_ID: 'nobody' }),
      faults('unprotected-8'),
      quiet(),
    );
    expect(measured.sound).toBe(false);
    expect(outcomes(measured)).toContainEqual(expect.stringMatching(/^http\.success-is-200 failed\. getSegment: /));
  });
});

test('a target that nobody can reach gives no figure', async () => {
  let stale: Readonly<Record<string, string>> = {};
  await withTarget(async ({ variables }) => {
    stale = variables;
  });
  expect(outcomes(await measureSensitivity(settings(stale), faults('unprotected-8'), quiet()))).toEqual([
    expect.stringContaining('does not answer'),
  ]);
});
