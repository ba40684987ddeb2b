import type { Implementation } from '../../../src/client/implementation.ts';
import type { Step } from '../../../src/generation/sequences.ts';
import { LimitReached, NotAssessed } from '../../../src/settings/not-assessed.ts';
import { creations } from './creations.ts';
import { customers } from './customers.ts';
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
 * @throws LimitReached where a limit of the run let it do nothing at all
 */
export async function runSequence(implementation: Implementation, steps: readonly Step[]): Promise<Sequence> {
  const journal = new Journal(implementation);
  const handlers: StepHandlers = {
    ...creations(journal),
    ...customers(journal),
    ...templates(journal),
    ...events(journal),
    ...reads(journal),
  };
  for (const step of steps) {
    const cut = await limitAt(runStep(handlers, step));
    if (cut !== null && journal.exchanges.length === 0) throw cut;
    if (cut !== null) return { journal, cut };
  }
  return { journal, cut: null };
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
