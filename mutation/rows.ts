import { ENDPOINT_NAMES, type EndpointName, endpoint as rowOf } from '../src/specification/endpoints.ts';
import { CRASH, concerns, isObject, type JsonObject, jsonOf, pause, sentJson, succeeded, type Where, withJson } from './answers.ts';
import type { Forward, Interposition, Misbehaviour, PassingAnswer, PassingRequest, Variant } from './interposition.ts';

/** What a row of a table does to what passes at the endpoints of its table; those of a variant are all. Each call gives fresh state, for one run. */
export type Spoil = (endpoints: Where) => Interposition;

type Outcome = ReturnType<Interposition>;

/** How one answer becomes another. */
export type AnswerChange = (answer: PassingAnswer, request: PassingRequest) => PassingAnswer | Misbehaviour;

/** Changes every answer, rejections too. */
export const answers =
  (change: AnswerChange): Spoil =>
  (endpoints) =>
  async (request, forward) => {
    const answer = await forward(request);
    return concerns(endpoints, request) ? change(answer, request) : answer;
  };

/** Changes the answers to requests that succeed. */
export const successes = (change: AnswerChange) => answers((answer, request) => (succeeded(answer) ? change(answer, request) : answer));

/** Changes the JSON value in answers of success. */
export const json = (change: (value: JsonObject, request: PassingRequest) => unknown) =>
  successes((answer, request) => withJson(answer, change(jsonOf(answer), request)));

/** Changes each record in answers of success, whether it stands alone or in a list. */
export const records = (change: (record: JsonObject, request: PassingRequest) => unknown) =>
  json((value, request) => {
    const list = request.endpoint && rowOf(request.endpoint).list;
    const changed = (record: JsonObject) => change(record, request);
    return list === null ? changed(value) : { ...value, [list]: (value[list] as JsonObject[]).map(changed) };
  });

/** Changes the request before the implementation gets it. */
export const requests =
  (change: (request: PassingRequest) => PassingRequest): Spoil =>
  (endpoints) =>
  (request, forward) =>
    forward(concerns(endpoints, request) ? change(request) : request);

/** Answers in place of the implementation where there is an answer. */
export const instead =
  (answer: (request: PassingRequest) => PassingAnswer | Misbehaviour | null): Spoil =>
  (endpoints) =>
  async (request, forward) =>
    (concerns(endpoints, request) ? answer(request) : null) ?? forward(request);

export const unchanged: Interposition = (request, forward) => forward(request);

/** One interposition around another, which answers. */
export function around(inner: Interposition, outer: Interposition): Interposition {
  return (request, forward) =>
    outer(request, async (passed) => {
      const answer = await inner(passed, forward);
      if ('misbehaviour' in answer) throw new Error('Nothing can lie around a variant on the wire: its topic has to be the last.');
      return answer;
    });
}

/** One change around another. */
export const both =
  (inner: Spoil, outer: Spoil): Spoil =>
  (endpoints) =>
    around(inner(endpoints), outer(endpoints));

/** The service falls over such a request: with 500 where nothing else is said. */
export const falls = (when: (request: PassingRequest) => boolean, how: PassingAnswer | Misbehaviour = CRASH) =>
  instead((request) => (when(request) ? how : null));

/** At other endpoints than those at which it shows. */
export const at =
  (endpoints: EndpointName | Where) =>
  (spoil: Spoil): (() => Interposition) =>
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

/** The same with a memory that lasts for one run: each begins with a copy of this one. */
export const hereKeeping = <Memory>(start: Memory, play: (request: PassingRequest, forward: Forward, memory: Memory) => Outcome) =>
  here(() => {
    const memory = structuredClone(start);
    return (request, forward) => play(request, forward, memory);
  });

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
export const counting = (play: (count: number, request: PassingRequest, forward: Forward) => Outcome) => (): Interposition => {
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

/** A record with those of its members alone. */
export const keeping = (isKept: (name: string, value: unknown) => boolean) => (record: JsonObject) =>
  Object.fromEntries(Object.entries(record).filter((entry) => isKept(...entry)));

/** The same with a memory that lasts for one run: each begins with a copy of this one. */
const remembering =
  <Subject, Result>(on: (change: (subject: Subject, request: PassingRequest) => Result) => Spoil) =>
  <Memory>(start: Memory, change: (subject: Subject, memory: Memory, request: PassingRequest) => Result): Spoil =>
  (endpoints) => {
    const memory = structuredClone(start);
    return on((subject, request) => change(subject, memory, request))(endpoints);
  };

export const answersKeeping = remembering<PassingAnswer, PassingAnswer | Misbehaviour>(answers);
export const recordsKeeping = remembering<JsonObject, unknown>(records);

/** What succeeded is answered again for so long, to whatever has the same key; null: not to this one. What is refused stays refused. */
export const cachedFor = (milliseconds: number, keyOf: (request: PassingRequest) => string | null) =>
  answersKeeping(new Map<string, { readonly until: number; readonly answer: PassingAnswer }>(), (answer, kept, request) => {
    const key = keyOf(request);
    if (key === null || !succeeded(answer)) return answer;
    const known = kept.get(key);
    if (known !== undefined && Date.now() < known.until) return known.answer;
    kept.set(key, { until: Date.now() + milliseconds, answer });
    return answer;
  });

/** Who asks the same while it is under way gets the same answer; null: this one does not. */
export const oneFlight = (milliseconds: number, keyOf: (request: PassingRequest) => string | null) =>
  hereKeeping(new Map<string, ReturnType<Forward>>(), async (request, forward, flights) => {
    const key = keyOf(request);
    if (key === null) return forward(request);
    const flight = flights.get(key) ?? pause(milliseconds).then(() => forward(request));
    flights.set(key, flight);
    return flight.finally(() => flights.delete(key));
  });

/** Changes each record, answer or value by its number, from 1. */
const numbering =
  <Subject, Result>(on: (change: (subject: Subject, request: PassingRequest) => Result) => Spoil) =>
  (change: (subject: Subject, number: number, request: PassingRequest) => Result) =>
    remembering(on)({ number: 0 }, (subject, memory, request) => {
      memory.number += 1;
      return change(subject, memory.number, request);
    });

export const numbered = numbering<JsonObject, unknown>(records);
export const numberedJson = numbering<JsonObject, unknown>(json);
export const numberedAnswers = numbering<PassingAnswer, PassingAnswer | Misbehaviour>(answers);

/** Changes each record that counts by the first one that passed. */
export const byFirst = (change: (record: JsonObject, first: JsonObject) => unknown, counts = (_record: JsonObject) => true) =>
  recordsKeeping({ first: null as JsonObject | null }, (record, memory) => {
    if (!counts(record)) return record;
    memory.first ??= record;
    return change(record, memory.first);
  });

/** The list of an answer changes. */
export const list = <Item = JsonObject>(name: string, change: (items: Item[], request: PassingRequest) => unknown) =>
  json((value, request) => ({ ...value, [name]: change(value[name] as Item[], request) }));

/** What stands at this place of a request's JSON object changes before the implementation gets it; undefined takes a member away. */
export const sending = (place: string, change: (value: unknown) => unknown) =>
  requests((request) => {
    const sent = sentJson(request);
    const changed = changeAt(sent, place.split('.'), change);
    return changed === sent ? request : withJson(request, changed);
  });

/** What stands at this place of each record changes: `steps.*.type`. */
export const inside = (place: string, change: (value: unknown) => unknown) =>
  records((record) => changeAt(record, place.split('.'), change));

/** A permitted choice, in a table that says what leaves it open. */
export type Choice = readonly [name: string, spoil: Spoil, variables?: Readonly<Record<string, string>>];

/** Choices that the same sentence leaves open, at what is no endpoint too. */
export function permits(permitted: string, choices: readonly Choice[]): Variant[] {
  const everywhere = (spoil: Spoil) => () => spoil([...ENDPOINT_NAMES, null]);
  return choices.map(([name, spoil, variables]) => ({ name, permitted, interpose: everywhere(spoil), ...(variables && { variables }) }));
}

/** The value with what stands at a place replaced: names of members, and `*` for every item of a list. Where there is no such place, nothing changes. Undefined removes a member. */
export function changeAt(value: unknown, [step, ...rest]: readonly string[], change: (old: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (step === '*') return Array.isArray(value) ? value.map((item) => changeAt(item, rest, change)) : value;
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: changeAt(value[step], rest, change) };
}

/** How many lists and objects lie within each other. */
export function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
}

type Edit = (value: unknown) => unknown;
export type Entry = [name: string, value: unknown];

/** Every list and object and leaf changed, the inner ones first. */
export function nodes(change: Edit): Edit {
  return function changed(value: unknown): unknown {
    if (Array.isArray(value)) return change(value.map(changed));
    if (isObject(value)) return change(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, changed(item)])));
    return change(value);
  };
}

/** Everything that is neither list nor object, changed. */
export const leaves = (change: Edit) => nodes((node) => (isObject(node) || Array.isArray(node) ? node : change(node)));

/** Every text in the value, names left alone, changed. */
export const texts = (change: (text: string) => unknown) => leaves((leaf) => (typeof leaf === 'string' ? change(leaf) : leaf));

export const lists = (change: (list: unknown[]) => unknown) => nodes((node) => (Array.isArray(node) ? change(node) : node));

/** Every object with its members renamed, left out or multiplied. */
export const members = (change: (entries: Entry[]) => Entry[]) =>
  nodes((node) => (isObject(node) ? Object.fromEntries(change(Object.entries(node))) : node));

/** What succeeds at one endpoint is remembered, and changes what another one answers. */
export const leavesAt =
  <Memory>([cause, shown]: readonly [EndpointName, EndpointName], start: Memory) =>
  (
    remember: (answer: PassingAnswer, memory: Memory, request: PassingRequest) => void,
    change: (answer: PassingAnswer, memory: Memory, request: PassingRequest) => PassingAnswer,
  ) =>
    at([cause, shown])(
      answersKeeping(start, (answer, memory, request) => {
        if (!succeeded(answer)) return answer;
        if (request.endpoint === cause) remember(answer, memory, request);
        return request.endpoint === shown ? change(answer, memory, request) : answer;
      }),
    );
