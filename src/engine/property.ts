import fc from 'fast-check';
import pLimit from 'p-limit';
import type { Finding } from '../checks/finding.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import type { StatementId } from '../specification/register.ts';

/** Checks one statement against one attempt. Null where the attempt shows nothing (refused, or the field is absent). */
export interface Judge<Input, Attempt> {
  readonly requirement: StatementId;
  /** The endpoint of the statement, if not the property's own. */
  readonly endpoint?: EndpointName;
  findings(input: Input, attempt: Attempt): Finding[] | null;
}

/** Inputs, what to do with each, and what must hold for every outcome. */
export interface Property<Input, Attempt> {
  readonly arbitrary: fc.Arbitrary<Input>;
  /** Tried first, once each, for any number of runs. */
  readonly boundaries: readonly { readonly label: string; readonly input: Input }[];
  /** A `NotAssessed` that it throws ends the property, but keeps what was found before. */
  attempt(input: Input): Promise<Attempt>;
  /** Why an attempt stopped halfway: it may break a statement, but not prove one. Null for a complete attempt. */
  cutShort?(attempt: Attempt): NotAssessed | null;
  isAccepted(attempt: Attempt): boolean;
  exchanges(attempt: Attempt): readonly Exchange[];
  readonly judges: readonly Judge<Input, Attempt>[];
  /** Attempts under way at once; 1 where they share state. */
  readonly concurrency: number;
}

export interface PropertyRun {
  /** Number of inputs to try. */
  readonly planned: number;
  readonly tried: number;
  readonly accepted: number;
  /** Labels of the boundary values that were refused. */
  readonly refused: readonly string[];
  readonly outcomes: readonly JudgeOutcome[];
  /** Why some inputs were not tried; null where all were. */
  readonly cut: NotAssessed | null;
}

export interface JudgeOutcome {
  readonly requirement: StatementId;
  readonly endpoint?: EndpointName;
  /** Attempts that showed something about the statement. */
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
  /** Only the input with this token, once; null for all. */
  readonly replay: string | null;
  /** For all inputs of the property, in milliseconds. Inputs left over are not tried. */
  readonly budgetMs: number;
}

/** A hanging target is not asked again and again. */
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
 * Tries the boundaries, then random inputs. Hands each outcome to every judge, and shrinks the first failure of each. Inputs depend on the
 * seed alone, not on the order of answers.
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
      // The first by input order, not by answer order, so that one seed gives one counterexample.
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
  // Again by input order, so that observations of two runs can be compared.
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

/** Boundaries first, then random inputs. A replay has only its own input, which may be any that shrinking reaches. */
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
  // A sample keeps to `numRuns`. A check would send all siblings of a shrunk input, however few runs are wanted.
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
  /** Whether a repetition of the original held; null while unknown. */
  let repetition: boolean | null = null;
  /** Null where limits leave it open. */
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
    // A plain `fc.pre` would make and skip every further candidate until the time is over.
    if (held === null) throw new fc.PreconditionFailure(true);
    return held;
  };
  const failureOf = (shrinks: number, smallestToken: string): PropertyFailure => ({
    findings: smallest.findings,
    counterexample: smallest.input,
    original,
    shrinks,
    flaky: repetition === true,
    exchanges: property.exchanges(smallest.attempt),
    token: smallestToken,
  });
  // A replay is itself the repetition, and sends its input once.
  if (replay !== null) return failureOf(0, token);
  // A boundary is small already, so it is only repeated.
  if (!token.startsWith('r')) {
    await holdsAgain(original);
    return failureOf(0, token);
  }
  const run = await fc.check(fc.asyncProperty(property.arbitrary, holds), {
    seed,
    path: token.slice(1),
    numRuns: 1,
    interruptAfterTimeLimit: SHRINK_BUDGET_MS,
  });
  return failureOf(run.numShrinks, run.counterexamplePath === null ? token : `r${run.counterexamplePath}`);
}
