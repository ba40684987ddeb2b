import { setTimeout as sleep } from 'node:timers/promises';

/** The time that the transport measures and waits by. */
export interface Clock {
  /** In milliseconds; never goes back. */
  now(): number;
  /** Resolves when `now()` reaches `time`. Rejects with an `AbortError` once `signal` is aborted. */
  sleepUntil(time: number, signal: AbortSignal): Promise<void>;
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  // Timers may fire a fraction of a millisecond early, hence the loop.
  async sleepUntil(time, signal) {
    for (let left = time - performance.now(); left > 0; left = time - performance.now()) {
      await sleep(Math.ceil(left), undefined, { signal });
    }
  },
};
