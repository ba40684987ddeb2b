import type { Exchange } from '../http/exchange.ts';
import { type JsonObject, memberPointer } from '../specification/json.ts';
import { type Deviation, show, unless } from './deviation.ts';

export function askedIdDeviations(record: JsonObject, asked: string): Deviation[] {
  return unless(record.id === asked, { pointer: '/id', expected: show(asked), actual: show(record.id) });
}

/** The member names the record in the path; `base` is the record's own pointer in the answer. */
export function pathDeviations(record: JsonObject, member: string, id: string, base = ''): Deviation[] {
  const deviation = { pointer: memberPointer(member, base), expected: `${show(id)}, the id in the path`, actual: show(record[member]) };
  return unless(record[member] === id, deviation);
}

/** What is expected of the id of a record. */
export const ID_OF_ITS_OWN = 'an id that no other record has';

/** No two records of one answer have the same id; `list` is the pointer of the list that holds them. */
export function distinctIdDeviations(records: readonly JsonObject[], list: string): Deviation[] {
  return repeated(records, (record) => record).map(({ id, index, earlier }) => ({
    pointer: `${list}/${index}/id`,
    expected: ID_OF_ITS_OWN,
    actual: `${show(id)}, as in ${list}/${earlier}/id`,
  }));
}

export interface AnsweredRecord {
  readonly record: JsonObject;
  readonly exchange: Exchange;
}

/** No two records have the same id, each in an answer of its own: the later answer is the wrong one. */
export function distinctRecordDeviations(answers: readonly AnsweredRecord[]): Deviation[] {
  return repeated(answers, ({ record }) => record).map(({ entry, id, earlier }) => ({
    pointer: '/id',
    expected: ID_OF_ITS_OWN,
    actual: `${show(id)}, as in answer ${earlier + 1} of ${answers.length}`,
    exchange: entry.exchange,
  }));
}

/** Those whose id an earlier one has: `earlier` is the index of the first. The checks of shape report a missing id. */
function repeated<T>(entries: readonly T[], recordOf: (entry: T) => JsonObject) {
  const first = new Map<unknown, number>();
  return entries.flatMap((entry, index) => {
    const { id } = recordOf(entry);
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, index);
    return id === undefined || earlier === undefined ? [] : [{ entry, id, index, earlier }];
  });
}
