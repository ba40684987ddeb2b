import type { EndpointName } from '../../src/specification/endpoints.ts';
import { insteadOf, type JsonObject, onAnswer, onJson, onRecords, onRequest, onSuccess } from '../answers.ts';
import type { Spoil } from '../fault.ts';
import type { Interposition, PassingRequest } from '../interposition.ts';
import { changeAt } from '../places.ts';

/** The endpoints come from the table in which the change stands. */
const ofTable =
  <Change>(on: (endpoints: readonly EndpointName[], change: Change) => () => Interposition) =>
  (change: Change): Spoil =>
  (endpoints) =>
    on(endpoints, change)();

export const answers = ofTable(onAnswer);
export const successes = ofTable(onSuccess);
export const json = ofTable(onJson);
export const records = ofTable(onRecords);
export const requests = ofTable(onRequest);
export const instead = ofTable(insteadOf);

/** A change at another endpoint than the one at which it shows. */
export const at =
  (endpoint: EndpointName, spoil: Spoil): Spoil =>
  () =>
    spoil([endpoint]);

/** Each record gets these members. */
export const set = (members: JsonObject) => records((record) => ({ ...record, ...members }));

/** This member of each record changes. */
export const member = (name: string, change: (value: unknown, record: JsonObject) => unknown) =>
  records((record) => ({ ...record, [name]: change(record[name], record) }));

/** This member changes where it is a text. */
export const text = (name: string, change: (value: string) => unknown) =>
  records((record) => (typeof record[name] === 'string' ? { ...record, [name]: change(record[name]) } : record));

/** This member is left out. */
export const without = (name: string) => records(({ [name]: _gone, ...rest }) => rest);

/** The same with a memory that lasts for one run. */
const keeping =
  <Subject, Result>(on: (change: (subject: Subject, request: PassingRequest) => Result) => Spoil) =>
  <Memory>(begin: () => Memory, change: (subject: Subject, memory: Memory, request: PassingRequest) => Result): Spoil =>
  (endpoints) => {
    const memory = begin();
    return on((subject, request) => change(subject, memory, request))(endpoints);
  };

export const answersKeeping = keeping(answers);
export const jsonKeeping = keeping(json);
export const recordsKeeping = keeping(records);

/** Changes each record by its number, from 1. */
export const numbered = (change: (record: JsonObject, number: number, request: PassingRequest) => unknown) =>
  recordsKeeping(
    () => ({ number: 0 }),
    (record, memory, request) => {
      memory.number += 1;
      return change(record, memory.number, request);
    },
  );

/** Changes each record by the first one that passed. */
export const byFirst = (change: (record: JsonObject, first: JsonObject) => unknown) =>
  recordsKeeping(
    () => ({ first: null as JsonObject | null }),
    (record, memory) => {
      memory.first ??= record;
      return change(record, memory.first);
    },
  );

/** The list of an answer changes. */
export const list = <Item = JsonObject>(name: string, change: (items: Item[], request: PassingRequest) => unknown) =>
  json((value, request) => ({ ...value, [name]: change(value[name] as Item[], request) }));

/** What stands at this place of each record changes: `steps.*.type`. */
export const inside = (place: string, change: (value: unknown) => unknown) =>
  records((record) => changeAt(record, place.split('.'), change));
