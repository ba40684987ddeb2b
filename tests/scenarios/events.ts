import { UNKNOWN_MARKER } from '../../src/checks/given-ids.ts';
import type { AnsweredRecord } from '../../src/checks/identity.ts';
import { howManyWords, IN_IDS, RIGHT_ALONE, TRACKED_TWICE } from '../../src/checks/run-history.ts';
import { firstCustomer } from '../../src/checks/stability.ts';
import { type EventStory, findTracked, firstRead, follow, readEvent, type TrackedEvent, track } from '../../src/client/tracked-event.ts';
import type { Timeline } from '../../src/engine/evidence/evidence.ts';
import type { Parts } from '../../src/generation/hostile.ts';
import { endOf } from '../../src/http/exchange.ts';
import { MARKER_MEMBER } from '../../src/settings/parsing/json.ts';
import { type Deviation, differences, foundIn, show } from '../judging.ts';
import { type Exchange, type Implementation, isSuccess, now, outcome, refusalOf, sleep } from '../library.ts';
import { firstBroken, type Judged, NotAssessed, need, type ScenarioContext } from '../suite.ts';
import { firstBrokenAtOnce } from './under-load.ts';

type EventData = Readonly<Record<string, unknown>>;

/** Tracks an event; NotAssessed where it is not accepted. */
export async function acceptedEvent(implementation: Implementation, data: EventData) {
  const { eventIsDefault } = implementation.settings.tracking;
  const tracked = await track(implementation, data);
  if (!isSuccess(tracked.exchange))
    throw new NotAssessed(`The event was not accepted: ${refusalOf(tracked.exchange)}`, eventIsDefault ? ['CES_TRACK_EVENT'] : []);
  return { ...tracked, exchange: tracked.exchange };
}

/** Tracks an event that is accepted, and reads it once it can be found. */
export async function trackAndRead(implementation: Implementation, data: EventData, purpose?: 'judged'): Promise<EventStory> {
  return storyOf(implementation, await acceptedEvent(implementation, data), purpose);
}

/** Tracks an event whose data is this JSON text with a marker added. */
export async function trackText(
  implementation: Implementation,
  data: string,
  name?: string,
  how: { alone?: true } = {},
): Promise<TrackedEvent> {
  const business = await implementation.businessId();
  const marker = implementation.unique();
  const event = name ?? implementation.settings.tracking.event;
  const marked = data.replace('{', `{"${MARKER_MEMBER}":${JSON.stringify(marker)},`);
  const rawBody = `{"event":${JSON.stringify(event)},"data":${marked}}`;
  const exchange = await implementation.client.send('trackEvent', { id: business, rawBody, ...how });
  return { business, marker, body: { event, data: {} }, exchange };
}

/** Reads a tracked event once it can be found within the resolution time. */
export function storyOf(implementation: Implementation, tracked: TrackedEvent, purpose?: 'judged'): Promise<EventStory> {
  return firstRead(implementation, tracked, endOf(tracked.exchange) + implementation.settings.tracking.findTimeoutMs, purpose);
}

/** What is wrong with an event that was acknowledged and cannot be read: at its last read, or at its tracking where nobody finds it. */
export function unreadable({ id, reads, tracked }: EventStory): Deviation[] {
  const last = reads.at(-1);
  if (last?.event) return [];
  const actual =
    id === null ? `${UNKNOWN_MARKER} ${show(tracked.marker)}` : `${last ? outcome(last.exchange) : 'nothing'} under the id ${show(id)}`;
  return foundIn(last?.exchange ?? tracked.exchange, [
    { expected: 'the event at endpoint 1, in time (CES_RESOLUTION_TIMEOUT_MS)', actual },
  ]);
}

/** The events that cannot be read, of several that were tracked at once. One of them is tracked again, alone; and where it is right then, as many, one after the other. */
export async function unreadableAtOnce(
  implementation: Implementation,
  stories: readonly EventStory[],
  beside?: (wrong: number) => string,
): Promise<Judged> {
  const attempt = (story: EventStory) => ({ story, exchange: story.tracked.exchange });
  const trackAgain = ({ tracked }: EventStory) => track(implementation, tracked.body.data, { alone: true });
  const read = (tracked: TrackedEvent) => storyOf(implementation, tracked, 'judged');
  const again = async ({ story }: { readonly story: EventStory }) => attempt(await read(await trackAgain(story)));
  const shown = { most: 3, alsoSeen: ({ story }: { readonly story: EventStory }) => exchangesOf(story), ...(beside && { beside }) };
  const inIds = onlyInIdsOf(stories);
  if (inIds !== null)
    return firstBroken(stories.map(attempt), { ...shown, most: 1, beside: () => inIds }, ({ story }) => unreadable(story));
  const judged = await firstBrokenAtOnce(stories.map(attempt), shown, again, ({ story }) => unreadable(story), 'tracked at once');
  const { writeBudget, maxRequests } = implementation.settings.run;
  if (judged.contrast?.startsWith(RIGHT_ALONE) !== true || writeBudget !== null || maxRequests !== null) return judged;
  const inTurn: TrackedEvent[] = [];
  for (const story of stories) inTurn.push(await trackAgain(story));
  const lost = (await Promise.all(inTurn.map(read))).flatMap((story, index) => (unreadable(story).length === 0 ? [] : [index + 1]));
  if (lost.length === 0) return judged;
  const paced: TrackedEvent[] = [];
  for (const story of stories) {
    paced.push(await trackAgain(story));
    await sleep(PACED_MS);
  }
  const areKept = (await Promise.all(paced.map(read))).every((story) => unreadable(story).length === 0);
  return { ...judged, contrast: howManyWords(inTurn.length, lost, areKept ? PACED_MS : null) };
}

/** What a router, or a client, takes for something else where it stands in an id (RFC 3986 §2.2). */
const OF_URLS = [...'/+=:;,@&?#%!$ '];
const FEWEST_ALIKE = 2;

/** Said where the ids of the events that cannot be read hold what no other id does; null where they do not. */
function onlyInIdsOf(stories: readonly EventStory[]): string | null {
  const idsOf = (some: readonly EventStory[]) => some.flatMap(({ id }) => id ?? []);
  const gone = idsOf(stories.filter((story) => unreadable(story).length > 0));
  const there = idsOf(stories.filter((story) => unreadable(story).length === 0));
  const shared = OF_URLS.find((part) => gone.every((id) => id.includes(part)) && !there.some((id) => id.includes(part)));
  if (shared === undefined || gone.length < FEWEST_ALIKE || there.length === 0) return null;
  return `each of the ${gone.length} ${IN_IDS} \`${shared}\`, and none of the ${there.length} others`;
}

/** A buffer that is written ten times a second is empty by then. */
const PACED_MS = 300;

/** The event as the last read shows it, with that read; null where it shows none. */
export function lastRead({ reads }: EventStory): AnsweredRecord | null {
  const last = reads.at(-1);
  return last?.event ? { record: last.event, exchange: last.exchange } : null;
}

/** Where the last read shows something else in a member than was tracked; null where it shows no event. */
export function changesIn(story: EventStory, member: 'name' | 'extra'): Deviation[] | null {
  const read = lastRead(story);
  const { event, data } = story.tracked.body;
  return read && foundIn(read.exchange, differences(member === 'name' ? event : data, read.record[member], `/${member}`));
}

/** The acknowledgement and the last read. */
export function exchangesOf({ tracked, reads }: EventStory): Exchange[] {
  return [tracked.exchange, ...reads.slice(-1).map(({ exchange }) => exchange)];
}

/** Two events followed side by side, the same for every test: one matches nobody, one a customer (null where the settings do not say how). */
export function followedEvents({ implementation, session }: ScenarioContext) {
  return implementation.once('followed events', async () => {
    const { fixtures, tracking } = implementation.settings;
    const matchingData = fixtures.businessId === null ? null : tracking.matchingData;
    const followOne = async (data: Readonly<Record<string, unknown>>, expectsCustomer: boolean) => {
      const followed = async () => follow(implementation, await track(implementation, data), expectsCustomer);
      const { absence } = implementation.client.environment;
      const { backAt } = absence;
      // One that an outage may have lost is tracked anew.
      const story = await followed().catch((error: unknown) => {
        if (absence.backAt === backAt) throw error;
        return followed();
      });
      session.measurements.timelines.push(timeline(expectsCustomer ? 'matches a customer' : 'matches nobody', story));
      return story;
    };
    const [unmatched, matched] = await Promise.all([
      followOne(tracking.unmatchedData, false),
      matchingData && followOne(matchingData, true),
    ]);
    return { matched, unmatched };
  });
}

export const SECOND = 1000;
const LEFT_UNREAD_MS = 5000;
export const TOO_EARLY = `${TRACKED_TWICE}${LEFT_UNREAD_MS / SECOND} s later, the event that was read at once is unresolved, and the one that was not read before is resolved`;
/** Each of several processes may hold what it read by itself. */
const READS_OF_EACH = 4;

/** What becomes of two more events that are to match, tracked beside nothing else, of which one is read at once and the other late. Null where they show nothing, or requests or records are few: it takes some. */
export function trackedAnew({ implementation }: ScenarioContext): Promise<'read too early' | 'resolved' | 'unresolved' | null> {
  return implementation.once('events tracked anew', async () => {
    const { tracking, run } = implementation.settings;
    if (run.maxRequests !== null || run.writeBudget !== null || tracking.matchingData === null) return null;
    const data = tracking.matchingData;
    const customersOf = async (again: TrackedEvent): Promise<readonly unknown[]> => {
      const id = isSuccess(again.exchange) ? await findTracked(implementation, again, now() + SECOND) : null;
      if (id === null) return [];
      const read = () => readEvent(implementation, id, endOf(again.exchange));
      return (await Promise.all(Array.from({ length: READS_OF_EACH }, read))).map(({ event }) => event?.customer);
    };
    const trackAlone = () => track(implementation, data, { alone: true });
    const readAtOnce = await trackAlone();
    await customersOf(readAtOnce);
    const readLate = await trackAlone();
    await sleep(LEFT_UNREAD_MS);
    const [early = [], late = []] = await Promise.all([readAtOnce, readLate].map(customersOf));
    if (late.length > 0 && [...early, ...late].every((customer) => customer === null)) return 'unresolved';
    if (late.length === 0 || !late.every((customer) => typeof customer === 'string')) return null;
    return early.includes(null) ? 'read too early' : 'resolved';
  });
}

/** The story of an event; NotAssessed where it could not be read. */
export function readable(story: EventStory | null): EventStory {
  if (story === null) throw new NotAssessed('No event was tracked');
  const [reason] = unreadable(story);
  if (reason) throw new NotAssessed(`The event could not be read: ${reason.actual}`);
  return story;
}

function timeline(title: string, { id, reads }: EventStory): Timeline {
  const resolved = firstCustomer(reads);
  return {
    title,
    outcome: id === null ? 'not-found' : resolved ? 'resolved' : 'stayed-null',
    visibleAfterMs: reads[0]?.atMs ?? null,
    resolvedAfterMs: resolved?.atMs ?? null,
    polls: reads.map(({ atMs, exchange, event }) => ({
      atMs,
      status: exchange.answer?.status ?? null,
      customer: typeof event?.customer === 'string' ? event.customer : null,
    })),
  };
}

/** Data that lead to a customer of the configured business, and that customer; NotAssessed where a setting lacks. One that the run made has none. */
export function matchingEvent({ settings: { fixtures, tracking } }: Implementation): {
  readonly data: Readonly<Record<string, unknown>>;
  readonly customer: string;
} {
  const data = need(tracking.matchingData, 'CES_TRACK_MATCHING_DATA');
  const customer = need(tracking.matchingCustomerId, 'CES_TRACK_MATCHING_CUSTOMER_ID');
  need(fixtures.businessId, 'CES_BUSINESS_ID');
  return { data, customer };
}

/** Tracks all inputs at once, and reads what was accepted. Parts go alone where their pack fails; one that only fails as a whole stays in the result. */
export async function packedStories(
  { implementation, all }: Pick<ScenarioContext, 'implementation' | 'all'>,
  { packs, alone }: { readonly packs: readonly Parts<string>[]; readonly alone: readonly string[] },
  track: (input: string) => Promise<TrackedEvent>,
  isWrong: (story: EventStory) => boolean,
): Promise<EventStory[]> {
  const storiesOf = async (inputs: readonly string[]): Promise<EventStory[]> => {
    const tracked = await all(inputs.map(track));
    return all(tracked.filter(({ exchange }) => isSuccess(exchange)).map((one) => storyOf(implementation, one)));
  };
  const ofPack = async ({ parts, together }: Parts<string>): Promise<EventStory[]> => {
    const whole = await storiesOf([together]);
    if (whole.some((story) => lastRead(story) !== null && !isWrong(story))) return whole;
    const apart = await storiesOf(parts);
    return apart.some(isWrong) ? apart : [...whole, ...apart];
  };
  return (await all([...packs.map(ofPack), storiesOf(alone)])).flat();
}
