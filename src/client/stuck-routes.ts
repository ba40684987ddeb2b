import { type Exchange, kindOf } from '../http/exchange.ts';
import type { Going } from './ask.ts';

/** So many times as long as the slowest answer is enough for what timed out. */
const ROOM = 4;
/** What hangs, while everything else is quick, costs its whole time limit once, and this share of it from then on. */
const SHARE = 1 / 4;

/** Routes that break: the last exchange judged there, until the service answers. Behind a time-out, a request may take a quarter of that, or four times as long as the slowest answer. */
export class StuckRoutes {
  readonly #last = new Map<string, Exchange>();
  #slowestMs = 0;

  /** @param isOwnWord of the service, and not of what stands between */
  answered(route: string, durationMs: number, isOwnWord: boolean): void {
    this.#slowestMs = Math.max(this.#slowestMs, durationMs);
    if (isOwnWord) this.#last.delete(route);
  }

  /** This is how requests break here. Of time-outs the longest counts. */
  broke(route: string, exchange: Exchange): void {
    const last = this.#last.get(route);
    if (last === undefined || kindOf(last) !== kindOf(exchange) || last.durationMs < exchange.durationMs) this.#last.set(route, exchange);
  }

  isKnown(route: string, exchange: Exchange): boolean {
    const last = this.#last.get(route);
    return last !== undefined && kindOf(last) === kindOf(exchange);
  }

  going(route: string): Going {
    const last = this.#last.get(route);
    if (last?.answer?.status !== undefined) return { impatient: true };
    return last?.failure?.kind === 'timeout' ? { timeoutMs: this.limitBehind(last.durationMs), showsNoLoad: true } : {};
  }

  /** The time limit behind a request that waited so long in vain, in milliseconds. */
  limitBehind(waitedMs: number): number {
    return Math.round(Math.min(waitedMs, Math.max(waitedMs * SHARE, ROOM * this.#slowestMs)));
  }
}
