import type { EventRead } from '../client/tracked-event.ts';
import { jsonOf } from '../http/body.ts';
import { type Exchange, endOf, isSuccess, outcome } from '../http/exchange.ts';
import { type EndpointName, endpoint } from '../specification/endpoints.ts';
import { parseIso8601 } from '../specification/formats.ts';
import { isObject, type JsonObject } from '../specification/json.ts';
import { timestampFields } from '../specification/schemas.ts';
import { type Deviation, foundIn } from './deviation.ts';
import { differencesButNull } from './json-equality.ts';
import { recordsOf, topMembers } from './shape.ts';

/** Differences between two reads of one record in documented members. Order of records, and of lists of strings, is free, and null is as good as nothing. The second is wrong. */
export function stableReadDeviations(name: EndpointName, first: Exchange, second: Exchange): Deviation[] {
  if (!isSuccess(first) || !isSuccess(second)) {
    return first.answer?.status === second.answer?.status
      ? []
      : foundIn(second, [{ expected: `${outcome(first)}, as at the read before`, actual: outcome(second) }]);
  }
  const later = content(name, second);
  return foundIn(second, differencesButNull(inOrderOf(later.value, content(name, first).value), later.value, later.place));
}

function content(name: EndpointName, exchange: Exchange): { readonly place: string; readonly value: unknown } {
  if (endpoint(name).response === null) return { place: '', value: wordsOf(new TextDecoder().decode(exchange.answer?.body)) };
  const json = exchange.answer === null ? { problem: '' } : jsonOf(exchange.answer);
  const { list, resources } = endpoint(name);
  const [resource] = resources;
  if ('problem' in json) return { place: '', value: null };
  if (resource === undefined) return { place: '/variables', value: unordered(isObject(json.value) ? json.value.variables : json.value) };
  const members = topMembers(name);
  const records = recordsOf(name, json.value).map((record) =>
    withInstants(
      resource,
      Object.fromEntries(members.filter((member) => Object.hasOwn(record, member)).map((member) => [member, unordered(record[member])])),
    ),
  );
  return list === null ? { place: '', value: records[0] ?? null } : { place: `/${list}`, value: records };
}

/** Records of one read in the order of another, so that each place in that one is right; others come last. */
function inOrderOf(other: unknown, value: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(other)) return value;
  const places = new Map<string, number[]>();
  for (const [index, record] of [...other.entries()].reverse()) {
    const alike = places.get(keyOf(record));
    if (alike) alike.push(index);
    else places.set(keyOf(record), [index]);
  }
  const placed = value.map((record) => ({ record, place: places.get(keyOf(record))?.pop() ?? other.length }));
  return placed.toSorted((one, another) => one.place - another.place).map(({ record }) => record);
}

/** What a page shows, but for times, numbers and tokens: each read may write its own. */
function wordsOf(page: string): string {
  const shown = page.replace(/<!--.*?-->|<(script|style)\b.*?<\/\1>|<[^>]*>/gis, ' ').split(/\s+/);
  return shown.filter((word) => word !== '' && !/\d|[\w-]{16}/.test(word)).join(' ');
}

/** A record with its times as instants, because each read may write the same time in another zone. */
export function withInstants(resource: string, record: JsonObject): Record<string, unknown> {
  const times = timestampFields(resource);
  return Object.fromEntries(
    Object.entries(record).map(([member, value]) => [member, times.includes(member) && typeof value === 'string' ? instant(value) : value]),
  );
}

/** What an event has of its own from the first: all but the customer, with its time as an instant. */
export function ownEventFields({ id, name, extra, created_at }: JsonObject): Record<string, unknown> {
  return withInstants('event', { id, name, extra, created_at });
}

function instant(text: string): string {
  const time = parseIso8601(text);
  return time?.zoned ? new Date(time.instantMs).toISOString() : text;
}

function keyOf(record: unknown): string {
  return isObject(record) ? String(record.id ?? record.feature_flag_name ?? JSON.stringify(record)) : String(record);
}

function unordered(value: unknown): unknown {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? [...value].sort() : value;
}

export function firstCustomer(reads: readonly EventRead[]) {
  for (const { atMs, event, exchange } of reads)
    if (typeof event?.customer === 'string') return { atMs, customer: event.customer, exchange };
  return null;
}

/** A copy of the data that is behind may show an event as it was so long before. */
export const LAG_MS = 2000;

/** The first read after resolution in which the customer is another one, or gone; null where there is none. Gone for a moment right after it, an answer came from a copy. */
export function lostCustomer(reads: readonly EventRead[]): EventRead | null {
  const first = firstCustomer(reads);
  if (first === null) return null;
  const later = reads.filter(({ atMs, event }) => atMs > first.atMs && event !== null);
  const isOfCopy = ({ atMs, event }: EventRead) =>
    event?.customer === null &&
    atMs - first.atMs < LAG_MS &&
    later.some((each) => each.atMs > atMs && each.event?.customer === first.customer);
  return later.find((read) => read.event?.customer !== first.customer && !isOfCopy(read)) ?? null;
}

/** Of each kind: more of them say nothing more. */
const MOST_READS = 6;

/** When an event had this customer, and when not: *it had the customer after 369, 926 ms, and not after 639 ms*. */
export function heldWords(reads: readonly EventRead[]): string {
  const first = firstCustomer(reads);
  const seen = reads.filter(({ atMs, event }) => event !== null && atMs >= (first?.atMs ?? 0));
  const after = (isHeld: boolean) => {
    const times = seen.flatMap(({ atMs, event }) => ((event?.customer === first?.customer) === isHeld ? atMs : []));
    return times.slice(0, MOST_READS).join(', ');
  };
  return `it had the customer after ${after(true)} ms, and not after ${after(false)} ms`;
}

/** Reads whose answers may differ: events are resolved, and nothing says that the status of a flag is constant. */
export const MAY_CHANGE: readonly EndpointName[] = ['getEvent', 'getFeatureFlagStatuses'];

/** The run's reads of records that nobody writes. A read is odd where it differs from the one before it, and the next one does not. */
export class PlainReads {
  readonly #byUrl = new Map<string, { usual: Exchange; other: Exchange | null }>();
  readonly #odd = new Set<EndpointName>();

  /** Notes a read that succeeded, of a record that was there before the run. */
  note(name: EndpointName, exchange: Exchange): void {
    const { method, url } = exchange.request;
    if (method !== 'GET' || MAY_CHANGE.includes(name)) return;
    const read = this.#byUrl.get(url) ?? { usual: exchange, other: null };
    this.#byUrl.set(url, read);
    const { usual, other } = read;
    const differs = (one: Exchange) => stableReadDeviations(name, one, exchange).length > 0;
    if (other !== null && !differs(other)) Object.assign(read, { usual: exchange, other: null });
    else if (differs(usual)) read.other ??= endOf(usual) <= exchange.startedAt ? exchange : null;
    else if (other !== null && endOf(other) <= exchange.startedAt) {
      this.#odd.add(name);
      read.other = null;
    }
  }

  /** Whether a read of this endpoint was odd. */
  wereOdd(name: EndpointName): boolean {
    return this.#odd.has(name);
  }
}
