import { none, stranger } from '../http/authorization.ts';
import { type Authorization, type Exchange, type Method, outcome } from '../http/exchange.ts';
import type { WriteBudget } from '../http/limits.ts';
import { isReplay, readingOf } from '../http/reading.ts';
import { refusalOf } from '../http/refusal.ts';
import type { Transport } from '../http/transport.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { encodeSegment, endpointUrl, sameOrigin } from '../settings/urls.ts';
import { type EndpointName, endpoint } from '../specification/endpoints.ts';
import { schema } from '../specification/schemas.ts';
import { CARDS } from './api/cards.ts';
import { type Ask, type Going, SetAside } from './ask.ts';
import { namesNoTime, retryAfterMs } from './asked-waits.ts';
import { type Call, customersIn } from './call.ts';
import type { Environment } from './environment.ts';
import type { Intent } from './last-requests.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly authorization: Authorization;
  /** Sends only GET; any other call is *not assessed*. */
  readonly readOnly: boolean;
  readonly transport: Transport;
  readonly hung: HungEndpoints;
  readonly environment: Environment;
  readonly timeoutMs?: number;
  readonly writes?: WriteBudget | null;
  readonly intent?: (call: Call) => Intent;
  /** Called for every exchange, in the order in which they end; `name` is null, and the call empty, for a request to no endpoint. */
  readonly onExchange: (name: EndpointName | null, exchange: Exchange, call: Call) => void;
  /** Called for every exchange returned to a caller. */
  readonly onCall?: (name: EndpointName, call: Call, exchange: Exchange) => void;
}

/** Endpoints whose typical request timed out, with its exchange, which every check sees: each further one would wait as long. */
export type HungEndpoints = Map<EndpointName, Exchange>;

const WRITING: readonly string[] = ['POST', 'PUT'];
/** A script, and the path of a file that services must not show: every firewall knows both. */
const ATTACK = '<script>alert(1)</script>../../etc/passwd';
const ATTACKING = `conformance=${encodeURIComponent(ATTACK)}`;
/** No business has this id. */
const NOBODY = 'conformance-nobody';
/** There is such a record already (RFC 9110 §15.5.10). */
const CONFLICT = 409;

/** The target asks to wait (429, or an answer that says so) beyond what the run has time for, or puts off whatever is asked. No fault: the specification shows no rate limits. */
export class AskedToWait extends SetAside {}

/** The answer may be in order, but the suite does not read it. */
export class UnreadAnswer extends SetAside {}

export class Client {
  readonly hung: HungEndpoints;
  readonly environment: Environment;
  readonly #options: ClientOptions;
  readonly #underWay = new Set<Promise<Exchange>>();

  constructor(options: ClientOptions) {
    this.#options = options;
    this.hung = options.hung;
    this.environment = options.environment;
  }

  /** Calls an endpoint. The exchange shows whatever the target does. @throws NotAssessed, of the class that tells why nothing was sent, or why the answer proves nothing */
  send(name: EndpointName, call: Call = {}): Promise<Exchange> {
    const sent: Promise<Exchange> = this.#send(name, call).finally(() => this.#underWay.delete(sent));
    this.#underWay.add(sent);
    return sent;
  }

  /** Resolves when no call is under way. A scenario may end before its last call. The evidence includes what that call did. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  async #send(name: EndpointName, call: Call): Promise<Exchange> {
    const ask = this.ask(name, call);
    const { route, effect, credentials } = ask;
    if (!route.startsWith('GET ') && this.#options.readOnly)
      throw new NotAssessed(`${methodOf(name, call)} is not sent in a read-only run`, ['CES_READ_ONLY']);
    if (this.hung.has(name)) throw new NotAssessed(`${route} gave no answer to its typical request, and is not asked again`);
    const exchange = await this.environment.settle(ask);
    const { answer, failure } = exchange;
    // Since its idle connection was closed, it was sent twice; it may conflict with itself.
    if (effect === 'creates' && exchange.resentAfter !== undefined && answer?.status === CONFLICT) {
      const twice = 'was sent twice, since its connection closed, and the first time may have left the record';
      throw new SetAside(exchange, `${route} ${twice}: ${outcome(exchange)}`);
    }
    if (failure?.kind === 'unread') {
      const variables = failure.variable === undefined ? [] : [failure.variable];
      throw new UnreadAnswer(exchange, `${route} gave an answer that the suite does not read: ${failure.message}`, variables);
    }
    if (readingOf(exchange, ask) === 'put-off' && !(credentials === 'wrong' && namesNoTime(answer))) {
      const askedMs = answer && retryAfterMs(answer.headers);
      const wait = askedMs === null ? 'again and again' : `${askedMs / 1000} s, longer than the run does`;
      const ofGoodOnes = ['CES_MAX_RPS', askedMs === null ? 'CES_PATIENCE_MS' : 'CES_MAX_MINUTES'];
      // No setting helps where a part of the service is away.
      const isAway = answer?.status === 503;
      if (isAway) this.environment.unavailable.set(route, refusalOf(exchange));
      const variables = credentials === 'wrong' ? ['CES_WRONG_CREDENTIALS_PER_MINUTE'] : isAway ? [] : ofGoodOnes;
      throw new AskedToWait(exchange, `${route} asked to wait ${wait}: ${refusalOf(exchange)}`, variables);
    }
    if (isReplay(exchange))
      throw new SetAside(exchange, `${route} was answered as an equal request before it, by what stands in front of the service`);
    // The first to find the service broken down reports it, whatever it asked.
    if (isListed(name, call) || exchange.brokenDown) this.#options.onCall?.(name, call, exchange);
    return exchange;
  }

  ask(name: EndpointName, call: Call): Ask {
    const { path, response } = endpoint(name);
    const { transport, writes, baseUrl } = this.#options;
    const { headers, chunked, inCapitals, alone, freshConnection, rawId, authorization = this.#options.authorization } = call;
    const method = methodOf(name, call);
    const body = call.rawBody ?? (call.body === undefined ? null : JSON.stringify(call.body));
    const { spelling = (path) => path } = call;
    const below = spelling(endpointUrl('', path, rawId ?? encodeSegment(call.id ?? '')));
    const query = call.query ? `?${call.query}` : '';
    const sendOnce = ({ timeoutMs = this.#options.timeoutMs, ...going }: Going) =>
      transport.send({
        ...going,
        timeoutMs,
        method,
        url: baseUrl + below + query,
        headers,
        body,
        authorization,
        chunked,
        inCapitals,
        alone: alone || going.alone,
        freshConnection: freshConnection || going.freshConnection,
      });
    const customers = customersIn(call.body).map(({ id }) => ({ id }));
    const writesRecords = CARDS[name].creates && WRITING.includes(method);
    const odd = [call.authorization, rawId, call.rawBody, headers, endpoint(name).query === null ? call.query : undefined];
    const isUsual = isListed(name, call) && odd.every((part) => part === undefined);
    return {
      route: `${method} ${path}`,
      effect: call.authorization || !WRITING.includes(method) ? 'none' : writesRecords ? 'creates' : 'changes',
      credentials: call.authorization === undefined ? 'good' : authorization.value === null ? 'none' : 'wrong',
      json: response !== null,
      // A page holds none of JSON's.
      holds: response === null ? [] : (schema(response).required ?? []),
      intent: this.#options.intent?.(call) ?? 'typical',
      // What an unknown id gets is no word about the account.
      shape: isUsual ? `${call.id} ${query} ${body}`.replaceAll(MADE_UP, '…') : null,
      renewed: () => this.ask(name, call.body === undefined ? call : { ...call, body: renewed(call.body) }),
      attacks: () => {
        const query = call.query === undefined ? ATTACKING : `${call.query}&${ATTACKING}`;
        // Of nobody's customers, none.
        const inBody = (conformance: string) => this.ask('batchUpdateCustomers', { id: NOBODY, body: { customers: [], conformance } });
        const byBody = this.#options.readOnly ? [] : [[inBody(ATTACK), inBody(NOBODY)] as const];
        return [[this.ask(name, { ...call, query }), this.ask(name, call)], ...byBody];
      },
      ...(customers.length > 0 && { changingNothing: () => this.ask(name, { ...call, body: { customers } }) }),
      guessing: () => this.ask(name, { ...call, authorization: stranger() }),
      bare: () => this.ask(name, { ...call, authorization: none }),
      send: (going) => (writes && writesRecords ? writes.spend(() => sendOnce(going), going.urgent) : sendOnce(going)),
      ended: (sent) => this.#ended(name, call, sent),
    };
  }

  /** GET of an address that is no endpoint. Another origin than the base URL's gets no credentials. */
  async get(url: string): Promise<Exchange> {
    const { transport, baseUrl } = this.#options;
    const isOwn = sameOrigin(url, baseUrl);
    const authorization = isOwn ? this.#options.authorization : none;
    const ask: Ask = {
      ...{ route: url, effect: 'none', credentials: 'unlisted', json: false, holds: null, intent: 'typical', shape: null },
      renewed: () => ask,
      send: (going) => transport.send({ ...going, method: 'GET', url, body: null, authorization }),
      ended: (exchange) => this.#ended(null, {}, exchange),
    };
    return isOwn ? this.environment.settle(ask) : this.environment.sendElsewhere(ask);
  }

  #ended(name: EndpointName | null, call: Call, exchange: Exchange): void {
    const { transport, onExchange } = this.#options;
    onExchange(name, exchange, call);
    // Cut off by the run's deadline, so not the target's fault.
    if (exchange.failure?.kind === 'timeout') transport.deadline?.check();
  }
}

function methodOf(name: EndpointName, { method = endpoint(name).method }: Call): Method {
  return method;
}

/** Of an operation that the specification lists. */
function isListed(name: EndpointName, call: Call): boolean {
  return methodOf(name, call) === endpoint(name).method && call.spelling === undefined;
}

/** What differs from one typical request to the next: names that the run makes up, and times. */
const MADE_UP = /(?<label>conformance-[\w-]+-)\d{5}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** Downwards, since sessions count upwards. */
let names = 100_000;

function renewed(body: unknown): unknown {
  names -= 1;
  return JSON.parse(JSON.stringify(body).replaceAll(MADE_UP, (text, label?: string) => (label === undefined ? text : `${label}${names}`)));
}
