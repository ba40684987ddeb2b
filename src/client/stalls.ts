import { type Exchange, endOf } from '../http/exchange.ts';
import type { Disturbance } from './absence.ts';
import type { Ask } from './ask.ts';

/** Milliseconds. Less is a slow answer. */
const STALL_MS = 4000;
/** Where one or two endpoints wait, they may be what hangs. */
const FEWEST_ROUTES = 3;
/** Where more than one of so many answers takes as long, the target is slow. */
const ONE_IN = 4;
/** A request that waits was sent before the last answer came, or soon after. */
const ABOUT_MS = 1000;

interface Ended {
  readonly route: string;
  readonly isWrite: boolean;
  readonly isAnswered: boolean;
  readonly from: number;
  readonly to: number;
}

/** Times in which nothing was answered, or no write, though several endpoints were asked: a network, a database or a backup stood still. */
export class Stalls {
  readonly #ended: Ended[] = [];
  #toldUntil = 0;

  ended({ route, effect }: Ask, exchange: Exchange): void {
    const isAnswered = exchange.answer !== null;
    if (!isAnswered && exchange.failure?.kind !== 'timeout') return;
    this.#ended.push({ route, isWrite: effect !== 'none', isAnswered, from: exchange.startedAt, to: endOf(exchange) });
  }

  /** Those that nobody was told of yet. @param backAt when an outage ended, which is told by itself */
  drain(backAt = Number.NEGATIVE_INFINITY): Disturbance[] {
    const isLong = ({ from, to }: Ended) => to - from >= STALL_MS;
    if (!this.#ended.some((each) => isLong(each) && each.to > this.#toldUntil)) return [];
    if (this.#ended.filter(isLong).length > this.#ended.length / ONE_IN) return [];
    const ofAll = this.#of(this.#ended, 'anything');
    const writes = this.#ended.filter(({ isWrite }) => isWrite);
    const stalls = ofAll.length > 0 ? ofAll : this.#of(writes, 'any write');
    this.#toldUntil = Math.max(this.#toldUntil, ...stalls.map(({ from, milliseconds }) => from + milliseconds));
    return stalls.filter(({ from, milliseconds }) => Math.abs(from + milliseconds - backAt) > ABOUT_MS);
  }

  #of(all: readonly Ended[], what: string): Disturbance[] {
    const times = all.flatMap(({ to, isAnswered }) => (isAnswered && to > this.#toldUntil ? to : [])).sort((a, b) => a - b);
    return times.flatMap((until, index) => {
      const from = times[index - 1] ?? until;
      if (until - from < STALL_MS) return [];
      // A request that ran out of time waited as well.
      const waited = all.filter((each) => each.from < from + ABOUT_MS && each.to > from + STALL_MS - ABOUT_MS);
      const areSeveral = new Set(waited.map(({ route }) => route)).size >= FEWEST_ROUTES;
      return areSeveral ? [{ from, milliseconds: until - from, words: `gave no answer to ${what}` }] : [];
    });
  }
}
