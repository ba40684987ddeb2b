import fc from 'fast-check';
import type { Finding } from '../checks/finding.ts';
import type { Sized } from '../generation/values.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { attemptOrCut, type Judge, type Property, requestsOf } from './judged-property.ts';
import type { ShrinkBudget } from './shrink-budget.ts';

/** The smallest input that still fails, and the one that failed first. */
export interface PropertyFailure {
  readonly findings: readonly Finding[];
  readonly counterexample: unknown;
  readonly original: unknown;
  readonly shrinks: number;
  readonly flaky: boolean;
  readonly exchanges: readonly Exchange[];
  /** Names the counterexample among all inputs of this seed: `b12`, `r37:0:2`, or several as `b3+r7`, see the setting `CES_REPLAY`. */
  readonly token: string;
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
  readonly findings: readonly Finding[];
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
  judge: Judge<Input, Attempt>,
  { index }: Failing<Input, Attempt>,
  shrunk: readonly Shrunk<Input, Attempt>[],
): Shrunk<Input, Attempt> | null {
  for (const earlier of shrunk) {
    // A flaky one was repeated for the earlier judge only.
    if (earlier.index !== index || earlier.failure.flaky) continue;
    const findings = judge.findings(earlier.input, earlier.attempt) ?? [];
    if (findings.length > 0) return { ...earlier, failure: { ...earlier.failure, findings } };
  }
  return null;
}

/**
 * The smallest input that still fails, as far as the budget goes. Repeats a boundary only.
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
  let smallest: { input: Input; attempt: Attempt; findings: readonly Finding[] } = { ...failing, input: original };
  /** Whether it held; null where limits leave it open. */
  const judged = (input: Input, attempt: Attempt | NotAssessed | null): boolean | null => {
    if (attempt === null || attempt instanceof NotAssessed) return null;
    const findings = judge.findings(input, attempt) ?? [];
    if (findings.length > 0) smallest = { input, attempt, findings };
    else if (property.cutShort?.(attempt)) return null;
    return findings.length === 0;
  };
  const shrunkTo = (shrinks: number, smallestToken: string, flaky = false): Shrunk<Input, Attempt> => ({
    index: failing.index,
    input: smallest.input,
    attempt: smallest.attempt,
    failure: {
      findings: smallest.findings,
      counterexample: smallest.input,
      original,
      shrinks,
      flaky,
      exchanges: property.exchanges(smallest.attempt),
      token: smallestToken,
    },
  });
  // A replay is itself the repetition, and sends its input once.
  if (replay !== null) return shrunkTo(0, token);
  const repeated = repeats.get(failing.index) ?? attemptOrCut(property, original);
  repeats.set(failing.index, repeated);
  const heldAgain = judged(original, await repeated);
  // A boundary is small already, and several inputs fail only together, so these are only repeated.
  if (heldAgain !== false || !/^r[\d:]+$/.test(token)) return shrunkTo(0, token, heldAgain === true);
  const share = budget.forJudge();
  let isOriginal = true;
  const holds = async (input: Input) => {
    // fast-check begins with the original, which was just repeated.
    const held = isOriginal
      ? false
      : judged(
          input,
          await share.spend(
            () => attemptOrCut(property, input),
            (made) => requestsOf(property, made),
          ),
        );
    isOriginal = false;
    // A plain `fc.pre` would make and skip every further candidate until the time is over.
    if (held === null) throw new fc.PreconditionFailure(true);
    return held;
  };
  const run = await fc.check(fc.asyncProperty(property.arbitrary, holds), {
    seed,
    path: token.slice(1),
    numRuns: 1,
    interruptAfterTimeLimit: share.leftMs(),
  });
  return shrunkTo(run.numShrinks, run.counterexamplePath === null ? token : `r${run.counterexamplePath}`);
}
