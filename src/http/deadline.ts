import { LimitReached } from '../settings/not-assessed.ts';

/** A request under way at the end may take this much longer, so that a prompt answer is not lost. */
const GRACE_MS = 1000;

/** The end of the run's time: no request is sent after it. */
export class Deadline {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  readonly #minutes: number;
  /** On this process's monotonic clock, in milliseconds. */
  readonly #end: number;

  /** @param at milliseconds since the Unix epoch, the same in all processes of the run */
  constructor(minutes: number, at: number) {
    const left = Math.max(0, at - Date.now());
    this.#minutes = minutes;
    this.#end = performance.now() + left;
    this.signal = AbortSignal.timeout(left);
  }

  get isOver(): boolean {
    return this.signal.aborted || performance.now() >= this.#end;
  }

  /** In milliseconds. */
  get left(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** The limit of a request that begins now, in whole milliseconds. Being cut off by the deadline is not the target's fault. */
  bound(timeoutMs: number): number {
    return Math.min(timeoutMs, Math.ceil(this.left) + GRACE_MS);
  }

  /** @throws LimitReached when the time is over */
  check(): void {
    if (this.isOver) throw this.reached();
  }

  reached(): LimitReached {
    const { format } = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 });
    const minutes = this.#minutes === 1 ? 'one minute' : `${format(this.#minutes)} minutes`;
    return new LimitReached(`The run reached its limit of ${minutes}`, ['CES_MAX_MINUTES']);
  }
}

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
