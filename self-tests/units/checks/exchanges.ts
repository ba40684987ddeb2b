import type { WrittenTime } from '../../../src/checks/clock.ts';
import { none } from '../../../src/http/authorization.ts';
import type { Answer, Exchange, Failure, Method } from '../../../src/http/exchange.ts';

export interface Said {
  readonly method?: Method;
  readonly url?: string;
  /** Sent as JSON text. */
  readonly sent?: unknown;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Answered: text and bytes as they are, anything else as JSON text. */
  readonly body?: unknown;
  readonly durationMs?: number;
  readonly waits?: Exchange['waits'];
}

/** An exchange that never was, with an answer; status 200 and JSON unless said otherwise. */
export function exchange(said: Said = {}): Exchange & { answer: Answer } {
  const { status = 200, headers = { 'content-type': 'application/json' }, body = {} } = said;
  return { ...requestOf(said), answer: { status, headers, body: bytes(body) }, failure: null };
}

/** An exchange to which no answer came, or, with a status, none that came to its end. */
export function failed(kind: Failure['kind'] = 'timeout', said: Said = {}): Exchange {
  return { ...requestOf(said), answer: null, failure: { kind, message: `the request failed: ${kind}`, status: said.status ?? null } };
}

/** An exchange in JSON: what was said, bytes in hexadecimal digits, or how it failed. */
export type Told = Said & { readonly failed?: Failure['kind']; readonly body?: { readonly hex?: string } };

export function told({ failed: kind, ...said }: Told = {}): ReturnType<typeof exchange> {
  if (kind !== undefined) return failed(kind, said) as ReturnType<typeof exchange>;
  return exchange(said.body?.hex === undefined ? said : { ...said, body: Buffer.from(said.body.hex, 'hex') });
}

/** The same of an exchange that is told. */
export const of =
  <Rest extends unknown[]>(judge: (exchange: ReturnType<typeof told>, ...rest: Rest) => unknown) =>
  (said: Told, ...rest: Rest) =>
    judge(told(said), ...rest);

export const START = Date.UTC(2030, 0, 1, 9, 30, 17, 250);

/** Reads of an event 10 ms apart, by the customers that they show; `false` is a read that failed. */
export const readsOf = (...customers: readonly unknown[]) =>
  customers.map((customer, index) => ({
    ...{ atMs: index * 10, exchange: exchange() },
    event: customer === false ? null : { id: 'e1', customer },
  }));

/** A record made so many seconds after the start. Nobody knows the target's clock, unless `date` says so. */
export type Made = readonly [text: unknown, seconds?: number, date?: string | null, id?: unknown];

export function made([text, seconds = 0, date = null, id = `made after ${seconds} s`]: Made): WrittenTime {
  const answer = { ...exchange({ headers: date === null ? {} : { date } }), startedAt: START + seconds * 1000 };
  return { pointer: '/created_at', text, what: 'when it was created', id, made: answer, shown: answer };
}

function requestOf({ method = 'GET', url = 'http://127.0.0.1:4010/segments/s1', sent, durationMs = 3, waits = [] }: Said) {
  const body = sent === undefined ? null : JSON.stringify(sent);
  return { request: { method, url, headers: {}, body, authorization: none }, startedAt: 1_800_000_000_000, durationMs, waits };
}

function bytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
