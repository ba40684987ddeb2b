import { exec } from 'node:child_process';
import { jsonOf, objectIn } from '../http/body.ts';
import { type Exchange, endOf, isClientError, isRedirect } from '../http/exchange.ts';
import type { Deadline } from '../http/limits.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { MARKER_MEMBER } from '../settings/parsing/json.ts';
import type { Settings } from '../settings/settings.ts';
import { lookupUrl } from '../settings/urls.ts';
import type { JsonObject } from '../specification/json.ts';
import type { Client } from './client.ts';
import { LITTLE_TIME_MS, now, pauseBefore, pollUntil, sleep, type WaitPolicy } from './time.ts';

/** Finds the id of a tracked event by its marker; null while the event is not known yet. */
export type EventLookup = (marker: string, business: string, tracked: Exchange) => Promise<string | null>;

/** The look-up from the settings, else the Location of `trackEvent`'s answer. No command starts after the deadline. */
export function createEventLookup({ baseUrl, tracking, run }: Settings, client: Client, deadline: Deadline | null = null): EventLookup {
  const { lookupUrl: template, lookupCommand: command } = tracking;
  if (template !== null) return lookupByUrl(client, baseUrl ?? '', template);
  return command === null ? lookupByLocation : lookupByCommand(command, run.timeoutMs, deadline);
}

function lookupByUrl(client: Client, baseUrl: string, template: string): EventLookup {
  return async (marker, business) => {
    const { answer, failure } = await client.get(lookupUrl(baseUrl, template, marker, business));
    if (answer?.status === 404) return null;
    const json = answer?.status === 200 ? jsonOf(answer) : { problem: `status ${answer?.status ?? failure?.message}` };
    const id = 'value' in json ? (json.value as { id?: unknown } | null)?.id : undefined;
    if (typeof id === 'string' && id !== '') return id;
    const found = 'problem' in json ? json.problem : 'JSON without an `id` that is a text';
    throw new NotAssessed(`The event look-up did not answer 200 {"id": "…"} or 404, but: ${found}`, ['CES_EVENT_LOOKUP_URL']);
  };
}

function lookupByCommand(command: string, timeoutMs: number, deadline: Deadline | null): EventLookup {
  return async (marker, business) => {
    deadline?.check();
    const timeout = deadline?.bound(timeoutMs) ?? timeoutMs;
    return new Promise((resolve, reject) => {
      const env = { ...process.env, CES_MARKER: marker, CES_BUSINESS: business };
      exec(command, { env, timeout, maxBuffer: 64 * 1024 }, (error, stdout, stderr) => {
        if (!error) return resolve(stdout.trim() || null);
        if (error.killed && deadline?.isOver) return reject(deadline.reached());
        const why = error.killed ? `no end within ${timeout} ms` : stderr.trim().slice(0, 200) || `exit code ${error.code}`;
        reject(new NotAssessed(`The event look-up command failed: ${why}`, ['CES_EVENT_LOOKUP_COMMAND']));
      });
    });
  };
}

const FINDING_VARIABLES = ['CES_EVENT_LOOKUP_URL', 'CES_EVENT_LOOKUP_COMMAND'];

const lookupByLocation: EventLookup = async (_marker, _business, tracked) => {
  const location = tracked.answer?.headers.location;
  const id = location?.match(/\/events\/([^/?#]+)$/)?.[1];
  if (id === undefined)
    throw new NotAssessed(
      'The suite cannot find the events that it tracks: neither CES_EVENT_LOOKUP_URL nor CES_EVENT_LOOKUP_COMMAND is set',
      FINDING_VARIABLES,
    );
  try {
    return decodeURIComponent(id);
  } catch {
    throw new NotAssessed(`The Location of the acknowledgement does not decode: ${location}`, FINDING_VARIABLES);
  }
};

/** What tracking and following events needs. */
export interface EventTracker {
  readonly settings: Settings;
  readonly client: Client;
  readonly findEvent: EventLookup;
  unique(): string;
  businessId(): Promise<string>;
  /** Waiting, by what became of earlier events; `late`: after how many milliseconds the first one was found that was not found in time, null if never. Where the loss is `judged`, others' losses do not count; `needed`: something rests on it. */
  readonly patience: Readonly<Record<'judged' | 'needed' | 'resolved', WaitPolicy>> & { late: Promise<number | null> | null };
}

export interface TrackedEvent {
  readonly business: string;
  readonly marker: string;
  readonly body: { readonly event: string; readonly data: JsonObject };
  readonly exchange: Exchange;
}

export interface EventRead {
  /** Milliseconds since it was acknowledged. */
  readonly atMs: number;
  readonly exchange: Exchange;
  /** The Event resource; null where the answer holds none. */
  readonly event: JsonObject | null;
}

export interface EventStory {
  readonly tracked: TrackedEvent;
  /** Null where the event was not found in time. */
  readonly id: string | null;
  readonly reads: readonly EventRead[];
}

interface TrackOptions {
  /** Its name; the one of the settings where absent. */
  readonly event?: string;
  /** The business for which it is tracked; the first one where absent. */
  readonly of?: string;
  /** Beside nothing else of the run. */
  readonly alone?: true;
  /** Members of the body for which the request has no place. */
  readonly beside?: JsonObject;
}

/** Tracks an event with this data and a marker that is unique in the run. */
export async function track(
  tracker: EventTracker,
  data: JsonObject,
  { event = tracker.settings.tracking.event, of, alone, beside = {} }: TrackOptions = {},
): Promise<TrackedEvent> {
  const business = of ?? (await tracker.businessId());
  const marker = tracker.unique();
  // What was tracked before holds the marker of that time.
  const { [MARKER_MEMBER]: _earlier, ...own } = data;
  const body = { event, data: { [MARKER_MEMBER]: marker, ...own }, ...beside };
  return { business, marker, body, exchange: await tracker.client.send('trackEvent', { id: business, body, ...(alone && { alone }) }) };
}

/** The id of a tracked event, or null if it is not known by the deadline (milliseconds since the Unix epoch). */
export function findTracked(tracker: EventTracker, tracked: TrackedEvent, deadline: number): Promise<string | null> {
  return pollUntil(deadline, () => tracker.findEvent(tracked.marker, tracked.business, tracked.exchange));
}

let freshReads = 0;

/** @param past a cache: a query that nobody has asked before, and that means nothing to the service, is in none */
export async function readEvent(
  tracker: EventTracker,
  id: string,
  since: number,
  past = tracker.client.environment.isCached,
): Promise<EventRead> {
  if (past) freshReads += 1;
  const exchange = await tracker.client.send('getEvent', { id, ...(past && { query: `conformance_read=${freshReads}-${since}` }) });
  return { atMs: Math.round(endOf(exchange) - since), exchange, event: objectIn(exchange) };
}

/** No sentence says how an event is answered that is not there yet: some services redirect. */
const isUnknown = (exchange: Exchange): boolean => isClientError(exchange) || isRedirect(exchange);

/** Finds a tracked event and reads it, a little beyond the deadline where it was found only then. `judged`: unread, it is a failure. @throws NotAssessed where earlier losses cut the time short, or the target was away meanwhile */
export async function firstRead(
  tracker: EventTracker,
  tracked: TrackedEvent,
  deadline: number,
  purpose: 'judged' | 'needed' = 'needed',
): Promise<EventStory> {
  const since = endOf(tracked.exchange);
  const { [purpose]: patience, judged, needed } = tracker.patience;
  const limitMs = Math.max(0, deadline - since);
  const { until, isGuess } = patience.wait(since, limitMs);
  const reads: EventRead[] = [];
  const id = (await findTracked(tracker, tracked, until)) ?? (isGuess ? null : await foundLate(tracker, tracked));
  const read =
    id === null
      ? null
      : await pollUntil(Math.max(until, now() + LITTLE_TIME_MS), async () => {
          const read = await readEvent(tracker, id, since);
          reads.push(read);
          return isUnknown(read.exchange) ? null : read;
        });
  if (read === null) waitedInVain(tracker, tracked, 'found', limitMs, isGuess, patience);
  else for (const one of [judged, needed]) one.came(now() - since);
  return { tracked, id, reads };
}

/** Some look-ups read an index that is made anew every half minute. Milliseconds since the event was acknowledged. */
const LATE_MS = 35_000;
/** What was found late once may be found still later the next time. */
const LATE_ROOM = 1.5;

/** Where no setting says how long to wait, the first event that is missing is looked for longer. The others wait for what becomes of it. */
async function foundLate(tracker: EventTracker, tracked: TrackedEvent): Promise<string | null> {
  const { tracking, run } = tracker.settings;
  const limitMs = Math.min(LATE_MS, tracking.resolutionTimeoutMs);
  if (limitMs <= tracking.findTimeoutMs || run.maxRequests !== null) return null;
  const since = endOf(tracked.exchange);
  tracker.patience.late ??= findTracked(tracker, tracked, since + limitMs).then((id) => (id === null ? null : now() - since));
  const lateMs = await tracker.patience.late;
  return lateMs === null ? null : findTracked(tracker, tracked, since + LATE_ROOM * lateMs);
}

/** @throws NotAssessed where a service that restarts may have forgotten it, or a slow one may need more time */
function waitedInVain(
  { client }: EventTracker,
  { exchange }: TrackedEvent,
  awaited: 'found' | 'resolved',
  limitMs: number,
  isGuess: boolean,
  patience: WaitPolicy,
): void {
  if (client.environment.absence.backAt > exchange.startedAt)
    throw new NotAssessed(
      `The event was not ${awaited}, and the target was away after it was tracked: it may have been lost in the outage`,
    );
  if (isGuess)
    throw new NotAssessed(`No earlier event was ${awaited} within ${Math.round(limitMs)} ms, so this one was not waited for as long`);
  patience.disappointed();
}

/** Reads an event until it has a customer (if expected) or the resolution time is over, then for the window in which nothing may change. @param begun what was read of it before @throws NotAssessed as `firstRead` */
export async function follow(
  tracker: EventTracker,
  tracked: TrackedEvent,
  expectsCustomer: boolean,
  windowMs = tracker.settings.tracking.unmatchedWindowMs,
  begun?: EventStory,
): Promise<EventStory> {
  const { findTimeoutMs, resolutionTimeoutMs } = tracker.settings.tracking;
  const since = endOf(tracked.exchange);
  const { id, reads: first } = begun ?? (await firstRead(tracker, tracked, since + findTimeoutMs));
  const reads = [...first];
  if (id === null) return { tracked, id, reads };
  const read = async () => {
    const latest = await readEvent(tracker, id, since);
    reads.push(latest);
    return latest;
  };
  if (expectsCustomer && !hasCustomer(reads.at(-1))) {
    const { resolved } = tracker.patience;
    const { until, isGuess } = resolved.wait(since, resolutionTimeoutMs);
    let asksPastCache = true;
    const customer = await pollUntil(until, async () => {
      if (hasCustomer(await read())) return true;
      if (!asksPastCache || now() - since < (until - since) / 2) return null;
      asksPastCache = false;
      const fresh = await readEvent(tracker, id, since, true);
      if (!hasCustomer(fresh)) return null;
      tracker.client.environment.isCached = true;
      reads.push(fresh);
      return true;
    });
    if (customer === null) waitedInVain(tracker, tracked, 'resolved', resolutionTimeoutMs, isGuess, resolved);
    else resolved.came(now() - since);
  }
  const end = now() + windowMs;
  for (let attempt = 6; now() < end; attempt += 1) {
    await sleep(Math.min(pauseBefore(attempt), Math.max(1, end - now())));
    await read();
  }
  return { tracked, id, reads };
}

function hasCustomer(read: EventRead | undefined): boolean {
  return typeof read?.event?.customer === 'string';
}
