/** By then it is known that this target loses events, or resolves none. */
const ENOUGH = 2;
const LITTLE_TIME_MS = 1000;
/** A sound but slow target gets room beyond the slowest that came. */
const ROOM = 2;

/** How long to wait for something that may never come. After two disappointments only a little, since a run waits for many. */
export class Patience {
  #disappointments = 0;
  #slowestMs = 0;

  /** When to give up: `limitMs` after `since`, or sooner. Both are in milliseconds, `since` since the Unix epoch. */
  until(since: number, limitMs: number): number {
    const littleMs = Math.max(LITTLE_TIME_MS, ROOM * this.#slowestMs);
    return since + (this.#disappointments < ENOUGH ? limitMs : Math.min(littleMs, limitMs));
  }

  /** It came after so many milliseconds. */
  came(afterMs: number): void {
    this.#slowestMs = Math.max(this.#slowestMs, afterMs);
  }

  disappointed(): void {
    this.#disappointments += 1;
  }
}
