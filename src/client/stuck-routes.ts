import { type Exchange, isSuccess, kindOf } from '../http/exchange.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import type { Ask, Going } from './ask.ts';

/** So many times as long as the slowest answer is enough for what timed out. */
const ROOM = 4;
/** What hangs, while everything else is quick, costs its whole time limit once, and this share of it from then on. */
const SHARE = 1 / 4;

/** What is given to a route that carries out nothing any more: so many requests that it carried out before, and so long for them together. */
const MOST_IN_VAIN = { times: 4, ms: 12_000 };

/** Routes that break: the last exchange judged there, until the service answers. Behind a time-out, a request may take a quarter of that, or four times as long as the slowest answer. */
export class StuckRoutes {
  readonly #last = new Map<string, Exchange>();
  /** Requests that failed since the route last carried one out. */
  readonly #inVain = new Map<string, { readonly times: number; readonly ms: number }>();
  /** Routes that gave some answer. */
  readonly #awake = new Set<string>();
  #slowestMs = 0;

  /** @param isOwnWord of the service, and not of what stands between */
  answered(route: string, durationMs: number, isOwnWord: boolean): void {
    this.#slowestMs = Math.max(this.#slowestMs, durationMs);
    this.#awake.add(route);
    if (isOwnWord) this.#last.delete(route);
  }

  /** This is how requests break here. Of time-outs the longest counts. */
  broke(route: string, exchange: Exchange): void {
    const last = this.#last.get(route);
    if (last === undefined || kindOf(last) !== kindOf(exchange) || last.durationMs < exchange.durationMs) this.#last.set(route, exchange);
  }

  /** @param wasCarriedOut the route carried out the same before */
  judged({ route, credentials }: Ask, exchange: Exchange, wasCarriedOut: boolean): void {
    if (credentials !== 'good') return;
    if (isSuccess(exchange)) this.#inVain.delete(route);
    if (!wasCarriedOut || (exchange.answer !== null && exchange.answer.status < 500)) return;
    const { times, ms } = this.#inVain.get(route) ?? { times: 0, ms: 0 };
    this.#inVain.set(route, { times: times + 1, ms: ms + exchange.durationMs });
  }

  /** Whoever is to be rejected is rejected in time all the same. @throws NotAssessed where the route is given up */
  check({ route, credentials }: Ask): void {
    const { times, ms } = this.#inVain.get(route) ?? { times: 0, ms: 0 };
    if (credentials !== 'good' || times < MOST_IN_VAIN.times || ms < MOST_IN_VAIN.ms) return;
    const spent = `${times} requests and ${Math.round(ms / 1000)} s were spent on it`;
    throw new NotAssessed(`${route} no longer carries out what it carried out before, and is given up: ${spent}`);
  }

  isKnown(route: string, exchange: Exchange): boolean {
    const last = this.#last.get(route);
    return last !== undefined && kindOf(last) === kindOf(exchange);
  }

  /** Nothing has been answered there yet, so something may have to start first. */
  mayWake(route: string): boolean {
    return !this.#awake.has(route);
  }

  going(route: string): Going {
    const last = this.#last.get(route);
    if (last === undefined && this.mayWake(route)) return { mayWake: true };
    if (last?.answer?.status !== undefined) return { impatient: true };
    return last?.failure?.kind === 'timeout' ? { timeoutMs: this.limitBehind(last.durationMs), showsNoLoad: true } : {};
  }

  /** The time limit behind a request that waited so long in vain, in milliseconds. */
  limitBehind(waitedMs: number): number {
    return Math.round(Math.min(waitedMs, Math.max(waitedMs * SHARE, ROOM * this.#slowestMs)));
  }
}
