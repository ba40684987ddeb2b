import { counted } from '../specification/words.ts';
import { findingsOf } from './findings.ts';
import { doctorFor, doubtedSettings } from './left-open.ts';
import { wouldAddSentence } from './prospects.ts';
import { type ConformanceResult, type Level, tally, wantedBy } from './result.ts';
import { countingFailures, countingLevels, type FailOn, failsRun, findingCounts, type Judged, judgedBy, NONE_ASSESSED } from './verdict.ts';

/** Why a run ends with this exit code, in one line: the last that people read. */
export function exitReason(code: number, result: ConformanceResult): string {
  const judged = judgedBy(result.settings);
  const reasons = code === 0 ? whyPassed(result, judged) : code === 1 ? whyFailed(result, judged) : [whyNoVerdict(result)];
  const words = reasons.length > 0 ? reasons.join('; ') : 'the test runner reports a failure of its own, above';
  return `Exit ${code}: ${words}${code === 0 ? notMended(result) : ''}`;
}

/** The same of a whole run with a verdict; null of a shard, a stopped run or one without a verdict, where more than the result decides on the exit code. */
export function exitOfWhole(result: ConformanceResult): string | null {
  const isWhole = result.verdict !== 'no-verdict' && result.partial !== true && !result.interrupted;
  return isWhole ? exitReason(failsRun(result) ? 1 : 0, result) : null;
}

/** What a run that sent less than a whole one does not show, as further sentences; empty after a whole one. */
function notMended(result: ConformanceResult): string {
  const replay = replayOf(result);
  if (replay !== null) return `. Of generated input, only ${replay} was sent: leave it out before you call it mended.`;
  if (!result.partial) return '';
  return '. A part of a run: what fails only after other requests may not show in it, so run all before you call it mended.';
}

/** *CES_REPLAY=b26*; null where all inputs were sent. */
function replayOf({ settings }: ConformanceResult): string | null {
  const set = settings.find(({ name, source }) => name === REPLAY && source !== 'default');
  return set === undefined ? null : `${REPLAY}=${set.value}`;
}

const REPLAY = 'CES_REPLAY';

function whyNoVerdict(result: ConformanceResult): string {
  const { noVerdictReason = 'no verdict', requirements } = result;
  if (noVerdictReason !== NONE_ASSESSED) return noVerdictReason;
  const [replay, wanting] = [replayOf(result), wantedBy(requirements.flatMap(({ checks }) => checks))];
  if (replay !== null && wanting.includes(REPLAY)) return `${replay} names no input of this test. ${AS_IT_STANDS}`;
  const missing = wouldAddSentence(result);
  const advice = missing === null ? '' : ` Give records to look at: ${missing}.`;
  // The replay of a robustness finding asks for nothing else.
  const statuses = result.partial ? requirements.map(({ status }) => status) : [];
  const holds = statuses.includes('passed') && !statuses.includes('failed');
  return `${noVerdictReason}${advice}${holds ? ` The other statements that it looked at hold${notMended(result)}` : ''}`;
}

const AS_IT_STANDS =
  'Give the replay line of the finding as it stands, with its CES_SEED and --grep, or leave CES_REPLAY out: then all inputs are sent.';

function whyFailed(result: ConformanceResult, { failOn, requireComplete }: Judged): string[] {
  const { complete, interrupted, baseline, waiverProblems = [] } = result;
  return [
    ...(failOn === 'new' && baseline ? newFindings(result) : failedLevels(result, failOn)),
    waiverProblems.length > 0 && `${counted(waiverProblems.length, 'waiver')} no longer true`,
    interrupted && 'the run ended before all its checks were done',
    // What failed may be their fault.
    ...doubted(result),
    requireComplete && !complete && `${incomplete(result)}, and CES_REQUIRE_COMPLETE is set`,
  ].filter((reason) => reason !== false);
}

/** What hides something, or blames the service for something else. */
function doubted(result: ConformanceResult): string[] {
  const doubts = doubtedSettings(result);
  const look = doubts.length === 1 ? 'looks' : 'look';
  return doubts.length === 0 ? [] : [`${counted(doubts.length, 'setting')} ${look} wrong (Unclear), which ${doctorFor(doubts)} tries`];
}

/** *2 statements not assessed, 1 judged in part* */
function incomplete({ requirements }: ConformanceResult): string {
  const [open, inPart] = [tally(requirements).notAssessed, requirements.filter(({ partly }) => partly).length];
  if (open === 0) return `${counted(inPart, 'statement')} judged in part`;
  return `${counted(open, 'statement')} not assessed${inPart === 0 ? '' : `, ${inPart} judged in part`}`;
}

function failedLevels(result: ConformanceResult, failOn: FailOn): string[] {
  const levels = countingLevels(failOn).flatMap((level) => {
    const statements = countingFailures(result, failOn).filter((entry) => entry.level === level).length;
    const found = openFindings(result, level);
    // Robustness is counted as in the verdict's sentence: by what is broken, not by what was looked at.
    const number = level === 'robustness' ? found : statements;
    // One mistake may break several requirements, and one requirement may be broken in several ways.
    const told = level === 'requirement' && found > 0 && found !== number ? `, in ${counted(found, 'finding')}` : '';
    const waived = level === 'requirement' ? tally(result.requirements.filter((entry) => entry.level === level)).waived : 0;
    const more = waived === 0 ? [] : [`${waived} more ${waived === 1 ? 'is' : 'are'} waived`];
    return number === 0 ? [] : [`${BROKEN[level](number)}${told}`, ...more];
  });
  return failOn === 'new' && levels.length > 0 ? [...levels, 'all count as new, since there is no baseline'] : levels;
}

/** What is new, and that what is not new does not count. */
function newFindings({ findings = [], baseline }: ConformanceResult): string[] {
  const open = findings.filter(({ waived, level }) => !waived && countingLevels('new').includes(level));
  const fresh = open.filter((finding) => findingCounts(baseline, 'new', finding)).length;
  const known = open.length - fresh;
  return [
    ...(fresh === 0 ? [] : [counted(fresh, 'new finding')]),
    ...(known === 0 ? [] : [`${counted(known, 'finding')} in the baseline too, which CES_FAIL_ON=new does not count`]),
  ];
}

const BROKEN: Readonly<Record<Level, (number: number) => string>> = {
  requirement: (number) => `${counted(number, 'requirement')} broken`,
  robustness: (number) => counted(number, 'robustness finding'),
  completeness: (number) => `documented fields of ${counted(number, 'resource')} never seen`,
};

function whyPassed(result: ConformanceResult, { failOn }: Judged): string[] {
  const { verdict, requirements, findings = findingsOf(requirements) } = result;
  // Another shard may have what this one lacks.
  if (verdict === 'no-verdict') return ['this part of a run had nothing to judge'];
  const waived = findings.filter((finding) => finding.waived);
  const [first = ''] = waived.flatMap(({ waiver }) => waiver?.expires ?? []).sort();
  const which = findings.length === 1 ? 'the only finding is' : waived.length === 1 ? '1 finding is' : `${waived.length} findings are`;
  const uncounted = countingLevels(failOn).includes('robustness') ? 0 : openFindings(result, 'robustness');
  const reasons = [
    ...(failOn === 'new' ? newFindings(result) : []),
    ...(waived.length === 0 ? [] : [`${which} waived until ${first}`]),
    ...(uncounted === 0 ? [] : [`${BROKEN.robustness(uncounted)}, which CES_FAIL_ON=${failOn} does not count`]),
  ];
  return [...(reasons.length === 0 ? ['nothing that counts failed'] : reasons), ...doubted(result)];
}

/** A result of an older format may lack some. */
function openFindings({ requirements }: ConformanceResult, wanted: Level): number {
  return findingsOf(requirements).filter(({ level, waived }) => level === wanted && !waived).length;
}
