import { test as playwrightTest } from '@playwright/test';
import { beginEmbeddedService, startEmbeddedService } from '../../../src/engine/embedded.ts';
import { aboutToLeave } from '../../../src/engine/plan.ts';
import { lanesBehind, unsoundAnswers } from '../../../src/engine/play.ts';
import { BARE_TEST, baseTest } from '../../../src/engine/playwright/own-run.ts';
import { adoptProviderStates, sharedFacts } from '../../../src/engine/run-environment.ts';
import { RunState } from '../../../src/engine/run-state.ts';
import { runScenario, type ScenarioBody } from '../../../src/engine/scenario.ts';
import { Session } from '../../../src/engine/session.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { exchange, failed } from '../checks/exchanges.ts';

test('a service that was begun is the one that is started, once', async () => {
  beginEmbeddedService();
  const [begun, another] = await Promise.all([startEmbeddedService(), startEmbeddedService()]);
  expect(begun.variables.CES_BASE_URL).not.toBe(another.variables.CES_BASE_URL);
  for (const { variables, stop } of [begun, another]) {
    expect((await fetch(`${variables.CES_BASE_URL}/segments/none`)).status).toBe(401);
    await stop();
    await expect(fetch(`${variables.CES_BASE_URL}/segments/none`)).rejects.toThrow();
  }
});

const TARGET = { CES_BASE_URL: 'https://staging.example.com/api', CES_USERNAME: 'u', CES_PASSWORD: 'p', CES_PROPERTY_RUNS: '100' };

test('what a run is about to leave, and how many lanes it has behind so far a target, was approved', () =>
  expectCalls('engine/run.txt', {
    aboutToLeave: (variables: object, planned?: number) => aboutToLeave(readSettings({ ...TARGET, ...variables }), 'This run', planned),
    lanesBehind,
  }));

const sound = (name: EndpointName) => ({ name, exchange: exchange() });
const empty = (name: EndpointName) => ({ name, exchange: exchange({ body: '' }) });

const preview = { name: 'previewSmsTemplate', exchange: exchange({ headers: { 'content-type': 'text/html' }, body: '<p>' }) } as const;
const silent = { name: 'getEvent', exchange: failed() } as const;
const refused = { name: 'getSentEmail', exchange: exchange({ status: 404, body: 'none' }) } as const;
const broken = { name: 'getSentEmail', exchange: exchange({ status: 500 }) } as const;
const MOST = 'It rests on sound answers, and 2 of 3 typical answers are no JSON or a server error';

for (const [what, answers, words] of [
  ['most are no JSON or server errors', [empty('getSegment'), broken, sound('getEvent')], MOST],
  ['fewer than three', [empty('getSegment'), empty('getSentEmail')], null],
  ['half of them', [empty('getSegment'), empty('getSentEmail'), sound('getEvent'), sound('getEmailAddress')], null],
  ['a preview, a refusal and silence', [preview, silent, refused, empty('getSegment'), sound('getEmailAddress')], null],
] as const)
  test(`what rests on typical answers, where these are unsound: ${what}`, () => expect(unsoundAnswers(answers)).toBe(words));

/** What a scenario leaves in a session of its own, with this password. */
async function played(password: string, statements: readonly StatementId[], body: ScenarioBody) {
  const session = sessionOf(password);
  const outcome = await runScenario({ title: 'a scenario', covers: { endpoint: 'getEvent', statements }, body }, session);
  await session.run.close();
  return outcome;
}

const sessionOf = (CES_PASSWORD: string) =>
  new Session(new RunState(readSettings({ CES_BASE_URL: 'http://127.0.0.1:1', CES_USERNAME: 'ada', CES_PASSWORD })), 'own');

test('a mistake of the suite shows no secret that a target put into its message', async () => {
  const { suiteError, evidence } = await played('Sesame-77', [], async () => {
    throw new TypeError('Sesam\\u0065-77 is not iterable', { cause: new Error('Sesame-77') });
  });
  expect(suiteError?.message).toBe('(redacted) is not iterable');
  expect(suiteError?.stack).toMatch(/^TypeError: \(redacted\) is not iterable\n {4}at .*run\.spec\.ts/);
  expect(suiteError?.cause).toBeUndefined();
  expect(evidence.suiteError).toBe('(redacted) is not iterable');
});

test('a password that is a part of our own words leaves the names of members as they are', async () => {
  const { evidence } = await played('p', ['event.fields'], async ({ check }) =>
    check({ 'event.fields': [{ pointer: '/a', expected: 'a lap', actual: '{"p":1}' }] }),
  );
  const [check] = evidence.checks;
  expect(check?.findings).toEqual([{ pointer: '/a', expected: 'a la(redacted)', actual: '{"(redacted)":1}' }]);
});

const VARIABLE = 'CONFORMANCE_RUN';

test('what the processes of a run share is read as the variable stands now, not as it stood before', () => {
  const own = process.env[VARIABLE];
  try {
    delete process.env[VARIABLE];
    expect(sharedFacts()).toEqual({ id: '0', embedded: false, sources: {} });
    process.env[VARIABLE] = JSON.stringify({ id: 'k3', embedded: true, sources: {} });
    expect(sharedFacts()).toMatchObject({ id: 'k3', embedded: true });
    adoptProviderStates({}, { CES_SEGMENT_ID: 'no state gave it' });
    expect(sharedFacts()).toMatchObject({ id: 'k3', missing: { CES_SEGMENT_ID: 'no state gave it' } });
  } finally {
    if (own === undefined) delete process.env[VARIABLE];
    else process.env[VARIABLE] = own;
  }
});

test('no name of a run is the beginning of another: a value that is out of date would look like one that was cut', async () => {
  const session = sessionOf('secret');
  const names = Array.from({ length: 1200 }, session.implementation.unique);
  await session.run.close();
  const sorted = names.toSorted();
  expect(new Set(names).size).toBe(1200);
  expect(sorted.filter((name, index) => sorted[index + 1]?.startsWith(name))).toEqual([]);
});

const OWN_RUN = 'CONFORMANCE_OWN_RUN';

test.afterEach(() => delete process.env[OWN_RUN]);

test('the pinned Playwright exports its test without fixtures for browsers', () => {
  expect(BARE_TEST).toBeInstanceOf(Function);
  expect(BARE_TEST).not.toBe(playwrightTest);
});

test('a run of ours has no fixtures for browsers; a window, a list and an editor have them', () => {
  expect(baseTest()).toBe(playwrightTest);
  process.env[OWN_RUN] = '1';
  expect(baseTest()).toBe(BARE_TEST);
});
