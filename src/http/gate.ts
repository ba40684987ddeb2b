import type { Clock } from './clock.ts';

/** Holds back all requests to one origin: until a time that the target named, or while it is away. */
export class Gate {
  readonly #clock: Clock;
  #closedUntil = Number.NEGATIVE_INFINITY;
  #away: Promise<void> | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get closed(): boolean {
    return this.#away !== null || this.#clock.now() < this.#closedUntil;
  }

  /** Keeps the gate closed for at least this long from now. Returns whether it was open: else others wait for the same. */
  hold(milliseconds: number): boolean {
    const isNew = !this.closed;
    this.#closedUntil = Math.max(this.#closedUntil, this.#clock.now() + milliseconds);
    return isNew;
  }

  /** Keeps it closed until the returned function is called; with an error, whoever waits gets that. */
  close(): (lost?: Error) => void {
    let open: (lost?: Error) => void = () => {};
    this.#away = new Promise((resolve, reject) => {
      open = (lost) => {
        this.#away = null;
        if (lost) reject(lost);
        else resolve();
      };
    });
    // Perhaps nobody waits.
    this.#away.catch(() => {});
    return (lost) => open(lost);
  }

  /** Resolves when the gate is open. Rejects with an `AbortError` once `signal` is aborted, and where the target is given up. */
  async pass(signal: AbortSignal): Promise<void> {
    while (this.closed) {
      if (this.#away) await Promise.race([this.#away, aborted(signal)]);
      else await this.#clock.sleepUntil(this.#closedUntil, signal);
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
