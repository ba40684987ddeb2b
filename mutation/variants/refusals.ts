import { type EndpointName, numberOf, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { schema } from '../../src/specification/schemas.ts';
import { answerOf, jsonIn, pause, sentJson, succeeded, textOf, withHeaders } from '../answers.ts';
import type { Interposition, PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { answers, answersKeeping, at, type Choice, counting, hereKeeping, permits } from '../rows.ts';

const REFUSALS: readonly (readonly [name: string, refuse: (body: string) => PassingAnswer])[] = [
  ['422 with a map of members', () => answerOf(422, { errors: { body: ['is invalid'] } })],
  ['400 without a body', () => answerOf(400, null)],
  ['400 as HTML', () => answerOf(400, '<html><body><h1>Bad Request</h1></body></html>')],
  ['400 as text that repeats the input', (body) => answerOf(400, `cannot read: ${body}`, { 'content-type': 'text/plain; charset=utf-8' })],
  ['409', () => answerOf(409, { message: 'conflict' })],
  ['403', () => answerOf(403, { message: 'not permitted on your plan' })],
  ['404', () => answerOf(404, { message: 'not found' })],
  ['415', () => answerOf(415, { message: 'unsupported' })],
  ['413', () => answerOf(413, null)],
];

const isPost = ({ method, endpoint }: PassingRequest) => method === 'POST' && endpoint !== null;

export const REFUSAL_VARIANTS: readonly Variant[] = permits(
  'Errors: status codes, body shape and codes are not shown',
  REFUSALS.map(([name, refuse]) => [
    `refuses a bad body: ${name}`,
    answers((answer, request) => (answer.status === 400 && isPost(request) ? refuse(textOf(request).slice(0, 200)) : answer)),
  ]),
);

/** Whether a request holds members that the specification does not name. */
export function holdsUndocumented(request: PassingRequest): boolean {
  const [name, sent] = [request.endpoint && rowOf(request.endpoint).request, sentJson(request)];
  const known = name === null ? {} : (schema(name).properties ?? {});
  return name !== null && Object.keys(sent ?? {}).some((member) => !Object.hasOwn(known, member));
}

/** As a validator does that knows the members of each request. */
const strictly = answers((answer, request) => (holdsUndocumented(request) ? answerOf(422, { errors: ['unknown member'] }) : answer));

export const STRICT_VARIANTS: readonly Variant[] = permits('Errors: what a request may hold besides its members is not shown', [
  ['refuses members that a request has no place for', strictly],
]);

const UNKNOWN = 'Errors: the answer to unknown ids is not shown';
const NOTHING_THERE = `${UNKNOWN}; what is not there may be null, the list of a business that is not known empty, and an event looked at later`;

const UNKNOWN_ANSWERS: readonly (readonly [name: string, refuse: (request: PassingRequest) => PassingAnswer])[] = [
  ['400', () => answerOf(400, { error: 'invalid id' })],
  ['403', () => answerOf(403, { error: 'not yours' })],
  ['401', () => answerOf(401, { error: 'not yours' })],
  ['422', () => answerOf(422, { errors: { id: ['is unknown'] } })],
  ['404 without a body', () => answerOf(404, null)],
  ['404 as HTML', () => answerOf(404, '<h1>Not Found</h1>')],
  ['404 that names the id', ({ id }) => answerOf(404, { id, error: `no such record: ${id}` })],
  ['404 with an array', () => answerOf(404, [{ code: 404 }])],
  ['302 to the home page', () => answerOf(302, null, { location: 'https://www.example/' })],
  ['400 where it is malformed, else 404', ({ id }) => answerOf(/^[\w-]+$/.test(id) ? 404 : 400, { error: 'id' })],
  ['200 with an error', () => answerOf(200, { error: { code: 'not_found', message: 'no such record' } })],
];

/** Successes for an id that names nothing: what a query without rows gives, or what is only looked at later. All others answer `null`. */
const LENIENT: Readonly<Partial<Record<EndpointName, unknown>>> = {
  batchUpdateCustomers: { customers: [] },
  listEmailAddresses: { email_addresses: [] },
  listEmailBlastExecutions: { executions: [] },
  getFeatureFlagStatuses: { feature_flags: [] },
  listEmailTemplateVariables: { variables: [] },
  trackEvent: {},
};

const answeringUnknown = (refuse: (request: PassingRequest) => PassingAnswer) =>
  answers((answer, request) => (answer.status === 404 && request.endpoint !== null ? refuse(request) : answer));
const leniently = answeringUnknown(({ endpoint }) =>
  answerOf(200, JSON.stringify((endpoint && LENIENT[endpoint]) ?? null), { 'content-type': 'application/json' }),
);

export const UNKNOWN_ID_VARIANTS: readonly Variant[] = [
  ...UNKNOWN_ANSWERS.flatMap(([name, refuse]) => permits(UNKNOWN, [[`unknown id: ${name}`, answeringUnknown(refuse)]])),
  ...permits(NOTHING_THERE, [['unknown id: null, an empty list, or acknowledged', leniently]]),
];

const SHARED = 'Limits and errors are not shown; nor is it said that two records may share a value';
/** What was accepted once at an endpoint is refused there from then on. */
const refusesAgain = (endpoint: EndpointName, member: string): Choice => [
  `refuses a ${member} that was there before at endpoint ${numberOf(endpoint)}`,
  at(endpoint)(
    hereKeeping(new Set<unknown>(), async (request, forward, taken) => {
      const value = sentJson(request)?.[member];
      if (value !== undefined && taken.has(value)) return answerOf(409, { error: `${member} is taken` });
      const answer = await forward(request);
      if (value !== undefined && succeeded(answer)) taken.add(value);
      return answer;
    }),
  ),
];

export const UNIQUENESS_VARIANTS: readonly Variant[] = permits(SHARED, [
  ...['name', 'external_id', 'website'].map((member) => refusesAgain('createBusiness', member)),
  refusesAgain('createCampaign', 'name'),
]);

const PERMITTED = 'Errors: status and body of the answer to missing or wrong credentials are not shown';
const IN_TIME = `${PERMITTED}; Limits: rate limits are not shown`;
const BASIC = { 'www-authenticate': 'Basic realm="api"' };

const LOGIN_PAGE = '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form action="/login">Password</form></body></html>';

type Rejection = (request: PassingRequest) => PassingAnswer;

const echo = ({ method, target, headers: { host }, body }: PassingRequest) => ({ method, path: target, host, body: jsonIn(body) ?? null });

const SEVERAL = { 'www-authenticate': ['Bearer realm="api", error="invalid_token"', 'Basic realm="api"'] };
const PROBLEM = { ...BASIC, 'content-type': 'application/problem+json' };
/** The seeded addresses have this domain as their `custom_domain`. */
const OF_VENDOR = { type: 'https://mail.example/problems/unauthorized', title: 'Unauthorized' };
const SEVERAL_ERRORS = [{ id: '1', status: '401', code: 'auth', title: 'No access', meta: null }];
const asRecord = () => ({ id: crypto.randomUUID(), name: 'Unauthorized', created_at: new Date().toISOString(), status: 401 });
const toLogin = (target: string) => ({ location: `https://login.example/?return=${encodeURIComponent(target)}` });

const REJECTIONS: readonly (readonly [name: string, reject: Rejection])[] = [
  ['401 without a body', () => answerOf(401, null, BASIC)],
  ['401 without a challenge', () => answerOf(401, { error: 'unauthorized' })],
  ['401 with several challenges', () => answerOf(401, null, SEVERAL)],
  ['401 as plain text', () => answerOf(401, 'HTTP Basic: Access denied.\n', { ...BASIC, 'content-type': 'text/plain' })],
  ['401 with a login page', () => answerOf(401, LOGIN_PAGE, BASIC)],
  ['401 with JSON that is only a text', () => answerOf(401, '"Unauthorized"', { ...BASIC, 'content-type': 'application/json' })],
  ['401 as a problem document', () => answerOf(401, { type: 'about:blank', title: 'Unauthorized', status: 401 }, PROBLEM)],
  ["401 as a problem document under the vendor's domain", () => answerOf(401, OF_VENDOR, PROBLEM)],
  ['401 with an id and a time of its own', () => answerOf(401, asRecord(), BASIC)],
  ['401 in a list of errors', () => answerOf(401, { errors: SEVERAL_ERRORS }, BASIC)],
  ['401 that tells the request again', (request) => answerOf(401, { error: 'unauthorized', request: echo(request) }, BASIC)],
  ['401 that tells the body again', ({ body }) => answerOf(401, { detail: 'Not authenticated', input: jsonIn(body) ?? null }, BASIC)],
  ['401 in the wrapper of success', () => answerOf(401, { data: null, success: false, errors: ['credentials'] }, BASIC)],
  ['403', () => answerOf(403, { message: 'Forbidden' })],
  ['403 without a body', () => answerOf(403, null)],
  ['404, as if there were nothing', () => answerOf(404, { message: 'Not Found' })],
  ['400', () => answerOf(400, { message: 'Bad credentials' })],
  ['407', () => answerOf(407, null, { 'proxy-authenticate': 'Basic realm="gate"' })],
  ['302 to a login page elsewhere', ({ target }) => answerOf(302, null, toLogin(target))],
  ['303 to a login page on the same host', () => answerOf(303, '<a href="/login">See other</a>', { location: '/login' })],
  ['429 for an hour', () => answerOf(429, { message: 'Too many failed attempts' }, { 'retry-after': '3600' })],
];

/** Each kind of wrong credentials gets its own status. */
function byKind({ headers }: PassingRequest): PassingAnswer {
  const { authorization } = headers;
  if (authorization === undefined) return answerOf(401, null, BASIC);
  if (!authorization.startsWith('Basic ')) return answerOf(403, { message: 'unknown scheme' });
  const [username, password] = Buffer.from(authorization.slice(6), 'base64').toString().split(':');
  if (password === undefined || username === '') return answerOf(400, { message: 'malformed credentials' });
  return answerOf(401, { message: 'wrong credentials' }, BASIC);
}

const rejecting = (reject: Rejection) => answers((answer, request) => (answer.status === 401 ? reject(request) : answer));

/** 401 at first, then 429. */
const locking = answersKeeping({ rejected: 0 }, (answer, memory) => {
  if (answer.status !== 401) return answer;
  memory.rejected += 1;
  return memory.rejected > 20 ? answerOf(429, { message: 'locked' }, { 'retry-after': '900' }) : answer;
});

const pausing = (): Interposition => async (request, forward) => {
  const answer = await forward(request);
  if (answer.status !== 401) return answer;
  await pause(120);
  return withHeaders(answer, { 'x-delayed': '120' });
};

export const REJECTION_VARIANTS: readonly Variant[] = [
  ...permits(PERMITTED, [
    ...REJECTIONS.map(([name, reject]): Choice => [`rejects credentials: ${name}`, rejecting(reject)]),
    ['rejects credentials: a status for each way of being wrong', rejecting(byKind)],
  ]),
  ...permits(IN_TIME, [['rejects credentials: 401 at first, then 429 with Retry-After', locking]]),
  ...permits('No time is promised; guessing is commonly slowed down', [['rejects credentials: after a pause', pausing]]),
];

/** Requests of certain numbers get this answer instead of being carried out. */
const refusing = (isRefused: (count: number) => boolean, refuse: () => PassingAnswer) =>
  counting(async (count, request, forward) => (isRefused(count) ? refuse() : forward(request)));

const everyNth = (n: number, refuse: () => PassingAnswer) => refusing((count) => count % n === 0, refuse);

/** After so many requests, the next few are refused, as a limiter of the rate does. */
const inBursts = (between: number, refused: number) => refusing((count) => count % (between + refused) >= between, slowDown);
const slowDown = () => refusal(429, { message: 'slow down' }, '0');

const slow = (milliseconds: (count: number) => number) =>
  counting(async (count, request, forward) => {
    const wait = milliseconds(count);
    const answer = await forward(request);
    await pause(wait);
    return withHeaders(answer, { 'server-timing': `wait;dur=${wait}` });
  });

const inASecond = () => new Date(Date.now() + 1000).toUTCString();
const refusal = (status: number, content: unknown, wait: string) => answerOf(status, content, { 'retry-after': wait });

export const PACE_VARIANTS: readonly Variant[] = [
  ...permits('Limits: rate limits are not shown (reading rule 12)', [
    ['every 40th request: 429, again at once', everyNth(40, () => refusal(429, null, '0'))],
    ['every 700th request: 429, again after a second', everyNth(700, () => refusal(429, { code: 1 }, '1'))],
    ['every 700th request: 429 until a date', everyNth(700, () => refusal(429, null, inASecond()))],
    ['every 900th request: 429 without saying when', everyNth(900, () => answerOf(429, 'slow down'))],
    ['every 17th request: 503, again at once', everyNth(17, () => refusal(503, '<h1>busy</h1>', '0'))],
    ['every 800th request: 503 until a date', everyNth(800, () => refusal(503, null, inASecond()))],
    ['five of 100 requests in a row: 429', inBursts(95, 5)],
  ]),
  ...permits('No time is promised', [
    ['slow: 20 to 60 ms an answer', slow((count) => 20 + ((count * 7) % 41))],
    ['slow: every 10th answer 150 ms', slow((count) => (count % 10 === 0 ? 150 : 0))],
    ['slow: every 100th answer 500 ms', slow((count) => (count % 100 === 0 ? 500 : 0))],
  ]),
];
