import { endpoint as rowOf } from '../../src/specification/endpoints.ts';
import type { Interposition, PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { endpointAt, LENIENT_READINGS, type LenientReading, lenientlyRead } from '../respelt.ts';
import { answerOf } from './answers.ts';

const NOT_LISTED = 'What the service does: operations beyond the 18 are not shown, nor are other spellings of a path';
const HTTP = 'RFC 9110 leaves it to the server';

/** Answers in place of the service; null where it does not. */
const instead =
  (answer: (request: PassingRequest) => PassingAnswer | null): (() => Interposition) =>
  () =>
  async (request, forward) =>
    answer(request) ?? forward(request);

const isUnlisted = ({ endpoint, target }: PassingRequest) => endpoint === null && !target.includes('/conformance/');
const isKnownPath = ({ target }: PassingRequest) => (endpointAt('GET', target) ?? endpointAt('POST', target)) !== undefined;
const unlistedMethod = (request: PassingRequest) => isUnlisted(request) && isKnownPath(request);
const isRespelt = (request: PassingRequest) =>
  isUnlisted(request) && (Object.keys(LENIENT_READINGS) as LenientReading[]).some((reading) => lenientlyRead(request, reading) !== null);

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization',
};
const PAGE = '<!DOCTYPE html><html><head><title>App</title></head><body><div id="root"></div></body></html>';

const variant = (name: string, permitted: string, interpose: () => Interposition): Variant => ({ name, permitted, interpose });

function allowOf(request: PassingRequest): string {
  const name = endpointAt('GET', request.target) ?? endpointAt('POST', request.target);
  return name === undefined ? '' : rowOf(name).method;
}

/** With or without credentials, the service behind decides. */
const readsLeniently = (reading: LenientReading) =>
  variant(`reads a path leniently, with authentication: ${reading}`, NOT_LISTED, () => async (request, forward) => {
    const read = lenientlyRead(request, reading);
    return forward(read === null ? request : read.request);
  });

export const DOOR_VARIANTS: readonly Variant[] = [
  variant(
    'OPTIONS: 204 for a preflight, without credentials',
    HTTP,
    instead((request) => (request.method === 'OPTIONS' ? answerOf(204, null, CORS) : null)),
  ),
  variant(
    'OPTIONS: 200 with an empty object, without credentials',
    HTTP,
    instead((request) => (request.method === 'OPTIONS' ? answerOf(200, {}, CORS) : null)),
  ),
  variant(
    'OPTIONS: 200 with what the path takes, without credentials',
    HTTP,
    instead((request) =>
      request.method === 'OPTIONS' ? answerOf(200, { methods: [allowOf(request)], description: 'see the manual' }) : null,
    ),
  ),
  variant(
    'HEAD: 200 for anything, without credentials',
    HTTP,
    instead((request) => (request.method === 'HEAD' ? answerOf(200, null) : null)),
  ),
  variant(
    'HEAD: 405',
    HTTP,
    instead((request) => (request.method === 'HEAD' ? answerOf(405, null, { allow: 'GET' }) : null)),
  ),
  variant(
    'other methods: 405 with Allow, before credentials',
    HTTP,
    instead((request) => (unlistedMethod(request) ? answerOf(405, { error: 'method' }, { allow: allowOf(request) }) : null)),
  ),
  variant(
    'other methods: 501',
    HTTP,
    instead((request) => (unlistedMethod(request) ? answerOf(501, null) : null)),
  ),
  variant(
    'other methods: 400',
    HTTP,
    instead((request) => (unlistedMethod(request) ? answerOf(400, { error: 'bad request' }) : null)),
  ),
  variant(
    'other spellings: 404, before credentials',
    NOT_LISTED,
    instead((request) => (isRespelt(request) ? answerOf(404, { error: 'no such path' }) : null)),
  ),
  variant(
    'other spellings: a redirect to the documented one',
    NOT_LISTED,
    instead((request) => (isRespelt(request) ? answerOf(308, null, { location: request.target.replace(/\/$/, '').toLowerCase() }) : null)),
  ),
  variant(
    'other spellings: the page of an application',
    NOT_LISTED,
    instead((request) => (isRespelt(request) ? answerOf(200, PAGE) : null)),
  ),
  ...(['slash at the end', 'double slash', 'capital letters', 'escaped letter', 'parameter at the end'] as const).map(readsLeniently),
  variant(
    'two Authorization headers: 400',
    HTTP,
    instead(({ headers }) =>
      headers.authorization?.includes(', Basic') ? answerOf(400, { error: 'one Authorization header, please' }) : null,
    ),
  ),
  variant(
    'a body in chunks: 411',
    'RFC 9110 §15.5.12: a server may ask for the length',
    instead(({ headers }) => (headers['transfer-encoding'] === 'chunked' ? answerOf(411, null) : null)),
  ),
  variant(
    'an expectation: 417',
    'RFC 9110 §10.1.1: a server may fail the expectation',
    instead(({ headers }) => (headers.expect === undefined ? null : answerOf(417, null))),
  ),
  variant('cookies of a gateway, another one each time', 'Headers beside Content-Type are not shown', () => {
    let count = 0;
    return async (request, forward) => {
      const answer = await forward(request);
      count += 1;
      const cookies = [`lb=node-${count % 2}; Path=/; Expires=Wed, 21 Oct 2037 07:28:00 GMT; HttpOnly`, `trace=${count}; Path=/`];
      return { ...answer, headers: { ...answer.headers, 'set-cookie': cookies } };
    };
  }),
  variant('a GET on a path that takes POST shows the latest record', NOT_LISTED, () => {
    const latest = new Map<string, PassingAnswer>();
    return async (request, forward) => {
      const name = endpointAt('POST', request.target);
      const path = request.target.split('?')[0] ?? '';
      if (request.method === 'POST' && name !== undefined) {
        const answer = await forward(request);
        if (answer.status < 300 && !latest.has(path)) latest.set(path, answer);
        return answer;
      }
      const shown =
        request.method === 'GET' && name !== undefined && request.headers.authorization !== undefined ? latest.get(path) : undefined;
      return shown ?? forward(request);
    };
  }),
];
