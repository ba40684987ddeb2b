import type { Implementation } from '../client/implementation.ts';
import { type EventStory, follow, track } from '../client/tracked-event.ts';
import { type Exchange, isSuccess, outcome } from '../http/exchange.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import type { VariableName } from '../settings/variables.ts';
import { found, type Tried, unclear, untried, type Verdict, wrong } from './tried.ts';

const MATCHING: readonly VariableName[] = ['CES_TRACK_MATCHING_DATA', 'CES_TRACK_MATCHING_CUSTOMER_ID'];

/** Tries the look-up with a marker that no event has and, where writing is allowed, with an event that it tracks. `seen` is any exchange. */
export async function tryLookup(implementation: Implementation, mayTrackIn: string | null, seen: Exchange): Promise<Tried[]> {
  const { tracking } = implementation.settings;
  const variable: VariableName = tracking.lookupCommand === null ? 'CES_EVENT_LOOKUP_URL' : 'CES_EVENT_LOOKUP_COMMAND';
  const isGiven = tracking.lookupUrl !== null || tracking.lookupCommand !== null;
  const unknown = isGiven ? await inWords(variable, () => unknownMarker(implementation, seen)) : null;
  if (unknown?.outcome === 'wrong') return [unknown];
  if (mayTrackIn !== null) return trackOne(implementation, variable, isGiven);
  const untold = [...(tracking.eventIsDefault ? [] : (['CES_TRACK_EVENT'] as const)), ...(tracking.matchingData === null ? [] : MATCHING)];
  return [...(unknown === null ? [] : [unknown]), ...(untold.length === 0 ? [] : [untried(untold, 'only a tracked event would tell')])];
}

async function unknownMarker({ settings, findEvent, unique }: Implementation, seen: Exchange): Promise<Verdict> {
  const id = await findEvent(unique(), settings.fixtures.businessId ?? unique(), seen);
  return id === null
    ? unclear('finds no event that was never tracked, and a wrong address would find none either')
    : wrong(`finds an event that was never tracked: ${JSON.stringify(id)}`);
}

async function trackOne(implementation: Implementation, variable: VariableName, isGiven: boolean): Promise<Tried[]> {
  const { tracking, fixtures } = implementation.settings;
  const matching = fixtures.businessId === null ? null : tracking.matchingData;
  const tracked = await track(implementation, matching ?? tracking.unmatchedData);
  if (!isSuccess(tracked.exchange)) {
    const words = `${outcome(tracked.exchange)} at endpoint 18 for the event ${JSON.stringify(tracking.event)}`;
    return [{ variables: ['CES_TRACK_EVENT'], ...wrong(words) }];
  }
  let read: EventStory | null = null;
  const trial = await inWords(variable, async () => {
    const story = await follow(implementation, tracked, matching !== null, 0);
    if (story.id !== null) read = story;
    return story.id === null
      ? wrong(`a tracked event was not found within ${tracking.findTimeoutMs} ms`)
      : found(`found an event that was tracked, after ${story.reads[0]?.atMs} ms`);
  });
  // What nobody has set is missing, not wrong.
  const lookup: Tried = isGiven || trial.outcome === 'found' ? trial : { ...trial, outcome: 'untried' };
  if (matching === null) return [lookup];
  return [
    lookup,
    read === null ? untried(MATCHING, 'the event was not found') : { variables: MATCHING, ...resolved(read, tracking.matchingCustomerId) },
  ];
}

function resolved({ reads }: EventStory, customer: string | null): Verdict {
  const read = reads.find(({ event }) => typeof event?.customer === 'string');
  const last = reads.at(-1);
  if (read === undefined) return wrong(`the event that was tracked has no customer after ${last?.atMs ?? 0} ms`);
  if (read.event?.customer === customer) return found(`resolved after ${read.atMs} ms`);
  return wrong(`resolved to ${JSON.stringify(read.event?.customer)}`);
}

async function inWords(variable: VariableName, trial: () => Promise<Verdict>): Promise<Tried> {
  try {
    return { variables: [variable], ...(await trial()) };
  } catch (error) {
    if (error instanceof NotAssessed) return { variables: [variable], ...wrong(error.message) };
    throw error;
  }
}
