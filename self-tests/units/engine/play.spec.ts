import { suiteScenarios } from '../../../mutation/run-parts.ts';
import { Admission, inOrderOfWorth, PLAN } from '../../../src/engine/plan.ts';
import { play } from '../../../src/engine/play.ts';
import { RunState } from '../../../src/engine/run-state.ts';
import type { Scenario, ScenarioBody } from '../../../src/engine/scenario.ts';
import { Session } from '../../../src/engine/session.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../../test.ts';

const TARGET = { CES_BASE_URL: 'http://127.0.0.1:1', CES_USERNAME: 'ada', CES_PASSWORD: 'Sesame-77' };
const runWith = (variables: Readonly<Record<string, string>> = {}) => new RunState(readSettings({ ...TARGET, ...variables }));

/** Scenarios that say when they begin, and end when they are told to. */
class Scenarios {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();

  of(titles: readonly string[], last: readonly string[] = []): Scenario[] {
    return titles.map((title) => ({
      title,
      covers: { endpoint: null, statements: [], ...(last.includes(title) && { last: true as const }) },
      body: () => {
        this.begun.push(title);
        return new Promise<void>((resolve) => this.#ends.set(title, resolve));
      },
    }));
  }

  end(...titles: string[]): void {
    for (const title of titles) this.#ends.get(title)?.();
  }
}

test('scenarios begin in their order, as many as there are lanes, each lane with a session of its own; the last ones wait for all', async () => {
  const scenarios = new Scenarios();
  const run = runWith();
  const opened: number[] = [];
  const ended: string[] = [];
  const playing = play(scenarios.of(['z', 'a', 'b', 'c'], ['z']), {
    lanes: 2,
    open: (lane) => {
      opened.push(lane);
      return new Session(run, `${lane}`);
    },
    ended: ({ scenario }) => ended.push(scenario.title),
  });
  await expect.poll(() => scenarios.begun).toEqual(['a', 'b']);
  scenarios.end('b');
  await expect.poll(() => scenarios.begun).toEqual(['a', 'b', 'c']);
  scenarios.end('c');
  await expect.poll(() => ended).toEqual(['b', 'c']);
  expect(scenarios.begun).not.toContain('z');
  scenarios.end('a');
  await expect.poll(() => scenarios.begun).toEqual(['a', 'b', 'c', 'z']);
  scenarios.end('z');
  await playing;
  expect(opened).toEqual([0, 1]);
  await run.close();
});

const dearest = PLAN.toSorted((one, other) => other.requests - one.requests)[0];
const creating = PLAN.toSorted((one, other) => other.records - one.records)[0];

for (const { limit, variables, entry } of [
  { limit: 'CES_MAX_REQUESTS', variables: { CES_MAX_REQUESTS: '20' }, entry: dearest },
  { limit: 'CES_WRITE_BUDGET', variables: { CES_WRITE_BUDGET: '20' }, entry: creating },
])
  test(`a scenario that needs more than ${limit} leaves does not begin, and says so`, async () => {
    const run = runWith(variables);
    let begun = false;
    const body: ScenarioBody = async () => {
      begun = true;
    };
    const covers = { endpoint: null, statements: ['robustness.every-request'] as const };
    const reasons: unknown[] = [];
    await play([{ title: entry?.title ?? '', covers, body }], {
      lanes: 1,
      open: () => new Session(run, 'a'),
      ended: ({ evidence }) => reasons.push(...evidence.checks.map(({ status, variables: names }) => [status, names])),
    });
    expect(begun).toBe(false);
    expect(reasons).toEqual([['not-assessed', [limit]]]);
    await run.close();
  });

test('a scenario that creates nothing begins, though those under way may use up all records', async () => {
  const run = runWith({ CES_WRITE_BUDGET: '20' });
  const admission = new Admission(run);
  const free = PLAN.find(({ records, requests }) => records === 0 && requests > 0);
  const covers = { endpoint: null, statements: [] };
  const scenarioOf = (title = '') => ({ title, covers, body: async () => {} });
  expect(admission.refuse(scenarioOf(PLAN.find(({ records }) => records > 10 && records <= 20)?.title))).toBeNull();
  // One that is under way creates more than was measured.
  for (let taken = 0; taken < 15; taken += 1) run.writes?.take('nothing');
  expect(admission.refuse(scenarioOf(free?.title))).toBeNull();
  await run.close();
});

/** An endpoint brings a dozen. They come last in a run until the plan is measured anew, which takes minutes. */
const MOST_UNPLANNED = 20;

test('the plan holds the scenarios of the suite, but for the newest, and no other', async () => {
  const titles = new Set((await suiteScenarios()).flatMap(({ scenarios }) => scenarios.map(({ title }) => title)));
  const planned = PLAN.map(({ title }) => title);
  expect(
    planned.filter((title) => !titles.has(title)),
    'npm run plan measures it anew',
  ).toEqual([]);
  expect(titles.size - planned.length, 'npm run plan measures it anew').toBeLessThanOrEqual(MOST_UNPLANNED);
});

test('where the run may end early, worth alone decides; else what waits long begins at once, and what takes longest once most is judged', () => {
  const covers = { endpoint: null, statements: [] };
  const ofPlan = PLAN.map(({ title }) => ({ title, covers, body: async () => {} })).toReversed();
  const scenarios = [...ofPlan, { title: 'not planned', covers, body: async () => {} }];
  const titlesOf = (isBounded: boolean) => inOrderOfWorth(scenarios, isBounded).map(({ title }) => title);
  const worth = PLAN.map(({ title }) => title);
  expect(titlesOf(true)).toEqual([...worth, 'not planned']);
  const free = titlesOf(false);
  const millisecondsOf = (title: string | undefined) => PLAN.find((entry) => entry.title === title)?.milliseconds ?? 0;
  const long = free.slice(18, 21);
  expect(long.map(millisecondsOf).every((milliseconds) => milliseconds > 5000)).toBe(true);
  expect([...free.slice(0, 18), ...free.slice(21, 40)]).toEqual(worth.filter((title) => !long.includes(title)).slice(0, 37));
  const slowest = free.slice(60).toSorted((one, other) => millisecondsOf(other) - millisecondsOf(one))[0] ?? '';
  const tail = free.slice(-50).map(millisecondsOf);
  expect(tail).toEqual(tail.toSorted((one, other) => other - one));
  // It may take long as well.
  expect(free.indexOf('not planned')).toBeLessThan(free.indexOf(slowest));
});
