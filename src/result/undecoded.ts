import type { StoredExchange } from '../http/storage.ts';
import { jsonIn } from '../settings/parsing/json.ts';
import { valueAt } from '../specification/json-pointer.ts';
import type { RecordedDeviation } from './result.ts';

/** Stands for bytes that make no character. */
const UNDECODED = /\ufffd|U\+FFFD/;

export const isUndecoded = ({ expected, actual }: RecordedDeviation, at = ''): boolean =>
  UNDECODED.test(actual) && !UNDECODED.test(expected + at);

/** Where in the request the first character stands that came back broken: a body may be decoded in blocks. */
export function undecodedWords(item: RecordedDeviation | null, exchange: StoredExchange | undefined): string | undefined {
  const body = exchange?.request.body;
  if (body == null || item?.pointer === undefined || !isUndecoded(item, item.pointer)) return undefined;
  const [sent, got] = textsOf(item.actual, item.pointer, body, exchange?.answer?.body ?? '');
  if (typeof sent !== 'string' || typeof got !== 'string') return undefined;
  const [characters, others] = [[...sent], [...got]];
  const at = characters.findIndex((character, index) => character !== others[index]);
  const start = body.indexOf(JSON.stringify(sent));
  if (at < 0 || start < 0) return undefined;
  const before = Buffer.byteLength(body.slice(0, start) + JSON.stringify(characters.slice(0, at).join('')).slice(0, -1));
  return `the first broken character is bytes ${before + 1} to ${before + Buffer.byteLength(characters[at] ?? '')} of the request's body`;
}

/** The name of a member, where that is broken, or its value. */
function textsOf(actual: string, pointer: string, sent: string, answered: string): readonly unknown[] {
  const [, renamed] = /^renamed to (".*")$/s.exec(actual) ?? [];
  if (renamed === undefined) return [sent, answered].map((text) => valueAt(jsonIn(text), pointer));
  return [pointer.split('/').at(-1)?.replaceAll('~1', '/').replaceAll('~0', '~'), jsonIn(renamed)];
}
