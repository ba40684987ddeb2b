import { NotAssessed } from '../../settings/not-assessed.ts';
import { attemptOrCut, type Property, recordsMade } from './property.ts';

/** Requests: a sequence sends many. One judge shrinks to the end; a fast target needs a second for it. */
const MOST_REQUESTS = 400;
/** With what halving leaves, a failing run leaves at most 1.3 times what a sound one does: some 400. */
const MOST_RECORDS = 70;
const MOST_MS = 8000;

/** Makes the attempts of one failing judge, or of one search for a length. */
export interface ShrinkShare {
  leftMs(): number;
  /** Null where the share or the budget is spent, or a limit of the run ends it. One that throws counts as a request. */
  attempt<Input, Attempt>(property: Pick<Property<Input, Attempt>, 'attempt' | 'exchanges'>, input: Input): Promise<Attempt | null>;
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

  /** @param most requests of this share */
  share(most: number): ShrinkShare {
    let left = most;
    return {
      leftMs: () => Math.max(0, this.#ms),
      attempt: async (property, input) => {
        if (left <= 0 || this.#requests <= 0 || this.#records <= 0 || this.#ms <= 0) return null;
        const begun = this.#now();
        let requests = 1;
        try {
          const made = await attemptOrCut(property, input);
          if (made instanceof NotAssessed) return null;
          const exchanges = property.exchanges(made);
          requests = Math.max(1, exchanges.length);
          this.#records -= recordsMade(exchanges);
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
