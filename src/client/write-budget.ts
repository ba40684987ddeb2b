import type { Exchange } from '../http/exchange.ts';
import { writeOutcome } from '../http/outcome.ts';
import { LimitReached } from '../settings/not-assessed.ts';

/** How many records the run may still create. */
export class WriteBudget {
  readonly limit: number;
  /** The setting that gives the limit. */
  readonly variable: string;
  #taken = 0;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(limit: number, variable = 'CES_WRITE_BUDGET') {
    this.limit = limit;
    this.variable = variable;
  }

  /** How many are left, where every request under way creates its record. */
  get left(): number {
    return this.limit - this.#taken;
  }

  /**
   * Sends a request that creates a record, if the budget has one left. A refused request creates nothing and gives its record back. So where
   * the budget is spent, callers wait for the requests under way.
   * @throws LimitReached
   */
  async spend(send: () => Promise<Exchange>): Promise<Exchange> {
    while (!this.take()) {
      if (this.#underWay.size === 0)
        throw new LimitReached(`${this.variable} leaves nothing more to create, after ${this.limit}`, [this.variable]);
      await Promise.race(this.#underWay);
    }
    const sent = this.#send(send);
    // Never rejects: waiting callers only need to know that it ended.
    const over: Promise<unknown> = sent.catch(() => null);
    this.#underWay.add(over);
    return sent.finally(() => this.#underWay.delete(over));
  }

  /** Takes one record; false where none is left. */
  take(): boolean {
    if (this.left <= 0) return false;
    this.#taken += 1;
    return true;
  }

  /** Gives back a record that was not created. */
  giveBack(): void {
    this.#taken -= 1;
  }

  async #send(send: () => Promise<Exchange>): Promise<Exchange> {
    let exchange: Exchange | null = null;
    try {
      exchange = await send();
      return exchange;
    } finally {
      // A rejection means that nothing was sent.
      if (exchange === null || writeOutcome(exchange) === 'refused') this.giveBack();
    }
  }
}
