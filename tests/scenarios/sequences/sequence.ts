import type { Implementation } from '../../../src/client/implementation.ts';
import type { Step } from '../../../src/generation/sequences.ts';
import { LimitReached, NotAssessed } from '../../../src/settings/not-assessed.ts';
import { leaseOf } from '../customers/with-customers.ts';
import { creations } from './creations.ts';
import { customers, updatedCustomers } from './customers.ts';
import { events } from './events.ts';
import { Journal } from './journal.ts';
import { reads } from './reads.ts';
import { runStep, type StepHandlers } from './steps.ts';
import { templates } from './templates.ts';

/** A sequence that was carried out. */
export interface Sequence {
  readonly journal: Journal;
  /** Why it came only halfway. */
  readonly cut: LimitReached | null;
}

/**
 * Carries out a sequence beside a model that holds what the specification promises and no more. Each step adds to the model and is held
 * against it; a step that is refused changes neither.
 * Owns as many customers as it updates, whichever are free, from its first update to its last.
 * @throws LimitReached where a limit of the run let it do nothing at all
 */
export async function runSequence(implementation: Implementation, steps: readonly Step[]): Promise<Sequence> {
  const { customerIds } = implementation.settings.fixtures;
  const updated = updatedCustomers(steps, customerIds.length);
  let owned: readonly string[] = [];
  const journal = new Journal(implementation);
  const handlers: StepHandlers = {
    ...creations(journal),
    ...customers(journal, (which) => owned[updated.indexOf(which % customerIds.length)]),
    ...templates(journal),
    ...events(journal),
    ...reads(journal),
  };
  let cut: LimitReached | null = null;
  const carryOut = async (part: readonly Step[]) => {
    for (const step of part) cut ??= await limitAt(runStep(handlers, step));
  };
  const isUpdate = (step: Step) => step.do === 'update customer';
  const [first, end] = [steps.findIndex(isUpdate), steps.findLastIndex(isUpdate) + 1];
  await carryOut(steps.slice(0, Math.max(0, first)));
  await leaseOf(implementation).having(updated.length, customerIds, (own) => {
    owned = own;
    return carryOut(steps.slice(Math.max(0, first), end));
  });
  await carryOut(steps.slice(end));
  if (cut !== null && journal.exchanges.length === 0) throw cut;
  return { journal, cut };
}

/** The limit that ended a step. What a step needs and nobody gave ends that step alone. */
async function limitAt(step: Promise<void>): Promise<LimitReached | null> {
  try {
    await step;
    return null;
  } catch (error) {
    if (!(error instanceof NotAssessed)) throw error;
    return error instanceof LimitReached ? error : null;
  }
}
