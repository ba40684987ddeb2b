import { type Run, readSettings } from '../settings/settings.ts';
import { LEVELS } from '../specification/categories.ts';
import {
  type ConformanceResult,
  type Finding,
  hasFailed,
  type Level,
  type NewFinding,
  openRequirements,
  type RequirementResult,
  tally,
  type Verdict,
} from './result.ts';

/** The reason of a run that went well but had nothing to judge. */
export const NONE_ASSESSED = 'No requirement was assessed.';

/** Nonconformant as soon as a requirement failed, waived or not. Else no verdict if there was an obstacle, or no requirement was assessed. */
export function verdictOf(requirements: readonly RequirementResult[], obstacle: string | null) {
  const binding = requirements.filter(({ level }) => level === 'requirement');
  const complete = requirements.every(({ status, partly }) => status !== 'not-assessed' && !partly);
  const isBroken = binding.some(hasFailed);
  const noVerdictReason = isBroken ? null : (obstacle ?? (binding.some(({ status }) => status === 'passed') ? null : NONE_ASSESSED));
  const verdict: Verdict = isBroken ? 'nonconformant' : noVerdictReason === null ? 'conformant' : 'no-verdict';
  return { verdict, complete, noVerdictReason };
}

/** Whether a conformant result speaks for a part only: not everything was meant to run, ran, and was assessed. People see ◐, never a tick. */
export function isPartly(result: Pick<ConformanceResult, 'verdict' | 'partial' | 'interrupted' | 'requirements' | 'settings'>): boolean {
  const { verdict, partial, interrupted, settings } = result;
  const isWhole = openRequirements(result).length + leftOut(settings).length === 0 && !interrupted && partial !== true;
  return verdict === 'conformant' && !isWhole;
}

export const PARTLY = '◐';

type Sentenced = Pick<ConformanceResult, 'verdict' | 'requirements' | 'findings' | 'settings' | 'baseline'>;

/** The verdict as people read it, always with its denominator. What is broken beside the requirements stands in the same sentence. */
export function verdictSentence({ verdict, requirements, findings = [], settings, baseline }: Sentenced): string {
  const binding = requirements.filter(({ level }) => level === 'requirement');
  const { all: total, notAssessed: open, failed, waived, inPart } = tally(binding);
  const known = waived === 0 ? '' : `, ${waived} of them waived`;
  const partly = (words: string) => (inPart === 0 ? '' : `, ${inPart} ${words}`);
  const rest = open === 0 ? '' : `, ${open} not assessed`;
  const without = leftOut(settings);
  const clauses = (own: readonly string[]) => own.map((clause) => `; ${clause}`).join('');
  const but = clauses([...robustnessClauses(findings, judgedBy(settings).failOn, baseline), ...without]);
  // What ended the run stands in its reason. With a number that says all, *no verdict* would read as a contradiction.
  if (verdict === 'no-verdict') {
    const share = `${total - open} of ${total} requirements`;
    return total > open
      ? `No verdict; until it ended, the run assessed ${share}${partly('of them in part')}`
      : `No verdict: ${share} assessed`;
  }
  if (verdict === 'nonconformant')
    return `Not conformant: ${failed + waived} of ${total} requirements broken${known}${partly(`${inPart === 1 ? 'holds' : 'hold'} in part`)}${rest}${clauses(without)}`;
  if (open + inPart + without.length === 0) return `Conformant: all ${total} requirements hold${but}`;
  return `Conformant as far as assessed: ${total - open} of ${total} requirements hold${partly('of them in part')}${rest}${but}`;
}

function robustnessClauses(findings: readonly Counted[], failOn: FailOn, baseline: ConformanceResult['baseline']): string[] {
  const frail = findings.filter(({ level }) => level === 'robustness');
  const waived = frail.filter((finding) => finding.waived).length;
  const counting = frail.filter((finding) => findingCounts(baseline, failOn, finding)).length;
  const clause = (number: number, singular: string, plural: string) =>
    number === 0 ? [] : [number === 1 ? `1 robustness finding ${singular}` : `${number} robustness findings ${plural}`];
  return [
    ...clause(counting, 'fails the run', 'fail the run'),
    ...clause(frail.length - counting - waived, `does not count, by CES_FAIL_ON=${failOn}`, `do not count, by CES_FAIL_ON=${failOn}`),
    ...clause(waived, 'is waived', 'are waived'),
  ];
}

/** Settings with which a run does less than a whole one, though all its tests run. */
const LEAVING_OUT: readonly { readonly name: string; readonly values: readonly string[]; readonly words: string }[] = [
  { name: 'CES_READ_ONLY', values: ['1', 'true'], words: 'only GET requests were sent' },
  { name: 'CES_PROPERTY_RUNS', values: ['0'], words: 'random input was left out' },
];

/** What the settings of a run left out, in clauses for people; empty where nothing. */
function leftOut(settings: ConformanceResult['settings']): string[] {
  return LEAVING_OUT.flatMap(({ name, values, words }) =>
    settings.some((set) => set.name === name && values.includes(set.value)) ? [words] : [],
  );
}

/** What limits a verdict, in sentences for people: why there is none comes first. */
export function caveatsOf({ noVerdictReason, partial, interrupted, waiverProblems = [], notices = [] }: ConformanceResult): string[] {
  return [
    ...(noVerdictReason === undefined ? [] : [noVerdictReason]),
    ...(partial === true ? ['Part of a run: it was filtered, so not all checks were meant to run.'] : []),
    ...(interrupted && noVerdictReason === undefined ? ['The run ended before all its checks were done.'] : []),
    ...waiverProblems,
    ...notices,
  ];
}

export type FailOn = Run['failOn'];

export type Judged = Pick<Run, 'failOn' | 'requireComplete'>;

/** `CES_FAIL_ON=new` is refused without a baseline. */
const NAMES = ['CES_FAIL_ON', 'CES_REQUIRE_COMPLETE', 'CES_BASELINE'];

/** What fails a run was set where its tests ran, which may be another machine than this. */
export function judgedBy(settings: ConformanceResult['settings']): Judged {
  const set = settings.filter(({ name }) => NAMES.includes(name));
  return readSettings(Object.fromEntries(set.map(({ name, value }) => [name, value]))).run;
}

type Compared = Pick<ConformanceResult, 'requirements' | 'baseline'>;
type Baseline = Compared['baseline'];

type Counted = Pick<Finding, 'id' | 'level' | 'waived'>;

/** The levels whose failures fail a run: all up to the one named. What is new counts as robustness does. */
export function countingLevels(failOn: FailOn): readonly Level[] {
  return LEVELS.slice(0, LEVELS.indexOf(failOn === 'new' ? 'robustness' : failOn) + 1);
}

/** Whether a failure that is not waived fails the run. Without a baseline, everything is new. */
function counts(level: Level, failOn: FailOn, baseline: Baseline, isMeant: (entry: NewFinding) => boolean): boolean {
  if (!countingLevels(failOn).includes(level)) return false;
  return failOn !== 'new' || baseline === undefined || baseline.new.some((entry) => !entry.waived && isMeant(entry));
}

/** The statements whose failures fail the run. */
export function countingFailures({ requirements, baseline }: Compared, failOn: FailOn): RequirementResult[] {
  return requirements.filter(
    ({ id, level, status }) =>
      status === 'failed' && counts(level, failOn, baseline, ({ deviations }) => deviations.some(({ requirement }) => requirement === id)),
  );
}

/** Whether a whole run with this result fails. */
export function failsRun(result: ConformanceResult): boolean {
  const { failOn, requireComplete } = judgedBy(result.settings);
  return result.waiverProblems !== undefined || countingFailures(result, failOn).length > 0 || (requireComplete && !result.complete);
}

/** Whether a run that did not pass says nothing of the target. The replay of a robustness finding judges no requirement, and shows what it was asked for. */
export function saysNothing(result: Pick<ConformanceResult, 'verdict' | 'partial' | 'settings'> & Compared): boolean {
  const isShown = result.partial === true && countingFailures(result, judgedBy(result.settings).failOn).length > 0;
  return result.verdict === 'no-verdict' && !isShown;
}

/** Whether a failure of a statement at an endpoint fails the run. */
export function countsAt(baseline: Baseline, failOn: FailOn, { id, level }: RequirementResult, endpoint: number | null): boolean {
  return counts(level, failOn, baseline, ({ deviations }) =>
    deviations.some((deviation) => deviation.requirement === id && deviation.endpoint === endpoint),
  );
}

/** Whether a finding fails the run. */
export function findingCounts(baseline: Baseline, failOn: FailOn, { id, level, waived }: Counted): boolean {
  return !waived && counts(level, failOn, baseline, ({ finding }) => finding === id);
}
