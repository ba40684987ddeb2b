import type { Exchange as StoredExchange } from '../../schemas/derived/result.ts';
import { toCurl } from './curl.ts';
import type { Answer, Exchange, SentRequest } from './exchange.ts';
import { REDACTED } from './redaction.ts';
import { beginningOf, clip } from './text.ts';

export type { StoredExchange };

type Redact = (text: string) => string;

/** Of a request's and of an answer's body, in UTF-16 code units. */
const MAX_BODY_CHARACTERS = 4096;
/** No honest answer has more; a head may have 256 KiB. */
const MAX_FIELDS = 100;
const MAX_FIELD_CHARACTERS = 2048;
/** Fields that carry credentials or a session, whatever their value. */
const SECRET_FIELDS = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie']);

/** `exchange` for a file that others read. Titles leave out `baseUrl`. Bytes that are not UTF-8 read as U+FFFD. */
export function toStored(exchange: Exchange, { baseUrl, redact }: { readonly baseUrl: string; readonly redact: Redact }): StoredExchange {
  const { request, answer, failure } = exchange;
  return {
    title: redact(titleOf(exchange, baseUrl)),
    request: {
      method: request.method,
      url: redact(request.url),
      headers: storedRequestHeaders(request, redact),
      body: request.body === null ? null : shortened(redact(request.body), MAX_BODY_CHARACTERS),
    },
    answer: answer && storedAnswer(answer, redact),
    failure: failure && { kind: failure.kind, message: redact(failure.message) },
    startedAt: new Date(exchange.startedAt).toISOString(),
    // Rounded up, it would end after the one that was sent next.
    durationMs: Math.floor(exchange.durationMs),
    curl: redact(toCurl(redacted(request, redact), exchange.failure?.status != null)),
  };
}

/** For a shell, which has a quoting of its own that nobody undoes. */
function redacted(request: SentRequest, redact: Redact): SentRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [redact(name), redact(value)]);
  return { ...request, url: redact(request.url), headers: Object.fromEntries(headers), body: request.body && redact(request.body) };
}

function titleOf({ request, answer, failure, durationMs }: Exchange, baseUrl: string): string {
  const outcome = answer === null ? `no answer: ${failure?.kind}` : `${answer.status}, ${Math.floor(durationMs)} ms`;
  return `${request.method} ${relative(request.url, baseUrl.replace(/\/+$/, ''))} → ${outcome}`;
}

/** Enough of a body to tell similar requests apart. */
const TELLING_CHARACTERS = 120;

/** The title with the beginning of what was sent: *POST /businesses {"name":"a"} → 201, 3 ms*. */
export const storyTitleOf = ({ title, request: { body } }: Pick<StoredExchange, 'title' | 'request'>): string =>
  body === null || body === '' || body === '{}' ? title : title.replace(' → ', () => ` ${clip(body, TELLING_CHARACTERS)} → `);

const relative = (url: string, base: string): string =>
  /^[/?]/.test(url.slice(base.length)) && url.startsWith(base) ? url.slice(base.length) : url;

/** The request's own `authorization` is made for being shown. */
function storedRequestHeaders({ headers, authorization }: SentRequest, redact: Redact): Record<string, string> {
  const { shown } = authorization;
  const carrying = Object.entries(headers).filter(([name, value]) => name === 'authorization' || value === shown);
  return { ...storedHeaders(headers, redact), ...Object.fromEntries(carrying.map(([name]) => [name, shown])) };
}

function storedHeaders(headers: Readonly<Record<string, string>>, redact: Redact): Record<string, string> {
  const fields = Object.entries(headers);
  const stored = fields
    .slice(0, MAX_FIELDS)
    .map(([name, value]) => [redact(name), SECRET_FIELDS.has(name) ? REDACTED : shortened(redact(value), MAX_FIELD_CHARACTERS)]);
  const more = fields.length - stored.length;
  return Object.fromEntries(more > 0 ? [...stored, ['…', `${more} further fields`]] : stored);
}

const shortened = (text: string, limit: number): string =>
  text.length <= limit ? text : `${beginningOf(text, limit)}… (${text.length} characters in all)`;

/** Redacted before it is cut, so that no secret hides across the edge. */
function storedAnswer({ status, headers, body }: Answer, redact: Redact): NonNullable<StoredExchange['answer']> {
  const text = redact(new TextDecoder().decode(body));
  return {
    status,
    headers: storedHeaders(headers, redact),
    body: beginningOf(text, MAX_BODY_CHARACTERS),
    bytes: body.byteLength,
    cut: text.length > MAX_BODY_CHARACTERS,
  };
}
