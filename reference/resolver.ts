import type { Store } from './store/store.ts';

/** Events resolved in one go. Between two batches the service answers requests. */
const BATCH = 100;
/** After a failure, such as a full disk, the events stay pending. This is the pause before the next try. */
const RETRY_MS = 1000;
/** setTimeout fires at once for anything longer. Waking early only means waiting again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Resolves pending events when they are due. The store holds them, so a restart continues where the last process ended. */
export class Resolver {
  readonly #store: Store;
  #timer: NodeJS.Timeout | undefined;
  #wakeAt = Number.POSITIVE_INFINITY;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Continues with what an earlier process left pending. */
  start(): void {
    const due = this.#store.nextDue();
    if (due !== null) this.wakeAt(due);
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
    try {
      this.#store.atomically(() => {
        for (const pending of this.#store.dueEvents(Date.now(), BATCH)) this.#store.resolve(pending);
      });
      this.start();
    } catch (error) {
      process.stderr.write(`resolving events failed, next attempt in ${RETRY_MS} ms: ${error instanceof Error ? error.stack : error}\n`);
      this.wakeAt(Date.now() + RETRY_MS);
    }
  }
}
