import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from '../http/deadline.ts';
import type { Authorization, Exchange, Failure } from '../http/exchange.ts';
import { isAskedToWait, isBreak, isClientError, outcome } from '../http/outcome.ts';
import type { Transport } from '../http/transport.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { endpointUrl, sameOrigin } from '../settings/urls.ts';
import { type EndpointName, endpoint } from '../specification/endpoints.ts';
import { CARDS } from './api/cards.ts';
import type { Call } from './call.ts';
import type { HungEndpoints } from './hung-endpoints.ts';
import { isBrokenOff } from './last-requests.ts';
import type { Presence } from './presence.ts';
import { TargetLoad } from './target-load.ts';
import type { WriteBudget } from './write-budget.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly authorization: Authorization;
  /** Sends only GET; any other call is *not assessed*. */
  readonly readOnly: boolean;
  readonly transport: Transport;
  readonly hung: HungEndpoints;
  /** Null or absent: the run does not wait for a target that is away. */
  readonly presence?: Presence | null;
  /** Null or absent: no time limit. */
  readonly deadline?: Deadline | null;
  /** The run's own; a new one where absent. */
  readonly load?: TargetLoad;
  /** Of each request; the transport's where absent. */
  readonly timeoutMs?: number;
  /** Null or absent: no limit on created records. */
  readonly writes?: WriteBudget | null;
  /** Called for every exchange, in the order in which they end; `name` is null, and the call empty, for a request to no endpoint. */
  readonly onExchange: (name: EndpointName | null, exchange: Exchange, call: Call) => void;
  /** Called for every exchange returned to a caller. */
  readonly onCall?: (name: EndpointName, call: Call, exchange: Exchange) => void;
}

/** Sends a request, alone or beside others, with a time limit of its own or the transport's. */
type Send = (alone: boolean, timeoutMs?: number) => Promise<Exchange>;
type SendAlone = (timeoutMs?: number) => Promise<Exchange>;

const ID = 'conformance-raw-id';
/** Any other code comes from this machine (no free port, no name server), the network or a proxy. */
const REFUSED_BY_TARGET = /\(ECONNREFUSED\)$/;
/** A target that takes longer to connect is as good as away. */
const REACH_TIMEOUT_MS = 2000;
/** Ends the waiting for a target that comes and goes. */
const MOST_RESENT = 3;
/** Idle connections are closed after half a second. */
const IDLE_CLOSED_MS = 600;
/** Before each time that a request goes alone. After the second, the idle connections of other workers are closed, unless the machine is busy. */
const PAUSES_MS = [0, IDLE_CLOSED_MS, 1500];
/** So many times as long as the slowest answer. */
const ROOM_ALONE = 4;
/** There is such a record already (RFC 9110 §15.5.10). */
const CONFLICT = 409;
/** So many requests that broke alone as well, with none between that did not: this target does not break for load. */
const ENOUGH_BROKEN = 2;

/** The target asks to wait (429, or 503 with Retry-After) beyond the limits. */
export class AskedToWait extends NotAssessed {
  readonly exchange: Exchange;

  constructor(reason: string, exchange: Exchange) {
    super(reason, ['CES_MAX_RPS']);
    this.exchange = exchange;
  }
}

/** The answer may be in order, but the suite does not read it. */
export class UnreadAnswer extends NotAssessed {
  readonly exchange: Exchange;

  constructor(route: string, { message, variable }: Failure, exchange: Exchange) {
    super(`${route} gave an answer that the suite does not read: ${message}`, variable === undefined ? [] : [variable]);
    this.exchange = exchange;
  }
}

/** A creation broke beside other requests. Sent again, it might leave a second record. */
export class LostUnderLoad extends NotAssessed {
  readonly exchange: Exchange;

  constructor(route: string, exchange: Exchange) {
    const beside = `with ${exchange.inFlight ?? 1} requests in flight`;
    super(`${route} broke ${beside}, perhaps of the load, and is not sent again: ${outcome(exchange)}`, ['CES_MAX_CONNECTIONS']);
    this.exchange = exchange;
  }
}

/** A creation was sent twice, since the target had closed its idle connection, and the second one conflicts (409), perhaps with the first. */
export class PerhapsCreated extends NotAssessed {
  readonly exchange: Exchange;

  constructor(route: string, exchange: Exchange) {
    super(`${route} was sent twice, since its connection closed, and the first time may have left the record: ${outcome(exchange)}`);
    this.exchange = exchange;
  }
}

/** Speaks to one implementation: takes a call of an endpoint, returns an exchange. */
export class Client {
  readonly #options: ClientOptions;
  readonly #underWay = new Set<Promise<Exchange>>();
  readonly #load: TargetLoad;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#load = options.load ?? new TargetLoad();
  }

  /**
   * Calls an endpoint. The exchange shows whatever the target does.
   * @throws LimitReached where a limit of the run blocks the request, and where the target is gone
   * @throws NotAssessed where the run is read-only and the endpoint writes, and where the endpoint is known to hang
   * @throws UnreadAnswer where the answer is too long to be read, though it may be in order
   * @throws AskedToWait where the target asks to wait (429, or 503 with Retry-After) beyond the limits: the specification shows no rate limits,
   *   so they are no fault
   * @throws LostUnderLoad, PerhapsCreated where nobody knows whether a creation left its record
   */
  send(name: EndpointName, call: Call = {}): Promise<Exchange> {
    const sent = this.#send(name, call);
    this.#underWay.add(sent);
    const ended = () => this.#underWay.delete(sent);
    sent.then(ended, ended);
    return sent;
  }

  /** Resolves when no call is under way. A scenario may end before its last call. The evidence includes what that call did. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  async #send(name: EndpointName, call: Call): Promise<Exchange> {
    const { path, method: documented } = endpoint(name);
    const { method = documented } = call;
    if (method !== 'GET' && this.#options.readOnly) throw new NotAssessed(`${method} is not sent in a read-only run`, ['CES_READ_ONLY']);
    if (this.#options.hung.has(name))
      throw new NotAssessed(`${method} ${path} gave no answer to its typical request, and is not asked again`);
    const body = call.rawBody ?? (call.body === undefined ? null : JSON.stringify(call.body));
    const [, parameter] = path.match(/\{(\w+)\}/) ?? [];
    const parameters = parameter === undefined ? {} : { [parameter]: call.rawId === undefined ? (call.id ?? '') : ID };
    const encoded = endpointUrl(this.#options.baseUrl, path, parameters, call.query);
    const { transport, writes } = this.#options;
    const url = call.rawId === undefined ? encoded : encoded.replace(ID, () => call.rawId ?? '');
    const { headers, chunked, freshConnection, authorization = this.#options.authorization } = call;
    const send = (alone: boolean, timeoutMs = this.#options.timeoutMs) =>
      transport.send({
        alone,
        ...(timeoutMs !== undefined && { timeoutMs }),
        method,
        url: call.spelling === undefined ? url : this.#respelt(url, call.spelling),
        ...(headers && { headers }),
        body,
        authorization,
        ...(chunked && { chunked }),
        ...(freshConnection && { freshConnection }),
      });
    const creates = CARDS[name].creates && (method === 'POST' || method === 'PUT');
    const exchange = await this.#whileThere(name, call, (alone, timeoutMs) =>
      writes && creates ? writes.spend(() => send(alone, timeoutMs)) : send(alone, timeoutMs),
    );
    if (exchange.failure?.kind === 'unread') throw new UnreadAnswer(`${method} ${path}`, exchange.failure, exchange);
    if (isAskedToWait(exchange))
      throw new AskedToWait(`${method} ${path} asked to wait longer than the suite does: ${outcome(exchange)}`, exchange);
    if (method === documented && call.spelling === undefined) this.#options.onCall?.(name, call, exchange);
    return exchange;
  }

  #respelt(url: string, spelling: (path: string) => string): string {
    const { baseUrl } = this.#options;
    const [path = '', ...query] = url.slice(baseUrl.length).split('?');
    return [baseUrl + spelling(path), ...query].join('?');
  }

  /** GET of an address that is no endpoint: the event look-up, or an operation that the specification does not list. */
  async get(url: string, authorization: Authorization): Promise<Exchange> {
    const { transport, baseUrl } = this.#options;
    const send = (alone = false, timeoutMs?: number) =>
      transport.send({ alone, ...(timeoutMs !== undefined && { timeoutMs }), method: 'GET', url, body: null, authorization });
    if (sameOrigin(url, baseUrl)) return this.#whileThere(null, {}, send);
    const exchange = await send();
    this.#ended(null, {}, exchange);
    return exchange;
  }

  /**
   * Sends, and sends again what could not reach the target while it was away: a target that refused the connection has not read a byte. What
   * was under way when the target broke down is sent once more alone, so that only the request that breaks it down again is blamed.
   */
  async #whileThere(name: EndpointName | null, call: Call, send: Send): Promise<Exchange> {
    const { presence, transport, baseUrl, deadline } = this.#options;
    const reach = () => {
      deadline?.check();
      return transport.reach(baseUrl, REACH_TIMEOUT_MS);
    };
    const attempt = async (alone: boolean, timeoutMs?: number) => {
      presence?.check();
      const exchange = await send(alone, timeoutMs);
      this.#ended(name, call, exchange);
      return { exchange, found: await presence?.after(exchange, reach) };
    };
    let suspect = false;
    for (let resent = 0; ; resent += 1) {
      const { exchange, found = 'there' } = await attempt(suspect);
      const again = reachedNobody(exchange, found) || (!suspect && found === 'back' && exchange.failure?.kind === 'reset');
      // What breaks the target down again is blamed. Else it may have been one connection too many once more.
      if (presence == null || !again || resent === MOST_RESENT)
        return suspect && found === 'back'
          ? exchange
          : this.#judged(name, exchange, async (timeoutMs) => (await attempt(true, timeoutMs)).exchange);
      suspect ||= isBrokenOff(exchange);
      // It may have been one connection too many. By then, idle ones are closed.
      if (suspect) await sleep(IDLE_CLOSED_MS);
    }
  }

  /**
   * What broke beside other requests proves nothing against it, so it is sent again alone, and what came then is judged. A creation is sent
   * again where no answer had begun: a target that takes too few connections closes them unread. One that timed out may leave its record
   * later, so it is sent again only if it was the only one under way.
   * @throws LostUnderLoad, PerhapsCreated
   */
  async #judged(name: EndpointName | null, exchange: Exchange, sendAlone: SendAlone): Promise<Exchange> {
    const { failure, inFlight = 1, resentAfter, besideOthers = false } = exchange;
    const creates = name !== null && CARDS[name].creates !== undefined;
    if (creates && resentAfter !== undefined && exchange.answer?.status === CONFLICT) throw new PerhapsCreated(routeOf(name), exchange);
    if (failure === null || !isBreak(failure)) return exchange;
    const isUnread = failure.kind !== 'timeout' && failure.status === null;
    // A connection that is closed unread may have been one too many beside idle ones. A time-out alone proves itself.
    const isLone = inFlight === 1 && !(isUnread && besideOthers);
    if (isLone) return exchange;
    if (creates && !isUnread && inFlight > 1) throw new LostUnderLoad(routeOf(name), exchange);
    const again = await this.#load.alone(() => this.#sentAgain(exchange, failure, sendAlone));
    // The first one waited longer, and says so.
    if (failure.kind === 'timeout' && again.failure?.kind === 'timeout') return exchange;
    if (again.failure !== null && isBreak(again.failure)) return again;
    // Perhaps because the record exists, from the first time.
    if (creates && isClientError(again)) throw new LostUnderLoad(routeOf(name), exchange);
    return { ...again, underLoad: { failure, inFlight } };
  }

  /** The first answer that comes alone, or the last break. */
  async #sentAgain(exchange: Exchange, failure: Failure, sendAlone: SendAlone): Promise<Exchange> {
    let last = exchange;
    for (const pause of PAUSES_MS) {
      const known = this.#load.brokenAlone >= ENOUGH_BROKEN;
      if (known && (pause > 0 || failure.kind === 'timeout')) return last;
      // A second time-out was alone, and other workers' idle connections have long been closed.
      if (pause > 0 && last.failure?.kind === 'timeout') break;
      await sleep(pause);
      last = await sendAlone(failure.kind === 'timeout' ? this.#timeAlone(exchange.durationMs) : undefined);
      if (last.failure === null || !isBreak(last.failure)) {
        this.#load.brokenAlone = 0;
        return last;
      }
    }
    this.#load.brokenAlone += 1;
    return last;
  }

  /**
   * How long what timed out beside others may take alone, in milliseconds. A target under load answers late, and gets much longer than it took
   * for any answer. What hangs, while everything else is quick, has cost its whole time limit once.
   */
  #timeAlone(waitedMs: number): number {
    return Math.round(Math.min(waitedMs, Math.max(waitedMs / 4, ROOM_ALONE * this.#load.slowestMs)));
  }

  #ended(name: EndpointName | null, call: Call, exchange: Exchange): void {
    const { deadline, onExchange } = this.#options;
    if (exchange.answer !== null) this.#load.slowestMs = Math.max(this.#load.slowestMs, exchange.durationMs);
    onExchange(name, exchange, call);
    // Cut off by the run's deadline, so not the target's fault.
    if (exchange.failure?.kind === 'timeout') deadline?.check();
  }
}

function routeOf(name: EndpointName): string {
  const { method, path } = endpoint(name);
  return `${method} ${path}`;
}

/** The connection was refused, and not by a target that lets others in. */
function reachedNobody({ failure }: Exchange, found: 'there' | 'back'): boolean {
  return failure?.kind === 'refused' && (found === 'back' || !REFUSED_BY_TARGET.test(failure.message));
}
