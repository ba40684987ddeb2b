import { endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { answerOf, withHeaders } from '../answers.ts';
import { expects, isChunked } from '../faults/equivalent-requests.ts';
import type { Interposition, PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { endpointAt, LENIENT_READINGS, type LenientReading, lenientlyRead } from '../proxy/passing-request.ts';
import { type Choice, instead, numberedAnswers, permits, requests } from '../rows.ts';

const NOT_LISTED = 'What the service does: operations beyond the 18 are not shown, nor are other spellings of a path';
const HTTP = 'RFC 9110 leaves it to the server';

const isUnlisted = ({ endpoint, target }: PassingRequest) => endpoint === null && !target.includes('/conformance/');
const isKnownPath = ({ target }: PassingRequest) => (endpointAt('GET', target) ?? endpointAt('POST', target)) !== null;
const unlistedMethod = (request: PassingRequest) => isUnlisted(request) && isKnownPath(request);
const isRespelt = (request: PassingRequest) =>
  isUnlisted(request) && (Object.keys(LENIENT_READINGS) as LenientReading[]).some((reading) => lenientlyRead(request, reading) !== null);

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization',
};
const PAGE = '<!DOCTYPE html><html><head><title>App</title></head><body><div id="root"></div></body></html>';

function allowOf(request: PassingRequest): string {
  const name = endpointAt('GET', request.target) ?? endpointAt('POST', request.target);
  return name === null ? '' : rowOf(name).method;
}

/** With or without credentials, the service behind decides. */
const readsLeniently = (reading: LenientReading): Choice => [
  `reads a path leniently, with authentication: ${reading}`,
  requests((request) => lenientlyRead(request, reading)?.request ?? request),
];

/** Such requests get this answer. */
export const when = (is: (request: PassingRequest) => boolean, answer: (request: PassingRequest) => PassingAnswer) =>
  instead((request) => (is(request) ? answer(request) : null));
const answering = (wanted: string, answer: (request: PassingRequest) => PassingAnswer) => when(({ method }) => method === wanted, answer);

/** Cookies of a gateway, another one each time. */
const cookies = numberedAnswers((answer, count) =>
  withHeaders(answer, {
    'set-cookie': [`lb=node-${count % 2}; Path=/; Expires=Wed, 21 Oct 2037 07:28:00 GMT; HttpOnly`, `trace=${count}; Path=/`],
  }),
);

/** A GET on a path that takes POST shows what was made there first. */
function showsLatest(): Interposition {
  const latest = new Map<string, PassingAnswer>();
  return async (request, forward) => {
    const { method, target, headers } = request;
    const path = target.split('?')[0] ?? '';
    if (endpointAt('POST', target) === null) return forward(request);
    if (method === 'GET' && headers.authorization !== undefined) return latest.get(path) ?? forward(request);
    const answer = await forward(request);
    if (method === 'POST' && answer.status < 300 && !latest.has(path)) latest.set(path, answer);
    return answer;
  };
}

const hasTwo = ({ headers }: PassingRequest) => headers.authorization?.includes(', Basic') ?? false;
const description = (request: PassingRequest) => answerOf(200, { methods: [allowOf(request)], description: 'see the manual' });
const notAllowed = (request: PassingRequest) => answerOf(405, { error: 'method' }, { allow: allowOf(request) });
const redirect = ({ target }: PassingRequest) => answerOf(308, null, { location: target.replace(/\/$/, '').toLowerCase() });

export const DOOR_VARIANTS: readonly Variant[] = [
  ...permits(HTTP, [
    ['OPTIONS: 204 for a preflight, without credentials', answering('OPTIONS', () => answerOf(204, null, CORS))],
    ['OPTIONS: 200 with an empty object, without credentials', answering('OPTIONS', () => answerOf(200, {}, CORS))],
    ['OPTIONS: 200 with what the path takes, without credentials', answering('OPTIONS', description)],
    ['HEAD: 200 for anything, without credentials', answering('HEAD', () => answerOf(200, null))],
    ['HEAD: 405', answering('HEAD', () => answerOf(405, null, { allow: 'GET' }))],
    ['other methods: 405 with Allow, before credentials', when(unlistedMethod, notAllowed)],
    ['other methods: 501', when(unlistedMethod, () => answerOf(501, null))],
    ['other methods: 400', when(unlistedMethod, () => answerOf(400, { error: 'bad request' }))],
  ]),
  ...permits(NOT_LISTED, [
    ['other spellings: 404, before credentials', when(isRespelt, () => answerOf(404, { error: 'no such path' }))],
    ['other spellings: a redirect to the documented one', when(isRespelt, redirect)],
    ['other spellings: the page of an application', when(isRespelt, () => answerOf(200, PAGE))],
    readsLeniently('slash at the end'),
    readsLeniently('double slash'),
    readsLeniently('capital letters'),
    readsLeniently('escaped letter'),
    readsLeniently('parameter at the end'),
  ]),
  ...permits(HTTP, [['two Authorization headers: 400', when(hasTwo, () => answerOf(400, { error: 'one Authorization header, please' }))]]),
  ...permits('RFC 9110 §15.5.12: a server may ask for the length', [['a body in chunks: 411', when(isChunked, () => answerOf(411, null))]]),
  ...permits('RFC 9110 §10.1.1: a server may fail the expectation', [['an expectation: 417', when(expects, () => answerOf(417, null))]]),
  ...permits('Headers beside Content-Type are not shown', [['cookies of a gateway, another one each time', cookies]]),
  ...permits(NOT_LISTED, [['a GET on a path that takes POST shows the latest record', showsLatest]]),
];
