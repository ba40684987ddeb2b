import type { Clock } from './clock.ts';

/**
 * Spaces sends evenly: one every `1000 / maxRps` milliseconds. Idle time saves nothing up, so there is never a burst. `null` paces nothing.
 */
export class Pacer {
  readonly #intervalMs: number;
  readonly #clock: Clock;
  #nextSlot = Number.NEGATIVE_INFINITY;

  constructor(maxRps: number | null, clock: Clock) {
    this.#intervalMs = maxRps === null ? 0 : 1000 / maxRps;
    this.#clock = clock;
  }

  /** Resolves when the caller may send. Rejects with an `AbortError` once `signal` is aborted. */
  async turn(signal: AbortSignal): Promise<void> {
    if (this.#intervalMs === 0) return;
    const slot = Math.max(this.#clock.now(), this.#nextSlot);
    this.#nextSlot = slot + this.#intervalMs;
    await this.#clock.sleepUntil(slot, signal);
  }
}
