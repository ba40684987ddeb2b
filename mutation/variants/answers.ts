import { type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { isObject, type JsonObject, succeeded, withText } from '../answers.ts';
import type { Interposition, Misbehaviour, PassingAnswer, PassingRequest, Variant } from '../interposition.ts';

/** Gives back the same object where it has nothing to change. */
export type Change = (answer: PassingAnswer, request: PassingRequest) => PassingAnswer | Misbehaviour;

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

export function withHeaders(answer: PassingAnswer, headers: PassingAnswer['headers']): PassingAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** An answer of the service's own making. */
export function answerOf(status: number, content: unknown, headers: PassingAnswer['headers'] = {}): PassingAnswer {
  if (content === null) return { status, headers, body: new Uint8Array() };
  const [type, text] = typeof content === 'string' ? ['text/html; charset=utf-8', content] : ['application/json', JSON.stringify(content)];
  return { status, headers: { 'content-type': type, ...headers }, body: bytesOf(text) };
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The JSON value of every success of an endpoint goes through `edit`. */
export function editingJson(edit: (value: unknown, endpoint: EndpointName, request: PassingRequest) => unknown): Change {
  return (answer, request) => {
    if (request.endpoint === null || !succeeded(answer)) return answer;
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

/** Every record of one resource, in all answers. */
export const records = (resource: string, edit: (record: JsonObject, request: PassingRequest) => JsonObject) =>
  answersThrough(editing(resource, (record, request) => ({ ...record, ...edit(record, request) })));

/** Every record of one resource, by its number in a run, from 1. */
export const numbered =
  (resource: string, edit: (record: JsonObject, number: number) => JsonObject): (() => Interposition) =>
  () => {
    let number = 0;
    return records(resource, (record) => {
      number += 1;
      return edit(record, number);
    })();
  };

/** The list of this name, in the answers of one endpoint. */
export const listed = (endpoint: EndpointName, name: string, edit: (items: unknown[]) => unknown[]) =>
  answersThrough(
    editingJson((value, own) => {
      const items = isObject(value) && own === endpoint ? value[name] : undefined;
      return Array.isArray(items) ? { ...(value as JsonObject), [name]: edit(items) } : value;
    }),
  );

/** A permitted choice, in a table that says what leaves it open. */
export type Choice = readonly [name: string, interpose: () => Interposition, variables?: Readonly<Record<string, string>>];

/** Choices that the same sentence leaves open. */
export function permits(permitted: string, choices: readonly Choice[]): Variant[] {
  return choices.map(([name, interpose, variables]) => ({ name, permitted, interpose, ...(variables && { variables }) }));
}
