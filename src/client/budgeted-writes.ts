import type { Exchange } from '../http/exchange.ts';
import { LimitReached } from '../settings/not-assessed.ts';
import { fateOf } from './fate.ts';
import type { RecordBudget } from './write-budget.ts';

/** One session's creations under a budget. */
export class BudgetedWrites {
  /** Requests may use the reserve now. */
  reserved = true;
  readonly #budget: RecordBudget;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(budget: RecordBudget) {
    this.#budget = budget;
  }

  /**
   * Sends a request that creates a record, if the budget has one left. A refused request creates nothing and gives its record back. So when
   * the budget is spent, callers wait for this session's requests under way.
   * @throws LimitReached
   */
  async spend(send: () => Promise<Exchange>): Promise<Exchange> {
    const { reserved } = this;
    while (!this.#budget.take(reserved)) {
      if (this.#underWay.size === 0) throw new LimitReached(this.#spent(reserved), ['CES_WRITE_BUDGET']);
      await Promise.race(this.#underWay);
    }
    const sent = this.#send(send, reserved);
    // Never rejects: waiting callers only need to know that it ended.
    const over: Promise<unknown> = sent.catch(() => null);
    this.#underWay.add(over);
    return sent.finally(() => this.#underWay.delete(over));
  }

  async #send(send: () => Promise<Exchange>, reserved: boolean): Promise<Exchange> {
    let exchange: Exchange | null = null;
    try {
      exchange = await send();
      return exchange;
    } finally {
      // A rejection means that nothing was sent.
      if (exchange === null || fateOf(exchange) === 'refused') this.#budget.giveBack(reserved);
    }
  }

  #spent(reserved: boolean): string {
    const { limit, unreserved } = this.#budget;
    if (reserved) return `CES_WRITE_BUDGET (${limit}) leaves nothing more to create`;
    return `CES_WRITE_BUDGET leaves nothing more to create to generated input, robustness and open questions (at most ${unreserved} of ${limit})`;
  }
}
