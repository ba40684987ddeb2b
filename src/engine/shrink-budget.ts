/** Three judges that shrink to the end; a fast target needs a second for it. A counterexample is worth no more, however much is broken. */
const MOST_ATTEMPTS = 300;
const MOST_MS = 8000;
const MOST_A_JUDGE = 100;
/** Halvings of the widest gap between two lengths that are tried, 1,000 and 10,000, down to one character. */
const MOST_A_LENGTH = 14;

/** What shrinking may cost a session, over all its properties. */
export class ShrinkBudget {
  #attempts = MOST_ATTEMPTS;
  #ms = MOST_MS;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The share of one failing judge. */
  forJudge(): ShrinkShare {
    return this.#share(MOST_A_JUDGE);
  }

  /** The share of the search for the length at which one place begins to fail. */
  forLength(): ShrinkShare {
    return this.#share(MOST_A_LENGTH);
  }

  #share(most: number): ShrinkShare {
    let left = most;
    const isSpent = () => left <= 0 || this.#attempts <= 0 || this.#ms <= 0;
    return {
      leftMs: () => Math.max(0, this.#ms),
      spend: async (attempt) => {
        if (isSpent()) return null;
        left -= 1;
        this.#attempts -= 1;
        const begun = this.#now();
        try {
          return await attempt();
        } finally {
          this.#ms -= this.#now() - begun;
        }
      },
    };
  }
}

export interface ShrinkShare {
  leftMs(): number;
  /** Makes an attempt; null where the share or the budget is spent. */
  spend<T>(attempt: () => Promise<T>): Promise<T | null>;
}
