import fc from 'fast-check';
import type { NotAssessed } from '../settings/not-assessed.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import type { StatementId } from '../specification/register.ts';
import { contrastTo } from './contrast.ts';
import type { Property } from './judged-property.ts';
import { LengthSearch, lengthWords } from './length-bound.ts';
import { together } from './packs.ts';
import { ruleOf } from './rule.ts';
import { type Candidate, type PropertyFailure, type ShrinkLimits, type Shrunk, sharedBy, shrink, smallerBy } from './shrink.ts';
import { Trial } from './trial.ts';

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

/**
 * Tries the boundaries, then random inputs. Hands each outcome to every judge, and shrinks the first failure of each. Inputs depend on the
 * seed alone, not on the order of answers.
 */
export async function runProperty<Input, Attempt>(property: Property<Input, Attempt>, limits: PropertyLimits): Promise<PropertyRun> {
  const candidates = inputs(property, limits);
  const trial = new Trial(property, limits.budgetMs);
  await trial.tryAll(candidates);
  const { tried, accepted, refused, cut, tallies } = trial;

  const outcomes: JudgeOutcome[] = [];
  const shrunk: Shrunk<Input, Attempt>[] = [];
  const repeats = new Map<number, Promise<Attempt | NotAssessed>>();
  const lengths = new LengthSearch(property, candidates, limits.shrinks);
  for (const { judge, assessed, failing } of tallies) {
    const { requirement, endpoint } = judge;
    const smallest = failing && (sharedBy(property, judge, failing, shrunk) ?? (await shrink(property, judge, failing, limits, repeats)));
    if (smallest) shrunk.push(smallest);
    const bound = smallest && (await lengths.bound(judge, smallest, assessed));
    const flaky = smallest?.failure.flaky === true;
    // What does not come again is no matter of its input, so nothing is said of the inputs next to it.
    const failed = failing && { index: failing.index, label: flaky ? null : failing.candidate.label };
    const inputsThat = (pass: boolean) => assessed.flatMap(({ index, passed }) => (passed === pass ? [candidates[index]?.input] : []));
    const rule = flaky || property.steps ? null : ruleOf(inputsThat(false), inputsThat(true));
    const beside = failed && contrastTo(failed, assessed, bound && lengthWords(bound), rule);
    const { right } = smallest?.failure ?? {};
    const said = [
      ...(flaky ? ['sent again alone, it passes'] : right ? [`${right.join(', then ')}: right`] : []),
      ...(beside ? [beside] : []),
    ];
    const contrast = said.join('; ');
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

/** Boundaries first, then random inputs. */
function inputs<Input, Attempt>(property: Property<Input, Attempt>, { seed, runs, replay }: PropertyLimits): Candidate<Input>[] {
  if (replay !== null) return replayed(property, seed, replay);
  const random = runs === 0 ? [] : fc.sample(property.arbitrary, { seed, numRuns: runs });
  return [...boundariesOf(property), ...random.map((input, index) => ({ input, label: null, token: `r${index}` }))];
}

function boundariesOf<Input, Attempt>({ boundaries }: Property<Input, Attempt>): Candidate<Input>[] {
  return boundaries.map((boundary, index) => ({ ...boundary, token: `b${index}` }));
}

function boundaryOf<Input, Attempt>(property: Property<Input, Attempt>, token: string): Candidate<Input>[] {
  const [name, ...path] = token.split(':');
  const boundary = boundariesOf(property).find((candidate) => candidate.token === name);
  const input = boundary && smallerBy(boundary.input, path.map(Number), property.smaller);
  return boundary === undefined || input == null ? [] : [{ ...boundary, input, token }];
}

/** The input of a token, which may be any that shrinking reaches, or several together: `b3+r7`. None where the token fits no input. */
function replayed<Input, Attempt>(property: Property<Input, Attempt>, seed: number, replay: string): Candidate<Input>[] {
  const parts = replay.split('+');
  const found = parts.flatMap((part) => {
    if (part.startsWith('b')) return boundaryOf(property, part);
    // A sample keeps to `numRuns`. A check would send all siblings of a shrunk input, however few runs are wanted.
    return fc.sample(property.arbitrary, { seed, path: part.slice(1), numRuns: 1 }).map((input) => ({ input, label: null, token: part }));
  });
  if (found.length < parts.length) return [];
  if (parts.length === 1) return found;
  const inputs = found.map(({ input }) => input);
  return property.merge === undefined ? [] : [{ input: together(inputs, property.merge), label: null, token: replay }];
}
