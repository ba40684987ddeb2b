import { jsonIn as jsonInText } from '../src/settings/parsing/json.ts';
import { decoded } from '../src/settings/parsing/parsers.ts';
import type { EndpointName } from '../src/specification/endpoints.ts';
import { isObject } from '../src/specification/json.ts';
import type { Misbehaviour, PassingAnswer, PassingRequest } from './interposition.ts';

export { setTimeout as pause } from 'node:timers/promises';
export { isObject };

export type JsonObject = Record<string, unknown>;

/** Endpoints; null stands for what is none. */
export type Where = readonly (EndpointName | null)[];

export const concerns = (endpoints: Where, { endpoint }: PassingRequest): boolean => endpoints.includes(endpoint);
export const succeeded = ({ status }: PassingAnswer): boolean => status >= 200 && status < 300;
export const textOf = ({ body }: { readonly body: Uint8Array }): string => Buffer.from(body).toString('utf8');
export const jsonOf = (message: { readonly body: Uint8Array }): JsonObject => JSON.parse(textOf(message)) as JsonObject;

/** The JSON value of a body; undefined where it holds none. */
export const jsonIn = (body: Uint8Array): unknown => jsonInText(textOf({ body }));

/** The JSON object that a request carries; null where it carries none: the suite sends what is not JSON on purpose. */
export function sentJson({ body }: PassingRequest): JsonObject | null {
  const value = jsonIn(body);
  return isObject(value) ? value : null;
}

export function withJson<Message extends { readonly body: Uint8Array }>(message: Message, value: unknown): Message {
  return { ...message, body: Buffer.from(JSON.stringify(value)) };
}

export function withText<Message extends { readonly body: Uint8Array }>(message: Message, text: string): Message {
  return { ...message, body: Buffer.from(text) };
}

export function withHeaders<Message extends PassingAnswer | PassingRequest>(message: Message, headers: Message['headers']): Message {
  return { ...message, headers: { ...message.headers, ...headers } };
}

/** The request, called JSON. */
export const asJson = (request: PassingRequest) => withHeaders(request, { 'content-type': 'application/json' });

export function withoutDate(answer: PassingAnswer): PassingAnswer {
  const { date: _date, ...headers } = answer.headers;
  return { ...answer, headers };
}

/** Statuses whose answers have no content (RFC 9110 §6.4.1). */
export const WITHOUT_CONTENT = [204, 205, 304];

/** What a cache needs not be sent again. */
export const notModified = (answer: PassingAnswer): PassingAnswer => ({ ...answer, status: 304, body: new Uint8Array() });

/** An answer of the service's own making. */
export function answerOf(status: number, content: unknown, headers: PassingAnswer['headers'] = {}): PassingAnswer {
  if (content === null) return { status, headers, body: new Uint8Array() };
  const [type, text] = typeof content === 'string' ? ['text/html; charset=utf-8', content] : ['application/json', JSON.stringify(content)];
  return { status, headers: { 'content-type': type, ...headers }, body: Buffer.from(text) };
}

/** The request with another record in its path. */
export function withId(request: PassingRequest, id: string): PassingRequest {
  const [path = '', query] = request.target.split(/\?(.*)/s);
  const segments = path.split('/').map((segment) => (decoded(segment) === request.id ? encodeURIComponent(id) : segment));
  return { ...request, id, target: segments.join('/') + (query === undefined ? '' : `?${query}`) };
}

export const HANG: Misbehaviour = { misbehaviour: 'hang' };
export const RESET: Misbehaviour = { misbehaviour: 'reset' };

/** The answer of a service that crashed. */
export const CRASH: PassingAnswer = answerOf(500, { error: { code: 'internal', message: 'something went wrong' } });

/** The answer of a service that knows no such record. */
export const NOT_FOUND: PassingAnswer = answerOf(404, { error: { code: 'not_found', message: 'no such record' } });

/** The list of that name; empty for none. */
export function listIn(body: JsonObject | null, member: string): unknown[] {
  const list = body?.[member];
  return Array.isArray(list) ? list : [];
}
