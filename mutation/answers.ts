import { type EndpointName, endpoint as rowOf } from '../src/specification/endpoints.ts';
import type { Interposition, Misbehaviour, PassingAnswer, PassingRequest } from './interposition.ts';

export type JsonObject = Record<string, unknown>;

/** Endpoints; null stands for what is none. */
export type Where = readonly (EndpointName | null)[];

/** How one answer becomes another. */
export type AnswerChange = (answer: PassingAnswer, request: PassingRequest) => PassingAnswer | Misbehaviour;

/** Changes every answer of these endpoints, rejections too. */
export function onAnswer(endpoints: Where, change: AnswerChange): () => Interposition {
  return () => async (request, forward) => {
    const answer = await forward(request);
    return concerns(endpoints, request) ? change(answer, request) : answer;
  };
}

/** Changes the answers of these endpoints to requests that succeed. */
export function onSuccess(endpoints: Where, change: AnswerChange): () => Interposition {
  return onAnswer(endpoints, (answer, request) => (succeeded(answer) ? change(answer, request) : answer));
}

/** Changes the JSON value in answers of success. */
export function onJson(endpoints: Where, change: (value: JsonObject, request: PassingRequest) => unknown): () => Interposition {
  return onSuccess(endpoints, (answer, request) => withJson(answer, change(jsonOf(answer), request)));
}

/** Changes each record in answers of success, whether it stands alone or in a list. */
export function onRecords(endpoints: Where, change: (record: JsonObject, request: PassingRequest) => unknown): () => Interposition {
  return onJson(endpoints, (value, request) => mapRecords(value, request, (record) => change(record, request)));
}

/** Changes the request before the implementation gets it. */
export function onRequest(endpoints: Where, change: (request: PassingRequest) => PassingRequest): () => Interposition {
  return () => (request, forward) => forward(concerns(endpoints, request) ? change(request) : request);
}

/** Answers in place of the implementation where `instead` has an answer. */
export function insteadOf(
  endpoints: Where,
  instead: (request: PassingRequest) => PassingAnswer | Misbehaviour | null,
): () => Interposition {
  return () => async (request, forward) => (concerns(endpoints, request) ? instead(request) : null) ?? forward(request);
}

export function concerns(endpoints: Where, { endpoint }: PassingRequest): boolean {
  return endpoints.includes(endpoint);
}

export function succeeded({ status }: PassingAnswer): boolean {
  return status >= 200 && status < 300;
}

export function textOf({ body }: { readonly body: Uint8Array }): string {
  return Buffer.from(body).toString('utf8');
}

export function jsonOf(message: { readonly body: Uint8Array }): JsonObject {
  return JSON.parse(textOf(message)) as JsonObject;
}

/** The JSON value of a body; undefined where it holds none. */
export function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(textOf({ body }));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The JSON object that a request carries; null where it carries none: the suite sends what is not JSON on purpose. */
export function sentJson({ body }: PassingRequest): JsonObject | null {
  const value = jsonIn(body);
  return isObject(value) ? value : null;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function withJson<Message extends { readonly body: Uint8Array }>(message: Message, value: unknown): Message {
  return { ...message, body: Buffer.from(JSON.stringify(value)) };
}

export function withText<Message extends { readonly body: Uint8Array }>(message: Message, text: string): Message {
  return { ...message, body: Buffer.from(text) };
}

export function withHeaders(answer: PassingAnswer, headers: PassingAnswer['headers']): PassingAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** An answer of the service's own making. */
export function answerOf(status: number, content: unknown, headers: PassingAnswer['headers'] = {}): PassingAnswer {
  if (content === null) return { status, headers, body: new Uint8Array() };
  const [type, text] = typeof content === 'string' ? ['text/html; charset=utf-8', content] : ['application/json', JSON.stringify(content)];
  return { status, headers: { 'content-type': type, ...headers }, body: Buffer.from(text) };
}

export function jsonAnswer(status: number, value: unknown): PassingAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: Buffer.from(JSON.stringify(value)) };
}

/** The request with another record in its path. */
export function withId(request: PassingRequest, id: string): PassingRequest {
  const [path = '', query] = request.target.split(/\?(.*)/s);
  const segments = path.split('/').map((segment) => (unescaped(segment) === request.id ? encodeURIComponent(id) : segment));
  return { ...request, id, target: segments.join('/') + (query === undefined ? '' : `?${query}`) };
}

export const HANG: Misbehaviour = { misbehaviour: 'hang' };
export const RESET: Misbehaviour = { misbehaviour: 'reset' };

/** The answer of a service that crashed. */
export const CRASH: PassingAnswer = jsonAnswer(500, { error: { code: 'internal', message: 'something went wrong' } });

/** The answer of a service that knows no such record. */
export const NOT_FOUND: PassingAnswer = jsonAnswer(404, { error: { code: 'not_found', message: 'no such record' } });

function mapRecords(value: JsonObject, { endpoint }: PassingRequest, change: (record: JsonObject) => unknown): unknown {
  const list = endpoint === null ? null : rowOf(endpoint).list;
  if (list === null) return change(value);
  return { ...value, [list]: (value[list] as JsonObject[]).map(change) };
}

/** Percent-decoded; null where the suite sent what does not decode, on purpose: it names no record. */
export function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
