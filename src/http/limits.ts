import { LimitReached } from '../settings/not-assessed.ts';
import type { Exchange } from './exchange.ts';
import { writeOutcome } from './reading.ts';
import { inNumbers } from './text.ts';

/** A request under way at the end may take this much longer, so that a prompt answer is not lost. */
const GRACE_MS = 1000;
/** What a request under way, and the waits around it, take at most. */
const STUCK_MS = 30_000;

/** The end of the run's time: no request is sent after it. */
export class Deadline {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  readonly #minutes: number;
  /** On this process's monotonic clock, in milliseconds. */
  readonly #end: number;
  #overdue: Promise<never> | null = null;

  /** @param at milliseconds since the Unix epoch, the same in all processes of the run */
  constructor(minutes: number, at: number) {
    const left = Math.max(0, at - Date.now());
    this.#minutes = minutes;
    this.#end = performance.now() + left;
    // A part of a minute may end between two milliseconds.
    this.signal = AbortSignal.timeout(Math.ceil(left));
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

  /** Never, unless what waits for something else than the target goes on for long after the time is over. @throws Error */
  overdue(graceMs = STUCK_MS): Promise<never> {
    this.#overdue ??= new Promise<never>((_, reject) => {
      const isOverdue = () => reject(new Error('The check did not end when the time of the run was over'));
      setTimeout(isOverdue, this.left + graceMs).unref();
    });
    this.#overdue.catch(() => {});
    return this.#overdue;
  }

  check(): void {
    if (this.isOver) throw this.reached();
  }

  reached(): LimitReached {
    const minutes = this.#minutes === 1 ? 'one minute' : `${inNumbers(this.#minutes)} minutes`;
    return new LimitReached(`The run reached its limit of ${minutes}`, ['CES_MAX_MINUTES']);
  }
}

/** How many requests the run may still send, repeated ones included; or, of records, still create. */
export class Budget {
  readonly limit: number;
  readonly variable: string;
  protected taken = 0;

  constructor(limit: number, variable: string) {
    this.limit = limit;
    this.variable = variable;
  }

  get left(): number {
    return this.limit - this.taken;
  }

  /** @param what there is no more of, in words @throws LimitReached where none is left */
  take(what: string): void {
    if (this.left <= 0) throw new LimitReached(`${this.variable} leaves ${what}, after ${this.limit}`, [this.variable]);
    this.taken += 1;
  }
}

/** How many records the run may still create. Every request under way counts as one. */
export class WriteBudget extends Budget {
  readonly #underWay = new Set<Promise<unknown>>();

  /** Sends what creates a record, if the budget has one left. A refused request gives its record back, so callers wait for those under way; urgent ones do not, for which these may wait. @throws LimitReached */
  async spend(send: () => Promise<Exchange>, urgent = false): Promise<Exchange> {
    while (!urgent && this.left <= 0 && this.#underWay.size > 0) await Promise.race(this.#underWay);
    this.take('nothing more to create');
    const sent = send();
    const over = sent.then(
      (exchange) => writeOutcome(exchange) === 'refused',
      // Nothing was sent.
      () => true,
    );
    const settled = over.then((isUnused) => {
      if (isUnused) this.taken -= 1;
      this.#underWay.delete(settled);
    });
    this.#underWay.add(settled);
    await settled;
    return sent;
  }
}
