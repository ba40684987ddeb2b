import fc from 'fast-check';
import pLimit from 'p-limit';
import type { Exchange } from '../http/exchange.ts';
import type { Finding } from './finding.ts';

/** Holds one statement against one attempt; null where the attempt says nothing of it (refused, or the field is absent). */
export interface Judge<Input, Attempt> {
  readonly requirement: string;
  findings(input: Input, attempt: Attempt): Finding[] | null;
}

/** Inputs, what to do with each, and what must hold of every outcome. */
export interface Property<Input, Attempt> {
  readonly arbitrary: fc.Arbitrary<Input>;
  /** Tried first, once each, whatever the number of runs. */
  readonly boundaries: readonly { readonly label: string; readonly input: Input }[];
  attempt(input: Input): Promise<Attempt>;
  isAccepted(attempt: Attempt): boolean;
  exchanges(attempt: Attempt): readonly Exchange[];
  readonly judges: readonly Judge<Input, Attempt>[];
  /** Attempts under way at once; 1 where they share state. */
  readonly concurrency: number;
}

export interface PropertyRun {
  readonly tried: number;
  readonly accepted: number;
  /** Labels of the boundary values that were refused. */
  readonly refused: readonly string[];
  readonly outcomes: readonly JudgeOutcome[];
}

export interface JudgeOutcome {
  readonly requirement: string;
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
}

export interface PropertyLimits {
  readonly seed: number;
  readonly runs: number;
  /** For all inputs of the property, in milliseconds; what is left over then is not tried. */
  readonly budgetMs: number;
}

/** A target that hangs is not asked again and again. */
const MOST_TIMEOUTS = 3;
const SHRINK_BUDGET_MS = 8000;
const MOST_SHRINK_ATTEMPTS = 300;

interface Failing<Input, Attempt> {
  readonly input: Input;
  readonly attempt: Attempt;
  readonly findings: readonly Finding[];
  /** Index among the random inputs; null for a boundary. */
  readonly index: number | null;
}

/**
 * Tries the boundaries, then random inputs; hands each outcome to every judge; and shrinks the first failure of each. Inputs depend on the
 * seed alone, not on the order in which answers come.
 */
export async function runProperty<Input, Attempt>(property: Property<Input, Attempt>, limits: PropertyLimits): Promise<PropertyRun> {
  const { arbitrary, boundaries, judges } = property;
  const random = limits.runs === 0 ? [] : fc.sample(arbitrary, { seed: limits.seed, numRuns: limits.runs });
  const inputs = [
    ...boundaries.map(({ label, input }) => ({ label, input, index: null })),
    ...random.map((input, index) => ({ label: null, input, index })),
  ];
  const tallies = judges.map((judge) => ({ judge, assessed: 0, failing: null as Failing<Input, Attempt> | null }));
  const refused: string[] = [];
  const deadline = Date.now() + limits.budgetMs;
  let [tried, accepted, timeouts] = [0, 0, 0];

  const limit = pLimit(property.concurrency);
  await limit.map(inputs, async ({ label, input, index }) => {
    if (Date.now() > deadline || timeouts >= MOST_TIMEOUTS) return;
    const attempt = await property.attempt(input);
    tried += 1;
    if (property.isAccepted(attempt)) accepted += 1;
    else if (label !== null) refused.push(label);
    if (property.exchanges(attempt).some(({ failure }) => failure?.kind === 'timeout')) timeouts += 1;
    for (const tally of tallies) {
      const findings = tally.judge.findings(input, attempt);
      if (findings === null) continue;
      tally.assessed += 1;
      if (findings.length > 0 && precedes(index, tally.failing)) tally.failing = { input, attempt, findings, index };
    }
  });

  const outcomes: JudgeOutcome[] = [];
  for (const { judge, assessed, failing } of tallies) {
    outcomes.push({ requirement: judge.requirement, assessed, failure: failing && (await shrink(property, judge, failing, limits.seed)) });
  }
  return { tried, accepted, refused, outcomes };
}

/** The first in the order of the inputs, not of the answers, so that the same seed tells the same counterexample. Boundaries come first. */
function precedes(index: number | null, failing: { readonly index: number | null } | null): boolean {
  return failing === null || (failing.index !== null && (index === null || index < failing.index));
}

async function shrink<Input, Attempt>(
  property: Property<Input, Attempt>,
  judge: Judge<Input, Attempt>,
  failing: Failing<Input, Attempt>,
  seed: number,
): Promise<PropertyFailure> {
  const { input: original } = failing;
  let smallest = failing;
  let attempts = 0;
  const fails = async (input: Input) => {
    attempts += 1;
    fc.pre(attempts <= MOST_SHRINK_ATTEMPTS);
    const attempt = await property.attempt(input);
    const findings = judge.findings(input, attempt) ?? [];
    if (findings.length > 0) smallest = { ...failing, input, attempt, findings };
    return findings.length === 0;
  };
  const told = (shrinks: number, flaky: boolean): PropertyFailure => ({
    findings: smallest.findings,
    counterexample: smallest.input,
    original,
    shrinks,
    flaky,
    exchanges: property.exchanges(smallest.attempt),
  });
  // A boundary is one small value already; it is only tried once more.
  if (failing.index === null) return told(0, await fails(original));
  const run = await fc.check(fc.asyncProperty(property.arbitrary, fails), {
    seed,
    path: String(failing.index),
    numRuns: 1,
    interruptAfterTimeLimit: SHRINK_BUDGET_MS,
  });
  return told(run.numShrinks, !run.failed);
}
