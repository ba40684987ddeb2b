import { buffer } from 'node:stream/consumers';
import { ProviderStates } from '../../../src/engine/provider-states.ts';
import { credentials } from '../../../src/http/authorization.ts';
import { PROVIDER_STATES } from '../../../src/settings/fixtures/provider-states.ts';
import { test as base, expect } from '../http/fixtures.ts';

interface Asked {
  readonly state: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly action: string;
}

interface Reply {
  readonly status?: number;
  readonly body?: unknown;
}

const TARGET = { CES_BASE_URL: 'http://127.0.0.1:9', CES_USERNAME: 'user', CES_PASSWORD: 'secret' };

/** Every variable that a state can give, but for those to be asked for. */
function allBut(...names: string[]): Record<string, string> {
  const given = PROVIDER_STATES.flatMap(({ gives }) => gives).filter((name) => !names.includes(name));
  const texts: Record<string, string> = { CES_TRACK_MATCHING_DATA: '{"x":1}', CES_EVENT_LOOKUP_URL: '{marker}' };
  return { ...TARGET, ...Object.fromEntries(given.map((name) => [name, texts[name] ?? `given_${name}`])) };
}

/** A server of provider states that answers as it is bidden, and all that it was asked. */
type Serving = (
  reply: (asked: Asked) => Reply,
) => Promise<{ readonly url: string; readonly asked: Asked[]; readonly states: ProviderStates }>;

const test = base.extend<{ serving: Serving }>({
  serving: async ({ serve, transport }, use) => {
    await use(async (reply) => {
      const asked: Asked[] = [];
      const origin = await serve(async (request, response) => {
        const { 'content-type': type, authorization } = request.headers;
        expect([request.method, type, authorization]).toEqual(['POST', 'application/json', `Basic ${btoa('user:secret')}`]);
        const one = JSON.parse((await buffer(request)).toString()) as Asked;
        asked.push(one);
        const { status = 200, body = '' } = reply(one);
        response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
      });
      const url = `${origin}/states`;
      return { url, asked, states: new ProviderStates(url, transport(), credentials('user', 'secret')) };
    });
  },
});

test('what is given becomes text as variables have it, and is taken back once, as it was given', async ({ serving }) => {
  const given = { CES_TRACK_MATCHING_DATA: { email: 'ada@example.com' }, CES_TRACK_MATCHING_CUSTOMER_ID: 'cus_9' };
  const answers: Record<string, object> = {
    'a business exists': { CES_BUSINESS_ID: 'bus_1', more: true },
    'customers of the business exist': { CES_CUSTOMER_IDS: ['a,b', 'c'] },
    'tracked events resolve to a customer': { ...given, CES_RESOLUTION_TIMEOUT_MS: 300 },
  };
  const { url, asked, states } = await serving(({ state }) => ({ body: answers[state] ?? {} }));
  const missing = ['CES_BUSINESS_ID', 'CES_CUSTOMER_IDS', ...Object.keys(given)];
  expect(await states.setUp({ ...allBut(...missing), CES_PROVIDER_STATES_URL: url })).toEqual({
    variables: {
      CES_BUSINESS_ID: 'bus_1',
      CES_CUSTOMER_IDS: 'a%2Cb,c',
      CES_TRACK_MATCHING_DATA: '{"email":"ada@example.com"}',
      CES_TRACK_MATCHING_CUSTOMER_ID: 'cus_9',
      CES_RESOLUTION_TIMEOUT_MS: '300',
    },
    reasons: {},
    notices: [],
  });
  asked.length = 0;
  expect([await states.tearDown(), await states.tearDown()]).toEqual([[], []]);
  const business = { business: 'bus_1' };
  expect(asked.map(({ state, params }) => [state, params])).toEqual([
    ['tracked events resolve to a customer', { ...business, ...answers['tracked events resolve to a customer'] }],
    ['customers of the business exist', { ...business, CES_CUSTOMER_IDS: ['a,b', 'c'] }],
    ['a business exists', { CES_BUSINESS_ID: 'bus_1', more: true }],
  ]);
});

test('what is given already stays, an empty text too, and nobody is asked for it', async ({ serving }) => {
  const { asked, states } = await serving(() => ({ body: { CES_SEGMENT_ID: 'new', CES_EVENT_ID: 'new', CES_FEATURE_FLAGS: ['new'] } }));
  const environment = { ...allBut('CES_FEATURE_FLAGS'), CES_EVENT_ID: '' };
  const { variables } = await states.setUp(environment);
  expect(variables).toEqual({ CES_FEATURE_FLAGS: 'new' });
  expect(asked.map(({ state }) => state)).toEqual(['feature flags exist']);
});

test('a server that knows none of the states is reported: its address may be wrong', async ({ serving }) => {
  const { states } = await serving(() => ({ status: 404 }));
  const { notices } = await states.setUp(allBut('CES_SEGMENT_ID', 'CES_SENT_EMAIL_ID'));
  expect(notices).toEqual(['the server knows none of the 2 provider states that it was asked for']);
});

const FAILURES: readonly (readonly [what: string, reply: Reply, reason: RegExp])[] = [
  ...[400, 404, 422, 501].map(
    (status) => [`a state that is unknown (${status})`, { status }, /^status \d+: the server does not know it$/] as const,
  ),
  ['a server error', { status: 500 }, /^status 500$/],
  ['a refusal of the credentials', { status: 401 }, /^status 401$/],
  ['a redirect', { status: 302 }, /^status 302$/],
  ['a page', { body: '<html>' }, /^the body is not JSON/],
  ['JSON that is no object', { body: ['seg_1'] }, /no object of fixtures$/],
  ['a value of another type', { body: { CES_SEGMENT_ID: 5 } }, /^CES_SEGMENT_ID: expected a text; found a number$/],
  ['an answer without content', { status: 204 }, /^it was set up, but its answer holds no CES_SEGMENT_ID$/],
  ['a value that is empty', { body: { CES_SEGMENT_ID: '' } }, /holds no CES_SEGMENT_ID$/],
];

for (const [what, reply, reason] of FAILURES)
  test(`${what} leaves its variable missing, is torn down if it was set up, and is no failure of the run`, async ({ serving }) => {
    const { asked, states } = await serving(({ state }) =>
      state === 'a segment exists' ? reply : { body: { CES_SENT_EMAIL_ID: 'sent_1' } },
    );
    const { variables, reasons, notices } = await states.setUp(allBut('CES_SEGMENT_ID', 'CES_SENT_EMAIL_ID'));
    expect(variables).toEqual({ CES_SENT_EMAIL_ID: 'sent_1' });
    const { CES_SEGMENT_ID: given = '', ...others } = reasons;
    expect(given.replace('provider state "a segment exists": ', '')).toMatch(reason);
    expect({ others, notices }).toEqual({ others: {}, notices: what.includes('unknown') ? [] : [given] });
    asked.length = 0;
    await states.tearDown();
    const isSetUp = (reply.status ?? 200) < 300;
    expect(asked.map(({ state }) => state)).toEqual(['a sent e-mail exists', ...(isSetUp ? ['a segment exists'] : [])]);
  });

const WRONG: readonly (readonly [missing: readonly string[], body: object, wrong: RegExp])[] = [
  [['CES_FEATURE_FLAGS_PARAM'], { CES_FEATURE_FLAGS_PARAM: 'names[]' }, /CES_FEATURE_FLAGS_PARAM: expected the bare name/],
  [['CES_TRACK_MATCHING_DATA', 'CES_TRACK_MATCHING_CUSTOMER_ID'], { CES_TRACK_MATCHING_DATA: { a: 1 } }, /CES_TRACK_MATCHING_CUSTOMER_ID/],
  [['CES_EVENT_LOOKUP_URL'], { CES_EVENT_LOOKUP_URL: 'http://127.0.0.2/{marker}' }, /found a URL of another origin/],
  [['CES_EVENT_LOOKUP_URL'], { CES_EVENT_LOOKUP_URL: '/find' }, /CES_EVENT_LOOKUP_URL: expected \{marker\}/],
];

for (const [missing, body, wrong] of WRONG)
  test(`${JSON.stringify(body)} is reported and not used`, async ({ serving }) => {
    const { url, states } = await serving(() => ({ body }));
    const environment = { ...allBut(...missing), CES_PROVIDER_STATES_URL: url };
    const { variables, notices } = await states.setUp(environment);
    expect(variables).toEqual({});
    expect(notices).toEqual([expect.stringMatching(wrong)]);
  });

test('a look-up may be a path, or on the origin of the server of provider states', async ({ serving }) => {
  for (const own of [true, false]) {
    const { url, states } = await serving(() => ({
      body: { CES_EVENT_LOOKUP_URL: own ? `${new URL(url).origin}/{marker}` : '/{marker}' },
    }));
    const environment = { ...allBut('CES_EVENT_LOOKUP_URL'), CES_PROVIDER_STATES_URL: url };
    expect((await states.setUp(environment)).notices).toEqual([]);
  }
});

test('a command to look events up is never taken from a server, and makes a look-up needless', async ({ serving }) => {
  const { asked, states } = await serving(() => ({ body: { CES_EVENT_LOOKUP_COMMAND: 'rm', CES_EVENT_LOOKUP_URL: '{marker}' } }));
  const missing = allBut('CES_EVENT_LOOKUP_URL');
  expect((await states.setUp(missing)).variables).toEqual({ CES_EVENT_LOOKUP_URL: '{marker}' });
  asked.length = 0;
  await states.setUp({ ...missing, CES_EVENT_LOOKUP_COMMAND: 'find' });
  expect(asked).toEqual([]);
});

test('after a state without an answer, nobody waits for the others', async ({ serve, transport }) => {
  const asked: unknown[] = [];
  const origin = await serve((request) => asked.push(request.url));
  const states = new ProviderStates(origin, transport({ timeoutMs: 300 }), credentials('user', 'secret'));
  const { notices, reasons } = await states.setUp(allBut('CES_SEGMENT_ID', 'CES_SENT_EMAIL_ID'));
  expect(asked).toHaveLength(1);
  expect(notices).toEqual([expect.stringMatching(/"a segment exists": no answer \(timeout\)/)]);
  expect(reasons.CES_SENT_EMAIL_ID).toContain('not asked for, since another one was not answered');
});

test('what is not torn down is reported, states that fail alike together', async ({ serving }) => {
  const missing = ['CES_BUSINESS_ID', 'CES_SEGMENT_ID', 'CES_SENT_EMAIL_ID'];
  const body = Object.fromEntries(missing.map((name) => [name, 'x']));
  const { states } = await serving(({ action, state }) =>
    action === 'teardown' && state !== 'a segment exists' ? { status: 500 } : { body },
  );
  await states.setUp(allBut(...missing));
  expect(await states.tearDown()).toEqual(['provider state "a sent e-mail exists": not torn down: status 500 (and 1 more)']);
});

test('after the deadline nothing is torn down any more, and all that stays is reported', async ({ serving }) => {
  const { asked, states } = await serving(() => ({ body: { CES_SEGMENT_ID: 'x', CES_SENT_EMAIL_ID: 'x' } }));
  await states.setUp(allBut('CES_SEGMENT_ID', 'CES_SENT_EMAIL_ID'));
  asked.length = 0;
  expect(await states.tearDown(Date.now() - 1)).toEqual([
    'provider state "a sent e-mail exists": not torn down: no time was left',
    'provider state "a segment exists": not torn down either',
  ]);
  expect(asked).toEqual([]);
});
