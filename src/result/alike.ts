import { OR, SPELLED } from '../checks/given-ids.ts';
import { ALSO_IN_FORM, AS_FORM, AS_USUAL, BREAK_OF_LOAD, isLoadToBlame } from '../checks/run-history.ts';
import { changeOf } from '../checks/text-contrast.ts';
import { SENT } from '../engine/evidence/value-origin.ts';
import type { StoredExchange } from '../http/storage.ts';
import { jsonIn } from '../settings/parsing/json.ts';
import { parseIso8601 } from '../specification/formats.ts';
import { isObject, valueAt } from '../specification/json.ts';
import type { Finding, RecordedDeviation } from './result.ts';
import { isRareUnderLoad } from './sighting.ts';

export const ECHO = /comes?-back|is-tracked/;
/** What became of a value: who drops what was added does not see that a member was renamed. */
const LOST = /^(?:renamed|moved) to .*|^no such member$/s;
/** What inputs that fail have in common (`src/engine/property/rule.ts`). */
const RULE = /\b(?:every|the only) (.*?) fails/s;

/** What becomes of free or generated data, of a text or of a member in several resources alike is done where they pass the same code: where JSON is read, kept or written. */
export function isSameDamage(later: Finding, earlier: Finding): boolean {
  return later.pointer !== null && later.requirement !== earlier.requirement && share(damagesOf, later, earlier);
}

/** Whether some words for the one are words for the other too. */
export function share(wordsOf: (finding: Finding) => readonly string[], later: Finding, earlier: Finding): boolean {
  const known = wordsOf(earlier);
  return wordsOf(later).some((words) => known.includes(words));
}

/** Words that are equal where the damage is of one kind. */
function damagesOf(finding: Finding): string[] {
  const { requirement, counterexample, contrast = '', expected, actual, at = '' } = finding;
  // A member that is empty in one resource is so in another where both are written by the same code.
  const losses = NOTHING.includes(actual) ? [`${finding.pointer?.split('/').at(-1)}: ${actual}`] : [];
  // One code writes all times.
  const times = requirement.endsWith('.timestamps') ? [`time ${actual.replace(/\d/g, '9')}`] : [];
  const own = ECHO.test(requirement) ? [...textDamages(finding), ...numberDamages(finding), ...losses] : times;
  if (counterexample === undefined && !lastingSteps(at, '*').free) return own;
  const [, rule] = RULE.exec(contrast) ?? [];
  return [
    ...own,
    JSON.stringify([expected, actual]),
    ...(rule === undefined ? [] : [JSON.stringify([rule, kindOf(actual)])]),
    ...(isUndecoded({ expected, actual }, at) ? ['undecoded'] : []),
  ];
}

const NOTHING = ['""', 'null', 'no such member'];

/** Numbers that one code keeps in 32 bits lose other digits each. */
function numberDamages({ expected, actual }: Finding): string[] {
  const [sent, came] = [jsonIn(expected), jsonIn(actual)];
  return typeof sent === 'number' && typeof came === 'number' && Math.fround(sent) === Math.fround(came) ? ['in 32 bits'] : [];
}

/** What was done to a text, wherever in it. One that was cut has its length as a column or a buffer counts it. */
function textDamages({ expected, actual, at = '', exchange }: Finding): string[] {
  const [sent, came] = [jsonIn(expected), jsonIn(actual)];
  const isSeen = typeof sent === 'string' && typeof came === 'string' && came !== '';
  const words = isSeen ? changeOf(sent, came) : (DAMAGED.exec(actual)?.[1] ?? '');
  if (/^(leading|trailing) .*lost$/s.test(words)) return ['trimmed'];
  if (!words.startsWith('cut after')) return ODD_CHARACTER.test(words) ? [words.replace(/ after \d+ characters$/, '')] : [];
  const text = valueAt(jsonIn(exchange?.answer?.body ?? ''), at);
  return typeof text === 'string' ? [`${[...text].length} letters`, `${text.length} units`, `${Buffer.byteLength(text)} bytes`] : [];
}

/** What was done to a text, in those words for it that are the same in every run (`src/checks/text-contrast.ts`); empty for anything else. */
export const damageIn = (actual: string): string => formIn(actual) || (LASTING.exec(DAMAGED.exec(actual)?.[1] ?? '')?.[0] ?? '');

/** In which form wrong credentials were accepted, with the words before it; empty for anything else. */
const formIn = (actual: string): string =>
  actual.startsWith('accepted: ') && actual.includes(AS_FORM) ? actual.slice(actual.indexOf(AS_FORM)) : '';

/** The kind of wrong credentials alone: one mistake may accept several forms of it. */
export const withoutForm = (actual: string): string => actual.slice(0, actual.length - formIn(actual).length);

/** Behind the value that came. */
const DAMAGED = /^"(?:[^"\\]|\\.)*", (.*)$/s;
const LASTING = /normalised \(NFK?[CD]\)|cut after|letter case changed|(?<=ing .*)lost/s;

/** Two usual characters in each other's place may be so by chance. */
const ODD_CHARACTER = /lost$|changed$|normalised|U\+(?!00[2-7])[\dA-F]{4}/;

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)/;
const MINUTE_MS = 60_000;

/** By how many whole minutes a time is wrong, as in one wrong zone or by one wrong clock; 0 where the finding is not about a time. */
export function shiftOf({ pointer, expected, actual }: Finding): number {
  const [wanted = 0, found = 0] = [expected, actual].map((text) => parseIso8601(INSTANT.exec(text)?.[0])?.instantMs);
  return pointer?.endsWith('_at') && wanted && found ? Math.round((found - wanted) / MINUTE_MS) : 0;
}

function kindOf(actual: string): string {
  const words = actual.replace(LOST, 'lost');
  return `${/^[\d-]/.test(words) ? 'a number' : words.slice(0, 1)} ${masked(words)}`;
}

/** What was unusual about the form of the request that broke; nothing where that means something else than the usual one. */
export const formOf = ({ expected }: Finding): string[] => expected.split(AS_USUAL)[1]?.split(ALSO_IN_FORM) ?? [];

/** In which ways the id was spelled with which it is wrong. */
export const spellingsOf = ({ contrast = '' }: Finding): string[] =>
  contrast.startsWith(SPELLED) ? contrast.slice(SPELLED.length).split(OR) : [];

/** What a run writes, so that no two requests send the same. */
const MARK = /conformance-\w+-\w+-\d+/;

/** Alone it is answered, and beside others it breaks. */
export const isBreakOfLoad = ({ contrast = '' }: Finding): boolean => BREAK_OF_LOAD.test(contrast);

/** Where requests at once mix their answers, the same statement breaks elsewhere, and what one sent comes to another. What breaks without them as well is the cause of what they seldom break. */
export function isOfTheLoad(effect: Finding, cause: Finding): boolean {
  if (isRareUnderLoad(cause.contrast) !== isRareUnderLoad(effect.contrast) && effect.requirement === cause.requirement)
    return isRareUnderLoad(effect.contrast);
  if (!isLoadToBlame(cause.contrast) || !effect.endpoints.every((endpoint) => cause.endpoints.includes(endpoint))) return false;
  const [expected, actual] = [effect.expected, effect.actual].map((text) => MARK.exec(text)?.[0]);
  const isOfAnotherRequest = effect.contrast?.includes(SENT) === true;
  return (
    effect.requirement === cause.requirement ||
    effect.flaky === true ||
    isOfAnotherRequest ||
    (actual !== undefined && expected !== undefined && expected !== actual)
  );
}

/** Ends the words beside a value of the answer that was sent for another item of the same list. */
export const OF_ANOTHER = 'what came was sent for another item of the list';

export const isOfAnother = ({ contrast = '' }: Finding): boolean => contrast.endsWith(OF_ANOTHER);

/** Whether the value was sent for one other item of the list, and for no second one. An answer that was too long to keep does not say whose it is. */
export function wasSentForAnother(item: RecordedDeviation | null, exchange: StoredExchange | undefined): boolean {
  const [, list = '', index = '', member = ''] = /^(\/[^/]+)(\/\d+)(\/.+)$/s.exec(item?.pointer ?? '') ?? [];
  const sent = valueAt(jsonIn(exchange?.request.body ?? ''), list);
  if (member === '' || !Array.isArray(sent)) return false;
  const having = (text?: string) => sent.filter((each) => JSON.stringify(valueAt(each, member)) === text);
  const answered = valueAt(jsonIn(exchange?.answer?.body ?? ''), `${list}${index}`);
  const [own, found] = isObject(answered)
    ? [answered, JSON.stringify(valueAt(answered, member))]
    : [having(item?.expected)[0], item?.actual];
  const others = found === undefined ? [] : having(found);
  return isObject(own) && others.length === 1 && others[0].id !== own.id;
}

/** Stands for bytes that make no character. */
const UNDECODED = /\ufffd|U\+FFFD/;

const isUndecoded = ({ expected, actual }: RecordedDeviation, at = ''): boolean => UNDECODED.test(actual) && !UNDECODED.test(expected + at);

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

function textsOf(actual: string, pointer: string, sent: string, answered: string): readonly unknown[] {
  const [, renamed] = /^renamed to (".*")$/s.exec(actual) ?? [];
  if (renamed === undefined) return [sent, answered].map((text) => valueAt(jsonIn(text), pointer));
  return [pointer.split('/').at(-1)?.replaceAll('~1', '/').replaceAll('~0', '~'), jsonIn(renamed)];
}

/** Stands for any text: in a waiver's message, and in what lasts of a failure. */
export const ANY_TEXT = '…';

/** Members that hold anything: what stands below them was generated. */
const FREE = ['metadata', 'extra'];

/** What the parser says of a body, instants, JSON texts, lists and objects, and numbers that are neither a status nor an endpoint. */
const VARYING = [
  /(?<=^the body is not JSON: )(?!it is ).*/s,
  /(?<!\w)\d{4}-?\d\d-?\d\dT\d\d(?::?\d\d){0,2}(?:[.,]\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?/gi,
  /"(?:[^"\\]|\\.)*"?/g,
  /[[{].*/gs,
  /(?<!\b(?:status|below|endpoint) )(?<![\w.-])-?\d[\d.,]*(?:e[+-]?\d+)?(?!\w)/gi,
  /^(?:true|false|null)$/g,
];

/** A text without generated values, which differ from run to run. */
export const masked = (text: string): string => VARYING.reduce((rest, varying) => rest.replace(varying, ANY_TEXT), text);

/** The steps of a JSON pointer that last: `index` in the place of an index, and nothing below free data. */
export function lastingSteps(pointer: string, index: string): { readonly steps: readonly string[]; readonly free: boolean } {
  const all = pointer.split('/').slice(1);
  const free = all.slice(0, -1).findIndex((step) => FREE.includes(step));
  const steps = all.slice(0, free < 0 ? undefined : free + 1).map((step) => (/^\d+$/.test(step) ? index : step));
  return { steps, free: free >= 0 };
}
