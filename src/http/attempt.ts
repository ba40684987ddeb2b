import { errors } from 'undici';
import type { Connection, OutgoingRequest, Receiver } from './connection.ts';
import { ContentCodingError, removeCodings } from './content-coding.ts';
import type { Answer, Failure } from './exchange.ts';
import { BODY_LIMIT, failureOf, type Progress, timeoutFailure, tooLargeFailure } from './failures.ts';
import { unauthorisedByProxy } from './sockets.ts';

/** The result of sending a request once. */
export type Outcome =
  | { readonly answer: Answer; readonly failure: null }
  | { readonly answer: null; readonly failure: Failure; readonly stale: boolean };

export interface AnswerLimits {
  /** For connection, head and body together. */
  readonly timeoutMs: number;
  /** For the body as transferred, and again as decoded. */
  readonly maxBodyBytes: number;
}

/** A request to one origin. */
export interface Message extends OutgoingRequest {
  readonly origin: string;
}

/**
 * Sends `message` over `connection` once. Whatever the target does becomes a failure. `stale`: a connection that had served before was
 * closed before a byte of this answer came, and RFC 9112 §9.3.1 lets a client send again. A connection must not be used after a failure.
 * Rejects only for a message that cannot be sent, such as a header with a line break.
 */
export async function attempt(connection: Connection, message: Message, limits: AnswerLimits): Promise<Outcome> {
  const received = await receive(connection, message, limits);
  if ('failure' in received) return { answer: null, ...received };
  const { status, headers } = received;
  if (status === 407 && connection.forwarder !== null) {
    const { message, remedy } = unauthorisedByProxy(connection.forwarder);
    return { answer: null, failure: { kind: 'refused', message, status: null, remedy }, stale: false };
  }
  try {
    const body = await removeCodings(received.body, headers['content-encoding'], {
      maxBytes: limits.maxBodyBytes,
      countingMs: limits.timeoutMs,
    });
    return { answer: { status, headers, body }, failure: null };
  } catch (error) {
    if (!(error instanceof ContentCodingError)) throw error;
    const limit = error.kind === 'unread' && { variable: BODY_LIMIT };
    const excessive = error.excessive && { excessive: true as const };
    return { answer: null, failure: { kind: error.kind, message: error.message, status, ...limit, ...excessive }, stale: false };
  }
}

/** The answer as transferred, with its content coding. */
function receive(connection: Connection, message: Message, limits: AnswerLimits): Promise<Answer | { failure: Failure; stale: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const progress = { connected: false, status: null as number | null, received: 0, expected: null as number | null };
    let headers: Answer['headers'] = {};
    let ended = false;
    const snapshot = (): Progress => ({ ...progress, origin: message.origin, begun: connection.begun });
    const end = () => {
      ended = true;
      clearTimeout(deadline);
    };
    const fail = (failure: Failure, stale = false) => {
      if (ended) return;
      end();
      resolve({ failure, stale });
      connection.destroy();
    };
    const deadline = setTimeout(() => fail(timeoutFailure(limits.timeoutMs, snapshot())), limits.timeoutMs);
    const receiver: Receiver = {
      started() {
        progress.connected = true;
        connection.markRequest();
      },
      head(status, fields) {
        if (status < 200) return;
        progress.status = status;
        headers = joined(fields);
        progress.expected = lengthIn(headers);
        if (progress.expected !== null && progress.expected > limits.maxBodyBytes) fail(tooLargeFailure(limits.maxBodyBytes, snapshot()));
      },
      data(chunk) {
        progress.received += chunk.length;
        if (progress.received > limits.maxBodyBytes) fail(tooLargeFailure(limits.maxBodyBytes, snapshot()));
        else chunks.push(chunk);
      },
      ended() {
        if (ended || progress.status === null) return;
        end();
        connection.markAnswer();
        resolve({ status: progress.status, headers, body: Buffer.concat(chunks) });
      },
      failed(error) {
        if (error instanceof errors.InvalidArgumentError) {
          end();
          reject(new TypeError(`the request to ${message.origin} can't be sent: ${error.message}`));
          return;
        }
        const failure = failureOf(connection.fault ?? error, snapshot());
        fail(failure, failure.kind === 'reset' && progress.connected && connection.used && !connection.begun);
      },
    };
    connection.send(message, receiver);
  });
}

/** Fields that hold no list, so several are wrong (RFC 9110 §5.3). Some gateways repeat a field unchanged, which does no harm. */
const SINGLE = new Set(['content-type', 'date', 'location', 'retry-after']);

/** Names are in lower case already. Several fields of one name become one (RFC 9110 §5.3). */
export function joined(fields: Readonly<Record<string, string | string[] | undefined>>): Answer['headers'] {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (!Array.isArray(value)) return [name, value ?? ''];
      return [name, (SINGLE.has(name) ? [...new Set(value)] : value).join(', ')];
    }),
  );
}

function lengthIn(headers: Answer['headers']): number | null {
  const length = headers['content-length'];
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : null;
}
