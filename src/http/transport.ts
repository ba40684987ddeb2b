import { setMaxListeners } from 'node:events';
import { attempt, type Limits, type Message, type Outcome } from './attempt.ts';
import { CLOCK, type Clock } from './clock.ts';
import { Connections } from './connections.ts';
import type { Deadline } from './deadline.ts';
import type { Exchange, Failure, Wait } from './exchange.ts';
import { Gate } from './gate.ts';
import { InFlight, MOST_IN_FLIGHT, type Sign } from './in-flight.ts';
import { cutUrl } from './origin.ts';
import { isBreak } from './outcome.ts';
import { Pacer } from './pacer.ts';
import { reach } from './reach.ts';
import { authorised, bytesOf, headersOf, sentRequest, type TransportRequest, targetOf } from './request.ts';
import type { RequestBudget } from './request-budget.ts';
import { waitFor } from './retry-after.ts';
import { PLAIN_ROUTE, type Route } from './routes.ts';

export interface TransportOptions {
  /** Limit for connection, head and body of one sending together, in milliseconds; waits do not count. */
  readonly timeoutMs: number;
  /** The longest body accepted, as transferred and as decoded; 5 MiB where absent. */
  readonly maxBodyBytes?: number;
  /** Most sends a second over all origins, repeated ones included; `null` for no limit. */
  readonly maxRps: number | null;
  /** Most requests under way at once to one origin; 64 where absent or higher. */
  readonly maxConnections?: number | null;
  /** Most requests of the run; no limit where absent. */
  readonly requests?: RequestBudget | null;
  /** The longest wait of one request for 429 and 503 in total, in milliseconds; 30,000 where absent. */
  readonly maxWaitMs?: number;
  /** Nothing is sent after it; no limit where absent. */
  readonly deadline?: Deadline | null;
  /** By the origin in a request's URL; the plain route where absent. */
  readonly routeTo?: (origin: string) => Route;
  /** Removes secrets from failure messages, which may quote the target. */
  readonly redact: (text: string) => string;
  /** Of waits and durations; this process's where absent. */
  readonly clock?: Clock;
}

const MAX_BODY_BYTES = 5 * 1024 * 1024;
const MAX_WAIT_MS = 30_000;

/** What requests to one origin share. */
interface Origin {
  readonly route: Route;
  readonly connections: Connections;
  readonly gate: Gate;
  readonly inFlight: InFlight;
}

interface Sending {
  readonly outcome: Outcome;
  /** Of the first attempt, where this is the second. */
  readonly resentAfter?: Failure;
  readonly besideOthers: boolean;
  readonly startedAt: number;
  /** In the time of the clock. */
  readonly sentAt: number;
  readonly durationMs: number;
}

/**
 * Sends requests over HTTP/1.1 and returns the outcome of each as an exchange. It follows no redirect, keeps no cookie, and sends the URL
 * as given. It waits out a 429, and a 503 with Retry-After, within limits. As many requests run side by side as the target bears, up to 64
 * an origin; others queue.
 */
export class Transport implements AsyncDisposable {
  readonly #options: TransportOptions;
  readonly #clock: Clock;
  readonly #pacer: Pacer;
  readonly #origins = new Map<string, Origin>();
  readonly #closing = new AbortController();
  /** Ends every wait. */
  readonly #end: AbortSignal;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#clock = options.clock ?? CLOCK;
    this.#pacer = new Pacer(options.maxRps, this.#clock);
    const { signal } = this.#closing;
    this.#end = options.deadline ? AbortSignal.any([signal, options.deadline.signal]) : signal;
    // Every waiting request listens for the end, and any number may wait.
    setMaxListeners(0, this.#end);
  }

  /**
   * Never rejects for what the target does, or because of `close()`: the exchange's `failure` shows that. Rejects with a `TypeError` for a
   * request that cannot be sent (malformed URL, an `authorization` among the headers), with `LimitReached` where the run's time or requests are
   * used up before its turn comes, and with an `Error` once the transport is closed. When the time is over, a request under way gets one more
   * second, then fails with `timeout`.
   */
  async send(request: TransportRequest): Promise<Exchange> {
    if (this.#closing.signal.aborted) throw new Error('the transport is closed: send before close()');
    const { maxBodyBytes = MAX_BODY_BYTES, maxWaitMs = MAX_WAIT_MS } = this.#options;
    const { origin, path } = cutUrl(request.url);
    const to = this.#originOf(origin);
    const headers = headersOf(request, to.route.headers);
    const body = bytesOf(request.body);
    const sent = sentRequest(request, headers, body, to.route);
    const { authorization, method, chunked = false, freshConnection = false } = request;
    const message: Message = {
      origin,
      path: targetOf(path, authorization),
      method,
      headers: authorised(headers, authorization),
      body,
      chunked,
    };
    const limits: Limits = { timeoutMs: request.timeoutMs ?? this.#options.timeoutMs, maxBodyBytes };
    const waits: Wait[] = [];
    for (;;) {
      const { result, inFlight } = await to.inFlight.run(() => this.#deliver(to, message, limits, freshConnection), request.alone);
      const { outcome, resentAfter, besideOthers, startedAt, durationMs } = result;
      to.inFlight.learn(signOf(outcome), result.sentAt, durationMs, request.alone);
      const wait = outcome.answer === null ? null : waitFor(outcome.answer, waits, maxWaitMs);
      if (wait !== null && !this.#closing.signal.aborted) {
        waits.push(wait);
        to.gate.hold(wait.milliseconds);
        continue;
      }
      const { answer, failure } = outcome;
      return {
        request: sent,
        answer,
        failure: failure && { ...failure, message: this.#options.redact(failure.message) },
        ...(resentAfter && { resentAfter: { ...resentAfter, message: this.#options.redact(resentAfter.message) } }),
        startedAt,
        durationMs,
        ...(inFlight > 1 && { inFlight }),
        ...(besideOthers && { besideOthers }),
        waits,
      };
    }
  }

  /** Opens a connection to a URL's origin and closes it again, without a request. Returns why there is none, or null. */
  async reach(url: string, timeoutMs: number): Promise<Failure | null> {
    const { origin } = cutUrl(url);
    const failure = await reach(origin, this.#originOf(origin).route, timeoutMs);
    return failure && { ...failure, message: this.#options.redact(failure.message) };
  }

  /** Closes all connections. A request under way ends with a failure. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#origins.values()].map(({ connections }) => connections.close()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #originOf(origin: string): Origin {
    const known = this.#origins.get(origin);
    if (known) return known;
    const route = this.#options.routeTo?.(origin) ?? PLAIN_ROUTE;
    const most = Math.min(this.#options.maxConnections ?? MOST_IN_FLIGHT, MOST_IN_FLIGHT);
    const made = {
      route,
      connections: new Connections(origin, route),
      gate: new Gate(this.#clock),
      inFlight: new InFlight(most, this.#clock),
    };
    this.#origins.set(origin, made);
    return made;
  }

  /** Sends once, and once more if the target had closed the idle connection. */
  async #deliver(to: Origin, message: Message, limits: Limits, fresh: boolean): Promise<Sending> {
    const first = await this.#sendOver(to, () => (fresh ? to.connections.fresh() : to.connections.take()), message, limits);
    if (first.outcome.failure === null || !first.outcome.stale || this.#closing.signal.aborted) return first;
    const second = await this.#sendOver(to, () => to.connections.fresh(), message, limits);
    return { ...second, resentAfter: first.outcome.failure };
  }

  async #sendOver(
    { connections, gate }: Origin,
    choose: () => ReturnType<Connections['take']>,
    message: Message,
    limits: Limits,
  ): Promise<Sending> {
    const { deadline, requests } = this.#options;
    try {
      do {
        await gate.pass(this.#end);
        await this.#pacer.turn(this.#end);
      } while (gate.closed);
    } catch (error) {
      if (!this.#end.aborted) throw error;
    }
    if (!this.#closing.signal.aborted) deadline?.check();
    requests?.take();
    const startedAt = Date.now();
    const sentAt = this.#clock.now();
    if (this.#closing.signal.aborted) return { outcome: CLOSED, besideOthers: false, startedAt, sentAt, durationMs: 0 };
    const connection = choose();
    const besideOthers = connections.areOthersOpen;
    let usable = false;
    try {
      const timeoutMs = deadline?.bound(limits.timeoutMs) ?? limits.timeoutMs;
      const outcome = await attempt(connection, message, { ...limits, timeoutMs });
      usable = outcome.failure === null;
      return { outcome, besideOthers, startedAt, sentAt, durationMs: this.#clock.now() - sentAt };
    } finally {
      if (usable) connections.release(connection);
      else connections.discard(connection);
    }
  }
}

/** A target under load answers 429 or 503, or breaks connections. */
function signOf({ answer, failure }: Outcome): Sign {
  if (failure) return isBreak(failure) ? 'broken' : 'answered';
  return answer.status === 429 || answer.status === 503 ? 'busy' : 'answered';
}

const CLOSED: Outcome = {
  answer: null,
  failure: { kind: 'reset', message: 'the transport was closed before the request was sent', status: null },
  stale: false,
};
