import { type Exchange, endOf, type Wait } from '../http/exchange.ts';
import { namesTime, readingOf } from '../http/reading.ts';
import type { Going } from './ask.ts';
import { retryAfterMs } from './asked-waits.ts';
import { now, sleep } from './time.ts';

/** For all of these waits together. */
const PATIENCE_MS = 20_000;

/** The waits that a target asks for with wrong credentials and no others, as who limits guesses does. They hold nobody else back. */
export class GuessWaits {
  #until = 0;
  #waitedMs = 0;

  async waitOut(send: (going: Going) => Promise<Exchange>): Promise<Exchange> {
    const waits: Wait[] = [];
    for (;;) {
      await sleep(Math.max(0, this.#until - now()));
      const exchange = await send({});
      const { answer } = exchange;
      const asked = answer !== null && readingOf(exchange) === 'put-off' && namesTime(answer) ? retryAfterMs(answer.headers) : null;
      if (answer === null || asked === null || !this.#hold(asked))
        return waits.length === 0 ? exchange : { ...exchange, waits, putOffAt: endOf(exchange) };
      waits.push({ status: answer.status, milliseconds: asked });
    }
  }

  /** Returns whether there is patience for it. Several that wait for the same wait once. */
  #hold(milliseconds: number): boolean {
    const more = Math.max(0, now() + milliseconds - Math.max(now(), this.#until));
    if (this.#waitedMs + more > PATIENCE_MS) return false;
    this.#waitedMs += more;
    this.#until = Math.max(this.#until, now() + milliseconds);
    return true;
  }
}
