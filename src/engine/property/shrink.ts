import fc from 'fast-check';
import type { Deviation } from '../../checks/deviation.ts';
import { NotAssessed } from '../../settings/not-assessed.ts';
import type { Proof } from '../evidence/check-record.ts';
import { attemptOrCut, type Candidate, type Judge, type Property, recordsMade, tokenAt } from './property.ts';

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

export interface PropertyFailure extends Required<Omit<Proof, 'endpoint' | 'contrast'>> {
  readonly deviations: readonly Deviation[];
  /** What an attempt with no more steps did in which the statement held; absent where none was made, or an attempt has no steps. */
  readonly right?: readonly string[];
}

export interface Failing<Input, Attempt> {
  readonly candidate: Candidate<Input>;
  readonly input: Input;
  readonly attempt: Attempt;
  readonly deviations: readonly Deviation[];
}

export interface Shrunk<Input, Attempt> extends Failing<Input, Attempt> {
  readonly failure: PropertyFailure;
}

export interface ShrinkLimits {
  readonly seed: number;
  readonly replay: string | null;
  readonly shrinks: ShrinkBudget;
}

/** Requests of one judge. */
const MOST_A_JUDGE = 200;

/** Several judges may fail on one input. Where its smallest form fails for this judge as well, nothing is shrunk again. */
export function sharedBy<Input, Attempt>(
  property: Pick<Property<Input, Attempt>, 'steps'>,
  judge: Judge<Input, Attempt>,
  { candidate: { index } }: Failing<Input, Attempt>,
  shrunk: readonly Shrunk<Input, Attempt>[],
): Shrunk<Input, Attempt> | null {
  for (const earlier of shrunk) {
    // A flaky one was repeated for the earlier judge only.
    if (earlier.candidate.index !== index || earlier.failure.flaky) continue;
    const deviations = judge.deviations(earlier.input, earlier.attempt) ?? [];
    if (deviations.length === 0) continue;
    const { right: _, ...failure } = earlier.failure;
    const counterexample = property.steps?.(earlier.attempt, deviations) ?? earlier.input;
    return { ...earlier, deviations, failure: { ...failure, deviations, counterexample } };
  }
  return null;
}

/** The smallest input that still fails, as far as the budget goes. `repeats`, by the input's index: one repetition serves all judges that fail on it. */
export async function shrink<Input, Attempt>(
  property: Property<Input, Attempt>,
  judge: Judge<Input, Attempt>,
  failing: Failing<Input, Attempt>,
  { seed, replay, shrinks }: ShrinkLimits,
  repeats: Map<number, Promise<Attempt | NotAssessed>>,
): Promise<Shrunk<Input, Attempt>> {
  const { candidate } = failing;
  /** What the latest attempt did in which the statement held. */
  let held: readonly string[] = [];
  let smallest = failing;
  /** Whether it held; null where limits leave it open. */
  const judged = (input: Input, attempt: Attempt | NotAssessed | null): boolean | null => {
    if (attempt === null || attempt instanceof NotAssessed) return null;
    const deviations = judge.deviations(input, attempt);
    if (deviations !== null && deviations.length > 0) {
      smallest = { candidate, input, attempt, deviations };
      return false;
    }
    if (property.cutShort?.(attempt)) return null;
    if (deviations !== null) held = property.steps?.(attempt, []) ?? [];
    return true;
  };
  const shrunkTo = (count: number, token: string, flaky = false): Shrunk<Input, Attempt> => {
    const { input, attempt, deviations } = smallest;
    const steps = property.steps?.(attempt, deviations);
    const failure = {
      deviations,
      counterexample: steps ?? input,
      original: property.steps?.(failing.attempt, failing.deviations) ?? candidate.input,
      shrinks: count,
      flaky,
      exchanges: property.exchanges(attempt),
      token,
      ...(steps && held.length > 0 && held.length <= steps.length && { right: held }),
    };
    return { ...smallest, failure };
  };
  // A replay is itself the repetition, and sends its input once.
  if (replay !== null) return shrunkTo(0, candidate.token);
  const repeated = repeats.get(candidate.index) ?? attemptOrCut(property, candidate.input);
  repeats.set(candidate.index, repeated);
  const heldAgain = judged(candidate.input, await repeated);
  if (heldAgain !== false) return shrunkTo(0, candidate.token, heldAgain === true);
  const share = shrinks.share(MOST_A_JUDGE);
  let isOriginal = true;
  const holds = async (input: Input) => {
    // fast-check begins with the original, which was just repeated.
    const didHold = isOriginal ? false : judged(input, await share.attempt(property, input));
    isOriginal = false;
    // A plain `fc.pre` would make and skip every further candidate until the time is over.
    if (didHold === null) throw new fc.PreconditionFailure(true);
    return didHold;
  };
  const run = await fc.check(fc.asyncProperty(candidate.arbitrary, holds), {
    seed,
    path: candidate.path,
    numRuns: 1,
    interruptAfterTimeLimit: share.leftMs(),
  });
  return shrunkTo(run.numShrinks, tokenAt(candidate, run.counterexamplePath ?? ''));
}
