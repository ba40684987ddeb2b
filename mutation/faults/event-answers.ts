import { type JsonObject, onRecords, onRecordsKeeping } from '../answers.ts';

export const isTracked = ({ name }: JsonObject): boolean => name === 'conformance.tracked';
/** Changes events that the run tracked, not those that were there. */
export const tracked = (change: (event: JsonObject) => JsonObject) =>
  onRecords(['getEvent'], (event) => (isTracked(event) ? change(event) : event));
export const extra = (change: (extra: JsonObject) => unknown) =>
  tracked((event) => ({ ...event, extra: change(event.extra as JsonObject) }));
/** Once they hold a customer. */
export const resolved = (change: (event: JsonObject) => JsonObject) =>
  tracked((event) => (event.customer === null ? event : change(event)));
export const unmatched = (event: JsonObject): boolean => (event.extra as JsonObject).customer_external_id === 'crm-nobody';
/** The number of a read of one event, from 1. */
export const counting = (change: (event: JsonObject, read: number) => JsonObject) =>
  onRecordsKeeping(
    ['getEvent'],
    () => new Map<unknown, number>(),
    (event, reads) => {
      const read = (reads.get(event.id) ?? 0) + 1;
      reads.set(event.id, read);
      return isTracked(event) ? change(event, read) : event;
    },
  );
/** The same, counted from the first read with a customer. */
export const countingResolved = (change: (event: JsonObject, read: number) => JsonObject) =>
  onRecordsKeeping(
    ['getEvent'],
    () => new Map<unknown, number>(),
    (event, reads) => {
      if (!isTracked(event) || event.customer === null) return event;
      const read = (reads.get(event.id) ?? 0) + 1;
      reads.set(event.id, read);
      return change(event, read);
    },
  );
