import fc from 'fast-check';
import pLimit from 'p-limit';
import type { Finding } from '../checks/finding.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotAssessed } from '../settings/not-assessed.ts';

/** Holds one statement against one attempt; null where the attempt says nothing of it (refused, or the field is absent). */
export interface Judge<Input, Attempt> {
  readonly requirement: string;
  /** Where the statement is told, if not at the property's own endpoint. */
  readonly endpoint?: number;
  findings(input: Input, attempt: Attempt): Finding[] | null;
}

/** Inputs, what to do with each, and what must hold of every outcome. */
export interface Property<Input, Attempt> {
  readonly arbitrary: fc.Arbitrary<Input>;
  /** Tried first, once each, whatever the number of runs. */
  readonly boundaries: readonly { readonly label: string; readonly input: Input }[];
  /** A `NotAssessed` that it throws ends the property, not what was found before. */
  attempt(input: Input): Promise<Attempt>;
  /** Why an attempt came only halfway: it may show that a statement is broken, not that it holds. Null where it came to its end. */
  cutShort?(attempt: Attempt): NotAssessed | null;
  isAccepted(attempt: Attempt): boolean;
  exchanges(attempt: Attempt): readonly Exchange[];
  readonly judges: readonly Judge<Input, Attempt>[];
  /** Attempts under way at once; 1 where they share state. */
  readonly concurrency: number;
}

export interface PropertyRun {
  /** Inputs that there were to try. */
  readonly planned: number;
  readonly tried: number;
  readonly accepted: number;
  /** Labels of the boundary values that were refused. */
  readonly refused: readonly string[];
  readonly outcomes: readonly JudgeOutcome[];
  /** Why not all was tried that could be; null where it was. */
  readonly cut: NotAssessed | null;
}

export interface JudgeOutcome {
  readonly requirement: string;
  readonly endpoint?: number;
  /** Attempts that said something of the statement. */
  readonly assessed: number;
  readonly failure: PropertyFailure | null;
}

/** The smallest input that still fails, and the one that failed first. */
export interface PropertyFailure {
  readonly findings: readonly Finding[];
  readonly counterexample: unknown;
  readonly original: unknown;
  readonly shrinks: number;
  readonly flaky: boolean;
  readonly exchanges: readonly Exchange[];
  /** Names the counterexample among all inputs of this seed: `b12` or `r37:0:2`, see the setting `CES_REPLAY`. */
  readonly token: string;
}

export interface PropertyLimits {
  readonly seed: number;
  readonly runs: number;
  /** Only the input of this token, once; null for all. */
  readonly replay: string | null;
  /** For all inputs of the property, in milliseconds; what is left over then is not tried. */
  readonly budgetMs: number;
}

/** A target that hangs is not asked again and again. */
const MOST_TIMEOUTS = 3;
const SHRINK_BUDGET_MS = 8000;
const MOST_SHRINK_ATTEMPTS = 300;

interface Candidate<Input> {
  readonly input: Input;
  /** Of a boundary; null for a random input. */
  readonly label: string | null;
  readonly token: string;
}

interface Failing<Input, Attempt> {
  readonly candidate: Candidate<Input>;
  /** Among all inputs. */
  readonly index: number;
  readonly attempt: Attempt;
  readonly findings: readonly Finding[];
}

/**
 * Tries the boundaries, then random inputs; hands each outcome to every judge; and shrinks the first failure of each. Inputs depend on the
 * seed alone, not on the order in which answers come.
 */
export async function runProperty<Input, Attempt>(property: Property<Input, Attempt>, limits: PropertyLimits): Promise<PropertyRun> {
  const candidates = inputs(property, limits);
  const tallies = property.judges.map((judge) => ({ judge, assessed: 0, failing: null as Failing<Input, Attempt> | null }));
  const refused = new Set<string>();
  const deadline = Date.now() + limits.budgetMs;
  let [tried, accepted, timeouts] = [0, 0, 0];
  let cut: NotAssessed | null = null;

  const limit = pLimit(property.concurrency);
  await limit.map(candidates, async (candidate, index) => {
    if (cut !== null || Date.now() > deadline || timeouts >= MOST_TIMEOUTS) return;
    const attempt = await attemptOrCut(property, candidate.input);
    if (attempt instanceof NotAssessed) {
      cut ??= attempt;
      return;
    }
    tried += 1;
    cut ??= property.cutShort?.(attempt) ?? null;
    if (property.isAccepted(attempt)) accepted += 1;
    else if (candidate.label !== null) refused.add(candidate.label);
    if (property.exchanges(attempt).some(({ failure }) => failure?.kind === 'timeout')) timeouts += 1;
    for (const tally of tallies) {
      const findings = tally.judge.findings(candidate.input, attempt);
      if (findings === null) continue;
      tally.assessed += 1;
      // The first in the order of the inputs, not of the answers, so that the same seed tells the same counterexample.
      if (findings.length > 0 && index < (tally.failing?.index ?? Number.POSITIVE_INFINITY))
        tally.failing = { candidate, index, attempt, findings };
    }
  });

  const outcomes: JudgeOutcome[] = [];
  for (const { judge, assessed, failing } of tallies) {
    const { requirement, endpoint } = judge;
    outcomes.push({
      requirement,
      ...(endpoint !== undefined && { endpoint }),
      assessed,
      failure: failing && (await shrink(property, judge, failing, limits)),
    });
  }
  // In the order of the inputs again, so that two runs' observations can be compared.
  const inOrder = property.boundaries.map(({ label }) => label).filter((label) => refused.has(label));
  return { planned: candidates.length, tried, accepted, refused: inOrder, outcomes, cut };
}

async function attemptOrCut<Input, Attempt>(property: Property<Input, Attempt>, input: Input): Promise<Attempt | NotAssessed> {
  try {
    return await property.attempt(input);
  } catch (error) {
    if (error instanceof NotAssessed) return error;
    throw error;
  }
}

/** Boundaries first, then random inputs; or the one that is replayed, which may be any that shrinking reaches. */
function inputs<Input, Attempt>(
  { boundaries, arbitrary }: Property<Input, Attempt>,
  { seed, runs, replay }: PropertyLimits,
): Candidate<Input>[] {
  const all = boundaries.map(({ label, input }, index) => ({ input, label, token: `b${index}` }));
  if (replay === null) {
    const random = runs === 0 ? [] : fc.sample(arbitrary, { seed, numRuns: runs });
    return [...all, ...random.map((input, index) => ({ input, label: null, token: `r${index}` }))];
  }
  if (replay.startsWith('b')) return all.filter(({ token }) => token === replay);
  // A sample keeps to `numRuns`. A check would go on to all siblings of a shrunk input, however few runs are wanted.
  const replayed = fc.sample(arbitrary, { seed, path: replay.slice(1), numRuns: 1 });
  return replayed.map((input) => ({ input, label: null, token: replay }));
}

async function shrink<Input, Attempt>(
  property: Property<Input, Attempt>,
  judge: Judge<Input, Attempt>,
  failing: Failing<Input, Attempt>,
  { seed, replay }: PropertyLimits,
): Promise<PropertyFailure> {
  const { input: original, token } = failing.candidate;
  let smallest: { input: Input; attempt: Attempt; findings: readonly Finding[] } = { ...failing, input: original };
  let attempts = 0;
  /** Whether the original held when it was tried once more; null while that is not known. */
  let repetition: boolean | null = null;
  /** Null where the limits leave open whether the statement holds. */
  const holdsAgain = async (input: Input): Promise<boolean | null> => {
    attempts += 1;
    if (attempts > MOST_SHRINK_ATTEMPTS) return null;
    const attempt = await attemptOrCut(property, input);
    if (attempt instanceof NotAssessed) return null;
    const findings = judge.findings(input, attempt) ?? [];
    if (findings.length === 0 && property.cutShort?.(attempt)) return null;
    if (findings.length > 0) smallest = { input, attempt, findings };
    repetition ??= findings.length === 0;
    return findings.length === 0;
  };
  const holds = async (input: Input) => {
    const held = await holdsAgain(input);
    // A plain `fc.pre` would go on to make, and skip, every further candidate until the time is over.
    if (held === null) throw new fc.PreconditionFailure(true);
    return held;
  };
  const told = (shrinks: number, smallestToken: string): PropertyFailure => ({
    findings: smallest.findings,
    counterexample: smallest.input,
    original,
    shrinks,
    flaky: repetition === true,
    exchanges: property.exchanges(smallest.attempt),
    token: smallestToken,
  });
  // A replay is the repetition, and sends its input once.
  if (replay !== null) return told(0, token);
  // A boundary is one small value already: it is only tried once more.
  if (!token.startsWith('r')) {
    await holdsAgain(original);
    return told(0, token);
  }
  const run = await fc.check(fc.asyncProperty(property.arbitrary, holds), {
    seed,
    path: token.slice(1),
    numRuns: 1,
    interruptAfterTimeLimit: SHRINK_BUDGET_MS,
  });
  return told(run.numShrinks, run.counterexamplePath === null ? token : `r${run.counterexamplePath}`);
}
