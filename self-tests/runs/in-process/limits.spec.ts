import { jsonIn, textOf } from '../../../mutation/answers.ts';
import type { Difference, PassingRequest } from '../../../mutation/interposition.ts';
import { at, successes } from '../../../mutation/rows.ts';
import { CARDS } from '../../../src/client/api/cards.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';
import { play } from './play.ts';

test.describe.configure({ timeout: 120_000 });

/** Long enough for the first scenarios on a busy machine, and too short for the generated input of this run. */
const MINUTES = 0.08;
/** The generated input takes minutes more. Room for a busy machine. */
const MOST_MS_BEYOND = 30_000;

test('at the end of its time a run reports what was seen, fails nothing, and names the limit for the rest', async () => {
  const times: number[] = [];
  const difference: Difference = {
    interpose: () => async (request, forward) => {
      times.push(performance.now());
      return forward(request);
    },
  };
  // Generated input that lasts, on a fast machine too.
  const { result } = await play(/typical answer|that is accepted comes back/, difference, {
    variables: { CES_MAX_MINUTES: String(MINUTES), CES_PROPERTY_RUNS: '2000', CES_MAX_RPS: '50' },
  });
  // The run begins with its first request.
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(MINUTES * 60_000 + MOST_MS_BEYOND);
  const checks = result.requirements.flatMap((entry) => entry.checks);
  expect(checks.filter(({ status }) => status === 'failed').map(({ message }) => message)).toEqual([]);
  expect(result).toMatchObject({ verdict: 'conformant', complete: false });
  const open = checks.filter(({ status }) => status === 'not-assessed');
  expect(open.filter(({ variables }) => !variables?.includes('CES_MAX_MINUTES')).map(({ message }) => message)).toEqual([]);
  expect(open.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^\d+ of \d+ generated inputs were tried/));
});

test('a target that begins to hang: the limit ends that too, and what had failed before decides', async () => {
  // Counted from the first deviation on: how far a run comes before it depends on the machine.
  let since = 0;
  const difference: Difference = {
    interpose: () => async (request, forward) => {
      const deviates = request.endpoint === 'batchUpdateCustomers';
      if (deviates || since > 0) since += 1;
      if (since > 300) return new Promise<never>(() => undefined);
      const answer = await forward(request);
      return deviates && answer.status < 300 ? { ...answer, body: Buffer.from('{"customers":5}') } : answer;
    },
  };
  const variables = { CES_MAX_MINUTES: '0.2', CES_TIMEOUT_MS: '600000', CES_PROPERTY_RUNS: '0' };
  const { result } = await play(/./, difference, { variables });
  expect(result).toMatchObject({ verdict: 'nonconformant', complete: false, interrupted: false });
  expect(result.requirements.filter(({ status }) => status === 'failed').map(({ id }) => id)).toContain('customer.fields');
  // A request that was cut off is no hang of the target.
  expect(JSON.stringify(result.findings)).not.toContain('no answer (timeout)');
});

const CREATING = ENDPOINTS.filter(({ name }) => CARDS[name].creates);

const within = (budget: number, difference: Difference) => play(/./, difference, { variables: { CES_WRITE_BUDGET: String(budget) } });

for (const budget of [0, 10, 300]) {
  test(`with a budget of ${budget} no more is created, nothing fails, and what is left out is reported`, async () => {
    let created = 0;
    const counted = successes((answer) => {
      created += 1;
      return answer;
    });
    const { result } = await within(budget, { interpose: at(CREATING.map(({ name }) => name))(counted) });
    expect(created).toBeLessThanOrEqual(budget);
    // All that is allowed is used: there is far more to create.
    expect(created).toBeGreaterThanOrEqual(Math.floor(budget / 2));
    const checks = result.requirements.flatMap((entry) => entry.checks);
    expect(checks.filter(({ status }) => status === 'failed').map(({ message }) => message)).toEqual([]);
    expect(result).toMatchObject({ verdict: 'conformant', complete: false });
    const counts = (result.leftBehind ?? []).filter(({ endpoint }) => CREATING.some(({ number }) => number === endpoint));
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(created);

    const open = checks.filter(({ status }) => status === 'not-assessed');
    expect(open.length).toBeGreaterThan(0);
    const unnamed = open.filter(({ variables }) => !variables?.includes('CES_WRITE_BUDGET'));
    expect(unnamed.map(({ title, endpoint, message }) => `${endpoint} ${title}: ${message}`)).toEqual([]);
  });
}

test('examples and authentication come before generated input', async () => {
  const { result } = await within(190, {});
  const statusOf = (title: string) =>
    result.requirements.flatMap(({ checks }) => checks.filter((check) => check.title.endsWith(title)).map(({ status }) => status));
  for (const title of ['the typical answer is as documented', 'wrong credentials are rejected', 'two campaigns are two records'])
    expect(statusOf(title).filter((status) => status !== 'passed')).toEqual([]);
  expect(statusOf('any business that is accepted comes back')).toContain('not-assessed');
});

/** The endpoints whose bodies the suite fills; a copy and an embed get no name of anybody's choice. */
const NAMED: readonly EndpointName[] = ['createCampaign', 'createBusiness', 'trackEvent'];
/** Values that robustness puts in place of an event's whole data, one without any data, and one twice. */
const MOST_BARE_EVENTS = 16;

test('every record that is created bears a name of the run somewhere, unless its body has no room for one', async () => {
  const bare: PassingRequest[] = [];
  let created = 0;
  const noted = successes((answer, request) => {
    created += 1;
    if (!unescaped(request).includes('conformance-0-recognisable-')) bare.push(request);
    return answer;
  });
  await play(/./, { interpose: at(NAMED)(noted) }, { label: 'recognisable', variables: { CES_PROPERTY_RUNS: '60' } });
  // Enough to tell.
  expect(created).toBeGreaterThan(10 * MOST_BARE_EVENTS);
  const [events, others] = [true, false].map((isEvent) => bare.filter(({ endpoint }) => (endpoint === 'trackEvent') === isEvent));
  expect(events?.length).toBeLessThanOrEqual(MOST_BARE_EVENTS);
  expect([...new Set(others?.map(unescaped))].sort()).toEqual(['{"enrolled_customers":"all"}', '{}']);
});

/** The body without escapes that only its layout has. */
const unescaped = ({ body }: PassingRequest): string => JSON.stringify(jsonIn(body)) ?? textOf({ body });
