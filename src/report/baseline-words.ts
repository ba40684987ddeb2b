import type { Finding } from '../result/finding.ts';
import type { BaselineComparison, ConformanceResult, FormerFinding } from '../result/result.ts';
import { deviationOf, findingLine, routeOf, whereOf } from './finding-words.ts';
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
  const isOther = baseline.target.embedded !== target.embedded || (!target.embedded && baseline.target.baseUrl !== target.baseUrl);
  return [
    ...(isOther ? [`The baseline is of another target: ${baseline.target.baseUrl}.`] : []),
    ...(baseline.specification.version === specification.version
      ? []
      : [`The baseline is of specification ${baseline.specification.version}, this run of ${specification.version}.`]),
    ...(baseline.suite.version === suite.version
      ? []
      : [`The baseline is of suite ${baseline.suite.version}, this run of ${suite.version}.`]),
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

/** *campaign.fields-1a2b3c, POST /businesses/{id}/campaigns (2), at /name: expected a string; actual null* */
export function formerLine(finding: FormerFinding, endpoints: ConformanceResult['endpoints']): string {
  return `${finding.id}, ${whereOf(finding, endpoints)}: ${deviationOf(finding)}`;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Of each list. The report has all. */
const MOST_LINES = 10;
const LONGEST_LINE = 300;

/** What changed since the baseline, for summaries and comments; empty without one. What is still there is counted, and listed elsewhere. */
export function sinceMarkdown(result: ConformanceResult): string[] {
  const { baseline, endpoints, findings = [] } = result;
  if (baseline === undefined) return [];
  const fresh = findings.filter(({ id }) => baseline.new.some(({ finding }) => finding === id));
  const former = (some: typeof baseline.fixed) => some.map((finding) => prose(formerLine(finding, endpoints), LONGEST_LINE));
  const ids = (some: readonly string[] = []) => some.map((id) => code(id));
  const lists = {
    New: fresh.map((finding) => prose(`${findingLine(finding, endpoints)}${finding.waived ? ' (waived)' : ''}`, LONGEST_LINE)),
    Fixed: former(baseline.fixed),
    'No longer looked for': former(baseline.noLongerAssessed),
    'Newly not assessed': ids(baseline.notAssessed),
    'Now judged in part': ids(baseline.inPart),
    Drifted: driftLines(baseline),
  };
  return [
    '### Since the baseline',
    `**${prose(sinceSentence(baseline))}** (${prose(baselineName(baseline))})`,
    ...baselineCaveats(result).map((sentence) => prose(sentence)),
    ...Object.entries(lists).flatMap(([heading, lines]) => bullets(heading, lines, MOST_LINES)),
  ];
}

/** The questions that are answered otherwise than in the baseline, a line each. */
export function driftLines({ drifted }: BaselineComparison): string[] {
  const answers = (given: readonly unknown[]) => given.map((answer) => code(JSON.stringify(answer), LONGEST_LINE)).join(', ');
  return drifted.map(({ question, before, now }) => `${prose(question, LONGEST_LINE)} ${answers(before)}, now ${answers(now)}`);
}
