import type { Implementation } from '../../../src/client/implementation.ts';
import type { Property } from '../../../src/engine/judged-property.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { type Step, sequences, smallerSequences } from '../../../src/generation/sequences.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { checkOutcomes, runWithSettings } from '../property.ts';
import { BOUNDARIES } from './boundaries.ts';
import { runSequence, type Sequence } from './sequence.ts';
import { SEQUENCE_STATEMENTS } from './statements.ts';

/** A sequence has many requests, so there are this many times fewer sequences than single inputs. */
const TIMES_FEWER = 20;
/** All of a default run: each waits for its own answers most of the time, so that the longest one sets the time. */
const AT_ONCE = 24;

/** What the specification promises holds whatever was done before: sequences of requests beside a model. */
export function holdsInAnyOrder() {
  const statements = [...new Set(SEQUENCE_STATEMENTS.map(({ requirement }) => requirement))];
  return scenario(covers(null, statements, { optional: true, category: 'properties' }), async (context) => {
    if (context.session.settings.run.readOnly) throw new NotAssessed('Sequences write, which a read-only run does not', ['CES_READ_ONLY']);
    checkOutcomes(context, await runWithSettings(context, sequenceProperty(context.implementation), TIMES_FEWER));
  });
}

/** Sequences run side by side, each on records of its own; updates of the same customer, one after another. */
function sequenceProperty(implementation: Implementation): Property<Step[], Sequence> {
  return {
    arbitrary: sequences(),
    boundaries: BOUNDARIES,
    attempt: (steps) => runSequence(implementation, steps),
    cutShort: ({ cut }) => cut,
    smaller: smallerSequences,
    steps: ({ journal }, findings) => journal.steps(findings),
    isAccepted: ({ journal }) => journal.exchanges.some(isSuccess),
    exchanges: ({ journal }) => journal.exchanges,
    judges: SEQUENCE_STATEMENTS.map(({ requirement, endpoint }) => ({
      requirement,
      endpoint,
      findings: (_steps, { journal }) => journal.findings(requirement, endpoint),
    })),
    concurrency: AT_ONCE,
  };
}
