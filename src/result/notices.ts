import type { Evidence } from '../engine/evidence/evidence.ts';
import { ENDPOINTS, type EndpointName } from '../specification/endpoints.ts';
import { counted } from '../specification/words.ts';
import { countKnownFaults } from './known-faults.ts';
import type { ConformanceResult, RequirementResult } from './result.ts';
import { tally } from './roll-up.ts';

/** What a reader should know of the run besides its outcome, in sentences for people. */
export function noticesOf(evidence: readonly Evidence[]): string[] {
  const waits = evidence.reduce((sum, piece) => sum + piece.waits, 0);
  return [
    ...absencesIn(evidence),
    ...(waits === 0 ? [] : [`The target asked ${times(waits)} to wait (429, or 503 with Retry-After), and the run did.`]),
    ...underLoad(evidence),
    ...learnedLimits(evidence),
    ...refusals(evidence),
  ];
}

const BREAKS: Readonly<Partial<Record<string, string>>> = { reset: 'closed', refused: 'refused', timeout: 'timed out' };

/** What broke beside other requests, and was answered alone. */
function underLoad(evidence: readonly Evidence[]): string[] {
  const all = evidence.flatMap(({ brokenUnderLoad = {} }) => Object.entries(brokenUnderLoad));
  if (all.length === 0) return [];
  const kinds = [...new Set(all.map(([kind]) => kind))].sort();
  const shown = kinds.map((kind) => `${all.reduce((sum, [own, count]) => sum + (own === kind ? count : 0), 0)} ${BREAKS[kind]}`);
  const most = Math.max(...evidence.map(({ inFlight = 1 }) => inFlight));
  return [`Requests broke beside others and were answered alone (${shown.join(', ')}), with at most ${most} in flight.`];
}

/** What the target seems to take at most, by the setting that tells the run from the start. */
function learnedLimits(evidence: readonly Evidence[]): string[] {
  const least = (of: 'connections' | 'rps') =>
    Math.min(...evidence.map(({ targetLimits }) => targetLimits?.[of] ?? Number.POSITIVE_INFINITY));
  const [connections, rps] = [least('connections'), least('rps')];
  return [
    ...(Number.isFinite(connections)
      ? [
          `The target seems to take ${counted(connections, 'request')} at once: CES_MAX_CONNECTIONS=${connections} tells the run from the start.`,
        ]
      : []),
    ...(Number.isFinite(rps)
      ? [`The target seems to take ${counted(rps, 'request')} a second: CES_MAX_RPS=${rps} tells the run from the start.`]
      : []),
  ];
}

/** What the target refused to the good credentials, and what helps. */
function refusals(evidence: readonly Evidence[]): string[] {
  const all = evidence.flatMap(({ refusals: own }) => own ?? []);
  const barred = [...new Set(all.flatMap((one) => one.barred))];
  const answer = all.find((one) => one.answer !== null)?.answer;
  const lockedAfter = all.find((one) => one.lockedAfter !== null)?.lockedAfter;
  const isReadOnly = barred.length > 1 && barred.every((route) => !route.startsWith('GET '));
  return [
    ...(barred.length === 0
      ? []
      : [
          `These credentials may not ${barred.join(', ')} (${answer}). Ask the owner of the service for the right${isReadOnly ? ', or set CES_READ_ONLY=1' : ''}.`,
        ]),
    ...(lockedAfter == null
      ? []
      : [
          `The good credentials were refused after ${counted(lockedAfter, 'request')} with wrong ones: they may have ended, or the target locks the account, for which CES_WRONG_CREDENTIALS_PER_MINUTE slows these down.`,
        ]),
  ];
}

type Absence = NonNullable<Evidence['absences']>[number];

/** More would bury the rest. */
const MOST_SHOWN = 5;
/** Milliseconds. A refusal of less is a limit that was met, and no outage. */
const LONG_MS = 1000;

function absencesIn(evidence: readonly Evidence[]): string[] {
  const all = evidence.flatMap(({ absences = [] }) => absences).sort((a, b) => a.from - b.from);
  const long = all.filter(({ milliseconds, words }) => milliseconds >= LONG_MS || !words.startsWith('answered'));
  const more = long.length - MOST_SHOWN;
  const short = all.length - long.length;
  return [
    ...long.slice(0, MOST_SHOWN).map(absence),
    ...(more > 0 ? [`${more} more such times followed.`] : []),
    ...(short > 0 ? [`The target refused everything for a moment, ${times(short)}: what that touched was sent again.`] : []),
  ];
}

function absence({ from, milliseconds, words }: Absence): string {
  const at = (time: number) => new Date(time).toISOString().slice(11, 19);
  return `The target ${words} from ${at(from)} to ${at(from + milliseconds)} UTC (${(milliseconds / 1000).toFixed(1)} s): what that touched was sent again.`;
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}

/** Settings that leave checks out, each with what its value allows. */
const LIMITS: Readonly<Record<string, (value: string) => string>> = {
  CES_DEPTH: (value) => `the depth ${value}`,
  CES_MAX_REQUESTS: (value) => `${value} requests`,
  CES_WRITE_BUDGET: (value) => `${value} records`,
  CES_MAX_MINUTES: (value) => `${value} min`,
  CES_PROPERTY_RUNS: (value) => `${value} random inputs`,
};

/** Less than this is no difference worth a figure: which checks see a fault is an estimate. */
const WORTH_TELLING = 1.1;

/**
 * What the limits of a run left out: *With 300 requests (CES_MAX_REQUESTS): 108 of 117 requirements judged, 31 of them in part; a full run
 * sees some 1.6 times as many known faults*. Null where no check was left out because of one.
 */
export function limitSentence(requirements: readonly RequirementResult[], settings: ConformanceResult['settings']): string | null {
  const checks = requirements.flatMap((entry) => entry.checks);
  const reached = new Set(checks.flatMap(({ status, variables = [] }) => (status === 'not-assessed' ? variables : [])));
  const limits = Object.entries(LIMITS).flatMap(([name, words]) => {
    const value = settings.find((setting) => setting.name === name)?.value ?? '';
    return reached.has(name) ? [value === '' ? name : `${words(value)} (${name})`] : [];
  });
  if (limits.length === 0) return null;
  const { all, notAssessed, inPart } = tally(requirements.filter(({ level }) => level === 'requirement'));
  const partly = inPart === 0 ? '' : `, ${inPart} of them in part`;
  return `With ${limits.join(' and ')}: ${all - notAssessed} of ${all} requirements judged${partly}; a full run sees ${moreFaults(requirements)}.`;
}

function moreFaults(requirements: readonly RequirementResult[]): string {
  const nameOf = (wanted: number | null) => ENDPOINTS.find(({ number }) => number === wanted)?.name ?? null;
  const judgedAt = new Map(
    requirements.map(({ id, checks }) => [
      id,
      new Set(checks.flatMap(({ status, endpoint }): (EndpointName | null)[] => (status === 'not-assessed' ? [] : [nameOf(endpoint)]))),
    ]),
  );
  const { seen, all } = countKnownFaults((statement, endpoint) => judgedAt.get(statement)?.has(endpoint) ?? false);
  const times = all / seen;
  return seen === 0 || times < WORTH_TELLING ? 'more' : `some ${times.toFixed(1)} times as many known faults`;
}
