import { type Exchange, endOf, isSuccess } from '../http/exchange.ts';
import type { Ask } from './ask.ts';

/** Milliseconds. An outage is over by then, or nothing is answered at all, which is found otherwise. */
const WINDOW_MS = 60_000;
/** One after the other, as many run out of the usual time in a minute. Fewer may be of an endpoint that hangs. */
const FEWEST = 6;

/** Counts the good requests of each minute, to find a target that hardly answers any more: the run would take all the time that it has. */
export class Crawl {
  /** When the first one got no answer in time, in milliseconds since the Unix epoch. */
  #from = 0;
  #window = { from: 0, unanswered: 0, succeeded: 0 };

  /** What is said of a target that crawls, and since when; null while it does not. */
  ended({ credentials }: Ask, exchange: Exchange): { readonly from: number; readonly words: string } | null {
    if (credentials !== 'good') return null;
    const at = endOf(exchange);
    if (at - this.#window.from > WINDOW_MS) {
      const { unanswered, succeeded } = this.#window;
      if (unanswered >= FEWEST && unanswered > succeeded)
        return {
          from: this.#from,
          words: `hardly answered: in a minute, ${unanswered} of ${unanswered + succeeded} requests got no answer in time (CES_TIMEOUT_MS)`,
        };
      this.#window = { from: at, unanswered: 0, succeeded: 0 };
    }
    if (isSuccess(exchange)) this.#window.succeeded += 1;
    if (exchange.failure?.kind !== 'timeout') return null;
    this.#from ||= exchange.startedAt;
    this.#window.unanswered += 1;
    return null;
  }
}
