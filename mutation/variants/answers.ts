import { type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import type { Interposition, Misbehaviour, PassingAnswer, PassingRequest } from '../interposition.ts';

/** Gives back the same object where it has nothing to change. */
export type Change = (answer: PassingAnswer, request: PassingRequest) => PassingAnswer | Misbehaviour;

export type JsonObject = Record<string, unknown>;

/** Every answer goes through `change`. */
export function answersThrough(change: Change): () => Interposition {
  return () => async (request, forward) => change(await forward(request), request);
}

/** Each run begins with fresh state. */
export function answersThroughFresh(makeChange: () => Change): () => Interposition {
  return () => {
    const change = makeChange();
    return async (request, forward) => change(await forward(request), request);
  };
}

export function isSuccess({ status }: PassingAnswer): boolean {
  return status >= 200 && status < 300;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The JSON value of a body; undefined where it holds none. */
export function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(body));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function withText(answer: PassingAnswer, text: string): PassingAnswer {
  return { ...answer, body: bytesOf(text) };
}

export function withHeaders(answer: PassingAnswer, headers: PassingAnswer['headers']): PassingAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** An answer of the service's own making. */
export function answerOf(status: number, content: unknown, headers: PassingAnswer['headers'] = {}): PassingAnswer {
  if (content === null) return { status, headers, body: new Uint8Array() };
  const [type, text] = typeof content === 'string' ? ['text/html; charset=utf-8', content] : ['application/json', JSON.stringify(content)];
  return { status, headers: { 'content-type': type, ...headers }, body: bytesOf(text) };
}

/** The JSON value of every success of an endpoint goes through `edit`. */
export function editingJson(edit: (value: unknown, endpoint: EndpointName, request: PassingRequest) => unknown): Change {
  return (answer, request) => {
    if (request.endpoint === null || !isSuccess(answer)) return answer;
    const value = jsonIn(answer.body);
    return value === undefined ? answer : withText(answer, JSON.stringify(edit(value, request.endpoint, request)));
  };
}

/** Every record in a success goes through `edit`: the items of a list, else the answer itself. The empty object of trackEvent is no record. */
export function editingRecords(edit: (record: JsonObject, resource: string, request: PassingRequest) => JsonObject): Change {
  return editingJson((value, endpoint, request) => {
    const {
      resources: [resource],
      list,
    } = rowOf(endpoint);
    if (!isObject(value) || resource === undefined) return value;
    const one = (record: unknown) => (isObject(record) ? edit(record, resource, request) : record);
    if (list === null) return one(value);
    const items = value[list];
    return { ...value, [list]: Array.isArray(items) ? items.map(one) : items };
  });
}

/** Every record of one resource. */
export function editing(resource: string, edit: (record: JsonObject, request: PassingRequest) => JsonObject): Change {
  return editingRecords((record, own, request) => (own === resource ? edit(record, request) : record));
}
