import { objectIn } from '../http/body.ts';
import { type Exchange, endOf } from '../http/exchange.ts';
import { jsonIn, MARKER_MEMBER } from '../settings/parsing/json.ts';
import { encodeSegment } from '../settings/urls.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import { isObject, type JsonObject } from '../specification/json.ts';
import { type Call, customersIn } from './call.ts';

export interface StoredRecord {
  readonly id: string;
  readonly madeBy: EndpointName;
  readonly value: JsonObject;
  readonly read: Exchange;
}

/** Where each kind of new record can be read. */
export const READ_AT: Readonly<Partial<Record<EndpointName, EndpointName>>> = {
  trackEvent: 'getEvent',
  createBusiness: 'listEmailAddresses',
  copyProjectEmailTemplate: 'listEmailTemplateVariables',
  copyEmailTemplate: 'listEmailTemplateVariables',
};

/** The oldest ones are the most telling. */
const MOST_OF_A_KIND = 3;

/** Of records that were read, one is kept in so long. */
const BETWEEN_MS = 200;

/** A text as JSON writes it. */
const JSON_TEXT = /"(?:[^"\\]|\\.)+"/g;

/** A sample of what the run stored, to be read again at its end. */
export class StoredSample {
  /** By customer, the first update that was accepted, and what it held for this customer. */
  readonly updates = new Map<unknown, { readonly item: JsonObject; readonly exchange: Exchange }>();
  readonly #records: StoredRecord[] = [];
  /** In the order of their reads, one in each while. */
  readonly #inTime: StoredRecord[] = [];
  /** What has to be in the sample, whatever its age. */
  readonly #kept: StoredRecord[] = [];
  /** The largest tracked event that was read until now: what shortens records later shows at this one. */
  largestEvent: StoredRecord | null = null;
  /** Who made which record. Of a tracked event the answer names no id, so the look-up tells it. */
  readonly #madeBy = new Map<string, EndpointName>();
  /** By the id as a URL holds it: the request that made the record. */
  readonly #creations = new Map<string, Exchange>();
  /** Records of typical requests that no later one has named with success: by the id as a URL holds it, of an event by its marker. */
  readonly #leftAlone = new Map<string, Made>();
  /** By the id of an event, as a URL holds it. */
  readonly #markers = new Map<string, string>();

  /** Notes that the endpoint made the record. @param creation absent where it could not be repeated @param marker of an event */
  made(id: string, madeBy: EndpointName, creation?: Exchange, marker?: string): void {
    this.#madeBy.set(id, madeBy);
    if (creation) this.#creations.set(encodeSegment(id), creation);
    if (marker !== undefined) this.#markers.set(encodeSegment(id), marker);
  }

  /** Notes what was answered with success to a request that is nothing out of the ordinary: which records it names, and the one that it made. */
  noteTypical(madeBy: EndpointName, exchange: Exchange): void {
    const parts = partsOf(exchange);
    for (const part of parts) this.#leftAlone.delete(this.#markers.get(part) ?? part);
    const id = objectIn(exchange)?.id;
    if (madeBy === 'trackEvent') {
      const marker = markerOf(exchange);
      if (typeof marker === 'string') this.#leftAlone.set(marker, { madeBy, exchange });
    } else if (READ_AT[madeBy] !== undefined && typeof id === 'string') this.#leftAlone.set(encodeSegment(id), { madeBy, exchange });
  }

  /** The requests that made what nobody has named since, the oldest first; or else, of events, those that were looked up and could not be read. */
  leftAlone(by: EndpointName): { readonly made: readonly Exchange[]; readonly inVain: boolean } {
    const lookedUp = new Set(this.#markers.values());
    const all = [...this.#leftAlone].filter(([, { madeBy }]) => madeBy === by);
    const inVain = all.filter(([marker]) => lookedUp.has(marker));
    return { made: (inVain.length > 0 ? inVain : all).map(([, { exchange }]) => exchange), inVain: inVain.length > 0 };
  }

  /** The requests that made the records that this one names, in its path or in its body. */
  creationsFor(exchange: Exchange): Exchange[] {
    return [...partsOf(exchange)].flatMap((part) => this.#creations.get(part) ?? []);
  }

  note(name: EndpointName, { id, ...more }: Call, exchange: Exchange): void {
    const value = objectIn(exchange);
    if (value === null) return;
    if (name === 'batchUpdateCustomers')
      for (const item of customersIn(jsonIn(exchange.request.body ?? '')))
        if (!this.updates.has(item.id)) this.updates.set(item.id, { item, exchange });
    if (READ_AT[name] !== undefined && typeof value.id === 'string') this.made(value.id, name, exchange);
    const madeBy = id === undefined ? undefined : this.#madeBy.get(id);
    if (id === undefined || madeBy === undefined || READ_AT[madeBy] !== name || Object.keys(more).length > 0) return;
    const record = { id, madeBy, value, read: exchange };
    if (madeBy === 'trackEvent' && sizeOf(record) > sizeOf(this.largestEvent)) this.largestEvent = record;
    if (exchange.startedAt >= (this.#inTime.at(-1)?.read.startedAt ?? 0) + BETWEEN_MS) this.#inTime.push(record);
    const alike = this.#records.filter((record) => record.madeBy === madeBy && isResolved(record) === isResolved({ value }));
    if (alike.length < MOST_OF_A_KIND && alike.every((other) => other.id !== id)) this.#records.push(record);
  }

  /** Takes this record into the sample. */
  keep(record: StoredRecord): void {
    this.#kept.push(record);
  }

  /** A record that was read between these times, in milliseconds since the Unix epoch: the last one there. */
  lastRead(after: number, before: number): StoredRecord | undefined {
    return this.#inTime.findLast(({ read }) => read.startedAt > after && endOf(read) < before);
  }

  /** Records of other kinds that were read from this time to that one. */
  readBeside(madeBy: EndpointName, from: number, to: number): StoredRecord[] {
    return this.#inTime.filter((record) => record.madeBy !== madeBy && record.read.startedAt >= from && record.read.startedAt <= to);
  }

  /** Those of this endpoint that are kept, and the oldest noted ones that it made, of events some with and some without a customer. */
  of(madeBy: EndpointName): StoredRecord[] {
    const isOf = (record: StoredRecord) => record.madeBy === madeBy;
    const all = this.#records.filter(isOf).sort((a, b) => a.read.startedAt - b.read.startedAt);
    const oldest = [true, false].flatMap((resolved) => all.filter((record) => isResolved(record) === resolved).slice(0, MOST_OF_A_KIND));
    const kept = this.#kept.filter(isOf);
    return [...kept, ...oldest.filter(({ id }) => kept.every((record) => record.id !== id))];
  }
}

interface Made {
  readonly madeBy: EndpointName;
  readonly exchange: Exchange;
}

/** The marker in the data of an event that this request tracks. */
export function markerOf({ request }: Exchange): unknown {
  const body = jsonIn(request.body ?? '');
  return isObject(body) && isObject(body.data) ? body.data[MARKER_MEMBER] : undefined;
}

/** The ids that a request may name, in its path or in its body, as a URL holds them. */
function partsOf({ request: { url, body } }: Exchange): Set<string> {
  const texts = (body?.match(JSON_TEXT) ?? []).map((text) => encodeSegment(String(jsonIn(text))));
  return new Set([...url.split(/[/?]/), ...texts]);
}

const sizeOf = (record: StoredRecord | null): number => record?.read.answer?.body.length ?? 0;

function isResolved({ value }: Pick<StoredRecord, 'value'>): boolean {
  return typeof value.customer === 'string';
}
