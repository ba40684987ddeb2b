import fc from 'fast-check';
import pLimit from 'p-limit';
import { NotAssessed } from '../settings/not-assessed.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import type { StatementId } from '../specification/register.ts';
import { type Assessed, contrastTo } from './contrast.ts';
import { attemptOrCut, type Property } from './judged-property.ts';
import { LengthSearch, lengthWords } from './length-bound.ts';
import { type Candidate, type Failing, type PropertyFailure, type ShrinkLimits, type Shrunk, sharedBy, shrink } from './shrink.ts';

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
  readonly failure: (PropertyFailure & { readonly contrast?: string }) | null;
}

export interface PropertyLimits extends ShrinkLimits {
  readonly runs: number;
  /** For all inputs of the property, in milliseconds. Inputs left over are not tried. */
  readonly budgetMs: number;
}

/** A hanging target is not asked again and again. */
const MOST_TIMEOUTS = 3;

/**
 * Tries the boundaries, then random inputs. Hands each outcome to every judge, and shrinks the first failure of each. Inputs depend on the
 * seed alone, not on the order of answers.
 */
export async function runProperty<Input, Attempt>(property: Property<Input, Attempt>, limits: PropertyLimits): Promise<PropertyRun> {
  const candidates = inputs(property, limits);
  const tallies = property.judges.map((judge) => ({ judge, assessed: [] as Assessed[], failing: null as Failing<Input, Attempt> | null }));
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
      tally.assessed.push({ index, label: candidate.label, passed: findings.length === 0 });
      // The first by input order, not by answer order, so that one seed gives one counterexample.
      if (findings.length > 0 && index < (tally.failing?.index ?? Number.POSITIVE_INFINITY))
        tally.failing = { candidate, index, attempt, findings };
    }
  });

  const outcomes: JudgeOutcome[] = [];
  const shrunk: Shrunk<Input, Attempt>[] = [];
  const lengths = new LengthSearch(property, candidates, limits.shrinks);
  for (const { judge, assessed, failing } of tallies) {
    const { requirement, endpoint } = judge;
    const smallest = failing && (sharedBy(judge, failing, shrunk) ?? (await shrink(property, judge, failing, limits)));
    if (smallest) shrunk.push(smallest);
    const bound = smallest && (await lengths.bound(judge, smallest, assessed));
    const flaky = smallest?.failure.flaky === true;
    // What does not come again is no matter of its input, so nothing is said of the inputs next to it.
    const failed = failing && { index: failing.index, label: flaky ? null : failing.candidate.label };
    const beside = failed && contrastTo(failed, assessed, bound && lengthWords(bound));
    const contrast = flaky ? `sent again alone, it passes${beside ? `; ${beside}` : ''}` : beside;
    outcomes.push({
      requirement,
      ...(endpoint !== undefined && { endpoint }),
      assessed: assessed.length,
      failure: smallest && { ...smallest.failure, ...(contrast && { contrast }) },
    });
  }
  // Again by input order, so that observations of two runs can be compared.
  const inOrder = property.boundaries.map(({ label }) => label).filter((label) => refused.has(label));
  return { planned: candidates.length, tried, accepted, refused: inOrder, outcomes, cut };
}

/** Boundaries first, then random inputs. A replay has only its own input, which may be any that shrinking reaches. */
function inputs<Input, Attempt>(
  { boundaries, arbitrary }: Property<Input, Attempt>,
  { seed, runs, replay }: PropertyLimits,
): Candidate<Input>[] {
  const all = boundaries.map((boundary, index) => ({ ...boundary, token: `b${index}` }));
  if (replay === null) {
    const random = runs === 0 ? [] : fc.sample(arbitrary, { seed, numRuns: runs });
    return [...all, ...random.map((input, index) => ({ input, label: null, token: `r${index}` }))];
  }
  if (replay.startsWith('b')) return all.filter(({ token }) => token === replay);
  // A sample keeps to `numRuns`. A check would send all siblings of a shrunk input, however few runs are wanted.
  const replayed = fc.sample(arbitrary, { seed, path: replay.slice(1), numRuns: 1 });
  return replayed.map((input) => ({ input, label: null, token: replay }));
}
