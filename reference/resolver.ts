import type { Store } from './store/store.ts';

/** setTimeout fires at once for anything longer. Waking early only means waiting again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Resolves the store's pending events when they are due. */
export class Resolver {
  readonly #store: Store;
  #timer: NodeJS.Timeout | undefined;
  #wakeAt = Number.POSITIVE_INFINITY;

  constructor(store: Store) {
    this.#store = store;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#wakeAt = Number.NEGATIVE_INFINITY;
  }

  /** Makes sure that the events due at `instant` (milliseconds since the epoch) are looked at then. */
  wakeAt(instant: number): void {
    if (instant >= this.#wakeAt) return;
    clearTimeout(this.#timer);
    this.#wakeAt = instant;
    const wait = Math.min(Math.max(0, instant - Date.now()), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => this.#run(), wait).unref();
  }

  #run(): void {
    this.#wakeAt = Number.POSITIVE_INFINITY;
    for (const pending of this.#store.dueEvents(Date.now())) this.#store.resolve(pending);
    const due = this.#store.nextDue();
    if (due !== null) this.wakeAt(due);
  }
}
