import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Spaces sends evenly: one every `1000 / maxRps` milliseconds. Idle time saves nothing up, so there is never a burst. `null` paces nothing.
 */
export class Pacer {
  readonly #intervalMs: number;
  #nextSlot = Number.NEGATIVE_INFINITY;

  constructor(maxRps: number | null) {
    this.#intervalMs = maxRps === null ? 0 : 1000 / maxRps;
  }

  /** Resolves when the caller may send. Rejects with an `AbortError` once `signal` is aborted. */
  async turn(signal: AbortSignal): Promise<void> {
    if (this.#intervalMs === 0) return;
    const slot = Math.max(performance.now(), this.#nextSlot);
    this.#nextSlot = slot + this.#intervalMs;
    await sleepUntil(slot, signal);
  }
}

/** Sleeps until `performance.now()` reaches `time`. Timers may fire a fraction of a millisecond early, hence the loop. */
export async function sleepUntil(time: number, signal: AbortSignal): Promise<void> {
  for (let left = time - performance.now(); left > 0; left = time - performance.now()) {
    await sleep(Math.ceil(left), undefined, { signal });
  }
}
