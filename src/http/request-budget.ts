import { LimitReached } from '../settings/not-assessed.ts';

/** How many requests the run may still send, repeated ones included. */
export class RequestBudget {
  readonly limit: number;
  /** The setting that gives the limit. */
  readonly variable: string;
  #sent = 0;

  constructor(limit: number, variable = 'CES_MAX_REQUESTS') {
    this.limit = limit;
    this.variable = variable;
  }

  get left(): number {
    return this.limit - this.#sent;
  }

  /**
   * Counts a request that is about to be sent.
   * @throws LimitReached where none is left
   */
  take(): void {
    if (this.left <= 0) throw new LimitReached(`${this.variable} leaves no further request, after ${this.limit}`, [this.variable]);
    this.#sent += 1;
  }
}
