import type { Step } from '../../../src/generation/sequences.ts';

type Kind = Step['do'];
type Steps = { readonly [Do in Step as Do['do']]: Do };
type StepOf<Do extends Kind> = { [Each in Do]: { readonly do: Each } & Steps[Each] }[Do];

/** What carries out each kind of step. */
export type StepHandlers<Do extends Kind = Kind> = { readonly [Each in Do]: (step: StepOf<Each>) => Promise<void> };

export function runStep<Do extends Kind>(handlers: StepHandlers, step: StepOf<Do>): Promise<void> {
  return handlers[step.do](step);
}
