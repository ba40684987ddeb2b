/** By then it is known that this target loses events, or resolves none. */
const ENOUGH = 2;
/** Enough for a sound target on a good day. */
export const LITTLE_TIME_MS = 1000;
/** A sound but slow target gets room beyond the slowest that came. */
const ROOM = 2;

export interface Wait {
  /** When to give up, in milliseconds since the Unix epoch. */
  readonly until: number;
  /** Cut short though nothing has shown how slow the target is: what does not come in this time may still be on its way. */
  readonly isGuess: boolean;
}

/** How long to wait for something that may never come. After two disappointments only a little, since a run waits for many. */
export class Patience {
  #disappointments = 0;
  #slowestMs: number | null = null;

  /** At most `limitMs` after `since`. Both are in milliseconds, `since` since the Unix epoch. */
  wait(since: number, limitMs: number): Wait {
    const littleMs = Math.max(LITTLE_TIME_MS, ROOM * (this.#slowestMs ?? 0));
    if (this.#disappointments < ENOUGH || limitMs <= littleMs) return { until: since + limitMs, isGuess: false };
    return { until: since + littleMs, isGuess: this.#slowestMs === null };
  }

  /** It came after so many milliseconds. */
  came(afterMs: number): void {
    this.#slowestMs = Math.max(this.#slowestMs ?? 0, afterMs);
  }

  disappointed(): void {
    this.#disappointments += 1;
  }
}
