import { ENDPOINT_NAMES, type EndpointName, endpoint as rowOf } from '../src/specification/endpoints.ts';
import {
  CRASH,
  concerns,
  insteadOf,
  type JsonObject,
  jsonOf,
  onAnswer,
  onJson,
  onRecords,
  onRequest,
  onSuccess,
  succeeded,
  type Where,
} from './answers.ts';
import type { Forward, Interposition, Misbehaviour, PassingAnswer, PassingRequest } from './interposition.ts';
import { changeAt } from './places.ts';

/** What a row of a table does to what passes at the endpoints of its table; those of a variant are all. Each call gives fresh state, for one run. */
export type Spoil = (endpoints: Where) => Interposition;

const ofTable =
  <Change>(on: (endpoints: Where, change: Change) => () => Interposition) =>
  (change: Change): Spoil =>
  (endpoints) =>
    on(endpoints, change)();

export const answers = ofTable(onAnswer);
export const successes = ofTable(onSuccess);
export const json = ofTable(onJson);
export const records = ofTable(onRecords);
export const requests = ofTable(onRequest);
export const instead = ofTable(insteadOf);

/** The service falls over such a request: with 500 where nothing else is said. */
export const falls = (when: (request: PassingRequest) => boolean, how: PassingAnswer | Misbehaviour = CRASH) =>
  instead((request) => (when(request) ? how : null));

/** At other endpoints than those at which it shows. */
export const at =
  (endpoints: EndpointName | Where) =>
  (spoil: Spoil): Spoil =>
  () =>
    spoil([endpoints].flat());

/** At the endpoints that answer a resource. */
export const of = (resource: string) => at(ENDPOINT_NAMES.filter((name) => rowOf(name).resources[0] === resource));

/** What passes elsewhere is left alone. */
export const here =
  (make: () => Interposition): Spoil =>
  (endpoints) => {
    const interposition = make();
    return (request, forward) => (concerns(endpoints, request) ? interposition(request, forward) : forward(request));
  };

/** Remembers the records that were made, and changes what is answered for them at another endpoint: null for any. */
export const ofMade =
  (asked: EndpointName | null, change: (answer: PassingAnswer) => PassingAnswer): Spoil =>
  (endpoints) => {
    const made = new Set<unknown>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (concerns(endpoints, request) && succeeded(answer)) made.add(jsonOf(answer).id);
      return made.has(request.id) && (asked === null || request.endpoint === asked) ? change(answer) : answer;
    };
  };

/** Requests that are sent at once come within it, on a busy machine too. */
export const SHARED_MS = 50;

/** By the number of the request in the run, from 1. */
export const counting =
  (play: (count: number, request: PassingRequest, forward: Forward) => ReturnType<Interposition>) => (): Interposition => {
    let count = 0;
    return (request, forward) => {
      count += 1;
      return play(count, request, forward);
    };
  };

/** Each record gets these members. */
export const set = (members: JsonObject | ((record: JsonObject, request: PassingRequest) => JsonObject)) =>
  records((record, request) => ({ ...record, ...(typeof members === 'function' ? members(record, request) : members) }));

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

export const answersKeeping = keeping<PassingAnswer, PassingAnswer | Misbehaviour>(answers);
export const recordsKeeping = keeping<JsonObject, unknown>(records);

/** Changes each record, answer or value by its number, from 1. */
const numbering =
  <Subject, Result>(on: (change: (subject: Subject, request: PassingRequest) => Result) => Spoil) =>
  (change: (subject: Subject, number: number, request: PassingRequest) => Result): Spoil =>
  (endpoints) => {
    let number = 0;
    return on((subject, request) => {
      number += 1;
      return change(subject, number, request);
    })(endpoints);
  };

export const numbered = numbering<JsonObject, unknown>(records);
export const numberedJson = numbering<JsonObject, unknown>(json);
export const numberedAnswers = numbering<PassingAnswer, PassingAnswer | Misbehaviour>(answers);

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
