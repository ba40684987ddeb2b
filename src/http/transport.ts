import { setMaxListeners } from 'node:events';
import pLimit, { type LimitFunction } from 'p-limit';
import { attempt, type Limits, type Message, type Outcome } from './attempt.ts';
import { Connections } from './connections.ts';
import type { Deadline } from './deadline.ts';
import type { Exchange, Failure, Wait } from './exchange.ts';
import { Gate } from './gate.ts';
import { cutUrl } from './origin.ts';
import { Pacer } from './pacer.ts';
import { reach } from './reach.ts';
import { bytesOf, headersOf, sentRequest, type TransportRequest } from './request.ts';
import { waitFor } from './retry-after.ts';
import { PLAIN_WAY, type Way } from './ways.ts';

export interface TransportOptions {
  /** Limit for connecting, head and body of one sending together, in milliseconds; waits are left out. */
  readonly timeoutMs: number;
  /** The longest body taken, as transferred and as decoded; 5 MiB where absent. */
  readonly maxBodyBytes?: number;
  /** Ceiling on sends a second over all origins, repeated ones included; `null` for none. */
  readonly maxRps: number | null;
  /** How long one request may wait because of 429 and 503 in total, in milliseconds; 30,000 where absent. */
  readonly maxWaitMs?: number;
  /** Past it nothing is sent; none where absent. */
  readonly deadline?: Deadline | null;
  /** By the origin as it stands in a request's URL; the plain way where absent. */
  readonly wayTo?: (origin: string) => Way;
  /** Removes secrets from what the target had a hand in: failure messages. */
  readonly redact: (text: string) => string;
}

const MAX_CONNECTIONS = 64;
const MAX_BODY_BYTES = 5 * 1024 * 1024;
const MAX_WAIT_MS = 30_000;

/** What requests to one origin share. */
interface Route {
  readonly way: Way;
  readonly connections: Connections;
  readonly gate: Gate;
  readonly limit: LimitFunction;
}

interface Sending {
  readonly outcome: Outcome;
  readonly startedAt: number;
  readonly durationMs: number;
}

/**
 * Sends requests over HTTP/1.1 and tells what came of each as an exchange. It follows no redirect and keeps no cookie; the URL goes out as given.
 * A 429, and a 503 with Retry-After, is waited out within limits. Up to 64 requests an origin run side by side, further ones queue.
 */
export class Transport implements AsyncDisposable {
  readonly #options: TransportOptions;
  readonly #pacer: Pacer;
  readonly #routes = new Map<string, Route>();
  readonly #closing = new AbortController();
  /** Ends every wait. */
  readonly #end: AbortSignal;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#pacer = new Pacer(options.maxRps);
    const { signal } = this.#closing;
    this.#end = options.deadline ? AbortSignal.any([signal, options.deadline.signal]) : signal;
    // Every request that waits listens for the end, and any number may wait.
    setMaxListeners(0, this.#end);
  }

  /**
   * Never rejects for what the target does, or because of `close()`: that is the exchange's `failure`. Rejects with a `TypeError` for a request that can't be
   * sent (malformed URL, an `authorization` among the headers), with `LimitReached` where the run's time is over before its turn comes, and with an `Error`
   * once the transport is closed. A request that is under way when the time is over gets a second to end; then it fails with `timeout`.
   */
  async send(request: TransportRequest): Promise<Exchange> {
    if (this.#closing.signal.aborted) throw new Error('the transport is closed: send before close()');
    const { maxBodyBytes = MAX_BODY_BYTES, maxWaitMs = MAX_WAIT_MS } = this.#options;
    const { origin, path } = cutUrl(request.url);
    const route = this.#routeTo(origin);
    const headers = headersOf(request, route.way.headers);
    const body = bytesOf(request.body);
    const sent = sentRequest(request, headers, body, route.way);
    const { value } = request.authorization;
    const message: Message = {
      origin,
      path,
      method: request.method,
      headers: value === null ? headers : { ...headers, authorization: value },
      body,
    };
    const limits: Limits = { timeoutMs: request.timeoutMs ?? this.#options.timeoutMs, maxBodyBytes };
    const waits: Wait[] = [];
    for (;;) {
      const { outcome, startedAt, durationMs } = await route.limit(() => this.#deliver(route, message, limits));
      const wait = outcome.answer === null ? null : waitFor(outcome.answer, waits, maxWaitMs);
      if (wait !== null && !this.#closing.signal.aborted) {
        waits.push(wait);
        route.gate.hold(wait.milliseconds);
        continue;
      }
      const { answer, failure } = outcome;
      return {
        request: sent,
        answer,
        failure: failure && { ...failure, message: this.#options.redact(failure.message) },
        startedAt,
        durationMs,
        waits,
      };
    }
  }

  /** Opens a connection to a URL's origin and closes it again, without a request: why there is none, or null. */
  async reach(url: string, timeoutMs: number): Promise<Failure | null> {
    const { origin } = cutUrl(url);
    const failure = await reach(origin, this.#routeTo(origin).way, timeoutMs);
    return failure && { ...failure, message: this.#options.redact(failure.message) };
  }

  /** Closes all connections. A request under way ends with a failure. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const { connections } of this.#routes.values()) connections.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #routeTo(origin: string): Route {
    const known = this.#routes.get(origin);
    if (known !== undefined) return known;
    const way = this.#options.wayTo?.(origin) ?? PLAIN_WAY;
    const route = { way, connections: new Connections(origin, way), gate: new Gate(), limit: pLimit(MAX_CONNECTIONS) };
    this.#routes.set(origin, route);
    return route;
  }

  /** Sends once, and once more where the target had closed the idle connection in the meantime. */
  async #deliver(route: Route, message: Message, limits: Limits): Promise<Sending> {
    const first = await this.#sendOver(route, () => route.connections.take(), message, limits);
    if (first.outcome.failure === null || !first.outcome.stale || this.#closing.signal.aborted) return first;
    return this.#sendOver(route, () => route.connections.fresh(), message, limits);
  }

  async #sendOver(
    { connections, gate }: Route,
    choose: () => ReturnType<Connections['take']>,
    message: Message,
    limits: Limits,
  ): Promise<Sending> {
    const { deadline } = this.#options;
    try {
      do {
        await gate.pass(this.#end);
        await this.#pacer.turn(this.#end);
      } while (gate.closed);
    } catch (error) {
      if (!this.#end.aborted) throw error;
    }
    if (!this.#closing.signal.aborted) deadline?.check();
    const startedAt = Date.now();
    const begin = performance.now();
    if (this.#closing.signal.aborted) return { outcome: CLOSED, startedAt, durationMs: 0 };
    const connection = choose();
    let usable = false;
    try {
      const timeoutMs = deadline?.bound(limits.timeoutMs) ?? limits.timeoutMs;
      const outcome = await attempt(connection, message, { ...limits, timeoutMs });
      usable = outcome.failure === null;
      return { outcome, startedAt, durationMs: performance.now() - begin };
    } finally {
      if (usable) connections.release(connection);
      else connections.discard(connection);
    }
  }
}

const CLOSED: Outcome = {
  answer: null,
  failure: { kind: 'reset', message: 'the transport was closed before the request was sent', status: null },
  stale: false,
};
