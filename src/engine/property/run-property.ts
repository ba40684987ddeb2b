import { NO_MATTER_OF_INPUT } from '../../checks/run-history.ts';
import type { NotAssessed } from '../../settings/not-assessed.ts';
import type { EndpointName } from '../../specification/endpoints.ts';
import type { StatementId } from '../../specification/register.ts';
import { contrastTo, LengthSearch } from './contrast.ts';
import { candidatesOf, type Property, type Sampling } from './property.ts';
import { type PropertyFailure, type ShrinkLimits, type Shrunk, sharedBy, shrink } from './shrink.ts';
import { type Tally, Trial } from './trial.ts';

export interface PropertyRun {
  readonly planned: number;
  readonly tried: number;
  readonly accepted: number;
  /** Labels of the boundary values that were refused. */
  readonly refused: readonly string[];
  readonly outcomes: readonly JudgeOutcome[];
  /** Why some inputs were not tried; null where all were. */
  readonly cut: NotAssessed | null;
}

interface JudgeOutcome {
  readonly requirement: StatementId;
  readonly endpoint?: EndpointName;
  /** Attempts that showed something about the statement. */
  readonly assessed: number;
  readonly failure: (PropertyFailure & { readonly contrast?: string }) | null;
}

export interface PropertyLimits extends Sampling, ShrinkLimits {
  /** For all inputs of the property, in milliseconds. Inputs left over are not tried. */
  readonly budgetMs: number;
}

/** Tries boundaries, then random inputs; every judge sees each outcome, and its first failure is shrunk. Only the seed decides the inputs. */
export async function runProperty<Input, Attempt>(property: Property<Input, Attempt>, limits: PropertyLimits): Promise<PropertyRun> {
  const candidates = candidatesOf(property, limits);
  const trial = new Trial(property, limits.budgetMs);
  await trial.tryAll(candidates);
  const { tried, accepted, refused, cut, tallies } = trial;

  const shrunk: Shrunk<Input, Attempt>[] = [];
  const repeats = new Map<number, Promise<Attempt | NotAssessed>>();
  const lengths = new LengthSearch(property, limits.shrinks);
  const failureOf = async ({ judge, assessed, failing }: Tally<Input, Attempt>): Promise<JudgeOutcome['failure']> => {
    if (failing === null) return null;
    const smallest = sharedBy(property, judge, failing, shrunk) ?? (await shrink(property, judge, failing, limits, repeats));
    shrunk.push(smallest);
    const { failure, candidate, deviations } = smallest;
    const member = deviations[0]?.pointer?.split('/')[1];
    const { right } = failure;
    // What does not come again is no matter of its input, so nothing is said of the inputs next to it.
    const beside = failure.flaky
      ? contrastTo({ ...candidate, label: null }, assessed, null, false)
      : contrastTo(candidate, assessed, await lengths.bound(judge, smallest, assessed), property.steps === undefined, member);
    const passes = property.steps === undefined ? `${NO_MATTER_OF_INPUT}: sent again alone, it passes` : 'sent again alone, it passes';
    const said = [failure.flaky ? passes : right && `${right.join(', then ')}: right`, beside];
    const contrast = said.filter((words) => words !== undefined).join('; ');
    return { ...failure, ...(contrast && { contrast }) };
  };
  const outcomes: JudgeOutcome[] = [];
  for (const tally of tallies) {
    const { requirement, endpoint } = tally.judge;
    const of = { requirement, ...(endpoint !== undefined && { endpoint }), assessed: tally.assessed.length };
    outcomes.push({ ...of, failure: await failureOf(tally) });
  }
  // Again by input order, so that observations of two runs can be compared.
  const inOrder = property.boundaries.map(({ label }) => label).filter((label) => refused.has(label));
  return { planned: candidates.length, tried, accepted, refused: inOrder, outcomes, cut };
}
