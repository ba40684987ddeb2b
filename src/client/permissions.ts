import pLimit from 'p-limit';
import { type Exchange, isGone, isSuccess, kindOf } from '../http/exchange.ts';
import { readingOf } from '../http/reading.ts';
import { refusalOf } from '../http/refusal.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { type Ask, type Send, SetAside } from './ask.ts';

/** An endpoint is closed to these credentials, whatever is asked there. Whether that is right is not for the suite to say. */
export class NotAllowed extends SetAside {}

/** Nothing is paid for, or no room is left: what speaks of the account, and never of an input. */
const OF_THE_ACCOUNT: readonly number[] = [402, 507];
/** Of the load, of others at work, of what this request is: nothing that another one shares. */
const OF_THE_REQUEST: readonly number[] = [408, 409, 412, 413, 414, 415, 417, 428, 429, 431];
const NOT_IMPLEMENTED = 501;
/** Say nothing of the input: what was asked is switched off, or nothing is carried out now. */
const OF_NO_INPUT: readonly number[] = [NOT_IMPLEMENTED, 503];
/** So often a refusal of a kind at a route was shown to be of the input, or of the service. */
const ENOUGH_OWN = 3;
/** So often in a row good credentials are refused, where that is for good: of two instances, one may not know them. */
export const ENOUGH_BARRED = 4;
/** So many further requests are spent at a route that refuses what it carried out before. */
const MOST_CONTROLS = 20;
/** A limit of records is met after some: a service that makes one or two and no more is broken. */
const LEAST_LIMIT = 3;
/** So many other endpoints show that all writes are refused. */
const ENOUGH_OTHERS = 2;
/** The typical requests come early, and are few. */
const MOST_SHAPES = 50;
const REFUSES_ALL = 'The target refused everything for a while when this was asked';

/** An endpoint that refuses these credentials. */
export interface Barred {
  readonly route: string;
  /** Its answer, in short. */
  readonly answer: string;
  /** It carried out before what it was asked. */
  readonly later?: true;
}

interface CarriedOut {
  readonly ask: Ask;
  readonly times: number;
  readonly shapes: ReadonlySet<string>;
}

/** What these credentials may do. A refusal of what was carried out before, or of every write alike, is a limit of the account, and breaks no rule. */
export class Permissions {
  readonly #send: Send;
  readonly #refusesAll: (exchange: Exchange) => Promise<boolean>;
  /** Typical requests that write, of each endpoint for which there are fixtures; none where nobody knows them. */
  typicalWrites: () => Promise<readonly Ask[]> = async () => [];
  readonly #carriedOut = new Map<string, CarriedOut>();
  /** By route: how it refuses, and the answer in short. */
  readonly #closed = new Map<string, { readonly kind: string; readonly answer: string }>();
  /** By route and kind: how often it was the service's own word. */
  readonly #own = new Map<string, number>();
  readonly #oneByOne = pLimit(1);

  /** @param refusesAll whether the target refuses everything since this exchange; waits until it does no more */
  constructor(send: Send, refusesAll: (exchange: Exchange) => Promise<boolean>) {
    this.#send = send;
    this.#refusesAll = refusesAll;
  }

  get barred(): Barred[] {
    return [...this.#closed].map(([route, { answer }]) => ({ route, answer, ...(this.#carriedOut.has(route) && { later: true }) }));
  }

  /** Whether the same was carried out before, but for the names that the run makes up. */
  hasCarriedOut({ route, shape }: Ask): boolean {
    return shape !== null && (this.#carriedOut.get(route)?.shapes.has(shape) ?? false);
  }

  /** What was carried out last at the route; null where nothing was. */
  controlAt(route: string): Ask | null {
    return this.#carriedOut.get(route)?.ask ?? null;
  }

  carriedOut(ask: Ask): void {
    const { times = 0, shapes = new Set<string>() } = this.#carriedOut.get(ask.route) ?? {};
    const all = ask.shape === null || shapes.size >= MOST_SHAPES ? shapes : new Set([...shapes, ask.shape]);
    this.#carriedOut.set(ask.route, { ask, times: times + 1, shapes: all });
    this.#closed.delete(ask.route);
  }

  /** @throws NotAllowed where the exchange shows its endpoint to be closed, NotAssessed where everything was; else it is the service's own word */
  async judged(ask: Ask, exchange: Exchange): Promise<Exchange> {
    const reading = readingOf(exchange, ask);
    const isBarred = reading === 'barred';
    if (ask.credentials !== 'good' || reading === 'put-off' || !(isBarred || (ask.effect !== 'none' && mayBeOfAccount(exchange))))
      return exchange;
    // What others find out meanwhile spares further requests.
    const answer = refusalOf(exchange);
    const isClosed = await this.#oneByOne(async () => {
      const routes = await this.#closedWith(ask, exchange, isBarred);
      // A firewall that refuses everything for a while refuses the control request as well.
      if (isBarred && routes.length > 0 && !this.#closed.has(ask.route) && (await this.#refusesAll(exchange)))
        throw new NotAssessed(REFUSES_ALL);
      for (const route of routes) this.#closed.set(route, { kind: kindOf(exchange), answer });
      return routes.length > 0;
    });
    if (!isClosed) return exchange;
    const { route } = ask;
    if (!this.#carriedOut.has(route))
      throw new NotAllowed(exchange, `These credentials may not ${route}: ${answer}. Ask the owner of the service for the right`);
    const words = isGone(exchange)
      ? `${route} no longer finds what it found before: ${answer}. Somebody may have deleted it, or switched a feature off`
      : `${route} was carried out before, and is refused now: ${answer}. A plan or a quota may be used up, or writing be off for a while`;
    throw new NotAllowed(exchange, words);
  }

  /** Routes that this refusal shows to be closed, its own first; none where it is the service's own word. */
  async #closedWith({ route, shape }: Ask, exchange: Exchange, isBarred: boolean): Promise<readonly string[]> {
    const kind = kindOf(exchange);
    const { status = 0 } = exchange.answer ?? {};
    if (this.#closed.get(route)?.kind === kind) return [route];
    const known = this.#carriedOut.get(route);
    if (isBarred && (known === undefined || isUsedUp(exchange))) return [route];
    const key = `${route} ${kind}`;
    const own = this.#own.get(key) ?? 0;
    const isTypical = known === undefined || (shape !== null && known.shapes.has(shape));
    // Where nothing at all was carried out, the path of the base URL may be wrong.
    if (!isBarred && ((!isTypical && !OF_NO_INPUT.includes(status)) || this.#carriedOut.size === 0)) return [];
    // A limit of records is no 5xx, and a feature may be switched off by a 501.
    if (own >= (isBarred || known === undefined || status >= 500 ? ENOUGH_OWN : MOST_CONTROLS)) return [];
    this.#own.set(key, own + 1);
    // An update that is sent again would undo later ones.
    const control = known && known.ask.effect !== 'changes' ? known.ask : null;
    // Of two instances, one may not know the credentials yet.
    const isRefusedAgain = control !== null && (await this.#isRefused(control, kind, isBarred ? ENOUGH_BARRED : 1));
    if (isBarred) return isRefusedAgain ? [route] : [];
    if (control !== null && !isRefusedAgain) return [];
    const others = await this.refusedAlike(route, kind);
    if (others !== null) return [route, ...others];
    return (status < 500 || status === NOT_IMPLEMENTED) && isRefusedAgain && (known?.times ?? 0) >= LEAST_LIMIT ? [route] : [];
  }

  /** A creation that was carried out: that of this route, or another; null where there was none. */
  creationLike(route: string): Ask | null {
    const asks = [this.#carriedOut.get(route), ...this.#carriedOut.values()].flatMap((known) => known?.ask ?? []);
    return asks.find(({ effect }) => effect === 'creates') ?? null;
  }

  /** Other endpoints that write, where all that were asked refuse it in the same way; null where one does not, or too few can be asked. */
  async refusedAlike(route: string, kind: string): Promise<readonly string[] | null> {
    const typical = await this.typicalWrites();
    const asks = new Map(typical.map((ask) => [ask.route, ask]));
    for (const [other, { ask }] of this.#carriedOut) if (ask.effect === 'creates') asks.set(other, ask);
    asks.delete(route);
    for (const ask of asks.values()) if ((await this.#kindOf(ask)) !== kind) return null;
    return asks.size < ENOUGH_OTHERS ? null : [...asks.keys()];
  }

  /** Whether it is refused in this way each of so many times. */
  async #isRefused(ask: Ask, kind: string, times: number): Promise<boolean> {
    for (let time = 0; time < times; time += 1) if ((await this.#kindOf(ask)) !== kind) return false;
    return true;
  }

  async #kindOf(ask: Ask): Promise<string> {
    return kindOf((await this.#send(ask.renewed(), { alone: true, impatient: true })).exchange);
  }
}

/** Nothing but payment or room brings it back. */
export const isUsedUp = ({ answer }: Exchange): boolean => OF_THE_ACCOUNT.includes(answer?.status ?? 0);

/** A refusal that another request may share. A 503 that stands, and what says that nobody does this, too; any other 5xx is the service's own. */
function mayBeOfAccount(exchange: Exchange): boolean {
  const { status = 0 } = exchange.answer ?? {};
  return !isSuccess(exchange) && status >= 300 && !OF_THE_REQUEST.includes(status) && (status < 500 || OF_NO_INPUT.includes(status));
}
