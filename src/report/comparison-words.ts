import { isLoadToBlame } from '../checks/run-history.ts';
import { clip, visibleLine } from '../http/text.ts';
import { isSeen, type SideBySide } from '../result/compare/comparison.ts';
import { type Course, type Followed, type History, sortedFindings, standingOf } from '../result/compare/history.ts';
import type { Run } from '../result/compare/side.ts';
import { firstOf } from '../result/lists.ts';
import { type BaselineComparison, type ConformanceResult, type Finding, type FormerFinding, holdsInPart } from '../result/result.ts';
import { AT_ONCE } from '../result/sequence/tracked.ts';
import { isSameTarget } from '../settings/files/stored-result.ts';
import { counted, readableTime } from '../specification/words.ts';
import { headlineOf, plainHeadline, sinceThen } from './finding-view.ts';
import { type Endpoints, endpointNumbers, verdictSign } from './words.ts';

/** *1 new finding, 1 found before reaches further, 2 fixed, 3 still there, 4 statements newly not assessed, 1 observation drifted*. Fields that were never seen are no findings here. */
export function sinceSentence({ baseline, findings = [] }: Pick<ConformanceResult, 'baseline' | 'findings'>): string {
  if (baseline === undefined) return '';
  const { new: fresh, fixed, stillThere, noLongerAssessed, notAssessed, inPart = [], drifted } = baseline;
  const unseen = findings.flatMap(({ level, id }) => (level === 'completeness' ? [id] : []));
  const found = (some: readonly FormerFinding[]) => some.filter(({ level }) => level !== 'completeness').length;
  const seldom = found(fixed.filter(isSeldom));
  const drifts = new Set(drifted.map(({ id }) => id)).size;
  const also = (number: number, words: string, noun?: string) =>
    number === 0 ? [] : [`${noun === undefined ? number : counted(number, noun)} ${words}`];
  const real = fresh.filter(({ finding }) => !unseen.includes(finding));
  const wider = real.filter((entry) => entry.wider).length;
  return [
    counted(real.length - wider, 'new finding'),
    ...also(wider, `found before ${wider === 1 ? 'reaches' : 'reach'} further`),
    `${found(fixed) - seldom} fixed`,
    ...also(seldom, 'not seen this time'),
    `${stillThere.filter((id) => !unseen.includes(id)).length} still there`,
    ...also(found(noLongerAssessed), 'no longer looked for'),
    ...also(notAssessed.length, 'newly not assessed', 'statement'),
    ...also(inPart.length, 'now judged in part', 'statement'),
    ...also(drifts, 'drifted', 'observation'),
  ].join(', ');
}

/** It comes now and then: not seen once, it need not be mended. */
const isSeldom = ({ contrast = '' }: FormerFinding): boolean => isLoadToBlame(contrast) || AT_ONCE.test(contrast);

/** *2026-03-04 09:08 UTC, baseline/conformance.json* */
export const baselineName = ({ startedAt, file }: BaselineComparison): string => `${readableTime(startedAt)}, ${file}`;

/** What makes the two results less alike than they could be, in sentences for people. */
export function baselineCaveats(result: ConformanceResult): string[] {
  const { baseline, suite, specification, target, partial, interrupted } = result;
  if (baseline === undefined) return [];
  const number = baseline.notCompared.length;
  const versions = (what: string, then: string, now: string) => then !== now && `The baseline is of ${what} ${then}, this run of ${now}.`;
  return [
    !isSameTarget(baseline.target, target) && `The baseline is of another target: ${baseline.target.baseUrl}.`,
    versions('specification', baseline.specification.version, specification.version),
    versions('suite', baseline.suite.version, suite.version),
    number > 0 && `${counted(number, 'statement')} not compared: the two results do not have the same words there.`,
    baseline.verdict === 'no-verdict' && 'The baseline has no verdict: what is new here may be older.',
    baseline.partial && 'The baseline is of a part of a run: what is new here may be older.',
    baseline.fixed.some(isSeldom) &&
      'What is not seen this time comes only when others are under way, and not always then: only several runs without it say that it is mended.',
    (partial || interrupted) && 'This is a part of a run: what it left out is neither fixed nor still there.',
  ].filter((sentence) => typeof sentence === 'string');
}

export type Change = Readonly<Record<'id' | 'text', string>>;

/** *campaign.fields-1a2b3c*, and *POST /businesses/{id}/campaigns answers null in /name, not a string* */
export const changeOf = (finding: FormerFinding, all: Endpoints): Change => ({ id: finding.id, text: headlineOf(finding, all) });

/** What changed since the baseline, a list under each heading. What is still there is counted, and listed elsewhere. */
export function changesSince(result: ConformanceResult): Readonly<Record<string, readonly Change[]>> {
  const { baseline, endpoints, findings = [] } = result;
  if (baseline === undefined) return {};
  const former = (some: readonly FormerFinding[]) => some.map((finding) => changeOf(finding, endpoints));
  const fresh = findings.filter(({ id }) => baseline.new.some(({ finding }) => finding === id));
  const answers = (given: readonly unknown[]) => given.map((answer) => JSON.stringify(answer)).join(', ');
  return {
    New: fresh.map((finding) => {
      const how = [sinceThen(finding, result), finding.waived && 'waived'].filter((words) => words && words !== 'new');
      const { id, text } = changeOf(finding, endpoints);
      return { id, text: how.length === 0 ? text : `${text} (${how.join(', ')})` };
    }),
    Fixed: former(baseline.fixed.filter((finding) => !isSeldom(finding))),
    'Not seen': former(baseline.fixed.filter(isSeldom)),
    'No longer looked for': former(baseline.noLongerAssessed),
    'Newly not assessed': baseline.notAssessed.map((id) => ({ id, text: '' })),
    'Now judged in part': (baseline.inPart ?? []).map((id) => ({ id, text: '' })),
    Drifted: baseline.drifted.map(({ id, question, endpoints: at, before, now }) => {
      const where = endpointNumbers(at, ' (');
      return { id, text: `${question} ${answers(before)}, now ${answers(now)}${where && `${where})`}` };
    }),
    'Not compared': baseline.notCompared.map(({ id, reason }) => ({ id, text: reason })),
  };
}

export const changeLine = ({ id, text }: Change): string => `${id} ${text.replaceAll('`', '')}`.trim();

export function newFirst({ findings = [], baseline }: Pick<ConformanceResult, 'findings' | 'baseline'>): Finding[] {
  const isNew = ({ id }: Finding) => baseline?.new.some(({ finding }) => finding === id) ?? false;
  return [...findings.filter(isNew), ...findings.filter((finding) => !isNew(finding))];
}

const MOST_ROWS = 20;
const LONGEST_ROW = 200;

/** The comparison for a terminal: one line a column, then the statements and questions that differ. */
export function comparisonText({ sentence, columns, requirements, observations, notCompared }: SideBySide): string {
  const different = requirements.filter(({ differs, onlyInAssessment }) => differs && !onlyInAssessment);
  return listText([sentence, ...columns.map(({ name, sentence: own }, index) => `  ${index + 1}  ${name}: ${own}`)], {
    'Statements that differ, in the order of the results:': different.map(
      ({ id, outcomes }) => `${id}: ${outcomes.map((outcome) => (holdsInPart(outcome) ? 'passed in part' : outcome.status)).join(' | ')}`,
    ),
    'Observations that differ:': observations
      .filter(({ differs }) => differs)
      .map(({ id, answers }) => `${id}: ${answers.map((given) => given.map((one) => JSON.stringify(one)).join(', ') || '–').join(' | ')}`),
    'Statements that were assessed in some results only, or in part:': requirements
      .filter(({ onlyInAssessment }) => onlyInAssessment)
      .map(({ id }) => id),
    'Not compared:': notCompared.map(({ id, reason }) => `${id}: ${reason}`),
  });
}

/** *Not conformant since 2026-02-21* */
export function verdictSince(runs: readonly Run[]): string {
  const { now, since, fromTheFirst } = standingOf(runs);
  const { word } = verdictSign(now);
  if (runs.length === 1) return `${word} on ${now.name}`;
  return fromTheFirst ? `${word} since the first run, ${since.name}` : `${word} since ${since.name}`;
}

/** The history for a terminal: the verdict of today, the last change, what is broken since when, and what was left out. */
export function historyText(history: History): string {
  const { runs, endpoints, target, leftOut, notCompared } = history;
  const { now } = standingOf(runs);
  const { broken, notLookedFor, waived, fixed } = sortedFindings(history);
  const change = lastChange(history);
  const span = runs.length === 1 ? `1 run, ${now.name}` : `${runs.length} runs, ${runs[0]?.name} to ${runs.at(-1)?.name}`;
  const line = ({ finding, course }: Followed) => `${plainHeadline(finding, endpoints)} (${finding.requirement}): ${whenOf(course, runs)}`;
  return listText(
    [
      `${target.baseUrl}: ${span}`,
      `  ${now.sentence}`,
      `  ${verdictSince(runs)}`,
      ...(change === null ? [] : [`  In the last run: ${change}`]),
    ],
    {
      'Broken now:': broken.map(line),
      'Broken when a run last looked:': notLookedFor.map(line),
      'Waived:': waived.map(line),
      'Fixed:': fixed.map(line),
      'Left out:': leftOut.map(({ file, reason, advice }) => `${file}: ${reason}. ${advice}`),
      'Not compared:': notCompared.map(({ id, reason }) => `${id}: ${reason}`),
    },
  );
}

/** What is said first, and a list under each heading that has rows. */
export function listText(first: readonly string[], lists: Readonly<Record<string, readonly string[]>>): string {
  const blocks = Object.entries(lists).map(([heading, rows]) => {
    const shown = firstOf(rows, MOST_ROWS, (rest) => `… and ${rest} more`);
    return rows.length === 0 ? [] : [heading, ...shown.map((row) => `  ${clip(row, LONGEST_ROW)}`)];
  });
  return [first, ...blocks]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(visibleLine).join('\n'))
    .join('\n\n');
}

/** *since 2026-02-21*; for what is gone, *2026-02-03 to 2026-02-14*. */
export function whenOf({ state, since, began, first, last }: Course, runs: readonly Run[]): string {
  const name = (index: number) => runs[index]?.name ?? '';
  if (state === 'gone') return first === last ? `on ${name(first)}` : `${name(first)} to ${name(last)}`;
  const from = began ? `since ${name(since)}` : since === 0 ? 'since the first run' : `at least since ${name(since)}`;
  return first < since && began ? `again ${from}` : from;
}

/** What else there is to say of it: *seen in 6 of 30 runs*, *new in the last run*. */
export function detailsOf({ sights, course }: Pick<Followed, 'sights' | 'course'>, runs: readonly Run[]): string[] {
  const { state, since, began, first, last, returns } = course;
  const name = (index: number) => runs[index]?.name ?? '';
  const [fixed, blind] = [sights.indexOf('gone', last), sights.filter((sight) => sight === 'not-assessed')];
  return [
    ...(state === 'there' && began && since === runs.length - 1 && runs.length > 1 ? ['new in the last run'] : []),
    ...(state === 'gone' ? [fixed === runs.length - 1 ? 'gone in the last run' : `gone since ${name(fixed)}`] : []),
    ...(state === 'not-looked-for' ? [`no run has looked for it since ${name(last)}`] : []),
    `seen in ${sights.filter(isSeen).length} of ${counted(runs.length, 'run')}`,
    ...(blind.length > 0 ? [`${blind.length} did not look`] : []),
    ...(state !== 'gone' && first < since ? [`first on ${name(first)}`] : []),
    ...(returns > 0 ? [returns === 1 ? 'came back once' : `came back ${returns} times`] : []),
  ];
}

/** *2 new findings, 1 fixed, 4 still there, 1 not looked for*: the last run beside all before it; null where there is one run. */
export function lastChange({ runs, findings }: Pick<History, 'runs' | 'findings'>): string | null {
  if (runs.length < 2) return null;
  const real = findings.filter(({ finding }) => finding.level !== 'completeness');
  const inState = (wanted: Course['state']) => real.filter(({ course }) => course.state === wanted);
  const [there, open] = [inState('there'), inState('not-looked-for').length];
  const last = runs.length - 1;
  const fresh = there.filter(({ course }) => course.since === last && course.began).length;
  const gone = inState('gone').filter(({ sights, course }) => sights.indexOf('gone', course.last) === last).length;
  return `${counted(fresh, 'new finding')}, ${gone} fixed, ${there.length - fresh} still there${open === 0 ? '' : `, ${open} not looked for`}`;
}
