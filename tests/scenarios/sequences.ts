import type { Implementation } from '../../src/client/implementation.ts';
import { conformance } from '../../src/engine/playwright/test.ts';
import type { Property } from '../../src/engine/property.ts';
import { type Step, sequences } from '../../src/generation/sequences.ts';
import { isSuccess } from '../../src/http/outcome.ts';
import { NotAssessed } from '../../src/settings/not-assessed.ts';
import { checkOutcomes, runScene } from './property.ts';
import { SEQUENCE_STATEMENTS, Sequence } from './sequence.ts';

/** A sequence has many requests, so there are fewer of them than of single inputs. */
const STEPS_A_SEQUENCE = 5;

const BOUNDARIES: readonly { label: string; input: Step[] }[] = [
  {
    label: 'two customers in turn',
    input: [
      { do: 'update customer', which: 0, members: { full_name: 'First Customer', metadata: { mark: 'first' } } },
      { do: 'update customer', which: 1, members: { full_name: 'Second Customer', metadata: { mark: 'second' } } },
      { do: 'update customer', which: 0, members: { full_name: 'First Renamed' } },
      { do: 'update customer', which: 1, members: { metadata: { mark: 'changed' } } },
      { do: 'update customer', which: 0, members: { metadata: { mark: 'changed too' } } },
    ],
  },
  {
    label: 'a copy, a copy of it, and a copy of that',
    input: [
      ...[0, 1, 2].map((which): Step => ({ do: 'copy template', which })),
      ...[0, 1, 2, 3].map((which): Step => ({ do: 'read variables', which })),
    ],
  },
  {
    label: 'two copies of a template that nobody has copied before',
    input: [
      { do: 'copy project template' },
      ...[0, 0, 1].map((which): Step => ({ do: 'copy template', which })),
      ...[0, 1, 2, 3].map((which): Step => ({ do: 'read variables', which })),
    ],
  },
  {
    label: 'two copies of a copy',
    input: [...[0, 1, 1, 1].map((which): Step => ({ do: 'copy template', which })), { do: 'read variables', which: 3 }],
  },
  {
    label: 'events read out of order',
    input: [
      ...[1, 2, 3].map((number): Step => ({ do: 'track', data: { number } })),
      ...[2, 0, 1, 0].map((which): Step => ({ do: 'read event', which })),
    ],
  },
  {
    label: 'creations in between',
    input: [1, 2].flatMap((mark): Step[] => [
      { do: 'create business', members: { metadata: { mark } } },
      { do: 'create campaign', members: { metadata: { mark } } },
    ]),
  },
  {
    label: 'every record twice, with a creation in between',
    input: [
      ...[0, 1, 2, 3, 4, 5].map((which): Step => ({ do: 'read record', which })),
      { do: 'list addresses' },
      { do: 'create business', members: { metadata: {} } },
      { do: 'embed', seconds: 600 },
      ...[0, 1, 2, 3, 4, 5].map((which): Step => ({ do: 'read record', which })),
      { do: 'list addresses' },
    ],
  },
];

/** What the specification promises holds whatever was done before: sequences of requests beside a model. */
export function holdsInAnyOrder(): void {
  const requirements = [...new Set(SEQUENCE_STATEMENTS.map(({ requirement }) => requirement))];
  conformance('requests in any order', { endpoint: null, requirements, further: true, category: 'properties' }, async (context) => {
    if (context.session.settings.run.readOnly) throw new NotAssessed('Sequences write, which a read-only run does not', ['CES_READ_ONLY']);
    const run = await runScene(context, sequenceProperty(context.implementation), STEPS_A_SEQUENCE);
    checkOutcomes(context, run);
  });
}

function sequenceProperty(implementation: Implementation): Property<Step[], Sequence> {
  return {
    arbitrary: sequences(),
    boundaries: BOUNDARIES,
    attempt: (steps) => new Sequence(implementation).run(steps),
    cutShort: ({ cut }) => cut,
    isAccepted: ({ exchanges }) => exchanges.some(isSuccess),
    exchanges: ({ exchanges }) => exchanges,
    judges: SEQUENCE_STATEMENTS.map(({ requirement, endpoint }) => ({
      requirement,
      endpoint,
      findings: (_steps, sequence) => sequence.findings(requirement, endpoint),
    })),
    // Sequences share customers, so one runs after another.
    concurrency: 1,
  };
}
