import { type Lock, lockWords } from '../client/account.ts';
import type { Barred } from '../client/permissions.ts';
import type { Evidence } from '../engine/evidence/evidence.ts';
import { otherRunWords, SOMEBODY_ELSE } from '../engine/evidence/other-runs.ts';
import { NOT_SET } from '../settings/shown-settings.ts';
import { ENDPOINTS, numberOf } from '../specification/endpoints.ts';
import { counted } from '../specification/words.ts';
import { countKnownFaults } from './known-faults.ts';
import { firstOf, grouped } from './lists.ts';
import { type CheckResult, type ConformanceResult, type RequirementResult, tally, wantedBy, wasMade } from './result.ts';

const LIST = new Intl.ListFormat('en-GB');

/** What a reader should know of the run besides its outcome, in sentences for people. */
export function noticesOf(evidence: readonly Evidence[]): string[] {
  const waits = evidence.reduce((sum, piece) => sum + piece.waits, 0);
  return [
    ...absencesIn(evidence),
    waits > 0 && `The target asked ${times(waits)} to wait (${waitedFor(evidence)}), and the run did.`,
    underLoad(evidence),
    ...learnedLimits(evidence, waits),
    limitsOfRoutes(evidence),
    ...refusals(evidence),
    walled(evidence),
    cached(evidence),
    refusedInputs(evidence),
    slowEvents(evidence),
    ...new Set(evidence.flatMap(({ checks }) => checks.flatMap(({ reason }) => (reason?.startsWith(SOMEBODY_ELSE) ? `${reason}.` : [])))),
    ...[...new Set(evidence.flatMap(({ otherRun = [] }) => otherRun))].map(
      (one) => `${otherRunWords(one)}. Let one run end before the next begins, or give each customers of its own (CES_CUSTOMER_IDS).`,
    ),
  ].filter((sentence) => sentence !== false);
}

/** *429 and 503* */
const waitedFor = (evidence: readonly Evidence[]): string =>
  LIST.format([...new Set(evidence.flatMap(({ waitStatuses = [] }) => waitStatuses))].sort().map(String));

const BREAKS: Readonly<Record<string, string>> = { reset: 'closed', refused: 'refused', timeout: 'timed out' };

function underLoad(evidence: readonly Evidence[]): string | false {
  const all = evidence.flatMap(({ brokenUnderLoad = {} }) => Object.entries(brokenUnderLoad));
  const kinds = [...grouped(all, ([kind]) => kind)].sort(([a], [b]) => a.localeCompare(b));
  const shown = kinds.map(([kind, own]) => `${own.reduce((sum, [, count]) => sum + count, 0)} ${BREAKS[kind] ?? `answered ${kind}`}`);
  const most = Math.max(...evidence.map(({ inFlight = 1 }) => inFlight));
  return (
    all.length > 0 &&
    `Requests broke, and were answered when they were sent again alone (${shown.join(', ')}). At most ${most} were in flight.`
  );
}

/** What was taken in a second may hold a burst, which the next second lacks. */
const OF_BURSTS = 0.85;
/** Fewer show no rate: too many at once are put off as well. */
const FEWEST_WAITS = 5;

/** What the target seems to take at most, by the setting that tells the run from the start. */
function learnedLimits(evidence: readonly Evidence[], waits: number): string[] {
  // Some gateways ask nobody to wait (503).
  const putOff = evidence.reduce((sum, { brokenUnderLoad = {} }) => sum + (brokenUnderLoad[503] ?? 0), waits);
  const limits = [
    ['connections', 'at once', 'CES_MAX_CONNECTIONS'],
    ['rps', 'a second', 'CES_MAX_RPS'],
  ] as const;
  return limits.flatMap(([limit, when, setting]) => {
    if (limit === 'rps' && putOff < FEWEST_WAITS) return [];
    const learned = Math.min(...evidence.flatMap(({ targetLimits }) => targetLimits?.[limit] ?? []));
    if (!Number.isFinite(learned)) return [];
    const least = limit === 'rps' ? Math.max(1, Math.floor(learned * OF_BURSTS)) : learned;
    // Whoever is refused for a rate is refused beside others too.
    const isEither = limit === 'connections' && !evidence.some(({ targetLimits }) => targetLimits?.rps != null);
    const either = isEither ? ', or fewer a second than were sent (CES_MAX_RPS)' : '';
    return [`The target seems to take ${counted(least, 'request')} ${when}${either}: ${setting}=${least} tells the run from the start.`];
  });
}

function limitsOfRoutes(evidence: readonly Evidence[]): string | false {
  // The latest: a limit of all that is asked may have looked like one of few routes for a while.
  const routes = evidence.findLast(({ limitedRoutes }) => limitedRoutes !== undefined)?.limitedRoutes ?? [];
  return routes.length > 0 && `The target limits ${routes.join(', ')} apart from all else: the run asked there one at a time.`;
}

const LOCK_MEANS: Readonly<Record<Lock, string>> = {
  refuses: 'they may have ended, or the target locks the account',
  'puts off wrong ones': 'it limits guesses',
  'is slow': 'it slows guesses down',
  'is silent': 'a firewall may ban who sends them',
};

/** Few, since it counted those that were under way together, for longer than a minute perhaps: five or six in two minutes lock many accounts. */
const slower = (tooMany: number): string => `CES_WRONG_CREDENTIALS_PER_MINUTE=${tooMany > 3 ? 2 : 1} slows these down`;
const LOCKS_AGAIN = ' If they are counted for longer, the account locks again: ask the owner of the service for one without a lock.';

/** A plan that has ended, or a store that is full (RFC 4918 §11.5). */
const USED_UP = /^status (?:402|507)|\bquota\b|\b(?:daily|monthly|plan) limit\b/i;
/** Of a record, and not of the account (RFC 9110 §15.5.5 and §15.5.11, RFC 4918 §11.3). */
const GONE = /^status 4(?:04|10)/;
const OF_LOCK = /^status 423/;

/** What was carried out before in the run is no matter of rights alone. */
const LATER = 'A plan or a quota may be used up, or writing be off for a while: run again then. ';
/** Fewer endpoints that write may be some rights, or quotas of their own. */
const ALL_WRITES = 3;
const WRITE_BUDGET = 'set CES_WRITE_BUDGET to what is left';

/** Fewer may be the end of a lock. */
const MANY_IN_TURN = 3;

const refusedInTurn = (evidence: readonly Evidence[]): number => Math.max(0, ...evidence.map(({ refusals: own }) => own?.inTurn ?? 0));

/** What is closed at the end of each run, by how it is refused: a refusal may be over. */
function barredIn(evidence: readonly Evidence[]): string[] {
  const inTheEnd = [...new Map(evidence.map((piece) => [piece.runId, piece.refusals])).values()];
  // Others are no operations of the API, and need not be allowed.
  const isListed = (route: string) => ENDPOINTS.some(({ method, path }) => route === `${method} ${path}`);
  const byRoute = new Map(inTheEnd.flatMap((one) => one?.barred ?? []).map((one) => [one.route, one]));
  const barred = [...byRoute.values()].filter(({ route }) => isListed(route));
  const isReadOnly = barred.length >= ALL_WRITES && barred.every(({ route }) => !route.startsWith('GET '));
  return [...grouped(barred, ({ answer, later }) => `${later} ${answer}`).values()].map((alike) => {
    const [{ answer, later }] = alike as [Barred];
    const routes = alike.map(({ route }) => route).join(', ');
    if (OF_LOCK.test(answer) && !isReadOnly)
      return `${routes}: what is asked for is locked (${answer}). Run again when that is over, or name another record.`;
    if (GONE.test(answer) && !isReadOnly)
      return `${routes}: no longer finds what it found before (${answer}). Somebody may have deleted it, or switched a feature off. Run again when it is there.`;
    const ofRecords = alike.every(({ route }) => /^GET .*\{/.test(route)) ? ', or name records that they may read' : '';
    const either = isReadOnly ? ', or set CES_READ_ONLY=1' : later ? `, or ${WRITE_BUDGET}` : ofRecords;
    const more = later ? `more room, or ${WRITE_BUDGET}` : 'more room, or a plan that has it';
    const advice = USED_UP.test(answer) ? more : `the right${either}`;
    return later
      ? `Carried out at first, and then refused: ${routes} (${answer}). ${LATER}Ask the owner of the service for ${advice}.`
      : `These credentials may not ${routes} (${answer}). Ask the owner of the service for ${advice}.`;
  });
}

function refusals(evidence: readonly Evidence[]): (string | false)[] {
  const all = evidence.flatMap(({ refusals: own }) => own ?? []);
  const locks = all.flatMap(({ lockedAfter, lock = 'refuses' }) => (lockedAfter === null ? [] : [{ lockedAfter, lock }]));
  const locked = locks.find(({ lock }) => lock === 'refuses') ?? locks[0];
  const [bans = 0, duplicates = 0] = (['bans', 'duplicates'] as const).map((count) => Math.max(...all.map((one) => one[count] ?? 0)));
  const inTurn = refusedInTurn(evidence);
  const away = [...new Map(all.flatMap(({ unavailable = [] }) => unavailable))];
  return [
    ...barredIn(evidence),
    away.length > 0 &&
      `${away.map(([route]) => route).join(', ')}: not available for longer than the run waits (${away[0]?.[1]}). Run again when that is over.`,
    bans > 0 &&
      `The target refused everything for a while after odd requests, ${times(bans)}, as firewalls do, so they were left out. Let this machine past the firewall to have them judged; CES_MAX_RPS slows the run, where it minds the pace.`,
    inTurn >= MANY_IN_TURN &&
      `Good credentials were refused several times, and accepted when they were sent again at once: one of several instances may not know them, or something in front of the target may refuse some connections. Ask the owner of the target.`,
    duplicates > 0 &&
      `The target refused, or answered as before, ${counted(duplicates, 'request')} that ${duplicates === 1 ? 'equals' : 'equal'} one that it had carried out, as guards against forms sent twice do: what a second one shows is judged in part, or not.`,
    all.some((one) => one.cached) &&
      'A cache answered reads of events, for longer than CES_RESOLUTION_TIMEOUT_MS may allow: they were read past it, with a query that means nothing.',
    // A firewall that minds odd requests explains what a scenario took for a lock.
    locked !== undefined &&
      bans === 0 &&
      `${lockWords(locked.lockedAfter, locked.lock)}: ${LOCK_MEANS[locked.lock]}. ${slower(locked.lockedAfter)}.${locked.lock === 'refuses' ? LOCKS_AGAIN : ''}`,
  ];
}

/** Fewer may be the service's own. */
const MANY_PAGES = 20;
/** RFC 9110 §15.5.14. */
const TOO_LARGE = '413';

function walled(evidence: readonly Evidence[]): string | false {
  const all = evidence.flatMap(({ pages = {} }) => Object.entries(pages));
  const pages = all.reduce((sum, [, count]) => sum + count, 0);
  const statuses = [...new Set(all.map(([status]) => status))].sort().join(', ');
  const what =
    statuses === TOO_LARGE
      ? 'since they are too large: what the service itself does with so much is not seen. Raise that limit for this machine.'
      : 'as firewalls answer odd input: what the service itself does with it is not seen. Let this machine past it.';
  return (
    pages >= MANY_PAGES &&
    refusedInTurn(evidence) < MANY_IN_TURN &&
    `Something in front of the service answered ${pages} requests in its place (status ${statuses}), ${what}`
  );
}

/** Less may come of rounding. Seconds. */
const WORTH_AN_AGE = 2;

function cached(evidence: readonly Evidence[]): string | false {
  const most = Math.max(0, ...evidence.map(({ mostAged = 0 }) => mostAged));
  return (
    most >= WORTH_AN_AGE &&
    !evidence.some(({ refusals: own }) => own?.cached) &&
    `A cache in front of the service answered reads with what was up to ${most} s old (\`Age\`): the run sees a change only then, and waits for it.`
  );
}

/** A gateway, or a strict service, that lets few of the generated inputs through: a passed check then says little of them. */
function refusedInputs(evidence: readonly Evidence[]): string | false {
  const properties = evidence.flatMap(({ properties }) => properties);
  const sum = (count: 'tried' | 'accepted') => properties.reduce((total, property) => total + property[count], 0);
  const [tried, accepted] = [sum('tried'), sum('accepted')];
  return (
    accepted < tried / 2 &&
    `Only ${accepted} of ${counted(tried, 'generated input')} were accepted: what the others would show is not judged.`
  );
}

/** Milliseconds. Of less, nobody wonders what the run waits for. */
const SLOW_EVENT_MS = 10_000;

function slowEvents(evidence: readonly Evidence[]): string | false {
  const times = evidence.flatMap(({ timelines }) =>
    timelines.map(({ visibleAfterMs, resolvedAfterMs }) => Math.max(visibleAfterMs ?? 0, resolvedAfterMs ?? 0)),
  );
  const most = Math.max(0, ...times);
  return (
    most >= SLOW_EVENT_MS &&
    `It took up to ${Math.round(most / 1000)} s until a tracked event could be read, or had its customer: the run waits for that, up to CES_RESOLUTION_TIMEOUT_MS.`
  );
}

const MOST_SHOWN = 5;
/** Milliseconds. A refusal of less is a limit that was met, and no outage. */
const LONG_MS = 1000;

function absencesIn(evidence: readonly Evidence[]): (string | false)[] {
  const all = evidence.flatMap(({ absences = [] }) => absences).sort((a, b) => a.from - b.from);
  const long = all.filter(({ milliseconds, words, goesOn }) => goesOn || milliseconds >= LONG_MS || !words.startsWith('answered'));
  const short = all.filter((moment) => !long.includes(moment));
  return [
    ...firstOf(long.map(absence), MOST_SHOWN, (more) => `${more} more such times followed.`),
    short.length > 0 &&
      `The target refused for a moment what it was asked, ${times(short.length)}, ${span(short)}: what that touched was sent again.`,
  ];
}

const at = (time: number) => new Date(time).toISOString().slice(11, 19);

/** From the first to the last. */
function span(moments: readonly { readonly from: number }[]): string {
  const [first = 0, last = first] = [moments[0]?.from, moments.at(-1)?.from];
  return at(first) === at(last) ? `at ${at(first)} UTC` : `from ${at(first)} to ${at(last)} UTC`;
}

function absence({ from, milliseconds, words, goesOn }: NonNullable<Evidence['absences']>[number]): string {
  if (goesOn) return `The target ${words} from ${at(from)} UTC on, and still did when the run came to its end.`;
  return `The target ${words} from ${at(from)} to ${at(from + milliseconds)} UTC (${(milliseconds / 1000).toFixed(1)} s): what that touched was sent again.`;
}

const times = (number: number): string => (number === 1 ? 'once' : `${number} times`);

/** Settings that leave checks out, each with what its value allows. */
const LIMITS: Readonly<Record<string, (value: string) => string>> = {
  // Where nothing but the target is known, a run is quick by itself.
  CES_DEPTH: (value) => `the depth ${value === NOT_SET ? 'quick' : value}`,
  CES_MAX_REQUESTS: (value) => counted(Number(value), 'request'),
  CES_WRITE_BUDGET: (value) => counted(Number(value), 'record'),
  // Unset, a run ends after ten minutes.
  CES_MAX_MINUTES: (value) => (value === NOT_SET ? 'the usual time' : `${value} min`),
  CES_PROPERTY_RUNS: (value) => counted(Number(value), 'random input'),
};

/** Less than this is no difference worth a figure: which checks see a fault is an estimate. */
const WORTH_TELLING = 1.1;

/** *With 300 requests (CES_MAX_REQUESTS): 108 of 117 requirements judged …*: what limits left out. Null where no check was left out because of one. */
export function limitSentence(requirements: readonly RequirementResult[], settings: ConformanceResult['settings']): string | null {
  const reached = wantedBy(requirements.flatMap(({ checks }) => checks));
  const limits = Object.entries(LIMITS).flatMap(([name, words]) => {
    const value = settings.find((setting) => setting.name === name)?.value ?? '';
    return reached.includes(name) ? [value === '' ? name : `${words(value)} (${name})`] : [];
  });
  if (limits.length === 0) return null;
  const { all, notAssessed, inPart } = tally(requirements.filter(({ level }) => level === 'requirement'));
  const partly = inPart === 0 ? '' : `, ${inPart} of them in part`;
  return `With ${limits.join(' and ')}: ${all - notAssessed} of ${all} requirements judged${partly}; a full run sees ${moreFaults(requirements)}.`;
}

/** Of a run without the limits, but with the same fixtures. */
function moreFaults(requirements: readonly RequirementResult[]): string {
  const faultsSeen = (isSeen: (check: CheckResult) => boolean) => {
    const seen = new Set(requirements.flatMap(({ id, checks }) => checks.filter(isSeen).map(({ endpoint }) => `${id} ${endpoint}`)));
    return countKnownFaults((statement, name) => seen.has(`${statement} ${numberOf(name)}`));
  };
  const isLeftByLimit = ({ variables = [] }: CheckResult) => variables.some((name) => Object.hasOwn(LIMITS, name));
  const seen = faultsSeen(wasMade);
  const times = faultsSeen((check) => wasMade(check) || isLeftByLimit(check)) / seen;
  return seen === 0 || times < WORTH_TELLING ? 'more' : `some ${times.toFixed(1)} times as many known faults`;
}

/** Says of waivers whose checks were not all made that they were not met. @param waived the statements that they are about */
export function unmetWaivers(waived: readonly string[]): string[] {
  if (waived.length === 0) return [];
  const [number, names] = [waived.length, [...new Set(waived)].join(', ')];
  const subject = number === 1 ? 'One waiver was' : `${number} waivers were`;
  return [`${subject} not met (${names}): this run did not make all the checks that it takes, so nothing tells whether that is mended.`];
}
