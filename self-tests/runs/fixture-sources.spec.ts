import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { ConformanceResult } from '../../src/result/result.ts';
import { PROVIDER_STATES } from '../../src/settings/fixtures/provider-states.ts';
import { newFolder } from '../folders.ts';
import { only, QUICK, resultIn, split, test } from './run.ts';
import type { Reply } from './target.ts';

test.describe.configure({ timeout: 120_000 });

const setting = ({ settings }: ConformanceResult, name: string) => settings.find((candidate) => candidate.name === name);

test('fixtures come from a file, below the environment; a read-only run has nothing set up', async ({ runs, target, states }) => {
  const { variables } = await target();
  const [given, { CES_SEGMENT_ID = '', CES_EVENT_ID, ...fixtures }] = split(variables);
  const { url, changes } = await states({});
  const file = join(newFolder(), 'fixtures.json');
  writeFileSync(file, JSON.stringify({ ...fixtures, CES_SEGMENT_ID: 'overridden' }));
  const { code, stdout, directory } = await runs.run(only('(getSegment|getSentEmail|getEvent): the typical answer'), {
    ...{ ...given, ...QUICK, CES_SEGMENT_ID, CES_FIXTURES: file },
    ...{ CES_READ_ONLY: '1', CES_PROVIDER_STATES_URL: url },
  });
  expect(code, stdout).toBe(0);
  const result = await resultIn(directory);
  expect(result.verdict).toBe('conformant');
  expect(setting(result, 'CES_SENT_EMAIL_ID')).toEqual({ name: 'CES_SENT_EMAIL_ID', value: fixtures.CES_SENT_EMAIL_ID, source: file });
  expect(setting(result, 'CES_SEGMENT_ID')?.source).toBe('environment');
  expect(changes).toEqual([]);
  const messages = result.requirements.flatMap(({ checks }) => checks.flatMap(({ message }) => message ?? []));
  expect(messages).toContain('CES_EVENT_ID is not set (provider states are not set up in a read-only run)');
});

const READS = only('(getSegment|getSentEmail|getEmailAddress): the typical answer');

/** One after the other, as many slow requests as a run sends would take seven minutes. */
const slow = (reply: Reply) => new Promise<Reply>((resolve) => setTimeout(() => resolve(reply), 100));

test('behind a slow proxy a run is complete: what nobody names is set up and torn down', async ({ runs, target, states }) => {
  test.setTimeout(240_000);
  const { variables, seen, baseUrl } = await target({ prefix: '/api/v1', change: slow });
  const [given, { CES_SEGMENT_ID = '', ...fixtures }] = split(variables);
  let requestsAtTeardown = 0;
  const { url, changes } = await states(fixtures, ({ action }) => {
    if (action === 'setup') expect(seen).toEqual([]);
    else requestsAtTeardown ||= seen.length;
    return 200;
  });
  const own = { ...given, ...QUICK, CES_SEGMENT_ID };
  const { code, stdout, stderr, directory } = await runs.run([], { ...own, CES_BASE_URL: `${baseUrl}/`, CES_PROVIDER_STATES_URL: url });
  expect(code, stdout + stderr).toBe(0);
  const result = await resultIn(directory);
  expect(result).toMatchObject({ verdict: 'conformant', complete: true, target: { baseUrl } });
  expect(result.requirements.flatMap(({ checks }) => checks.flatMap(({ variables: missed = [] }) => missed))).toEqual([]);
  for (const [name, value] of Object.entries(fixtures)) expect(setting(result, name)).toEqual({ name, value, source: 'provider states' });
  expect(setting(result, 'CES_SEGMENT_ID')?.source).toBe('environment');
  // Everything was set up before the first request, and torn down after the last.
  expect(requestsAtTeardown).toBe(seen.length);
  const setUp = changes.filter(({ action }) => action === 'setup');
  expect(setUp.map(({ state }) => state)).toEqual(
    PROVIDER_STATES.filter(({ gives }) => gives[0] !== 'CES_SEGMENT_ID').map(({ name }) => name),
  );
  expect(setUp.at(-1)?.params).toEqual({ business: fixtures.CES_BUSINESS_ID });
  const tornDown = changes.filter(({ action }) => action === 'teardown');
  expect(tornDown.map(({ state }) => state)).toEqual(setUp.map(({ state }) => state).reverse());
  const params = tornDown.find(({ state }) => state === 'a sent e-mail exists')?.params;
  expect(params).toEqual({ business: fixtures.CES_BUSINESS_ID, CES_SENT_EMAIL_ID: fixtures.CES_SENT_EMAIL_ID });
  // Another origin than the base URL's.
  expect(new Set(changes.map(({ authorization }) => authorization))).toEqual(new Set([undefined]));
});

test('a state that fails is reported on stderr and where it is missed, and fails nothing', async ({ runs, target, states }) => {
  const { variables } = await target();
  const [given, { CES_BUSINESS_ID = '', CES_EMAIL_ADDRESS_ID, ...fixtures }] = split(variables);
  const { url } = await states(fixtures, ({ state, action }) =>
    state === 'a segment exists' ? 500 : state === 'a sent e-mail exists' && action === 'teardown' ? 503 : 200,
  );
  const { code, stderr, directory } = await runs.run(READS, { ...given, ...QUICK, CES_BUSINESS_ID, CES_PROVIDER_STATES_URL: url });
  expect(code).toBe(0);
  expect(stderr).toContain('CES_PROVIDER_STATES_URL: provider state "a segment exists": status 500\n');
  expect(stderr).toContain('CES_PROVIDER_STATES_URL: provider state "a sent e-mail exists": not torn down: status 503\n');
  const result = await resultIn(directory);
  expect(result.verdict).toBe('conformant');
  // Neither given nor set up: the first of the business's list.
  expect(setting(result, 'CES_EMAIL_ADDRESS_ID')).toMatchObject({ value: CES_EMAIL_ADDRESS_ID, source: 'discovered (endpoint 9)' });
  const messages = result.requirements.flatMap(({ checks }) => checks.map(({ message }) => message));
  expect(messages).toContain('CES_SEGMENT_ID is not set (provider state "a segment exists": status 500)');
});
