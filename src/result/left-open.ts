import { doubtIn, doubtOf, type Trouble, UNKNOWN_MARKER, variablesInPath } from '../checks/given-ids.ts';
import { NO_SUCH_FORM } from '../http/authorization.ts';
import { invocation } from '../installation/installation.ts';
import { FIXTURE_VARIABLES } from '../settings/fixtures/fixtures.ts';
import { ENDPOINTS, endpoint } from '../specification/endpoints.ts';
import type { StatementId } from '../specification/register.ts';
import { counted } from '../specification/words.ts';
import { findingsOf } from './findings.ts';
import { grouped } from './lists.ts';
import {
  type CheckResult,
  type ConformanceResult,
  type Finding,
  holdsInPart,
  openChecks,
  openRequirements,
  type RequirementResult,
  wasMade,
} from './result.ts';

const MOST_NAMED = 3;

/** Ends the words of a check that the runner left out: what ended the run says why. */
export const UNSAID = 'no reason was given';

/** What people should know first of what was left open: settings that look wrong, with what that costs; else the open requirements, if they are few. */
export function leftOpenLines(result: ConformanceResult): string[] {
  const doubts = doubtLines(result);
  if (doubts.length > 0 || result.partial === true || result.interrupted) return doubts;
  const open = openRequirements(result);
  if (open.length > MOST_NAMED) return commonReason(open);
  return open.map((entry) => {
    const reasons = new Set(openChecks(entry.checks).flatMap(({ message }) => message ?? []));
    return `${entry.id}${holdsInPart(entry) ? ' (in part)' : ''}: ${[...reasons].join('; ')}`;
  });
}

/** What leaves half of many requirements open, or more, where no setting decides it: *16 of 26 open requirements lack a check: The request did not succeed: status 423*. */
function commonReason(open: readonly RequirementResult[]): string[] {
  const reasons = open.flatMap(({ checks }) => [
    ...new Set(openChecks(checks).flatMap(({ message = [], variables = [] }) => (variables.length > 0 ? [] : message))),
  ]);
  const said = reasons.filter((reason) => !reason.endsWith(UNSAID));
  const [most] = [...grouped(said, (reason) => reason)].sort(([, one], [, other]) => other.length - one.length);
  if (most === undefined || 2 * most[1].length < open.length) return [];
  return [`${most[1].length} of ${open.length} open requirements lack a check: ${most[0]}`];
}

/** Whether a check could be made with other credentials only: that says nothing of the endpoint. */
export function cannotApply({ status, message }: Pick<CheckResult, 'status' | 'message'>): boolean {
  return status === 'not-assessed' && message === NO_SUCH_FORM;
}

/** *CES_BUSINESS_ID=biz_nope is not found: it costs 29 requirements*; the most costly first. */
function doubtLines(result: ConformanceResult): string[] {
  return doubtedSettings(result)
    .map(({ name, value, trouble, endpoints }) => {
      const isLost = ({ endpoint, variables = [], ...check }: CheckResult) =>
        variables.includes(name) || (endpoint !== null && endpoints.includes(endpoint) && variables.length === 0 && !cannotApply(check));
      const lost = openRequirements(result).filter(({ checks }) => openChecks(checks).some(isLost));
      const [cost, inPart] = [lost.length, lost.filter(holdsInPart).length];
      const partly = inPart === 0 ? '' : `, ${inPart === cost ? '' : `${inPart} of them `}in part`;
      return { cost, line: `${name}=${value} ${trouble}${cost === 0 ? '' : `: it costs ${counted(cost, 'requirement')}${partly}`}` };
    })
    .sort((a, b) => b.cost - a.cost)
    .map(({ line }) => line);
}

/** What stands above findings, since they may follow from it; null where no setting looks wrong. */
export function settingsFirst(result: ConformanceResult): string | null {
  const doubts = doubtedSettings(result);
  if (doubts.length === 0) return null;
  const isBroken = result.findings?.some(({ waived, level }) => !waived && level !== 'completeness') ?? false;
  const look = isBroken ? 'Look at the settings first, since what is broken may follow from them' : 'Look at the settings';
  return `${look}: ${doubtLines(result).join('; ')}. ${doctorFor(doubts)} tries them.`;
}

/** With the numbers of the endpoints at which it shows. */
type DoubtedSetting = { readonly name: string; readonly value: string; readonly trouble: Trouble; readonly endpoints: readonly number[] };

type Doubted = Pick<ConformanceResult, 'requirements' | 'settings' | 'findings'>;

/** The settings that the findings of a result doubt, or the reasons of what was left open. Where several may be meant, none is; and a write may be refused for any reason. */
export function doubtedSettings({ requirements, settings, findings = findingsOf(requirements) }: Doubted): DoubtedSetting[] {
  const doubted = new Map<string, DoubtedSetting>();
  const open = openChecks(requirements.flatMap(({ checks }) => checks));
  const words = [...findings, ...open.map(({ message = '' }) => ({ actual: message, endpoints: [] as number[] }))];
  for (const { actual, endpoints } of words) {
    const { settings: [only, ...others] = [], trouble = 'is refused' } = doubtIn(actual) ?? {};
    if (only === undefined || others.length > 0 || (trouble === 'is refused' && !endpoints.some(isRead))) continue;
    const value = only.value ?? settings.find(({ name }) => name === only.name)?.value ?? '';
    const key = `${only.name}=${value}`;
    const earlier = doubted.get(key)?.endpoints ?? [];
    const own = trouble === 'finds no event' ? EVENTS : endpoints;
    doubted.set(key, { name: only.name, value, trouble, endpoints: [...earlier, ...own] });
  }
  // This run's own events are lost as well: then no setting is to blame for one that is not found.
  const areLost = requirements.some(({ id, status }) => id === CAN_BE_READ && status === 'failed');
  const isOfLost = (name: string) => areLost && name === FIXTURE_VARIABLES.eventId;
  return [...doubted.values()].filter(({ name, endpoints }) => !isTakenElsewhere(name, endpoints, requirements) && !isOfLost(name));
}

const SUCCESS: readonly string[] = ['http.success-is-200', 'http.success-is-2xx'] satisfies StatementId[];

/** Another endpoint whose path holds the id of that setting succeeded with it. */
function isTakenElsewhere(name: string, endpoints: readonly number[], requirements: ConformanceResult['requirements']): boolean {
  const judged = requirements.flatMap(({ id, checks }) => (SUCCESS.includes(id) ? checks : []));
  const succeeded = judged.flatMap(({ endpoint, status }) => (status === 'passed' && endpoint !== null ? endpoint : []));
  return ENDPOINTS.some(
    ({ number, name: taking }) => !endpoints.includes(number) && variablesInPath(taking)[0] === name && succeeded.includes(number),
  );
}

/** The doctor's command that tries these settings: it writes only where no read tells. */
export function doctorFor(doubts: readonly DoubtedSetting[]): string {
  const takesWrite = doubts.some(
    ({ trouble, endpoints }) => trouble === 'finds no event' || (endpoints.length > 0 && !endpoints.some(isRead)),
  );
  return invocation('doctor', takesWrite ? '--allow-writes' : '');
}

const isRead = (number: number) => ENDPOINTS.some((known) => known.number === number && known.method === 'GET');

const EVENTS = (['getEvent', 'trackEvent'] as const).map((name) => endpoint(name).number);

/** The first one counts where both are set. */
const LOOKUPS = ['CES_EVENT_LOOKUP_URL', 'CES_EVENT_LOOKUP_COMMAND'];

const CAN_BE_READ: StatementId = 'event.can-be-read';
/** Only an event that was found can be held against these. */
const OF_FOUND: readonly StatementId[] = ['event.name-is-tracked-name', 'event.extra-is-tracked-data'];

/** The template of the look-up's URL, where somebody gave one. */
export function givenLookup(settings: ConformanceResult['settings']): string | undefined {
  return settings.find(({ name, source }) => name === LOOKUPS[0] && source !== 'default')?.value;
}

type Looked = Pick<ConformanceResult, 'requirements' | 'timelines' | 'settings'>;

/** The findings, with a word on the look-up at events that it does not know. Only where it found no event of the whole run: a look-up that finds others is right. */
export function withLookupDoubt(findings: readonly Finding[], { requirements, timelines, settings }: Looked): readonly Finding[] {
  const lookup = settings.find(({ name, source }) => LOOKUPS.includes(name) && source !== 'default');
  const isUnknown = ({ requirement, actual }: Finding) => requirement === CAN_BE_READ && actual.startsWith(UNKNOWN_MARKER);
  const checksOf = (ids: readonly string[]) =>
    requirements.flatMap(({ id, checks }): readonly CheckResult[] => (ids.includes(id) ? checks : []));
  const anyFound =
    findings.some((finding) => finding.requirement === CAN_BE_READ && !isUnknown(finding)) ||
    checksOf([CAN_BE_READ]).some(({ status }) => status === 'passed') ||
    checksOf(OF_FOUND).some(wasMade) ||
    timelines.some(({ outcome }) => outcome !== 'not-found');
  if (lookup === undefined || anyFound) return findings;
  const doubt = `${doubtOf([[lookup.name, lookup.value]], 'finds no event')} (${invocation('doctor', '--allow-writes')} tries it)`;
  return findings.map((finding) => (isUnknown(finding) ? { ...finding, actual: `${finding.actual}; ${doubt}` } : finding));
}
