import { join } from 'node:path';
import { doubtIn, OF_OTHER_KIND, UNKNOWN_MARKER } from '../checks/given-ids.ts';
import { AS_TEXT, QUOTED } from '../checks/json-equality.ts';
import {
  ALSO_BEHIND_REFUSED,
  AS_LISTED,
  AS_REMEMBERED,
  AS_USUAL,
  IN_SOME_ANSWERS,
  isLoadToBlame,
  NO_MATTER_OF_INPUT,
  TRACKED_TWICE,
  VERY_ANSWER,
} from '../checks/run-history.ts';
import { storyTitleOf } from '../http/storage.ts';
import { clip, visible, visibleLine } from '../http/text.ts';
import type { ConformanceResult, Finding, FormerFinding } from '../result/result.ts';
import { parseIso8601 } from '../specification/formats.ts';
import { counted } from '../specification/words.ts';
import { bodyLines, folded, lineOfPointer } from './json-lines.ts';
import { scriptOf, sendAgain } from './send-again.ts';
import { brokenAtOptions, type Endpoints, plainText, routeOf, short } from './words.ts';

export type FindingContext = Pick<ConformanceResult, 'endpoints' | 'requirements' | 'baseline'>;

/** Values of the target, places in them and lines of them. All else is prose, or commands for a shell. */
const VALUES = ['Place', 'Expected', 'Actual', 'Answer', 'Requests', 'Counterexample'] as const;
type Told = 'Statement' | 'Where' | 'Baseline' | 'Flaky' | 'Compare' | 'Therefore' | 'Waived' | 'Again' | 'curl' | 'Replay';
export type FactLabel = Told | (typeof VALUES)[number];

export const isValue = (label: string): boolean => VALUES.some((value) => value === label);

/** What is said of a finding, in the order in which it is read. Each page chooses by label, and says it in these words. */
export type Facts = Readonly<Partial<Record<FactLabel, readonly string[]>>>;

/** All that is said of a finding. At most `sentences` statements that follow are quoted. Commands too long to paste stand in a file of `folder`. */
export function factsOf(
  finding: Finding,
  result: FindingContext,
  { sentences, folder }: { sentences?: number; folder?: string } = {},
): Facts {
  const { waiver, counterexample, before = [], exchange } = finding;
  // Where it takes several requests: what was sent and how it was answered, in order, the one that broke the statement last.
  const story = before.length === 0 || exchange === undefined ? [] : [...before, `${storyTitleOf(exchange)}, which broke the statement`];
  const statement = result.requirements.find(({ id }) => id === finding.requirement);
  const again = sendAgain(finding);
  const script = folder === undefined ? null : scriptOf(finding);
  const therefore = following(finding, result.requirements, sentences);
  const said: Readonly<Record<FactLabel, string | readonly string[] | null | undefined | false>> = {
    Statement: statement && `${plainText(statement.text)} (${statement.source})`,
    Where: `${seenAt(finding, result.endpoints)}, ${countOf(finding)}`,
    Baseline: sinceThen(finding, result),
    Flaky: finding.flaky && 'did not fail again when repeated',
    Place: exactPlaceOf(finding),
    Expected: finding.expected,
    Actual: `${finding.actual}${notationOf(finding)}`,
    Answer: answerLines(finding),
    Compare: finding.contrast,
    Requests: story.length > 0 && story.map((title, index) => `${index + 1}. ${title}`),
    Counterexample: isOfInput(finding) && clip(JSON.stringify(counterexample, shortTexts), LONGEST_INPUT),
    Therefore: therefore.length > 0 && [`also broken: ${therefore[0]}`, ...therefore.slice(1)],
    Waived: waiver && `until ${waiver.expires} (${waiver.owner}): ${waiver.reason}`,
    Again: again?.advice,
    curl: again && (script === null ? brokenAtOptions(again.commands) : `sh '${join(folder ?? '', script)}'`),
    Replay: finding.replay,
  };
  return Object.fromEntries(
    Object.entries(said).flatMap(([label, text]) => (text == null || text === false ? [] : [[label, [text].flat()]])),
  );
}

/** Some of its facts as plain text, a line each, the label before those that need one. */
export function factLines(facts: Facts, labels: readonly FactLabel[]): string[] {
  return labels.flatMap((label) => (facts[label] ?? []).map((line) => (SPEAKING.includes(label) ? line : `${label}: ${line}`)));
}

const SPEAKING: readonly FactLabel[] = ['Statement', 'Where', 'Again', 'curl'];

const LONGEST_VALUE = 70;
/** The rest stands in the command that sends it. */
const LONGEST_INPUT = 500;
const LONGEST_TEXT = 120;
const BEGINNING = 40;

const shortTexts = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, BEGINNING)}… (${[...value].length} characters)` : value;

export const VALUE = /^(["{[]|-?\d|true|false|null)/;
export const NONE = 'no such member';

/** A generated input is shown, unless it does not matter. */
const isOfInput = ({ counterexample, contrast }: Pick<Shown, 'counterexample' | 'contrast'>): boolean =>
  counterexample !== undefined && contrast?.startsWith(NO_MATTER_OF_INPUT) !== true;

type Shown = FormerFinding & Pick<Partial<Finding>, 'at' | 'contrast' | 'counterexample' | 'endpoint' | 'exchange'>;

/** What a colleague would say of it in one sentence: *POST /businesses cuts `/name` after 255 characters*, places as code. */
export function headlineOf(finding: Shown, all: Endpoints): string {
  const sentence = sentenceOf(finding, all);
  if (finding.contrast?.includes(AS_REMEMBERED)) return sentence.replace(/ answers /, ' repeats its answer to an equal request: ');
  if (finding.contrast?.startsWith(TRACKED_TWICE)) return `${sentence}, once it was read too early`;
  return isLoadToBlame(finding.contrast) && !sentence.includes('at once') ? `${sentence}, when others are under way` : sentence;
}

function sentenceOf(finding: Shown, all: Endpoints): string {
  const { pointer, level, requirement, expected, actual, counterexample, exchange } = finding;
  const subject = subjectOf(finding, all);
  const isLaterRead = pointer === null && subject.startsWith('POST ') && exchange?.title.startsWith('GET ');
  const who = isLaterRead ? `${subject}: a later read` : subject;
  const [wanted, got] = [expected, actual.replace(REMARK, '')].map((text) => short(inCode(text), LONGEST_VALUE));
  const place = pointer === null ? null : pointer === '' ? 'the body' : `\`${inCode(pointer)}\``;
  if (level === 'completeness') return place === null ? `${who}: ${got}` : `${who} never showed ${place}`;
  if (place === null) {
    const rule = RULES.find(([pattern]) => pattern.test(actual));
    const [pattern, words] = ASKED.find(([of]) => of.test(expected)) ?? [];
    if (pattern !== undefined) return `${who} answers ${got}${inCode(expected).replace(pattern, () => words ?? '')}`;
    const input = isOfInput(finding) ? ` to ${short(inCode(JSON.stringify(counterexample)), LONGEST_VALUE)}` : '';
    if (rule !== undefined) return `${who} ${short(inCode(actual), LONGEST_ACTUAL).replace(...rule)}${input}`;
    const isContrast = /^(status|content-type) /.test(expected) && doubtIn(actual) === null;
    return isContrast
      ? `${who} answers ${got}, not ${wanted}`
      : `${who}${/^(status|content-type) /.test(actual) ? ' answers' : ':'} ${got}`;
  }
  if (finding.contrast?.includes(AS_LISTED)) return `${who} answers ${got} in ${place}, the list of its business ${wanted}`;
  const story = STORIES.find(([of, found]) => found.test(finding[of] ?? ''));
  if (story !== undefined) {
    const [of, found, words] = story;
    const [told = ''] = found.exec(inCode(finding[of] ?? '')) ?? [];
    return `${who} ${told.replace(found, words).replace('(place)', () => place)}`;
  }
  const [, one] = AMONG.exec(expected) ?? [];
  if (one !== undefined && doubtIn(actual) === null) return `${who} leaves ${short(inCode(one), LONGEST_VALUE)} out of ${place}`;
  const member = memberWithin(finding);
  const [, renamed] = /^renamed to (".*")$/s.exec(actual) ?? [];
  if (renamed !== undefined) return `${who} renames ${member ?? 'a member'} to ${short(inCode(renamed), LONGEST_VALUE)} in ${place}`;
  const [, moved] = /^moved to (\/.*)$/s.exec(actual) ?? [];
  if (moved !== undefined) return `${who} moves ${member ?? 'a member'} of ${place} to \`${short(inCode(moved), LONGEST_VALUE)}\``;
  const isOfEcho = /comes?-back|is-tracked|never-change/.test(requirement) && VALUE.test(expected);
  if (isOfEcho && actual === NONE) return `${who} loses ${member === undefined ? '' : `${member}: `}${wanted} in ${place}`;
  if (actual === NONE || actual.startsWith('left out')) return `${who} leaves out ${place}`;
  if (expected === NONE) return `${who} adds ${place}: ${got}`;
  if (isOfEcho && VALUE.test(actual)) return `${who} changes ${wanted} to ${got} in ${place}`;
  return `${who} answers ${got} in ${place}${NEGATION.test(expected) ? '; expected' : ', not'} ${wanted}`;
}

/** The name of the member below the place that lasts, where free data are meant: *"a b"*. */
function memberWithin({ at, pointer }: Pick<Partial<Finding>, 'at' | 'pointer'>): string | undefined {
  const steps = (at ?? '').split('/');
  if (steps.length <= (pointer ?? '').split('/').length) return undefined;
  const name = steps.at(-1)?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '';
  return short(inCode(JSON.stringify(name)), LONGEST_VALUE);
}

const REMARK = /, which is not documented here|; if the (?:id|look-up) is right, this is a fault/;

const AMONG = /("(?:[^"\\]|\\.)*") among them/;

/** Behind *not*, it would have to be read twice. */
const NEGATION = /^(?:no|not|nobody|nothing|none)\b/;
const LONGEST_ACTUAL = 300;

/** What became of a value, or what a comparison of several answers shows at a place, and the words for it. */
const STORIES: readonly (readonly [of: 'actual' | 'contrast' | 'expected', found: RegExp, words: string])[] = [
  ['actual', /none of them was kept$/, 'keeps none of the values that were sent at once in (place)'],
  ['actual', /^("[^"]*"), as of the record made (\d+ records?) earlier/, 'gives $1 again in (place), $2 later'],
  ['contrast', new RegExp(`^.*${VERY_ANSWER}.*$`, 's'), 'gives the answer to another request again, seen in (place)'],
  ['contrast', new RegExp(`^${IN_SOME_ANSWERS}.*$`, 's'), 'shows an update of (place) in some answers, and not in others'],
  ['contrast', /^right in the answer to the update, another (\S+ s later)/, 'loses an update of (place) $1'],
  ['actual', /^\S+ s: (the same instant as .*)$/s, 'answers $1, in (place)'],
  ['actual', /^(".*"), (\d+ ms after it was tracked)$/s, 'answers $1 in (place), $2'],
  ['actual', /^("[^"]*") is there, with its \w+$/, 'answers $1 in (place), who is no customer of this business'],
  ['actual', /^("[^"]*"), sent through "[^"]*"$/, 'stores $1 for a customer of another business'],
  ['expected', /^".*" within \d+ ms \((CES_RESOLUTION_TIMEOUT_MS)\)$/s, 'leaves (place) null for longer than $1'],
  ['actual', /^(.*), which (the request \S+ s before|an earlier request) sent$/s, 'answers $1 in (place), left from $2'],
  ['actual', /^(.*), which (a request under way at the same time) sent$/s, 'answers $1 in (place), which $2 sent'],
  ['expected', new RegExp(`^.*, ${AS_USUAL}(.*)$`, 's'), 'does not answer (place) as usual, with $1'],
  ['actual', /cut after .*, (before "[?#]")/s, 'cuts (place) $1'],
  ['actual', /cut (after \d+) of \d+ (\w+)/, 'cuts (place) $1 $2'],
  ['actual', new RegExp(`, ${QUOTED}$`), 'quotes the text of (place) once more'],
  ['actual', new RegExp(`, ${AS_TEXT}$`), 'answers the JSON of (place) as a text'],
  ['actual', /^missing: ("[^"]*"(?:, "[^"]*"){0,3})$/, 'leaves $1 out of (place)'],
  ['actual', /^in another order: .*$/s, 'answers (place) in another order'],
  ['actual', /^none of its (\d+) members is there$/, 'loses all $1 members of (place)'],
];

/** What the expected words say of the request, and how the headline says it behind the answer. */
const ASKED: readonly (readonly [expected: RegExp, words: string])[] = [
  [new RegExp(`^.*, ${AS_USUAL}`, 's'), ' to '],
  [new RegExp(`^${ALSO_BEHIND_REFUSED}`), ' behind a refused '],
  [/^the event with its customer .*, although the request says .*$/s, ' for an event that has changed since'],
];

/** What was found where no place is meant, and the words for it. */
const RULES: readonly (readonly [found: RegExp, words: string])[] = [
  [/^accepted: .*, sent as (.*)/s, 'accepts $1'],
  [/^accepted: (.*)/s, 'accepts a request with $1'],
  [/^accepted (without .*)/s, 'accepts a request $1'],
  [/^the body is not JSON: it ends too early.*/s, 'answers a body that ends within its JSON'],
  [/^the body is not JSON: more follows.*/s, 'answers JSON with more behind it'],
  [/^the body is not UTF-8.*/s, 'answers a body that is not UTF-8'],
  [/^the body is not JSON.*/s, 'answers a body that is not JSON'],
  [/^no answer .*: the (content coding \S+) does not decode.*/s, 'answers a body whose $1 does not decode'],
  [/^no answer .*: more bytes follow .*/s, 'answers more bytes than its length says'],
  [/^no answer (\(\w+\)).*/s, 'gives no answer $1'],
  [/^(.*?) over the connection that had just carried a refused request.*/s, 'answers $1 behind a refused request on the same connection'],
  [/^(status 5\d\d)$/, 'answers $1'],
  [/^(\d+ of \d+) are gone$/, 'lacks $1 in a later read'],
  [new RegExp(`^${UNKNOWN_MARKER} "[^"]*"$`), 'acknowledges an event that the look-up does not know'],
  [new RegExp(`^${OF_OTHER_KIND} that .*`, 's'), 'answers an id of another kind with its record'],
  [/^the answer holds (.*)/s, 'refuses a request, but shows $1'],
];

/** The endpoints as the subject of a sentence, in the singular; the one that is shown comes first. */
function subjectOf({ endpoints, endpoint }: FormerFinding & Pick<Partial<Finding>, 'endpoint'>, all: Endpoints): string {
  const [first, ...others] = endpoints.toSorted((one, other) => Number(other === endpoint) - Number(one === endpoint));
  if (first === undefined) return 'the service';
  if (others.length > 0 && others.length === all.length - 1) return `each of the ${all.length} endpoints`;
  const route = routeOf(first, all).replace(/ \(\d+\)$/, '');
  return others.length === 0 ? route : `${route} (and ${counted(others.length, 'more endpoint')})`;
}

/** In a sentence with code, no value may begin any. */
const inCode = (text: string): string => text.replaceAll('`', "'");

export const plainHeadline = (finding: Shown, all: Endpoints): string => headlineOf(finding, all).replaceAll('`', '');

export const findingLine = (finding: Finding, all: Endpoints): string =>
  visibleLine(`✕ ${plainHeadline(finding, all)} (${finding.requirement}, ${finding.level})`);

/** The endpoints at which a finding was seen: *POST /businesses (5)*, *5 endpoints*, *all 18 endpoints*. */
function seenAt({ endpoints: numbers }: Pick<Finding, 'endpoints'>, all: Endpoints): string {
  if (numbers.length === 0) return 'the service as a whole';
  if (numbers.length === all.length) return `all ${all.length} endpoints`;
  return numbers.length > 3
    ? `${numbers.length} endpoints (${numbers.join(', ')})`
    : numbers.map((number) => routeOf(number, all)).join(', ');
}

export function countOf({ checks, assessed }: Pick<Finding, 'checks' | 'assessed'>): string {
  if (checks < assessed) return `in ${checks} of ${assessed} checks`;
  return checks === 1 ? 'in one check' : `in all ${checks} checks`;
}

/** The places in the answer, with the very place in the answer that is shown, where the lasting place does not say it; undefined where none is meant. */
function exactPlaceOf({ pointer, places = [], at }: Finding): string | undefined {
  if (pointer === null) return undefined;
  const named = [pointer, ...places].map((place) => place || 'the whole body').join(', ');
  return at === undefined || at === pointer ? named : `${named} (here ${at})`;
}

const TEXT = /^"([^"]*)"/;
const LAST_TEXT = /"([^"]*)",?$/;

/** Moments are compared in one notation. Says how the answer writes this one, where that is another. */
function notationOf({ actual, at, exchange }: Finding): string {
  const [said, instant] = [TEXT.exec(actual)?.[1], parseIso8601(TEXT.exec(actual)?.[1])?.instantMs];
  const lines = (at !== undefined && instant !== undefined && bodyLines(exchange?.answer?.body ?? '')) || [];
  const own = LAST_TEXT.exec(lines[lineOfPointer(lines, at ?? '')]?.text ?? '')?.[1];
  const isOther = own !== said && parseIso8601(own)?.instantMs === instant;
  return own !== undefined && isOther ? `; the answer writes this moment as "${own}"` : '';
}

/** What the baseline says of a finding of this run; undefined without a baseline, and for a field that was never seen, which counts among no findings there. */
export function sinceThen({ id, level }: Finding, { baseline, endpoints }: FindingContext): string | undefined {
  if (baseline === undefined || level === 'completeness') return undefined;
  const entry = baseline.new.find(({ finding }) => finding === id);
  if (entry === undefined) return 'still there';
  if (entry.unseenBefore) return 'new; the baseline did not assess this';
  if (!entry.wider) return 'new';
  const numbers = [...new Set(entry.deviations.flatMap(({ endpoint }) => endpoint ?? []))].sort((a, b) => a - b);
  return `new at ${numbers.map((number) => routeOf(number, endpoints)).join(', ')}; the baseline has it in part`;
}

const LONGEST_LINE = 160;

/** Statements that a finding breaks too, each with its sentence in brackets; beyond `most`, their ids in one line. */
function following({ consequences }: Finding, requirements: ConformanceResult['requirements'], most = consequences.length): string[] {
  const sentences = consequences.slice(0, most).map((id) => {
    const text = requirements.find((statement) => statement.id === id)?.text;
    return text === undefined ? id : `${id} (${clip(plainText(text), LONGEST_LINE)})`;
  });
  return consequences.length > most ? [...sentences, consequences.slice(most).join(', ')] : sentences;
}

/** An answer with no more characters is shown whole. */
const SHORT_ANSWER = 300;
/** Of a longer one, lines before and after the one that is meant. */
const AROUND = 2;

/** The lines of the answer around the place that is meant, that line marked, and what a refusal or an error says; undefined where none is meant or none can be found. */
function answerLines({ at, exchange }: Finding): string | undefined {
  const { status = 0, body = '' } = exchange?.answer ?? {};
  if (at === undefined && status >= 400 && body.trim() !== '') return visibleLine(clip(body.trim(), LONGEST_LINE));
  const laidOut = at === undefined ? null : bodyLines(body);
  if (at === undefined || laidOut === null) return undefined;
  const isShort = body.length <= SHORT_ANSWER;
  const lines = isShort ? folded(laidOut) : laidOut;
  const marked = lineOfPointer(lines, at);
  if (marked === -1) return undefined;
  const [start, end] = isShort ? [0, lines.length] : [Math.max(0, marked - AROUND), marked + AROUND + 1];
  return lines
    .slice(start, end)
    .map(({ text }, index) => `${index + start === marked ? '▸' : ' '} ${visible(clip(text, LONGEST_LINE))}`)
    .join('\n');
}
