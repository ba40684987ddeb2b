import type { Clock } from './clock.ts';

/** Holds back all requests to one origin while one of them waits for Retry-After: a target that asks for a pause gets one. */
export class Gate {
  readonly #clock: Clock;
  #closedUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get closed(): boolean {
    return this.#clock.now() < this.#closedUntil;
  }

  /** Keeps the gate closed for at least this long from now. */
  hold(milliseconds: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, this.#clock.now() + milliseconds);
  }

  /** Resolves when the gate is open. Rejects with an `AbortError` once `signal` is aborted. */
  async pass(signal: AbortSignal): Promise<void> {
    while (this.closed) await this.#clock.sleepUntil(this.#closedUntil, signal);
  }
}
