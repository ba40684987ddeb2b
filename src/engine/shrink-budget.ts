/**
 * Counted in requests, since a sequence sends many and leaves as many records. One judge shrinks to the end; a fast target needs a second for
 * it. A counterexample is worth no more, however much is broken.
 */
const MOST_REQUESTS = 400;
/** With what halving leaves, a failing run leaves at most 1.3 times what a sound one does: some 400. */
const MOST_RECORDS = 70;
const MOST_MS = 8000;
const MOST_A_JUDGE = 200;
/** Halvings of the widest gap between two lengths that are tried, 1,000 and 10,000, down to one character. */
const MOST_A_LENGTH = 14;

/** What one attempt costs. */
export interface Cost {
  readonly requests: number;
  /** At the target, which cannot delete them. */
  readonly records: number;
}

/** What shrinking may cost a run, over all its properties. */
export class ShrinkBudget {
  #requests = MOST_REQUESTS;
  #records = MOST_RECORDS;
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
    const isSpent = () => left <= 0 || this.#requests <= 0 || this.#records <= 0 || this.#ms <= 0;
    return {
      leftMs: () => Math.max(0, this.#ms),
      spend: async (attempt, costOf) => {
        if (isSpent()) return null;
        const begun = this.#now();
        let cost: Cost = { requests: 1, records: 0 };
        try {
          const made = await attempt();
          cost = costOf(made);
          return made;
        } finally {
          left -= cost.requests;
          this.#requests -= cost.requests;
          this.#records -= cost.records;
          this.#ms -= this.#now() - begun;
        }
      },
    };
  }
}

export interface ShrinkShare {
  leftMs(): number;
  /** Makes an attempt; null where the share or the budget is spent. One that throws counts as a request. */
  spend<T>(attempt: () => Promise<T>, costOf: (made: T) => Cost): Promise<T | null>;
}
