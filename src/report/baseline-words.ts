import type { BaselineComparison, ConformanceResult, Finding, FormerFinding } from '../result/result.ts';
import { isSameTarget } from '../settings/files/baseline.ts';
import { counted, readableTime } from '../specification/words.ts';
import { headlineOf, sinceThen } from './finding-view.ts';
import { endpointNumbers } from './words.ts';

/** *1 new finding, 2 fixed, 3 still there, 4 statements newly not assessed, 1 observation drifted*. Fields that were never seen are no findings here. */
export function sinceSentence({ baseline, findings = [] }: Pick<ConformanceResult, 'baseline' | 'findings'>): string {
  if (baseline === undefined) return '';
  const { new: fresh, fixed, stillThere, noLongerAssessed, notAssessed, inPart = [], drifted } = baseline;
  const unseen = findings.flatMap(({ level, id }) => (level === 'completeness' ? [id] : []));
  const found = (some: readonly FormerFinding[]) => some.filter(({ level }) => level !== 'completeness').length;
  const drifts = new Set(drifted.map(({ id }) => id)).size;
  const also = (number: number, words: string, noun?: string) =>
    number === 0 ? [] : [`${noun === undefined ? number : counted(number, noun)} ${words}`];
  return [
    counted(fresh.filter(({ finding }) => !unseen.includes(finding)).length, 'new finding'),
    `${found(fixed)} fixed`,
    `${stillThere.filter((id) => !unseen.includes(id)).length} still there`,
    ...also(found(noLongerAssessed), 'no longer looked for'),
    ...also(notAssessed.length, 'newly not assessed', 'statement'),
    ...also(inPart.length, 'now judged in part', 'statement'),
    ...also(drifts, 'drifted', 'observation'),
  ].join(', ');
}

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
    (partial || interrupted) && 'This is a part of a run: what it left out is neither fixed nor still there.',
  ].filter((sentence) => typeof sentence === 'string');
}

/** A finding, a statement or a question that changed: its id, and what is said of it. */
export interface Change {
  readonly id: string;
  readonly text: string;
}

/** *campaign.fields-1a2b3c*, and *POST /businesses/{id}/campaigns answers null in /name, not a string* */
export function changeOf(finding: FormerFinding, endpoints: ConformanceResult['endpoints']): Change {
  return { id: finding.id, text: headlineOf(finding, endpoints) };
}

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
    Fixed: former(baseline.fixed),
    'No longer looked for': former(baseline.noLongerAssessed),
    'Newly not assessed': baseline.notAssessed.map((id) => ({ id, text: '' })),
    'Now judged in part': (baseline.inPart ?? []).map((id) => ({ id, text: '' })),
    Drifted: baseline.drifted.map(({ id, question, endpoints: at, before, now }) => {
      const numbers = at.filter((endpoint) => endpoint !== null);
      const where = numbers.length === 0 ? '' : ` (${endpointNumbers(numbers)})`;
      return { id, text: `${question} ${answers(before)}, now ${answers(now)}${where}` };
    }),
    'Not compared': baseline.notCompared.map(({ id, reason }) => ({ id, text: reason })),
  };
}

export const changeLine = ({ id, text }: Change): string => `${id} ${text.replaceAll('`', '')}`.trim();

/** The findings of a run, what is new since the baseline first. */
export function newFirst({ findings = [], baseline }: Pick<ConformanceResult, 'findings' | 'baseline'>): Finding[] {
  const isNew = ({ id }: Finding) => baseline?.new.some(({ finding }) => finding === id) ?? false;
  return [...findings.filter(isNew), ...findings.filter((finding) => !isNew(finding))];
}
