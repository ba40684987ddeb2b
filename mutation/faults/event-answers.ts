import type { JsonObject } from '../answers.ts';
import { at, records, recordsKeeping } from './rows.ts';

type Change = (event: JsonObject) => JsonObject;

export const isTracked = ({ name }: JsonObject): boolean => name === 'conformance.tracked';
/** Changes events that the run tracked, not those that were there. */
export const tracked = (change: Change) =>
  at(
    'getEvent',
    records((event) => (isTracked(event) ? { ...event, ...change(event) } : event)),
  );
export const extra = (change: (extra: JsonObject) => unknown) => tracked(({ extra: data }) => ({ extra: change(data as JsonObject) }));
/** Once they hold a customer. */
export const resolved = (change: Change) => tracked((event) => (event.customer === null ? event : change(event)));
/** Changes events by the number of the read among those that count, from 1. */
const countingReads = (counts: (event: JsonObject) => boolean, change: (event: JsonObject, read: number) => JsonObject) =>
  recordsKeeping(
    () => new Map<unknown, number>(),
    (event, reads) => {
      if (!counts(event)) return event;
      const read = (reads.get(event.id) ?? 0) + 1;
      reads.set(event.id, read);
      return { ...event, ...change(event, read) };
    },
  );
export const counting = (change: (event: JsonObject, read: number) => JsonObject) => countingReads(isTracked, change);
/** The same, counted from the first read with a customer. */
export const countingResolved = (change: (event: JsonObject, read: number) => JsonObject) =>
  countingReads((event) => isTracked(event) && event.customer !== null, change);
