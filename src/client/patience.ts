/** By then it is known that this target loses events, or resolves none. */
const ENOUGH = 2;
const LITTLE_TIME_MS = 1000;

/** How long something is waited for that may never come: after two disappointments only a second, since a run waits for many. */
export class Patience {
  #disappointments = 0;

  /** When to give up: `limitMs` after `since`, or sooner. Both are in milliseconds, `since` since the Unix epoch. */
  until(since: number, limitMs: number): number {
    return since + (this.#disappointments < ENOUGH ? limitMs : Math.min(LITTLE_TIME_MS, limitMs));
  }

  disappointed(): void {
    this.#disappointments += 1;
  }
}
