import { stableReadDeviations } from '../../src/checks/stability.ts';
import { valueAt } from '../../src/specification/json.ts';
import { type Deviation, jsonValue, recordsOf, show } from '../judging.ts';
import { type EndpointName, type Exchange, endpoint, jsonOf, objectIn } from '../library.ts';
import { SENT_BY_RUN } from './customers/owned-customers.ts';

/** From the start of one request to that of the other, with one decimal. */
export function secondsBetween(read: Exchange, { startedAt }: Exchange): string {
  return ((startedAt - read.startedAt) / 1000).toFixed(1);
}

function idsIn(name: EndpointName, { answer }: Exchange): unknown[] {
  const json = answer === null ? { problem: '' } : jsonOf(answer);
  return 'value' in json ? recordsOf(name, json.value).flatMap(({ id }) => id ?? []) : [];
}

/** What goes on by itself: a message on its way, a flag that is rolled out. */
const MOVES_ON = /(sent|failed|finished)_(at|reason)$|provider_\w+$|enabled$/;

const EMPTY = ['null', '""', '[]', '{}'];

/** Live data grow and are edited. They do not turn empty or shorter, to another type, or to what this run has sent, and they take in none of its customers. */
function isOfOthers(was: unknown, is: unknown, { actual }: Deviation, customerIds: readonly string[]): boolean {
  const takesIn = (id: string) => Array.isArray(was) && Array.isArray(is) && is.includes(id) && !was.includes(id);
  const isShorter = Array.isArray(was) && (!Array.isArray(is) || is.length < was.length);
  const isOfType = is !== undefined && typeof is === typeof was;
  return isOfType && !isShorter && !EMPTY.includes(JSON.stringify(is)) && !SENT_BY_RUN.test(actual) && !customerIds.some(takesIn);
}

/** What stood at a place of the later answer, and what stands there now: in a list, in the record of the same id. */
function valuesAt(name: EndpointName, pointer: string, before: Exchange, after: Exchange): unknown[] {
  if (endpoint(name).list === null) return [before, after].map((exchange) => valueAt(objectIn(exchange), pointer));
  const [, , index, ...within] = pointer.split('/');
  const now = recordsOf(name, jsonValue(after))[Number(index)];
  const former = recordsOf(name, jsonValue(before)).find(({ id }) => id === now?.id);
  return [former, now].map((record) => valueAt(record, within.map((step) => `/${step}`).join('')));
}

/** How many places changed since a read, and those of them that are held against the service: nothing in the run takes a record off a list, or changes one. */
export function changesSince(
  name: EndpointName,
  before: Exchange,
  after: Exchange,
  customerIds: readonly string[],
): { readonly changed: number; readonly held: Deviation[] } {
  const [first = [], last = []] = [before, after].map((exchange) => idsIn(name, exchange));
  const lost = first.filter((id) => !last.includes(id));
  const since = `as ${secondsBetween(before, after)} s before`;
  const gone = { expected: `${show(lost[0])} in the list, ${since}`, actual: `${lost.length} of ${first.length} are gone` };
  if (lost.length > 0) return { changed: lost.length, held: [gone] };
  // Among further records, none stands where it stood.
  if (last.length > first.length) return { changed: 0, held: [] };
  const changed = stableReadDeviations(name, before, after).filter(({ pointer = '' }) => !MOVES_ON.test(pointer));
  // A page is nothing that grows.
  const held = changed.filter((change) => {
    const [was, is] = endpoint(name).response === null ? [] : valuesAt(name, change.pointer ?? '', before, after);
    return !isOfOthers(was, is, change, customerIds);
  });
  return { changed: changed.length, held: held.map(({ exchange: _read, ...one }) => ({ ...one, expected: `${one.expected}, ${since}` })) };
}
