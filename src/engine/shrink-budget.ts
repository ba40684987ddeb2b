/**
 * Counted in requests, since a sequence sends many and leaves as many records. One judge shrinks to the end; a fast target needs a second for
 * it. A counterexample is worth no more, however much is broken.
 */
const MOST_REQUESTS = 400;
const MOST_MS = 8000;
const MOST_A_JUDGE = 200;
/** Halvings of the widest gap between two lengths that are tried, 1,000 and 10,000, down to one character. */
const MOST_A_LENGTH = 14;

/** What shrinking may cost a session, over all its properties. */
export class ShrinkBudget {
  #requests = MOST_REQUESTS;
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
    const isSpent = () => left <= 0 || this.#requests <= 0 || this.#ms <= 0;
    return {
      leftMs: () => Math.max(0, this.#ms),
      spend: async (attempt, requestsOf) => {
        if (isSpent()) return null;
        const begun = this.#now();
        let requests = 1;
        try {
          const made = await attempt();
          requests = requestsOf(made);
          return made;
        } finally {
          left -= requests;
          this.#requests -= requests;
          this.#ms -= this.#now() - begun;
        }
      },
    };
  }
}

export interface ShrinkShare {
  leftMs(): number;
  /** Makes an attempt; null where the share or the budget is spent. One that throws counts as a request. */
  spend<T>(attempt: () => Promise<T>, requestsOf: (made: T) => number): Promise<T | null>;
}
