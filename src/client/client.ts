import type { Deadline } from '../http/deadline.ts';
import type { Authorization, Exchange } from '../http/exchange.ts';
import { isAskedToWait, outcome } from '../http/outcome.ts';
import type { Transport } from '../http/transport.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { endpointUrl, sameOrigin } from '../settings/urls.ts';
import { endpoint } from '../specification/endpoints.ts';
import type { BudgetedWrites } from './budgeted-writes.ts';
import { CREATIONS } from './creations.ts';
import type { HungEndpoints } from './hung-endpoints.ts';
import type { Presence } from './presence.ts';

/** What one request to an endpoint carries besides its method and path, which the endpoint gives. */
export interface Call {
  /** The path parameter; percent-encoded as it goes into the path. */
  readonly id?: string;
  /** The path parameter as it goes on the wire, escapes and all; for ids that no encoder would write. */
  readonly rawId?: string;
  /** Sent as JSON text. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string | Uint8Array;
  /** Without the question mark, percent-encoded. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorization?: Authorization;
}

export interface ClientOptions {
  readonly baseUrl: string;
  readonly authorization: Authorization;
  /** Only GET leaves the client; any other call is *not assessed*. */
  readonly readOnly: boolean;
  readonly transport: Transport;
  readonly hung: HungEndpoints;
  /** Null or absent where nobody waits for a target that is away. */
  readonly presence?: Presence | null;
  /** Null or absent where the run may take any time. */
  readonly deadline?: Deadline | null;
  /** Null or absent where any number of records may be created. */
  readonly writes?: BudgetedWrites | null;
  /** Hears of every exchange, in the order in which they end. */
  readonly onExchange: (number: number | null, exchange: Exchange) => void;
  /** Hears of every call that its caller gets an exchange of: neither put off by the target nor cut off by a limit of the run. */
  readonly onCall?: (number: number, call: Call, exchange: Exchange) => void;
}

const ID = 'conformance-raw-id';
/** Any other code is of this machine (no free port, no name server), of the network or of a proxy. */
const REFUSED_BY_TARGET = /\(ECONNREFUSED\)$/;
/** A connection is made in less, or the target is as good as away. */
const REACH_TIMEOUT_MS = 2000;
/** A target that comes and goes is not waited for again and again. */
const MOST_RESENT = 3;

/** Speaks to one implementation: a call of an endpoint in, an exchange out. */
export class Client {
  readonly #options: ClientOptions;
  readonly #underWay = new Set<Promise<Exchange>>();

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /**
   * Calls an endpoint by its number. Whatever the target does is in the exchange.
   * @throws LimitReached where a limit of the run leaves no room for the request, and where the target is gone
   * @throws NotAssessed where the run is read-only and the endpoint writes, where the endpoint is known to hang, where its answer is not read
   *   though it may be in order (longer than the limit), and where it asks to wait
   *   (429, or 503 with Retry-After) beyond the limits: rate limits are not shown, so they are no fault
   */
  send(number: number, call: Call = {}): Promise<Exchange> {
    const sent = this.#send(number, call);
    this.#underWay.add(sent);
    const ended = () => this.#underWay.delete(sent);
    sent.then(ended, ended);
    return sent;
  }

  /** Resolves when no call is under way. A scene may end before its last call does: what that one did is part of the scene's evidence all the same. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  async #send(number: number, call: Call): Promise<Exchange> {
    const { method, path } = endpoint(number);
    if (method !== 'GET' && this.#options.readOnly) throw new NotAssessed(`${method} is not sent in a read-only run`, ['CES_READ_ONLY']);
    if (this.#options.hung.recall(number))
      throw new NotAssessed(`${method} ${path} gave no answer to its typical request, and is not asked again`);
    const body = call.rawBody ?? (call.body === undefined ? null : JSON.stringify(call.body));
    const [, parameter] = path.match(/\{(\w+)\}/) ?? [];
    const parameters = parameter === undefined ? {} : { [parameter]: call.rawId === undefined ? (call.id ?? '') : ID };
    const encoded = endpointUrl(this.#options.baseUrl, path, parameters, call.query);
    const { transport, writes } = this.#options;
    const send = () =>
      transport.send({
        method,
        url: call.rawId === undefined ? encoded : encoded.replace(ID, () => call.rawId ?? ''),
        ...(call.headers && { headers: call.headers }),
        body,
        authorization: call.authorization ?? this.#options.authorization,
      });
    const exchange = await this.#whileThere(number, () => (writes && number in CREATIONS ? writes.spend(send) : send()));
    if (exchange.failure?.kind === 'unread') {
      const { message, variable } = exchange.failure;
      throw new NotAssessed(
        `${method} ${path} gave an answer that the suite does not read: ${message}`,
        variable === undefined ? [] : [variable],
      );
    }
    if (isAskedToWait(exchange))
      throw new NotAssessed(`${method} ${path} asked to wait longer than the suite does: ${outcome(exchange)}`, ['CES_MAX_RPS']);
    this.#options.onCall?.(number, call, exchange);
    return exchange;
  }

  /** GET of an address that is no endpoint: the event look-up, or an operation that the specification does not list. */
  async get(url: string, authorization: Authorization): Promise<Exchange> {
    const { transport, baseUrl } = this.#options;
    const send = () => transport.send({ method: 'GET', url, body: null, authorization });
    if (sameOrigin(url, baseUrl)) return this.#whileThere(null, send);
    const exchange = await send();
    this.#ended(null, exchange);
    return exchange;
  }

  /** Sends to the target, and again what could not reach it while it was away: of a connection that was refused, it has not read a byte. */
  async #whileThere(number: number | null, send: () => Promise<Exchange>): Promise<Exchange> {
    const { presence, transport, baseUrl, deadline } = this.#options;
    for (let resent = 0; ; resent += 1) {
      presence?.check();
      const exchange = await send();
      this.#ended(number, exchange);
      const found = await presence?.after(exchange, () => {
        deadline?.check();
        return transport.reach(baseUrl, REACH_TIMEOUT_MS);
      });
      if (presence == null || exchange.failure?.kind !== 'refused' || resent === MOST_RESENT) return exchange;
      if (found === 'there' && REFUSED_BY_TARGET.test(exchange.failure.message)) return exchange;
    }
  }

  #ended(number: number | null, exchange: Exchange): void {
    const { deadline, onExchange } = this.#options;
    onExchange(number, exchange);
    // The end of the run cut it off; of the target that says nothing.
    if (exchange.failure?.kind === 'timeout') deadline?.check();
  }
}
