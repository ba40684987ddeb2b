/** One request and its outcome, as a value. Checks see exchanges, never a transport. */
export interface Exchange {
  readonly request: SentRequest;
  /** What came back; `null` exactly when `failure` is set. */
  readonly answer: Answer | null;
  /** Why nothing usable came back; `null` exactly when `answer` is set. */
  readonly failure: Failure | null;
  /** Why it was sent twice: over an idle connection first, which broke before a byte of an answer. Absent where it was not. */
  readonly resentAfter?: Failure;
  /** How it broke beside others, or with which status a gateway answered it, after which it was sent again alone. Absent where it did not, and where it broke alone as well. */
  readonly underLoad?: { readonly how: FailureKind | number; readonly inFlight: number };
  /** The refused request that the connection had carried just before. Absent where there was none. */
  readonly afterRefusal?: Exchange;
  /** How it was refused behind a refused request on one connection, after which a connection of its own brought this success. */
  readonly refusedBehind?: Exchange;
  /** How a good request was refused, as another one before, after which the same request at once brought this success. */
  readonly refusedNowAndThen?: Exchange;
  /** How the service answered it beside others, with a 5xx, after which it was answered in order alone. */
  readonly brokenBeside?: Exchange;
  /** From here on the service answers 5xx to everything: the route of a read that succeeded before, and how it is answered now. */
  readonly brokenDown?: { readonly route: string; readonly exchange: Exchange };
  /** A firewall's page stands in place of the service's answer, whatever its status; absent where it does not. */
  readonly isBlocked?: true;
  /** How many of this worker's requests were under way with it, itself included; absent where it was the only one. */
  readonly inFlight?: number;
  /** Other connections of this worker were open, or had just been closed, idle ones included. Absent where none was. */
  readonly besideOthers?: true;
  /** Milliseconds since the Unix epoch, by the suite's clock, when the (last) attempt was sent. */
  readonly startedAt: number;
  /** Milliseconds from sending to the last byte of the answer, waits left out. */
  readonly durationMs: number;
  /** Answers that asked to wait, and were waited out, before this answer came. */
  readonly waits: readonly Wait[];
  /** When the last of those was answered, in milliseconds since the Unix epoch; absent where there was none. */
  readonly putOffAt?: number;
}

export type Answered = Exchange & { readonly answer: Answer };

export type Method = 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PUT';

/** A request as it was sent, with the credentials left out: this value may be stored. */
export interface SentRequest {
  readonly method: Method;
  /** Absolute URL, exactly as requested: no normalisation of `..` or of escapes. No userinfo. */
  readonly url: string;
  /** Headers as sent, except that `authorization` reads as `authorization.shown`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly authorization: Authorization;
  /** Arguments that `curl` needs to reach the target, quoted for a POSIX shell; absent where there are none. */
  readonly curl?: string;
}

/** One way to fill the Authorization header. No serialiser writes `value`; `shown` replaces it in every output. */
export interface Authorization {
  /** The header's value, or `null` for no header. Non-enumerable. */
  readonly value: string | null;
  /** For people: `Basic (credentials)`, `none`, `Basic (wrong password)`. */
  readonly shown: string;
  /** Arguments of `curl`, already quoted for a POSIX shell: `-u "$CES_USERNAME:$CES_PASSWORD"`. */
  readonly curl: string;
  /** Which of several wrong ones of a kind it is, in words: *a blank behind the user name*. */
  readonly form?: string;
  /** Further places that carry something in its stead; non-enumerable, for they may hold credentials. */
  readonly elsewhere?: Elsewhere;
}

/** Header fields, names in lower case, and a query, percent-encoded and without its question mark. */
export interface Elsewhere {
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  readonly query?: string;
}

export interface Answer {
  readonly status: number;
  /** Names in lower case; several fields of one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The content, with its content coding removed. */
  readonly body: Uint8Array;
}

export interface Wait {
  readonly status: number;
  readonly milliseconds: number;
}

/**
 * `refused`: no connection; `reset`: the connection broke before the answer was whole; `timeout`: the limit passed; `malformed`: not HTTP,
 * or a content coding that does not decode; `too-large`: more bytes than the limit, and no end in sight; `unread`: an answer that may be in
 * order, but that the suite does not read to its end; `tls`: the two sides did not agree on TLS.
 */
export type FailureKind = 'refused' | 'reset' | 'timeout' | 'malformed' | 'too-large' | 'unread' | 'tls';

export interface Failure {
  readonly kind: FailureKind;
  /** One sentence, without secrets: what happened, after how long, and the cause's own code. */
  readonly message: string;
  /** `unread` only: no client can be expected to read such an answer. */
  readonly excessive?: true;
  /** The setting that would change it; absent if none would. */
  readonly variable?: string;
  /** Advice in a sentence or two for people; absent if there is none. */
  readonly remedy?: string;
  /** The status line and what had come of the body before it broke, where the head of the answer had arrived. */
  readonly status: number | null;
}

/** Whether the endpoint carried out the request: any 2xx. `statusDeviations` checks for stricter statuses. */
export const isSuccess = (exchange: Exchange): exchange is Answered =>
  exchange.answer !== null && !exchange.isBlocked && exchange.answer.status >= 200 && exchange.answer.status < 300;

/** RFC 9110 §15.5.2. */
export const UNAUTHORISED = 401;

/** The credentials are rejected: 401 or 403. */
export const rejectsCredentials = ({ answer }: Exchange): boolean => answer?.status === UNAUTHORISED || answer?.status === 403;

/** An honest refusal: any other 4xx. */
export const isRefusal = (exchange: Exchange): boolean => isClientError(exchange) && !rejectsCredentials(exchange);

/** Missing or gone (RFC 9110 §15.5.5, §15.5.11): of this record alone. */
export const isGone = ({ answer }: Exchange): boolean => answer?.status === 404 || answer?.status === 410;

/** A 4xx that may be meant for whoever asks, whatever is asked. */
export const mayRefuseAll = (exchange: Exchange): boolean => isClientError(exchange) && !isGone(exchange);

/** Any 3xx. */
export const isRedirect = ({ answer }: Pick<Exchange, 'answer'>): boolean => answer !== null && answer.status >= 300 && answer.status < 400;

/** Any 4xx, and what a firewall refuses with a page of another status. */
export const isClientError = ({ answer, isBlocked }: Exchange): boolean =>
  isBlocked === true || (answer !== null && answer.status >= 400 && answer.status < 500);

/** In milliseconds since the Unix epoch. */
export const endOf = ({ startedAt, durationMs }: Exchange): number => startedAt + durationMs;

/** They were under way at the same time. */
export const areAtOnce = (one: Exchange, other: Exchange): boolean => one.startedAt < endOf(other) && other.startedAt < endOf(one);

/** What came back, in a word that tells it from others: *503*, *reset*. */
export const kindOf = ({ answer, failure }: Pick<Exchange, 'answer' | 'failure'>): string => String(answer?.status ?? failure?.kind);

export function outcome(exchange: Exchange): string {
  if (exchange.answer) return `status ${exchange.answer.status}`;
  return `no answer (${exchange.failure?.kind}): ${exchange.failure?.message}`;
}
