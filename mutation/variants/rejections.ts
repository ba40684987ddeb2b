import { answerOf, jsonIn, pause, withHeaders } from '../answers.ts';
import type { Interposition, PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { answers, answersKeeping, type Choice, permits } from '../rows.ts';

const PERMITTED = 'Errors: status and body of the answer to missing or wrong credentials are not shown';
const BASIC = { 'www-authenticate': 'Basic realm="api"' };

const LOGIN_PAGE = '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form action="/login">Password</form></body></html>';

type Rejection = (request: PassingRequest) => PassingAnswer;

const echo = ({ method, target: path, headers, body }: PassingRequest) => ({
  method,
  path,
  host: headers.host,
  body: jsonIn(body) ?? null,
});

const SEVERAL = { 'www-authenticate': ['Bearer realm="api", error="invalid_token"', 'Basic realm="api"'] };
const JSON_TEXT = { ...BASIC, 'content-type': 'application/json' };
const PROBLEM = { ...BASIC, 'content-type': 'application/problem+json' };
const BLANK = { type: 'about:blank', title: 'Unauthorized', status: 401 };
/** The seeded addresses have this domain as their `custom_domain`. */
const OF_VENDOR = { type: 'https://mail.example/problems/unauthorized', title: 'Unauthorized' };
const ERRORS = [{ id: '1', status: '401', code: 'auth', title: 'No access', meta: null }];
const asRecord = () => ({ id: crypto.randomUUID(), name: 'Unauthorized', created_at: new Date().toISOString(), status: 401 });
const toLogin = (target: string) => ({ location: `https://login.example/?return=${encodeURIComponent(target)}` });

const REJECTIONS: readonly (readonly [name: string, reject: Rejection])[] = [
  ['401 without a body', () => answerOf(401, null, BASIC)],
  ['401 without a challenge', () => answerOf(401, { error: 'unauthorized' })],
  ['401 with several challenges', () => answerOf(401, null, SEVERAL)],
  ['401 as plain text', () => answerOf(401, 'HTTP Basic: Access denied.\n', { ...BASIC, 'content-type': 'text/plain' })],
  ['401 with a login page', () => answerOf(401, LOGIN_PAGE, BASIC)],
  ['401 with JSON that is only a text', () => answerOf(401, '"Unauthorized"', JSON_TEXT)],
  ['401 as a problem document', () => answerOf(401, BLANK, PROBLEM)],
  ["401 as a problem document under the vendor's domain", () => answerOf(401, OF_VENDOR, PROBLEM)],
  ['401 with an id and a time of its own', () => answerOf(401, asRecord(), BASIC)],
  ['401 in a list of errors', () => answerOf(401, { errors: ERRORS }, BASIC)],
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
const locking = answersKeeping(
  () => ({ rejected: 0 }),
  (answer, memory) => {
    if (answer.status !== 401) return answer;
    memory.rejected += 1;
    return memory.rejected > 20 ? answerOf(429, { message: 'locked' }, { 'retry-after': '900' }) : answer;
  },
);

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
  ...permits(`${PERMITTED}; Limits: rate limits are not shown`, [
    ['rejects credentials: 401 at first, then 429 with Retry-After', locking],
  ]),
  ...permits('No time is promised; guessing is commonly slowed down', [['rejects credentials: after a pause', pausing]]),
];
