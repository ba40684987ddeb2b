import { isDeepStrictEqual } from 'node:util';
import { answeredOrHung } from '../../src/client/lost-answers.ts';
import { type EventStory, track } from '../../src/client/tracked-event.ts';
import type { Judge, Merge, Property } from '../../src/engine/property/property.ts';
import { type Members, memberBoundaries, membersOf, mergeMembers } from '../../src/generation/bodies.ts';
import { jsonObjects, objectBoundaries } from '../../src/generation/json-objects.ts';
import { joinTexts, mergeObjects } from '../../src/generation/merge.ts';
import { differencesAsSets, ECHOED_MEMBERS, type EchoedMembers, orderDeviations, recordsOf } from '../judging.ts';
import { type EndpointName, type Exchange, endpoint, type Implementation, isObject, isSuccess, objectIn } from '../library.ts';
import { exampleRecord, exampleRecords, need, type ScenarioContext } from '../suite.ts';
import { ownedCustomers, update } from './batch-update.ts';
import { withCustomers } from './customers/owned-customers.ts';
import { creationWith, type Echo, echoJudges, type NamedCreation, renewed } from './echo.ts';
import { acceptedEvent, changesIn, exchangesOf, storyOf, unreadable } from './events.ts';
import { CONCURRENCY, generalJudges, generalStatements, propertyHolds } from './property.ts';
import { gistOf } from './robustness/send.ts';

/** Any values of these members of a request. */
function inputsOf(request: string, names: readonly string[]) {
  return { arbitrary: membersOf(request, names), boundaries: memberBoundaries(request, names) };
}

/** A record whose name does not show that this run made it says so in its metadata, for whoever cleans up. */
function recognisable(merge: Merge<Members>, origin: string): Merge<Members> {
  return (one, other) => {
    const merged = merge(one, other);
    const { name, metadata } = merged ?? {};
    if (merged === null || name === undefined || !isObject(metadata)) return merged;
    return Object.keys(metadata).length === 0 ? null : { ...merged, metadata: { origin, ...metadata } };
  };
}

/** Whatever these members are, they come back with the record. */
export function anyCreationComesBack(name: NamedCreation, echoed: EchoedMembers) {
  const request = endpoint(name).request ?? '';
  const members = Object.keys(echoed);
  const statements = [...generalStatements(name), ...Object.values(echoed).map(([statement]) => statement)];
  return propertyHolds<Members, Echo>(name, statements, async ({ implementation, session }) => ({
    ...inputsOf(request, members),
    attempt: async (input) => {
      const exchange = await create(implementation, name, input);
      return { exchange, base: '', record: session.run.ledger.newRecords.isRepeated(exchange) ? null : objectIn(exchange) };
    },
    isAccepted: ({ exchange }) => isSuccess(exchange),
    exchanges: ({ exchange }) => [exchange],
    judges: [
      ...generalJudges<Members, Echo>(name, implementation.settings.fixtures.designerKind, ({ exchange }) => exchange),
      ...echoJudges<Echo>(echoed, await exampleRecord(implementation, name)),
    ],
    merge: recognisable(mergeMembers(request, members.length), implementation.unique()),
    concurrency: CONCURRENCY,
  }));
}

/** The typical creation with these members in place of its own. */
export async function create(implementation: Implementation, name: NamedCreation, members: Members): Promise<Exchange> {
  const { call } = await creationWith(implementation, name, 'name');
  const body = () => ({ ...renewed(implementation, call.body), ...members });
  return answeredOrHung((going) => implementation.client.send(name, { ...call, ...going, body: body() }));
}

/** Nothing but order is judged here, and the boundaries do most of it. */
const TIMES_FEWER = 10;

/** The typical request with any value in this member. Values that are refused as `unknown` is, which most services refuse, go together. */
export function anyMemberIsAnswered(name: EndpointName, member: string, unknown: string | null) {
  const request = endpoint(name).request ?? '';
  const property = async ({ implementation }: ScenarioContext): Promise<Property<Members, Exchange>> => {
    const [typical] = await implementation.typicalCalls(name);
    const bodyOf = (members: Members) => ({ ...(typical?.body as object), ...members });
    const attempt = (members: Members) =>
      answeredOrHung((going) => implementation.client.send(name, { ...typical, ...going, body: bodyOf(members) }));
    const refusal = unknown === null ? null : gistOf(await attempt({ [member]: unknown }), unknown);
    return {
      ...inputsOf(request, [member]),
      attempt,
      isAccepted: isSuccess,
      tellsOfEach: (members, exchange) => isSuccess(exchange) || gistOf(exchange, String(members[member])) === refusal,
      exchanges: (exchange) => [exchange],
      judges: [{ requirement: 'robustness.generated-input', deviations: (_input, exchange) => orderDeviations(exchange) }],
      // Texts go together: what counts as a whole is refused alike, and only the order of the answer is judged.
      merge: ({ [member]: one }, { [member]: other }) => {
        const text = typeof one === 'string' && typeof other === 'string' ? joinTexts(one, other) : null;
        return text === null ? null : { [member]: text };
      },
      concurrency: CONCURRENCY,
    };
  };
  return propertyHolds(name, ['robustness.generated-input'], property, TIMES_FEWER);
}

const JUDGES: readonly Judge<Members, EventStory>[] = [
  { requirement: 'event.can-be-read', deviations: (_input, story) => (isSuccess(story.tracked.exchange) ? unreadable(story) : null) },
  { requirement: 'event.name-is-tracked-name', deviations: (_input, story) => changesWhereAccepted(story, 'name') },
  { requirement: 'event.extra-is-tracked-data', deviations: (_input, story) => changesWhereAccepted(story, 'extra') },
];

export function anyTrackedDataComesBack() {
  const statements = [...generalStatements('trackEvent'), ...JUDGES.map(({ requirement }) => requirement)];
  return propertyHolds<Members, EventStory>('trackEvent', statements, async ({ implementation }) => ({
    attempt: await finder(implementation),
    arbitrary: jsonObjects(),
    boundaries: objectBoundaries(),
    isAccepted: ({ tracked }) => isSuccess(tracked.exchange),
    exchanges: exchangesOf,
    judges: [
      ...generalJudges<Members, EventStory>('trackEvent', implementation.settings.fixtures.designerKind, ({ tracked }) => tracked.exchange),
      ...JUDGES,
    ],
    merge: mergeObjects,
    concurrency: CONCURRENCY,
  }));
}

/** Null where the event was not accepted or could not be read. */
function changesWhereAccepted(story: EventStory, member: 'name' | 'extra') {
  return isSuccess(story.tracked.exchange) ? changesIn(story, member) : null;
}

/** Tracks an event and reads it. */
async function finder(implementation: Implementation): Promise<(data: Members) => Promise<EventStory>> {
  const { lookupUrl, lookupCommand } = implementation.settings.tracking;
  const probe = await acceptedEvent(implementation, {});
  if (lookupUrl === null && lookupCommand === null) need(probe.exchange.answer.headers.location, 'CES_EVENT_LOOKUP_URL');
  return async (data) => {
    const tracked = await track(implementation, data);
    return isSuccess(tracked.exchange) ? storyOf(implementation, tracked, 'judged') : { tracked, id: null, reads: [] };
  };
}

const ECHOED = ECHOED_MEMBERS.batchUpdateCustomers;

interface UpdateAttempt extends Echo {
  readonly id: string;
  readonly answered: readonly unknown[] | null;
  /** The customer was like that already, so an answer may leave him out. */
  readonly isNothingNew: boolean;
}

/** Customers are updated side by side, each with one update at a time. */
export function anyUpdateComesBack() {
  const names = Object.keys(ECHOED);
  const echoes = Object.values(ECHOED).map(([statement]) => statement);
  const statements = [...generalStatements('batchUpdateCustomers'), 'customer.answered-are-asked' as const, ...echoes];
  return propertyHolds<Members, UpdateAttempt>('batchUpdateCustomers', statements, async ({ implementation }) => {
    const owned = ownedCustomers(implementation);
    const { lease } = implementation;
    const [usual = {}] = await withCustomers(implementation, 1, (own) => exampleRecords(own, 'batchUpdateCustomers'));
    const { designerKind } = implementation.settings.fixtures;
    const held = new Map<string, Members>();
    return {
      ...inputsOf('customer-update', names),
      // Inputs that fail together are sent again one by one.
      attempt: (members) => lease.having(1, owned, ([id = '']) => tryUpdate(implementation, held, id, members)),
      isAccepted: ({ exchange }) => isSuccess(exchange),
      exchanges: ({ exchange }) => [exchange],
      judges: [
        ...generalJudges<Members, UpdateAttempt>('batchUpdateCustomers', designerKind, ({ exchange }) => exchange),
        {
          requirement: 'customer.answered-are-asked',
          deviations: (_members, { id, answered, isNothingNew }) =>
            isNothingNew && answered?.length === 0 ? null : answered && differencesAsSets([id], answered, '/customers/*/id'),
        },
        ...echoJudges<UpdateAttempt>(ECHOED, usual),
      ],
      merge: mergeMembers('customer-update', names.length),
      concurrency: owned.length,
    };
  });
}

/** @param held what the property sent for each customer so far; this update is added */
async function tryUpdate(implementation: Implementation, held: Map<string, Members>, id: string, members: Members): Promise<UpdateAttempt> {
  const before = held.get(id) ?? {};
  held.set(id, { ...before, ...members });
  const isHeld = Object.entries(members).every(([name, value]) => isDeepStrictEqual(before[name], value));
  const exchange = await answeredOrHung((going) => update(implementation, [{ id, ...members }], going));
  const answer = objectIn(exchange);
  const customers = answer && recordsOf('batchUpdateCustomers', answer);
  const index = customers?.findIndex((customer) => customer.id === id) ?? -1;
  return {
    exchange,
    id,
    base: `/customers/${index}`,
    record: customers?.[index] ?? null,
    answered: customers?.map((customer) => customer.id) ?? null,
    isNothingNew: isHeld || exchange.resentAfter !== undefined,
  };
}
