import type { Judge, Property } from './property.ts';
import type { PropertyFailure, ShrinkBudget, Shrunk } from './shrink.ts';

/** A failure that an equal value brings about, and not what is in it: shown by a new value that is sent twice. Null where the first of the two fails, or the second passes. */
export async function sentTwice<Input, Attempt>(
  property: Property<Input, Attempt>,
  judge: Judge<Input, Attempt>,
  { candidate, deviations, failure }: Shrunk<Input, Attempt>,
  budget: ShrinkBudget,
): Promise<(PropertyFailure & { readonly contrast: string }) | null> {
  const member = deviations[0]?.pointer?.split('/')[1];
  const input = failure.flaky || member === undefined ? undefined : property.fresh?.(candidate.input, member);
  if (input === undefined || input === null) return null;
  const share = budget.share(2);
  const first = await share.attempt(property, input);
  if (first === null || judge.deviations(input, first)?.length !== 0) return null;
  const second = await share.attempt(property, input);
  const found = second === null ? null : judge.deviations(input, second);
  if (second === null || found === null || found.length === 0) return null;
  const exchanges = [...property.exchanges(first), ...property.exchanges(second)];
  const contrast = `right the first time, wrong when the same \`${member}\` is sent a second time: what is in it does not matter`;
  return { ...failure, deviations: found, exchanges, counterexample: input, original: input, shrinks: 0, contrast };
}
