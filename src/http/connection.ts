import { request as requestOver } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type buildConnector, Client, type Dispatcher, errors } from 'undici';
import { ContentCodingError, removeCodings } from './content-coding.ts';
import type { Answer, Exchange, Failure, Method } from './exchange.ts';
import { failureOf, NOT_AWAITED, type Progress, surplusFailure, timeoutFailure, tooLargeFailure } from './failures.ts';
import { type Opening, openSocket, type Route, type RouteProxy, unauthorisedByProxy } from './routes.ts';

/** A request as a connection sends it, with its secrets. */
export interface Message {
  /** Sent as it stands. */
  readonly path: string;
  readonly method: Method;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array | null;
  readonly chunked: boolean;
}

interface AnswerLimits {
  /** For connection, head and body together. */
  readonly timeoutMs: number;
  /** Behind a request that timed out, the next one gets less than the setting allows. */
  readonly isShare: boolean;
  /** For the body as transferred, and again as decoded. */
  readonly maxBodyBytes: number;
}

export type Outcome =
  | { readonly answer: Answer; readonly failure: null }
  | { readonly answer: null; readonly failure: Failure; readonly stale?: boolean };

type Fields = Readonly<Record<string, string | string[] | undefined>>;
type Headers = Record<string, string | string[]>;

type Receiver = Required<
  Pick<Dispatcher.DispatchHandler, 'onRequestStart' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'>
>;

/** As browsers; 1,000 fields of a proxy's tracing fit in. */
const MAX_HEAD_BYTES = 256 * 1024;
/** So many are sent only where a caller asks for it: a connection has one request at a time else. */
export const MOST_PIPELINED = 3;
/** Two far round trips. A server that ignores the expectation waits for the body, and one that is late gets it unasked, which does no harm. */
const LONGEST_WAIT_MS = 300;
/** Fields that hold no list, so several are wrong (RFC 9110 §5.3). Some gateways repeat a field unchanged, which does no harm. */
const SINGLE = new Set(['content-type', 'date', 'location', 'retry-after']);

/** One HTTP/1.1 connection, for one request at a time unless they are pipelined. It opens on its first request, and again after the target has closed it. */
export class Connection {
  /** The latest exchange over it, where that was refused. */
  refused: Exchange | null = null;
  readonly #client: Client;
  readonly #origin: string;
  readonly #route: Route;
  /** A proxy for plain http, which reads the requests itself and sends them on. */
  readonly #forwarder: RouteProxy | null;
  #opening: Opening | null = null;
  #socket: Socket | null = null;
  #answers = 0;
  #bytesBefore = 0;
  /** The first error of the current socket, which is the cause. undici passes on the last one, and after a TLS alert that is a mere end. */
  #fault: Error | null = null;

  constructor(origin: string, route: Route) {
    this.#origin = origin;
    this.#route = route;
    this.#forwarder = origin.startsWith('http:') ? route.proxy : null;
    // The caller's deadline covers all phases, so undici's own limits are off.
    this.#client = new Client(origin, {
      connect: this.#connect,
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: MOST_PIPELINED,
      maxHeaderSize: MAX_HEAD_BYTES,
    });
  }

  /** Sends `message` once; after a failure the connection must not be used. `stale`: it was closed before a byte of this answer, as RFC 9112 §9.3.1 has it, so a client may send again. */
  async send(message: Message, limits: AnswerLimits): Promise<Outcome> {
    const received = await this.#exchange(message, limits);
    if (received.answer === null) return received;
    const { status, headers, body } = received.answer;
    if (status === 407 && this.#forwarder !== null) {
      const { message, remedy } = unauthorisedByProxy(this.#forwarder);
      return { answer: null, failure: { kind: 'refused', message, status: null, remedy } };
    }
    try {
      const coding = { maxBytes: limits.maxBodyBytes, countingMs: limits.timeoutMs };
      return { answer: { status, headers, body: await removeCodings(body, headers['content-encoding'], coding) }, failure: null };
    } catch (error) {
      if (!(error instanceof ContentCodingError)) throw error;
      return { answer: null, failure: { ...error.failure, status } };
    }
  }

  /** Closes the idle socket. Resolves when the target has closed its end too, so that it has a place for another. */
  async end(): Promise<void> {
    const socket = this.#socket;
    if (socket === null || socket.destroyed) return;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.end();
    await closed;
  }

  /** Closes the socket at once, also one that is still connecting. */
  destroy(): void {
    this.#opening?.destroy();
    this.#socket?.destroy();
    void this.#client.destroy();
  }

  /** The answer as transferred, with its content coding. */
  #exchange(message: Message, { timeoutMs, isShare, maxBodyBytes }: AnswerLimits): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const progress = { connected: false, status: null as number | null, received: 0, expected: null as number | null };
      let headers: Answer['headers'] = {};
      const reached = (): Progress => ({ ...progress, origin: this.#origin, begun: this.#hasBegun });
      const fail = (failure: Failure, stale = false) => {
        clearTimeout(deadline);
        resolve({ answer: null, failure, stale });
        // Within this call undici still counts what was pipelined behind it.
        queueMicrotask(() => this.destroy());
      };
      const deadline = setTimeout(() => fail(timeoutFailure(timeoutMs, isShare, reached())), timeoutMs);
      const isTooLarge = (bytes: number) => {
        if (bytes > maxBodyBytes) fail(tooLargeFailure(maxBodyBytes, reached()));
        return bytes > maxBodyBytes;
      };
      this.#dispatch(message, {
        onRequestStart: () => {
          progress.connected = true;
          this.#bytesBefore = this.#socket?.bytesRead ?? 0;
        },
        onResponseStart: (_controller, status, fields) => {
          if (status < 200) return;
          progress.status = status;
          headers = joined(fields);
          const { 'content-length': length = '' } = headers;
          progress.expected = /^\d+$/.test(length) ? Number(length) : null;
          isTooLarge(progress.expected ?? 0);
        },
        onResponseData: (_controller, chunk) => {
          progress.received += chunk.length;
          if (!isTooLarge(progress.received)) chunks.push(chunk);
        },
        onResponseEnd: () => {
          if (progress.status === null) return;
          clearTimeout(deadline);
          this.#answers += 1;
          const answer = { status: progress.status, headers, body: Buffer.concat(chunks) };
          // By then undici has read what came with the answer. HEAD is no operation of the specification, so a body there is not held against anybody.
          queueMicrotask(() => {
            const isLonger = this.#socket?.errored?.message === NOT_AWAITED && message.method !== 'HEAD';
            if (isLonger) fail(surplusFailure(reached()));
            else resolve({ answer, failure: null });
          });
        },
        onResponseError: (_controller, error) => {
          if (error instanceof errors.InvalidArgumentError) {
            clearTimeout(deadline);
            reject(new TypeError(`the request to ${this.#origin} can't be sent: ${error.message}`));
            return;
          }
          const failure = failureOf(this.#fault ?? error, reached());
          fail(failure, failure.kind === 'reset' && progress.connected && this.#answers > 0 && !this.#hasBegun);
        },
      });
    });
  }

  /** At least one byte has come since the request went out. */
  get #hasBegun(): boolean {
    return this.#socket !== null && this.#socket.bytesRead > this.#bytesBefore;
  }

  #dispatch(message: Message, receiver: Receiver): void {
    const { method, body, chunked } = message;
    // A request to a forwarding proxy names the whole URL (RFC 9112 §3.2.2).
    const path = this.#forwarder === null ? message.path : `${this.#origin}${message.path}`;
    const headers = { ...message.headers, ...this.#forwarder?.headers };
    // undici would send no request behind one that may take long.
    const outgoing = { method, path, headers: headers as Headers, blocking: false };
    if (headers.expect !== undefined) this.#expect({ ...outgoing, body, chunked }, receiver);
    else this.#client.dispatch({ ...outgoing, body: chunked && body !== null ? Readable.from(halves(body)) : body }, receiver);
  }

  /** `Expect: 100-continue` (RFC 9110 §10.1.1): the body follows when asked for, or after a moment. undici does not send it; Node's client does. */
  #expect({ method, path, headers, body, chunked }: Message & { headers: Headers }, receiver: Receiver): void {
    const { hostname, host, port, protocol } = new URL(this.#origin);
    const controller = {} as Dispatcher.DispatchController;
    this.#connect({ hostname: hostname.replace(/^\[|\]$/g, ''), port, protocol }, (...[error, socket]) => {
      if (error !== null) return receiver.onResponseError(controller, error);
      const length = body !== null && !chunked && { 'content-length': String(body.length) };
      const asked = { method, path, headers: { host, ...headers, ...length }, maxHeaderSize: MAX_HEAD_BYTES };
      const request = requestOver({ ...asked, createConnection: () => socket });
      receiver.onRequestStart(controller, null);
      const sendBody = () => {
        clearTimeout(wait);
        // A target may ask for the body when it has already gone out.
        if (!request.writableEnded) request.end(body);
      };
      const wait = setTimeout(sendBody, LONGEST_WAIT_MS);
      const failed = (error: Error) => {
        clearTimeout(wait);
        receiver.onResponseError(controller, error);
      };
      request.once('continue', sendBody);
      request.once('error', failed);
      request.once('response', (response) => {
        clearTimeout(wait);
        receiver.onResponseStart(controller, response.statusCode ?? 0, response.headersDistinct as Headers);
        response.on('data', (chunk: Buffer) => receiver.onResponseData(controller, chunk));
        response.once('error', failed);
        response.once('end', () => {
          receiver.onResponseEnd(controller, {});
          socket.destroy();
        });
      });
    });
  }

  readonly #connect = (destination: buildConnector.Options, callback: buildConnector.Callback): void => {
    this.#socket = null;
    this.#answers = 0;
    this.#bytesBefore = 0;
    this.#fault = null;
    this.#opening = openSocket(destination, this.#route, (...opened) => {
      [this.#fault, this.#socket = null] = opened;
      this.#socket?.on('error', (later) => {
        this.#fault ??= later;
      });
      callback(...opened);
    });
  };
}

/** A slow client sends what it has. Who takes that for all loses the rest. */
const BETWEEN_HALVES_MS = 600;

/** undici sends what has no length beforehand in chunks. */
/** Cut within a letter, where one takes several bytes of UTF-8: who decodes each chunk by itself loses it. */
async function* halves(body: Uint8Array): AsyncGenerator<Uint8Array> {
  const within = body.findIndex((byte) => byte >= 0x80 && byte < 0xc0);
  const middle = within > 0 ? within : Math.ceil(body.length / 2);
  if (middle > 0) yield body.subarray(0, middle);
  await sleep(BETWEEN_HALVES_MS);
  if (middle < body.length) yield body.subarray(middle);
}

/** Names are in lower case already. Several fields of one name become one (RFC 9110 §5.3). */
export function joined(fields: Fields): Answer['headers'] {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (!Array.isArray(value)) return [name, value ?? ''];
      return [name, (SINGLE.has(name) ? [...new Set(value)] : value).join(', ')];
    }),
  );
}
