import type { Interposition, Misbehaviour, PassingAnswer, PassingRequest } from './interposition.ts';

export type JsonObject = Record<string, unknown>;

/** The member that holds the records, where an answer is a list (Endpoints, rows 3, 9, 12, 14). */
const LISTS: Readonly<Record<number, string>> = { 3: 'customers', 9: 'email_addresses', 12: 'executions', 14: 'feature_flags' };

/** How one answer becomes another. */
export type AnswerChange = (answer: PassingAnswer, request: PassingRequest) => PassingAnswer | Misbehaviour;

/** Changes every answer of these endpoints, rejections too. */
export function onAnswer(endpoints: readonly number[], change: AnswerChange): () => Interposition {
  return () => async (request, forward) => {
    const answer = await forward(request);
    return concerns(endpoints, request) ? change(answer, request) : answer;
  };
}

/** Changes the answers of these endpoints to requests that succeed. */
export function onSuccess(endpoints: readonly number[], change: AnswerChange): () => Interposition {
  return onAnswer(endpoints, (answer, request) => (succeeded(answer) ? change(answer, request) : answer));
}

/** Changes the JSON value in answers of success. */
export function onJson(endpoints: readonly number[], change: (value: JsonObject, request: PassingRequest) => unknown): () => Interposition {
  return onSuccess(endpoints, (answer, request) => withJson(answer, change(jsonOf(answer), request)));
}

/** Changes each record in answers of success, whether it stands alone or in a list. */
export function onRecords(
  endpoints: readonly number[],
  change: (record: JsonObject, request: PassingRequest) => unknown,
): () => Interposition {
  return onJson(endpoints, (value, request) => mapRecords(value, request, (record) => change(record, request)));
}

/** As `onRecords`, with a memory that lasts for one run. */
export function onRecordsKeeping<Memory>(
  endpoints: readonly number[],
  begin: () => Memory,
  change: (record: JsonObject, memory: Memory, request: PassingRequest) => unknown,
): () => Interposition {
  return () => {
    const memory = begin();
    return onRecords(endpoints, (record, request) => change(record, memory, request))();
  };
}

/** Changes the request before the implementation gets it. */
export function onRequest(endpoints: readonly number[], change: (request: PassingRequest) => PassingRequest): () => Interposition {
  return () => (request, forward) => forward(concerns(endpoints, request) ? change(request) : request);
}

/** Answers in place of the implementation where `instead` has something to say. */
export function insteadOf(
  endpoints: readonly number[],
  instead: (request: PassingRequest) => PassingAnswer | Misbehaviour | null,
): () => Interposition {
  return () => async (request, forward) => (concerns(endpoints, request) ? instead(request) : null) ?? forward(request);
}

export function concerns(endpoints: readonly number[], { endpoint }: PassingRequest): boolean {
  return endpoint !== null && endpoints.includes(endpoint);
}

export function succeeded({ status }: PassingAnswer): boolean {
  return status >= 200 && status < 300;
}

export function jsonOf({ body }: { readonly body: Uint8Array }): JsonObject {
  return JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject;
}

/** The JSON object that a request carries; null where it carries none. */
export function sentJson(request: PassingRequest): JsonObject | null {
  try {
    const value: unknown = jsonOf(request);
    return isObject(value) ? value : null;
  } catch {
    return null; // not JSON: sent on purpose, and nothing that a fault about members has to do with
  }
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

export function jsonAnswer(status: number, value: unknown): PassingAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: Buffer.from(JSON.stringify(value)) };
}

/** What a service says when it fell over. */
export const CRASH: PassingAnswer = jsonAnswer(500, { error: { code: 'internal', message: 'something went wrong' } });

function mapRecords(value: JsonObject, { endpoint }: PassingRequest, change: (record: JsonObject) => unknown): unknown {
  const list = LISTS[endpoint ?? 0];
  if (list === undefined) return change(value);
  return { ...value, [list]: (value[list] as JsonObject[]).map(change) };
}
