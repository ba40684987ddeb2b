import type { BaselineComparison, ConformanceResult, Finding, FormerFinding } from '../result/result.ts';
import { isSameTarget } from '../settings/files/baseline.ts';
import { counted } from '../specification/words.ts';
import { deviationOf, routeOf, whereOf } from './finding-words.ts';
import { endpointNumbers } from './html/words.ts';
import { bullets, code, prose } from './markdown.ts';

/** *1 new finding, 2 fixed, 3 still there, 4 statements newly not assessed, 1 observation drifted* */
export function sinceSentence(baseline: BaselineComparison): string {
  const { new: fresh, fixed, stillThere, noLongerAssessed, notAssessed, inPart = [], drifted } = baseline;
  const drifts = new Set(drifted.map(({ id }) => id)).size;
  return [
    counted(fresh.length, 'new finding'),
    `${fixed.length} fixed`,
    `${stillThere.length} still there`,
    ...(noLongerAssessed.length === 0 ? [] : [`${noLongerAssessed.length} no longer looked for`]),
    ...(notAssessed.length === 0 ? [] : [`${counted(notAssessed.length, 'statement')} newly not assessed`]),
    ...(inPart.length === 0 ? [] : [`${counted(inPart.length, 'statement')} now judged in part`]),
    ...(drifts === 0 ? [] : [`${counted(drifts, 'observation')} drifted`]),
  ].join(', ');
}

/** *2026-03-04 09:08 UTC, baseline/conformance.json* */
export function baselineName({ startedAt, file }: BaselineComparison): string {
  return `${startedAt.slice(0, 16).replace('T', ' ')} UTC, ${file}`;
}

/** What makes the two results less alike than they could be, in sentences for people. */
export function baselineCaveats(result: ConformanceResult): string[] {
  const { baseline, suite, specification, target, partial, interrupted } = result;
  if (baseline === undefined) return [];
  const number = baseline.notCompared.length;
  const versions = ([what, then, now]: readonly string[]) =>
    then === now ? [] : [`The baseline is of ${what} ${then}, this run of ${now}.`];
  return [
    ...(isSameTarget(baseline.target, target) ? [] : [`The baseline is of another target: ${baseline.target.baseUrl}.`]),
    ...versions(['specification', baseline.specification.version, specification.version]),
    ...versions(['suite', baseline.suite.version, suite.version]),
    ...(number === 0 ? [] : [`${counted(number, 'statement')} not compared: the two results do not have the same words there.`]),
    ...(baseline.verdict === 'no-verdict' ? ['The baseline has no verdict: what is new here may be older.'] : []),
    ...(baseline.partial ? ['The baseline is of a part of a run: what is new here may be older.'] : []),
    ...(partial || interrupted ? ['This is a part of a run: what it left out is neither fixed nor still there.'] : []),
  ];
}

/** What the baseline says of a finding of this run; undefined without a baseline. */
export function sinceThen({ id }: Finding, { baseline, endpoints }: Pick<ConformanceResult, 'baseline' | 'endpoints'>): string | undefined {
  if (baseline === undefined) return undefined;
  const entry = baseline.new.find(({ finding }) => finding === id);
  if (entry === undefined) return 'still there';
  if (entry.unseenBefore) return 'new; the baseline did not assess this';
  if (!entry.wider) return 'new';
  const numbers = [...new Set(entry.deviations.flatMap(({ endpoint }) => endpoint ?? []))].sort((a, b) => a - b);
  return `new at ${numbers.map((number) => routeOf(number, endpoints)).join(', ')}; the baseline has it in part`;
}

/** A finding, a statement or a question that changed: its id, and what is said of it. */
export interface Change {
  readonly id: string;
  readonly text: string;
}

/** *campaign.fields-1a2b3c*, and *[requirement] POST /businesses/{id}/campaigns (2), at /name: expected a string; actual null* */
export function changeOf(finding: FormerFinding, endpoints: ConformanceResult['endpoints']): Change {
  return { id: finding.id, text: `[${finding.level}] ${whereOf(finding, endpoints)}: ${deviationOf(finding)}` };
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

/** As one line of Markdown. */
export function changeMarkdown({ id, text }: Change): string {
  return `${code(id)} ${prose(text, LONGEST_LINE)}`.trim();
}

/** One change in one line. */
export function changeLine({ id, text }: Change): string {
  return `${id} ${text}`.trim();
}

const LONGEST_LINE = 300;

/**
 * What changed since the baseline, as Markdown; empty without one.
 * @param most of each list: the report has all
 * @param without headings of lists that stand elsewhere
 */
export function sinceMarkdown(result: ConformanceResult, most: number, without: readonly string[] = []): string[] {
  const { baseline } = result;
  if (baseline === undefined) return [];
  const lists = Object.entries(changesSince(result)).filter(([heading]) => !without.includes(heading));
  return [
    `**Since the baseline: ${prose(sinceSentence(baseline))}** (${prose(baselineName(baseline))})`,
    ...baselineCaveats(result).map((sentence) => prose(sentence)),
    ...lists.flatMap(([heading, changes]) => bullets(heading, changes.map(changeMarkdown), most)),
  ];
}
