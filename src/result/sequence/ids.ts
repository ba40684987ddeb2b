import { LINE_BREAK } from '../../http/curl.ts';
import type { StoredExchange } from '../../http/storage.ts';
import { jsonIn } from '../../settings/parsing/json.ts';
import { encodeSegment } from '../../settings/urls.ts';
import { isObject } from '../../specification/json.ts';

/** What a shell hands over from an answer to a URL without a thought (RFC 3986 §2.3). */
const UNRESERVED = '[A-Za-z0-9._~-]*';
export const WHOLE_ID = new RegExp(`^${UNRESERVED}$`);

/** What a shell encodes for a URL with little ado, and how. */
export const COMMON_ID = /^[\w.~+/=-]*$/;
export const ENCODED = `sed -n 's/.*"id" *: *"\\([^"\\]*\\)".*/\\1/p' | sed 's/+/%2B/g;s|/|%2F|g;s/=/%3D/g'`;

/** Ways to take the `id` of a JSON object out of the line that holds it: its first member, or the last of that name. */
const WAYS = ['^[{] *', '.*'].map((before) => ({
  sed: `sed -n 's/${before}"id" *: *"\\(${UNRESERVED}\\)".*/\\1/p'`,
  pattern: new RegExp(`${before}"id" *: *"(${UNRESERVED})".*`),
}));

/** The second way, wherever the member stands. */
export const ANYWHERE = WAYS.at(-1)?.sed ?? '';

export interface TakenId {
  readonly step: number;
  /** As a URL holds it. */
  readonly written: string;
  /** A command that prints it when it reads the answer; null where none does so safely. */
  readonly sed: string | null;
}

/** The ids that later ones of these requests have from answers to earlier ones. */
export function takenIds(steps: readonly StoredExchange[]): TakenId[] {
  return steps.flatMap(({ curl, answer }, step) => {
    const id = idOf(answer?.body ?? '');
    if (answer === null || id === undefined) return [];
    const written = encodeSegment(id);
    const isNew = !placesOf(written).test(curl);
    return isNew && steps.slice(step + 1).some((later) => placesOf(written).test(later.curl))
      ? [{ step, written, sed: written === id ? sedFor(answer.body, id) : null }]
      : [];
  });
}

/** What a shell calls the id with this number of `takenIds`. */
export const idVariable = (number: number): string => `id${number === 0 ? '' : number + 1}`;

/** The line, with variables for ids of earlier answers; what it answers becomes one where a later line names it. */
export function handingOver(curl: string, index: number, taken: readonly TakenId[], isLast: boolean): string {
  // Each of these places lies between single quotes.
  const line = taken.reduce(
    (text, { written }, number) => text.replaceAll(placesOf(written), () => `'"\${${idVariable(number)}:?no id in the answer}"'`),
    curl,
  );
  const own = taken.findIndex(({ step }) => step === index);
  const printed = `printf '%s\\n' "$answer"`;
  // People read the answer all the same, apart from the last one. `tee /dev/stderr` would cut a file that a caller writes it to.
  if (own >= 0) return `answer=$(${line}); ${printed} >&2; ${idVariable(own)}=$(${printed} | ${taken[own]?.sed})`;
  return isLast ? line : `${line} ${LINE_BREAK}`;
}

/** Where a line of `toCurl` names the id: a segment of the path, or a text in the body. */
export const placesOf = (written: string): RegExp => new RegExp(`(?<=[/"])${written.replaceAll(/\W/g, '\\$&')}(?=[/"'?])`, 'g');

export function idOf(body: string): string | undefined {
  const value = jsonIn(body);
  return isObject(value) && typeof value.id === 'string' && value.id !== '' ? value.id : undefined;
}

/** Tried on the answer that came: the next one has the same form. */
function sedFor(body: string, id: string): string | null {
  const lines = body.split('\n');
  const way = WAYS.find(({ pattern }) => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []).join('\n') === id);
  return way?.sed ?? null;
}
