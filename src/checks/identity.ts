import { type Finding, show } from './finding.ts';
import { escapePointer } from './json-equality.ts';

type Answered = Readonly<Record<string, unknown>>;

/** The record's `id` is the requested one. */
export function askedIdFindings(record: Answered, asked: string): Finding[] {
  return record.id === asked ? [] : [{ pointer: '/id', expected: show(asked), actual: show(record.id) }];
}

/** The member names the record in the path. */
export function pathFindings(record: Answered, member: string, id: string): Finding[] {
  return record[member] === id
    ? []
    : [{ pointer: `/${escapePointer(member)}`, expected: `${show(id)}, the id in the path`, actual: show(record[member]) }];
}

/** No two records have the same id; `list` is the pointer of the list that holds them. */
export function distinctIdFindings(records: readonly Answered[], list = ''): Finding[] {
  const first = new Map<unknown, number>();
  return records.flatMap(({ id }, index) => {
    // The checks of shape report a missing id.
    if (id === undefined) return [];
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, index);
      return [];
    }
    return [
      { pointer: `${list}/${index}/id`, expected: 'an id that no other record has', actual: `${show(id)}, as in ${list}/${earlier}/id` },
    ];
  });
}
