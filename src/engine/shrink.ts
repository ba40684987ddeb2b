import fc from 'fast-check';
import type { Deviation } from '../checks/deviation.ts';
import type { Sized } from '../generation/values.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { attemptOrCut, type Cost, costOf, type Judge, type Property } from './judged-property.ts';

/** The smallest input that still fails, and the one that failed first. */
export interface PropertyFailure {
  readonly deviations: readonly Deviation[];
  readonly counterexample: unknown;
  readonly original: unknown;
  readonly shrinks: number;
  readonly flaky: boolean;
  readonly exchanges: readonly Exchange[];
  /** Names the counterexample among all inputs of this seed: `b12`, `b1:6:5`, `r37:0:2`, or several as `b3+r7`, see the setting `CES_REPLAY`. */
  readonly token: string;
  /** What an attempt with no more steps did in which the statement held; absent where none was made, or an attempt has no steps. */
  readonly right?: readonly string[];
}

/** An input, and where it stands among all of one seed. */
export interface Candidate<Input> {
  readonly input: Input;
  /** Of a boundary; null for a random input. */
  readonly label: string | null;
  readonly token: string;
  /** Of a boundary that is one by its length. */
  readonly sized?: Sized<Input>;
}

/** The first input that a judge found wrong. */
export interface Failing<Input, Attempt> {
  readonly candidate: Candidate<Input>;
  /** Among all inputs. */
  readonly index: number;
  readonly attempt: Attempt;
  readonly deviations: readonly Deviation[];
}

export interface ShrinkLimits {
  readonly seed: number;
  /** Only the input with this token, once; null for all. */
  readonly replay: string | null;
  readonly shrinks: ShrinkBudget;
}

/** A failing input, and what it was shrunk to. */
export interface Shrunk<Input, Attempt> {
  readonly index: number;
  readonly input: Input;
  readonly attempt: Attempt;
  readonly failure: PropertyFailure;
}

/** Several judges may fail on one input. Where its smallest form fails for this judge as well, nothing is shrunk again. */
export function sharedBy<Input, Attempt>(
  property: Pick<Property<Input, Attempt>, 'steps'>,
  judge: Judge<Input, Attempt>,
  { index }: Failing<Input, Attempt>,
  shrunk: readonly Shrunk<Input, Attempt>[],
): Shrunk<Input, Attempt> | null {
  for (const earlier of shrunk) {
    // A flaky one was repeated for the earlier judge only.
    if (earlier.index !== index || earlier.failure.flaky) continue;
    const deviations = judge.deviations(earlier.input, earlier.attempt) ?? [];
    if (deviations.length === 0) continue;
    const { right: _, ...failure } = earlier.failure;
    const counterexample = property.steps?.(earlier.attempt, deviations) ?? earlier.input;
    return { ...earlier, failure: { ...failure, deviations, counterexample } };
  }
  return null;
}

/**
 * The smallest input that still fails, as far as the budget goes. A boundary shrinks only where its property knows smaller ones.
 * @param repeats of inputs, by their index: one repetition serves all judges that fail on an input
 */
export async function shrink<Input, Attempt>(
  property: Property<Input, Attempt>,
  judge: Judge<Input, Attempt>,
  failing: Failing<Input, Attempt>,
  { seed, replay, shrinks: budget }: ShrinkLimits,
  repeats: Map<number, Promise<Attempt | NotAssessed>>,
): Promise<Shrunk<Input, Attempt>> {
  const { input: original, token } = failing.candidate;
  /** What the latest attempt did in which the statement held. */
  let held: readonly string[] = [];
  let smallest: { input: Input; attempt: Attempt; deviations: readonly Deviation[] } = { ...failing, input: original };
  /** Whether it held; null where limits leave it open. */
  const judged = (input: Input, attempt: Attempt | NotAssessed | null): boolean | null => {
    if (attempt === null || attempt instanceof NotAssessed) return null;
    const deviations = judge.deviations(input, attempt);
    if (deviations !== null && deviations.length > 0) {
      smallest = { input, attempt, deviations };
      return false;
    }
    if (property.cutShort?.(attempt)) return null;
    if (deviations !== null) held = property.steps?.(attempt, []) ?? [];
    return true;
  };
  const shrunkTo = (shrinks: number, smallestToken: string, flaky = false): Shrunk<Input, Attempt> => {
    const { input, attempt, deviations } = smallest;
    const steps = property.steps?.(attempt, deviations);
    const failure = {
      deviations,
      counterexample: steps ?? input,
      original: property.steps?.(failing.attempt, failing.deviations) ?? original,
      shrinks,
      flaky,
      exchanges: property.exchanges(attempt),
      token: smallestToken,
      ...(steps && held.length > 0 && held.length <= steps.length && { right: held }),
    };
    return { index: failing.index, input, attempt, failure };
  };
  // A replay is itself the repetition, and sends its input once.
  if (replay !== null) return shrunkTo(0, token);
  const repeated = repeats.get(failing.index) ?? attemptOrCut(property, original);
  repeats.set(failing.index, repeated);
  const heldAgain = judged(original, await repeated);
  // Several inputs that fail only together are only repeated.
  if (heldAgain !== false || token.includes('+')) return shrunkTo(0, token, heldAgain === true);
  const share = budget.forJudge();
  const tried = async (input: Input) =>
    judged(
      input,
      await share.spend(
        () => attemptOrCut(property, input),
        (made) => costOf(property, made),
      ),
    );
  if (token.startsWith('b')) {
    const path = await pathToSmallest(original, property.smaller, tried);
    return shrunkTo(path.length, [token, ...path].join(':'));
  }
  let isOriginal = true;
  const holds = async (input: Input) => {
    // fast-check begins with the original, which was just repeated.
    const didHold = isOriginal ? false : await tried(input);
    isOriginal = false;
    // A plain `fc.pre` would make and skip every further candidate until the time is over.
    if (didHold === null) throw new fc.PreconditionFailure(true);
    return didHold;
  };
  const run = await fc.check(fc.asyncProperty(property.arbitrary, holds), {
    seed,
    path: token.slice(1),
    numRuns: 1,
    interruptAfterTimeLimit: share.leftMs(),
  });
  return shrunkTo(run.numShrinks, run.counterexamplePath === null ? token : `r${run.counterexamplePath}`);
}

type Smaller<Input> = ((input: Input) => readonly Input[]) | undefined;

/**
 * Leaves out what a failure does not need, one thing after another. Returns which of the smaller inputs still failed each time, as `smallerBy` reads
 * it.
 * @param holds null where limits leave it open, which ends the search
 */
export async function pathToSmallest<Input>(
  input: Input,
  smaller: Smaller<Input>,
  holds: (input: Input) => Promise<boolean | null>,
): Promise<number[]> {
  const path: number[] = [];
  let [smallest, index] = [input, 0];
  for (;;) {
    const candidate = smaller?.(smallest)[index];
    const held = candidate === undefined ? null : await holds(candidate);
    if (candidate === undefined || held === null) return path;
    if (held) index += 1;
    else {
      path.push(index);
      smallest = candidate;
    }
  }
}

/** The input at the end of a path; null where the path does not fit. */
export function smallerBy<Input>(input: Input, path: readonly number[], smaller: Smaller<Input>): Input | null {
  return path.reduce<Input | null>((rest, index) => (rest === null ? null : (smaller?.(rest)[index] ?? null)), input);
}

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
