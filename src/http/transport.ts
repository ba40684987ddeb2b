import { setMaxListeners } from 'node:events';
import { Connection, type Message, type Outcome } from './connection.ts';
import { Connections } from './connections.ts';
import { type Exchange, type Failure, isClientError } from './exchange.ts';
import { InFlight, MOST_IN_FLIGHT, QUICK_MS, type Sign } from './in-flight.ts';
import type { Budget, Deadline } from './limits.ts';
import { CLOCK, type Clock, Gate, Pacer } from './pacer.ts';
import { isOwnError, readingOf, showsLoad } from './reading.ts';
import { authorised, bytesOf, cutUrl, headersOf, type Pipeline, sentRequest, type TransportRequest, targetOf } from './request.ts';
import type { Route } from './routes.ts';

/** What a target takes at most; null where it showed no such limit. */
export interface Limits {
  /** Requests at once. */
  readonly connections: number | null;
  /** Requests a second. */
  readonly rps: number | null;
}

export interface TransportOptions {
  /** Limit for connection, head and body of one sending together, in milliseconds. */
  readonly timeoutMs: number;
  /** The longest body accepted, as transferred and as decoded. */
  readonly maxBodyBytes: number;
  /** Most sends a second over all origins, repeated ones included; `null` for no limit. */
  readonly maxRps: number | null;
  /** Most requests under way at once to one origin; 64 where absent or higher. */
  readonly maxConnections?: number | null;
  /** What an earlier run learned of the target: kept to where nothing else is said. */
  readonly learned?: Limits | null;
  /** Most requests of the run; no limit where absent. */
  readonly requests?: Budget | null;
  /** Nothing is sent after it; no limit where absent. */
  readonly deadline?: Deadline | null;
  /** By the origin in a request's URL. */
  readonly routeTo: (origin: string) => Route;
  /** Removes secrets from failure messages, which may quote the target. */
  readonly redact: (text: string) => string;
  /** Of waits and durations; this process's where absent. */
  readonly clock?: Clock;
}

/** Who asks for a second or two has a pace in mind; for longer, a quota, within which the pace does not matter; for less, no limit at all. */
const PACE_WAIT_MS = { least: 1000, most: 2000 };

interface Origin {
  readonly route: Route;
  readonly connections: Connections;
  readonly gate: Gate;
  readonly inFlight: InFlight;
}

interface Sending {
  readonly outcome: Outcome;
  /** Null where nothing was sent. */
  readonly connection: Connection | null;
  /** In the time of the clock. */
  readonly sentAt: number;
  /** What the exchange says of it. */
  readonly shown: Pick<Exchange, 'resentAfter' | 'besideOthers' | 'startedAt' | 'durationMs'>;
}

/** Sends requests over HTTP/1.1. It follows no redirect, keeps no cookie, and sends the URL as given. */
export class Transport {
  readonly deadline: Deadline | null;
  readonly #options: TransportOptions;
  readonly #clock: Clock;
  readonly #pacer: Pacer;
  readonly #origins = new Map<string, Origin>();
  readonly #closing = new AbortController();
  readonly #end: AbortSignal;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.deadline = options.deadline ?? null;
    this.#clock = options.clock ?? CLOCK;
    this.#pacer = new Pacer(options.maxRps ?? options.learned?.rps ?? null, this.#clock);
    const { signal } = this.#closing;
    this.#end = this.deadline ? AbortSignal.any([signal, this.deadline.signal]) : signal;
    // Every waiting request listens for the end, and any number may wait.
    setMaxListeners(0, this.#end);
  }

  /** What the target does shows as the exchange's `failure`. @throws TypeError for a request that cannot be sent, LimitReached where time or requests are used up, Error once closed */
  async send(request: TransportRequest): Promise<Exchange> {
    if (this.#closing.signal.aborted) throw new Error('the transport is closed: send before close()');
    const { origin, path } = cutUrl(request.url);
    const to = this.#originOf(origin);
    const headers = headersOf(request, to.route.headers);
    const body = bytesOf(request.body);
    const sent = sentRequest(request, headers, body, to.route);
    const { authorization, method, chunked = false, inCapitals } = request;
    const wire = authorised(headers, authorization, inCapitals);
    const message: Message = { path: targetOf(path, authorization), method, headers: wire, body, chunked };
    const deliver = () => this.#deliver(to, message, request);
    const ran = request.urgent ? { result: await deliver(), inFlight: 1, atFirst: 1 } : await to.inFlight.run(deliver, request.alone);
    const { result, inFlight, atFirst } = ran;
    const { outcome, connection, sentAt, shown } = result;
    const sign = signOf(outcome, this.#pacer.isPaced);
    const isSlow = sign === 'answered' && shown.durationMs > QUICK_MS;
    const isWaking = request.mayWake && (outcome.failure?.kind === 'timeout' || isSlow);
    if (!request.urgent && !request.showsNoLoad && !isWaking)
      to.inFlight.learn({ sign, sentAt, durationMs: shown.durationMs, atFirst, alone: request.alone });
    if (sign === 'answered') this.#pacer.answered(sentAt);
    const { answer, failure } = outcome;
    const exchange: Exchange = {
      request: sent,
      answer,
      failure: failure && this.#redacted(failure),
      waits: [],
      ...shown,
      ...(inFlight > 1 && { inFlight }),
    };
    const afterRefusal = connection?.refused;
    if (connection !== null) connection.refused = isClientError(exchange) ? exchange : null;
    return { ...exchange, ...(afterRefusal && { afterRefusal }) };
  }

  isIdle(url: string): boolean {
    return this.#originOf(cutUrl(url).origin).inFlight.isIdle;
  }

  /** Acts when nothing is under way to a URL's origin, and lets nothing start beside it, but urgent requests. */
  async undisturbed<T>(url: string, act: () => Promise<T>): Promise<T> {
    return (await this.#originOf(cutUrl(url).origin).inFlight.run(act, true)).result;
  }

  /** Holds back all requests to the origin, as this answer asked. Returns whether it is news: others may wait for the same. */
  putOff({ request, durationMs }: Exchange, milliseconds: number): boolean {
    if (milliseconds >= PACE_WAIT_MS.least && milliseconds <= PACE_WAIT_MS.most) this.#refused(this.#clock.now() - durationMs);
    return this.#originOf(cutUrl(request.url).origin).gate.hold(milliseconds);
  }

  /** Holds back all requests to a URL's origin, but urgent ones, until the returned function is called; with an error, they get that. */
  holdBack(url: string): (lost?: Error) => void {
    return this.#originOf(cutUrl(url).origin).gate.close();
  }

  /** The target refused more requests, alone as well. @param at in milliseconds since the Unix epoch */
  refusedAlone(at: number): void {
    this.#refused(performance.now() - (Date.now() - at));
  }

  #refused(at: number): void {
    if (!this.#pacer.refused(at)) return;
    // It was the pace, and not how many there were at once.
    for (const { inFlight } of this.#origins.values()) inFlight.forget();
  }

  /** What a URL's origin seems to take at most, where it showed that. */
  limitsOf(url: string): Limits {
    const { learned } = this.#options;
    const { inFlight } = this.#originOf(cutUrl(url).origin);
    return { connections: inFlight.learned ?? learned?.connections ?? null, rps: this.#pacer.learned ?? learned?.rps ?? null };
  }

  /** The target showed that it takes so many requests a second, and the run keeps to that. */
  get isPaced(): boolean {
    return this.#pacer.isPaced;
  }

  /** Closes all connections. A request under way ends with a failure. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#origins.values()].map(({ connections }) => connections.close()));
  }

  #originOf(origin: string): Origin {
    const known = this.#origins.get(origin);
    if (known) return known;
    const { routeTo, maxConnections, learned } = this.#options;
    const route = routeTo(origin);
    const most = Math.min(maxConnections ?? learned?.connections ?? MOST_IN_FLIGHT, MOST_IN_FLIGHT);
    const made = {
      route,
      connections: new Connections(() => new Connection(origin, route)),
      gate: new Gate(this.#clock),
      inFlight: new InFlight(most, this.#clock),
    };
    this.#origins.set(origin, made);
    return made;
  }

  /** Sends once, and once more if the target had closed the idle connection. */
  async #deliver(to: Origin, message: Message, request: TransportRequest): Promise<Sending> {
    // An idle connection may hold the last place.
    if (request.alone && request.freshConnection) await to.connections.closeIdle();
    const first = await this.#sendOver(to, message, request);
    if (first.outcome.failure === null || !first.outcome.stale || this.#closing.signal.aborted) return first;
    const second = await this.#sendOver(to, message, { ...request, freshConnection: true, pipeline: undefined });
    return { ...second, shown: { ...second.shown, resentAfter: this.#redacted(first.outcome.failure) } };
  }

  async #sendOver({ connections, gate }: Origin, message: Message, request: TransportRequest): Promise<Sending> {
    const { deadline } = this;
    const { freshConnection, pipeline, urgent, timeoutMs = this.#options.timeoutMs } = request;
    try {
      do {
        if (!urgent) await gate.pass(this.#end);
        await this.#turn(pipeline);
      } while (gate.closed && !urgent);
    } catch (error) {
      if (!this.#end.aborted) throw error;
    }
    if (!this.#closing.signal.aborted) deadline?.check();
    request.onTurn?.();
    this.#options.requests?.take('no further request');
    const startedAt = Date.now();
    const sentAt = this.#clock.now();
    if (this.#closing.signal.aborted) return { outcome: CLOSED, connection: null, sentAt, shown: { startedAt, durationMs: 0 } };
    const connection = pipeline?.connection ?? (pipeline || freshConnection ? connections.fresh() : connections.take());
    if (pipeline) pipeline.connection = connection;
    const besideOthers = connections.areOthersOpen && { besideOthers: true as const };
    let usable = false;
    try {
      const { maxBodyBytes } = this.#options;
      const isShare = timeoutMs < this.#options.timeoutMs;
      const outcome = await connection.send(message, { timeoutMs: deadline?.bound(timeoutMs) ?? timeoutMs, isShare, maxBodyBytes });
      usable = outcome.failure === null;
      return { outcome, connection, sentAt, shown: { startedAt, durationMs: this.#clock.now() - sentAt, ...besideOthers } };
    } finally {
      if (pipeline) pipeline.left -= 1;
      if (usable && !pipeline) connections.release(connection);
      else if (!pipeline?.left) connections.discard(connection);
    }
  }

  #turn(pipeline: Pipeline | undefined): Promise<void> {
    if (pipeline === undefined) return this.#pacer.turn(this.#end);
    pipeline.turn ??= this.#pacer.turn(this.#end, pipeline.left);
    return pipeline.turn;
  }

  #redacted(failure: Failure): Failure {
    return { ...failure, message: this.#options.redact(failure.message) };
  }
}

/** @param isPaced the target showed a limit of requests a second */
function signOf(outcome: Outcome, isPaced: boolean): Sign {
  // Its own error may be for the load: sent again alone, it shows whether it is.
  if (isOwnError(outcome)) return 'broken';
  if (!showsLoad(readingOf(outcome))) return 'answered';
  // Who names a time has a time in mind.
  if (isPaced || outcome.answer?.headers['retry-after'] !== undefined) return 'too-soon';
  return outcome.answer === null ? 'broken' : 'busy';
}

const CLOSED: Outcome = {
  answer: null,
  failure: { kind: 'reset', message: 'the transport was closed before the request was sent', status: null },
};
