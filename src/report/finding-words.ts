import { clip, visibleLine } from '../http/text.ts';
import type { ConformanceResult, Finding } from '../result/result.ts';
import { bodyLines, folded, lineOfPointer } from './json-lines.ts';

/** More endpoints than these are counted. */
const MOST_NAMED = 3;
/** An answer with no more characters is shown whole. */
const SHORT_ANSWER = 300;
/** Of a longer one, lines before and after the one that is meant. */
const AROUND = 2;
const LONGEST_LINE = 160;

/** The endpoints at which a finding was seen: *POST /businesses*, *5 endpoints*, *all 18 endpoints*. */
export function seenAt({ endpoints: numbers }: Pick<Finding, 'endpoints'>, all: ConformanceResult['endpoints']): string {
  if (numbers.length === 0) return 'the service as a whole';
  if (numbers.length === all.length) return `all ${all.length} endpoints`;
  if (numbers.length > MOST_NAMED) return `${numbers.length} endpoints (${numbers.join(', ')})`;
  return numbers.map((number) => routeOf(number, all)).join(', ');
}

/** *POST /businesses (5)* */
export function routeOf(number: number, all: ConformanceResult['endpoints']): string {
  const endpoint = all.find((candidate) => candidate.number === number);
  return endpoint === undefined ? `endpoint ${number}` : `${endpoint.method} ${endpoint.path} (${number})`;
}

/** *in 5 of 9 checks*, *in all 9 checks* */
export function countOf({ checks, assessed }: Pick<Finding, 'checks' | 'assessed'>): string {
  if (checks < assessed) return `in ${checks} of ${assessed} checks`;
  return checks === 1 ? 'in one check' : `in all ${checks} checks`;
}

/** The place in the answer; undefined where none is meant. */
export function placeOf({ pointer, places = [] }: Pick<Finding, 'pointer' | 'places'>): string | undefined {
  if (pointer === null) return undefined;
  return [pointer, ...places].map((place) => (place === '' ? 'the whole body' : place)).join(', ');
}

/** As `placeOf`, with the very place in the answer that is shown, where the place lasts from run to run without it. */
export function exactPlaceOf(finding: Finding): string | undefined {
  const { pointer, at } = finding;
  return at === undefined || at === pointer ? placeOf(finding) : `${placeOf(finding)} (here ${at})`;
}

/** *POST /businesses (5), at /name* */
export function whereOf(finding: Pick<Finding, 'endpoints' | 'pointer' | 'places'>, all: ConformanceResult['endpoints']): string {
  const place = placeOf(finding);
  return `${seenAt(finding, all)}${place === undefined ? '' : `, at ${place}`}`;
}

/** *expected a string; actual null* */
export function deviationOf({ expected, actual }: Pick<Finding, 'expected' | 'actual'>): string {
  return `expected ${expected}; actual ${actual}`;
}

/** One finding in one line. */
export function findingLine(finding: Finding, endpoints: ConformanceResult['endpoints']): string {
  return visibleLine(`✕ ${finding.requirement} [${finding.level}] ${whereOf(finding, endpoints)}: ${deviationOf(finding)}`);
}

/** Statements that a finding breaks too, each with its sentence in brackets; beyond `most`, their ids in one line. */
export function following(
  { consequences }: Pick<Finding, 'consequences'>,
  requirements: ConformanceResult['requirements'],
  most = consequences.length,
): string[] {
  const texts = new Map(requirements.map(({ id, text }) => [id, text]));
  const sentences = consequences.slice(0, most).map((id) => {
    const text = texts.get(id);
    return text === undefined ? id : `${id} (${clip(text, LONGEST_LINE)})`;
  });
  return consequences.length > most ? [...sentences, consequences.slice(most).join(', ')] : sentences;
}

/** The lines of the answer around the place that is meant, or all of a short one, that line marked; undefined where none is meant or none can be found. */
export function answerLines({ at, exchange }: Pick<Finding, 'at' | 'exchange'>): string | undefined {
  const body = exchange?.answer?.body ?? '';
  const laidOut = at === undefined ? null : bodyLines(body);
  if (at === undefined || laidOut === null) return undefined;
  const isShort = body.length <= SHORT_ANSWER;
  const lines = isShort ? folded(laidOut) : laidOut;
  const marked = lineOfPointer(lines, at);
  if (marked === -1) return undefined;
  const [start, end] = isShort ? [0, lines.length] : [Math.max(0, marked - AROUND), marked + AROUND + 1];
  return lines
    .slice(start, end)
    .map(({ text }, index) => `${index + start === marked ? '▸' : ' '} ${clip(text, LONGEST_LINE)}`)
    .join('\n');
}
