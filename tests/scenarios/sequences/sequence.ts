import type { Property } from '../../../src/engine/property/property.ts';
import { inEveryOrder, type Step, sequences, smallerSequences } from '../../../src/generation/sequences.ts';
import type { StatementId } from '../../judging.ts';
import { CARDS, ENDPOINT_NAMES, type EndpointName, type Implementation, isSuccess } from '../../library.ts';
import { LimitReached, NotAssessed, scenario } from '../../suite.ts';
import { checkOutcomes, runWithSettings } from '../property.ts';
import { Journal, runStep, type StepHandlers } from './journal.ts';
import { CONFIGURED_RECORDS, creations, customers, events, reads, updatedCustomers } from './records.ts';
import { templates } from './templates.ts';

/** Sequences that are tried first. A replay token counts through this list, so its order stays. */
const BOUNDARIES: readonly { readonly label: string; readonly input: Step[] }[] = [
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
    label: 'events read out of order',
    input: [
      ...[1, 2, 3].map((number): Step => ({ do: 'track', data: { number } })),
      ...[2, 0, 1, 0].map((which): Step => ({ do: 'read event', which })),
    ],
  },
  { label: 'each request behind each other one', input: inEveryOrder(7, nthStep) },
];

/** What concerns one business: each kind may leave something to the next one. `turn`: what one request sends, no other does. */
function nthStep(kind: number, turn: number): Step {
  const kinds: Step[] = [
    { do: 'update customer', which: 0, members: { full_name: `Turn ${turn}`, metadata: { turn } } },
    { do: 'refused update', members: { full_name: `Refused in turn ${turn}` } },
    { do: 'read record', which: CONFIGURED_RECORDS.indexOf('getFeatureFlagStatuses') },
    { do: 'track', data: { turn } },
    { do: 'list addresses' },
    { do: 'create campaign', members: { metadata: { turn } } },
    { do: 'copy project template' },
  ];
  return kinds[kind] as Step;
}

/** A sequence that was carried out. */
interface Sequence {
  readonly journal: Journal;
  /** Why it came only halfway. */
  readonly cut: LimitReached | null;
}

/** Carries out a sequence beside a model of what the specification promises. A refused step changes neither. Owns as many customers as it updates. @throws LimitReached where nothing was done */
async function runSequence(implementation: Implementation, steps: readonly Step[]): Promise<Sequence> {
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
  await implementation.lease.having(updated.length, customerIds, (own) => {
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

/** A sequence has many requests, so there are this many times fewer sequences than single inputs. */
const TIMES_FEWER = 50;
/** All of a default run: each waits for its own answers most of the time, so that the longest one sets the time. */
const AT_ONCE = 24;

/** What the specification promises holds whatever was done before: sequences of requests beside a model. */
export function holdsInAnyOrder() {
  const statements = [...new Set(SEQUENCE_STATEMENTS.map(([requirement]) => requirement))];
  return scenario(null, statements, { optional: true, category: 'properties' }, async (context) => {
    if (context.implementation.settings.run.readOnly)
      throw new NotAssessed('Sequences write, which a read-only run does not', ['CES_READ_ONLY']);
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
    steps: ({ journal }, deviations) => journal.steps(deviations),
    isAccepted: ({ journal }) => journal.exchanges.some(isSuccess),
    exchanges: ({ journal }) => journal.exchanges,
    judges: SEQUENCE_STATEMENTS.map(([requirement, endpoint]) => ({
      requirement,
      endpoint,
      deviations: (_steps, { journal }) => journal.deviations(requirement, endpoint),
    })),
    concurrency: AT_ONCE,
  };
}

const CREATIONS = ENDPOINT_NAMES.filter((name) => CARDS[name].creates && name !== 'createSmsTemplateEmbed');

/** Statements that a sequence judges, each with the endpoint at which it is reported. */
const SEQUENCE_STATEMENTS: readonly (readonly [StatementId, EndpointName])[] = [
  ...CREATIONS.map((name) => ['record.ids-are-distinct', name] as const),
  ['business.metadata-comes-back', 'createBusiness'],
  ['campaign.metadata-comes-back', 'createCampaign'],
  ['customer.update-is-kept', 'batchUpdateCustomers'],
  ['customer.update-leaves-other-fields', 'batchUpdateCustomers'],
  ['customer.update-leaves-other-customers', 'batchUpdateCustomers'],
  ['email-template.copies-agree', 'copyEmailTemplate'],
  ['email-template.copy-keeps-variables', 'copyEmailTemplate'],
  ['event.extra-is-tracked-data', 'trackEvent'],
  ['event.own-fields-never-change', 'getEvent'],
  ...[...CONFIGURED_RECORDS, 'listEmailAddresses' as const].map((name) => ['robustness.reading-is-safe', name] as const),
];
