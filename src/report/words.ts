import { REJECTS_AT_ONCE } from '../client/absence.ts';
import { beginningOf } from '../http/text.ts';
import type { CheckResult, ConformanceResult, Level, LostTarget, Status, Verdict } from '../result/result.ts';
import { holdsInPart } from '../result/result.ts';
import { PARTLY } from '../result/verdict.ts';

export type Endpoints = ConformanceResult['endpoints'];

/** A symbol and a word, so that colour is never the only sign, and the class that has the colour. */
export type Sign = Readonly<Record<'symbol' | 'word' | 'tone', string>>;

/** Worst first: the order of every list in the report. */
export const STATUS: Readonly<Record<Status, Sign>> = {
  failed: { symbol: '✕', word: 'failed', tone: 'failed' },
  waived: { symbol: '≈', word: 'waived', tone: 'waived' },
  'not-assessed': { symbol: '○', word: 'not assessed', tone: 'not-assessed' },
  passed: { symbol: '✓', word: 'passed', tone: 'passed' },
};

/** Of a statement that passed, as far as it was judged. */
export const IN_PART: Sign = { symbol: PARTLY, word: 'passed in part', tone: 'partly-assessed' };

export const outcomeSign = (outcome: Parameters<typeof holdsInPart>[0]): Sign => (holdsInPart(outcome) ? IN_PART : STATUS[outcome.status]);

/** Of a documented field that was merely not seen: no failure of the implementation. */
export const NEVER_SEEN: Sign = { symbol: '◌', word: 'never seen', tone: 'never-seen' };

export const VERDICT: Readonly<Record<Verdict, Sign>> = {
  conformant: { symbol: '✓', word: 'Conformant', tone: 'passed' },
  nonconformant: { symbol: '✕', word: 'Not conformant', tone: 'failed' },
  'no-verdict': { symbol: '?', word: 'No verdict', tone: 'not-assessed' },
};

/** How a verdict is marked. One that speaks for a part only (`isPartly`) is never marked as whole. */
export const verdictSign = ({ verdict, partly }: { readonly verdict: Verdict; readonly partly: boolean }): Sign =>
  partly ? { ...IN_PART, word: 'Conformant as far as assessed' } : VERDICT[verdict];

export const signOf = (status: Status, level: Level): Sign =>
  level === 'completeness' && status === 'failed' ? NEVER_SEEN : STATUS[status];

/** What is said of a finding in one line, cut short behind a word, a long literal in its middle: its own section has all of it. */
export function short(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const eased = line.replace(/"(?:[^"\\]|\\.)*"|\S+/g, (word) => {
    const half = (Math.max(longest / 2, longest - (line.length - word.length)) - 1) / 2;
    return word.length <= 2 * half + 1 ? word : `${beginningOf(word, Math.ceil(half))}…${endOf(word, Math.floor(half))}`;
  });
  return eased.length <= longest ? eased : `${beginningOf(eased, longest - 1).replace(/\s+\S*$/, '')} …`;
}

/** With no surrogate pair cut in two. */
const endOf = (text: string, limit: number): string => text.slice(-limit).replace(/^[\uDC00-\uDFFF]/, '');

export const NOUN: Readonly<Record<Level, string>> = { requirement: 'requirement', robustness: 'statement', completeness: 'resource' };

export const COMPLETENESS =
  'Fields that the specification documents and no answer of this run held. They may be absent; you may want to know.';

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** *POST /businesses (5)* */
export function routeOf(number: number, endpoints: Endpoints): string {
  const endpoint = endpoints.find((candidate) => candidate.number === number);
  return endpoint === undefined ? `endpoint ${number}` : `${endpoint.method} ${endpoint.path} (${number})`;
}

/** A text of the register without marks of Markdown: code and emphasis. */
export const plainText = (text: string): string => text.replaceAll('`', '').replace(/\*(?=\S)([^*]+)(?<=\S)\*/g, '$1');

/** More characters are hard to read in one line. */
const LONGEST_COMMAND = 120;

export function brokenAtOptions(commands: string): string {
  const broken = (line: string) =>
    line.replace(/(\\.|'[^']*'|"(?:[^"\\]|\\.)*")| (?=-H |-u |--data-|--next)/g, (_, quoted) => quoted ?? ' \\\n  ');
  return commands
    .split('\n')
    .map((line) => (line.length <= LONGEST_COMMAND ? line : broken(line)))
    .join('\n');
}

/** *endpoint 5* for a check whose title names the endpoint itself, otherwise *POST /businesses (5)*. */
export function placeOf({ title, endpoint }: Pick<CheckResult, 'title' | 'endpoint'>, endpoints: Endpoints): string {
  if (endpoint === null) return 'the API as a whole';
  const route = routeOf(endpoint, endpoints);
  return title.startsWith(`${route.replace(/ \(\d+\)$/, '')}:`) ? `endpoint ${endpoint}` : route;
}

/** `840 ms`, `7.4 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `12`, `3.4`: milliseconds for a table of figures. */
export const figure = (milliseconds: number): string => (milliseconds < 10 ? milliseconds.toFixed(1) : `${Math.round(milliseconds)}`);

/** `endpoint 5`, `endpoints 1–4, 7`, behind what leads to them: in order, with consecutive ones joined. Nothing where no endpoint is meant. */
export function endpointNumbers(numbers: readonly (number | null)[], lead = ''): string {
  const distinct = [...new Set(numbers)].filter((number) => number !== null).sort((a, b) => a - b);
  if (distinct.length === 0) return '';
  const firsts = distinct.filter((number) => !distinct.includes(number - 1));
  const lasts = distinct.filter((number) => !distinct.includes(number + 1));
  const ranges = firsts.map((first, index) => (first === lasts[index] ? `${first}` : `${first}–${lasts[index]}`));
  return `${lead}${distinct.length === 1 ? 'endpoint' : 'endpoints'} ${ranges.join(', ')}`;
}

/** What people are told first of a target that went away. */
export function lostHeading({ reason, requests, stillAnswers }: LostTarget): string {
  if (stillAnswers) return 'It had answered before, and still does, but refuses everything.';
  if (requests.length === 0) return 'It had answered before. No request was under way.';
  if (reason.includes(REJECTS_AT_ONCE))
    return 'It had answered before. Something may have been used up, a pool of connections for instance. First what was refused before it hung, one of each kind, then what hung first:';
  const underWay = requests.some(({ brokenOff }) => brokenOff);
  return `It had answered before. The last requests before that${underWay ? ', those under way first' : ''}, the most unusual first; send them one by one to see whether one of them stops it:`;
}

/** *GET /segments/%00 → no answer (broken off, hostile input; in 'getSegment: hostile ids')* */
export function lastRequest({ title, brokenOff, intent, test }: LostTarget['requests'][number]): string {
  const input = { hostile: 'hostile input', generated: 'generated input', typical: 'a typical request' }[intent];
  return `${title} (${brokenOff ? 'broken off' : 'answered'}, ${input}; in '${test}')`;
}
