import { sleepUntil } from './pacer.ts';

/** Holds back all requests to one origin while one of them waits for Retry-After: a target that asks for a pause gets one. */
export class Gate {
  #closedUntil = Number.NEGATIVE_INFINITY;

  get closed(): boolean {
    return performance.now() < this.#closedUntil;
  }

  /** Keeps the gate closed for at least this long from now. */
  hold(milliseconds: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, performance.now() + milliseconds);
  }

  /** Resolves when the gate is open. Rejects with an `AbortError` once `signal` is aborted. */
  async pass(signal: AbortSignal): Promise<void> {
    while (this.closed) await sleepUntil(this.#closedUntil, signal);
  }
}
