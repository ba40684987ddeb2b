import { AFTER_ANSWER, STANDS_STILL } from '../checks/clock.ts';
import { AT_THE_SAME_TIME } from '../checks/earlier-requests.ts';
import { OF_OTHER_KIND, UNREAD_IDS } from '../checks/given-ids.ts';
import { ID_OF_ITS_OWN } from '../checks/identity.ts';
import {
  AGAIN_AT_ONCE,
  ALSO_BEHIND_REFUSED,
  ARE_REJECTED,
  AS_REMEMBERED,
  BEHIND,
  EVERY,
  FIRST_READS,
  isLoadToBlame,
  OF_TIME,
  RIGHT_AGAIN,
} from '../checks/run-history.ts';
import { BEHIND_REFUSAL } from '../engine/evidence/answer-watch.ts';
import { HELD, SENT } from '../engine/evidence/value-origin.ts';
import { UNDECODED } from '../http/content-coding.ts';
import { IN_BODY } from '../http/failures.ts';
import { jsonIn } from '../settings/parsing/json.ts';
import { ENDPOINTS } from '../specification/endpoints.ts';
import { isObject } from '../specification/json.ts';
import { REQUIREMENTS, type StatementId } from '../specification/register.ts';
import { ECHO, formOf, isBreakOfLoad, isOfAnother, isOfTheLoad, isSameDamage, share, shiftOf, spellingsOf } from './alike.ts';
import type { Finding } from './result.ts';
import type { Grouped } from './sighting.ts';

const REJECTIONS = REQUIREMENTS.map(({ id }) => id).filter((id) => id.startsWith('authentication.rejects-'));
const WITHOUT: readonly StatementId[] = ['authentication.rejects-missing', 'authentication.rejects-after-good'];
const ELSEWHERE: readonly StatementId[] = [
  'authentication.rejects-cookie',
  'authentication.rejects-other-header',
  'authentication.rejects-query',
  'authentication.rejects-inner-address',
  'authentication.rejects-other-spelling',
  'authentication.rejects-other-method',
];

/** Who is let in may write, sees what is there, and gets in with anything else but what these ask for. */
function letIn(...known: readonly StatementId[]): readonly StatementId[] {
  const others = ['authentication.rejection-does-nothing', 'robustness.head-reveals-nothing'] as const;
  return [...REJECTIONS.filter((id) => !known.includes(id)), ...others];
}

/** What shows where another record comes back than the one that was asked for. */
const OF_ANOTHER_RECORD = [
  'email-address.list-agrees-with-record',
  'event.own-fields-never-change',
  'event.name-is-tracked-name',
  'event.extra-is-tracked-data',
  'event.stays-resolved',
  'event.unmatched-stays-null',
] as const;

const EFFECTS: Readonly<Partial<Record<StatementId, readonly StatementId[]>>> = {
  ...Object.fromEntries(REJECTIONS.map((id) => [id, letIn(...REJECTIONS)])),
  'authentication.rejects-missing': letIn('authentication.rejects-missing'),
  // Who takes any scheme may take none as well.
  'authentication.rejects-other-scheme': [...letIn(...REJECTIONS), 'authentication.rejects-no-scheme'],
  'authentication.rejects-after-good': letIn(...WITHOUT),
  'authentication.rejects-wrong-password': letIn(...WITHOUT, 'authentication.rejects-wrong-password', ...ELSEWHERE),
  // As where the password is an API key.
  'authentication.rejects-wrong-user': ['authentication.rejects-empty-user', 'authentication.rejection-does-nothing'],
  'campaign.created-at-is-creation-time': ['campaign.updated-at-is-last-update'],
  // Who is answered in place of the customer that was asked for has been updated in its place.
  'customer.answered-are-asked': [
    'customer.update-leaves-other-fields',
    'customer.update-leaves-other-customers',
    'customer.update-is-kept',
  ],
  // What a copy lacks may be what its variables are read from.
  'email-template.copies-agree': ['email-template.copy-keeps-variables'],
  'email-template.copy-is-new': ['record.ids-are-distinct', 'email-template.copy-is-kept'],
  'http.success-is-200': ['event.can-be-read'],
  // What cannot be read shows no record, in whatever form it is asked for.
  'http.json-body': ['robustness.reading-is-safe', 'robustness.equivalent-requests', 'robustness.query-garbage'],
  'sms-template.preview-media-type': ['sms-template.preview-is-html'],
  'email-address.fields': ['email-address.list-agrees-with-record'],
  // Two known ids show it better than an odd one does.
  'record.second-is-its-own': ['record.id-is-asked-id'],
  // What the answer with another record's id holds is that record's.
  'record.id-is-asked-id': ['record.ids-are-distinct', ...OF_ANOTHER_RECORD],
  // Of two records with one id, one is read in the other's place.
  'record.ids-are-distinct': [
    ...OF_ANOTHER_RECORD,
    'event.can-be-read',
    'event.match-is-resolved',
    'email-template.copies-agree',
    'email-template.copy-is-kept',
    'email-template.copy-keeps-variables',
    'email-template.subject-variables-are-listed',
  ],
};

/** Endpoints that show the same records: events (18, 1), connected addresses (9, 11), e-mail templates (4, 6, 16). */
const FAMILIES: readonly (readonly number[])[] = [
  [1, 18],
  [9, 11],
  [4, 6, 16],
];

/** Words for what has one cause at whatever endpoint: how an id stands in the path, what a connection carried before, who writes all times, who sends all bodies, and a store of all kinds. */
const CAUSES = [UNREAD_IDS, BEHIND_REFUSAL, AFTER_ANSWER, STANDS_STILL, IN_BODY, UNDECODED, OF_OTHER_KIND];

/** Folds each finding that follows from another one into that one. The most telling stand first, and stay in that order. */
export function foldConsequences(grouped: readonly Grouped[]): Grouped[] {
  const causes = new Map<Grouped, Grouped>();
  const rootOf = (entry: Grouped): Grouped => {
    const cause = causes.get(entry);
    return cause ? rootOf(cause) : entry;
  };
  for (const [index, entry] of grouped.entries()) {
    const own = grouped.filter((other) => rootOf(other) === entry);
    // Two findings that explain each other would both vanish: the first explanation stands.
    const cause = causesOf(entry, index, grouped).find((other) => {
      const root = rootOf(other);
      return root !== entry && own.every((each) => standsUnder(root.finding, each.finding));
    });
    if (cause) causes.set(entry, cause);
  }
  return grouped
    .filter((entry) => !causes.has(entry))
    .map((root) => {
      const effects = grouped.filter((entry) => entry !== root && rootOf(entry) === root);
      const consequences = [...new Set(effects.map(({ finding }) => finding.requirement))].filter((id) => id !== root.finding.requirement);
      const sightings = [root, ...effects].flatMap((entry) => entry.sightings);
      const finding = { ...uncontradicted(root.finding, effects), ...keptAnswer(root.finding, effects), consequences };
      const named = [root, ...effects.filter((effect) => isEverywhere(finding) || effect.finding.requirement === finding.requirement)];
      const endpoints = [...new Set(named.flatMap((entry) => entry.finding.endpoints))].sort((a, b) => a - b);
      return { finding: { ...finding, endpoints }, sightings };
    });
}

/** Whether a finding would have all that another one shows: the same statement at another endpoint does not follow, unless it shows the same value at the same place. */
function standsUnder(root: Finding, effect: Finding): boolean {
  const { requirement, endpoints, pointer, actual } = effect;
  if (isEverywhere(root) || requirement !== root.requirement || isMixedUp(effect, root)) return true;
  return endpoints.every((endpoint) => root.endpoints.includes(endpoint)) || (pointer === root.pointer && actual === root.actual);
}

/** What a finding may follow from. Signs that go both ways count only for what stands before it. */
function causesOf({ finding }: Grouped, index: number, all: readonly Grouped[]): Grouped[] {
  const possible = all.filter((other, at) => at !== index && (finding.waived || !other.finding.waived));
  const known = possible.filter((other) => follows(finding, other.finding));
  const isOfMany = echoesBeside(finding, all) >= MANY_ECHOES;
  const isOne = (other: Grouped) =>
    isAlike(finding, other.finding) || isMixedUp(finding, other.finding) || (isOfMany && echoesBeside(finding, [other]) > 0);
  return [...known, ...possible.filter((other) => all.indexOf(other) < index && isOne(other))];
}

const IDS: StatementId = 'record.ids-are-distinct';
const OF_EARLIER: StatementId = 'robustness.nothing-of-earlier-requests';

const isOfEarlier = ({ requirement, actual }: Finding): boolean => requirement === OF_EARLIER && !actual.includes(AT_THE_SAME_TIME);

/** A member is wrong that its request did not send, where members were left over from earlier requests. */
function isLeftOver({ pointer, exchange }: Finding, cause: Finding): boolean {
  const sent = jsonIn(exchange?.request.body ?? '');
  return pointer !== null && placesOf(cause).includes(pointer) && isObject(sent) && !Object.hasOwn(sent, pointer.slice(1));
}

const SECOND: StatementId = 'record.second-is-its-own';
const MIXED_UP: readonly string[] = ['record.id-is-asked-id' satisfies StatementId, SECOND];

/** At several endpoints, reads get the record of another one, and their own when sent alone. A read at a further endpoint that is wrong only beside others has the same cause. */
function isMixedUp(later: Finding, earlier: Finding): boolean {
  const isOfMoment = ({ contrast = '' }: Finding) => contrast.startsWith(RIGHT_AGAIN) || isLoadToBlame(contrast);
  const isOfReads = later.exchange?.request.method === 'GET' && earlier.endpoints.length > 1;
  return MIXED_UP.includes(earlier.requirement) && isOfReads && [later, earlier].every(isOfMoment);
}

/** Where so many members of one record do not come back, the record is another, or an older one. */
const MANY_ECHOES = 3;

/** How many findings are about values of the same endpoint's records that do not come back, whatever the input is. */
function echoesBeside(finding: Finding, all: readonly Grouped[]): number {
  const isEcho = ({ requirement, counterexample }: Finding) => ECHO.test(requirement) && counterexample === undefined;
  if (!isEcho(finding)) return 0;
  const recordOf = ({ requirement, endpoints }: Finding) => `${requirement.split('.')[0]} ${endpoints}`;
  return all.filter((other) => isEcho(other.finding) && recordOf(other.finding) === recordOf(finding)).length;
}

const isRhythm = ({ contrast = '' }: Finding): boolean => contrast.startsWith(EVERY);

const isOfAccess = ({ requirement }: Finding): boolean => (REJECTIONS as readonly string[]).includes(requirement);

/** Whoever comes is let in at most endpoints, by one of several machines for instance. It is chance then who gets in where. */
const isOpenAtMost = (finding: Finding): boolean => isOfAccess(finding) && finding.endpoints.length > ENDPOINTS.length / 2;

/** Wrong credentials are let in behind good ones. Other wrong ones follow from that, wherever they came soon enough. */
const isRemembered = (finding: Finding): boolean =>
  isOfAccess(finding) && finding.contrast?.startsWith(`${RIGHT_AGAIN}; ${BEHIND}`) === true;

/** One generator gives ids twice, wherever it is asked: one of two records overwrites the other, be it of whatever kind. */
const areIdsTwice = ({ expected, endpoints }: Finding): boolean => expected === ID_OF_ITS_OWN && endpoints.length > 1;

/** An answer that had begun breaks, or cannot be decoded, a connection carried a refused request before, or an id of another kind leads to a record. */
const isOfOneCause = ({ actual }: Finding): boolean =>
  [IN_BODY, UNDECODED, BEHIND_REFUSAL, OF_OTHER_KIND].some((words) => actual.includes(words));

/** Such a finding names every endpoint at which its cause was seen. */
const isEverywhere = (finding: Finding): boolean =>
  [isRhythm, isBreakOfLoad, isRemembered, isOfOneCause].some((is) => is(finding)) ||
  formOf(finding).length + spellingsOf(finding).length > 0;

function follows(effect: Finding, cause: Finding): boolean {
  // What is mixed up at once is told where it comes in place of what was sent.
  if (cause.requirement === OF_EARLIER && !isOfEarlier(cause)) return false;
  const isSameOutcome = outcomeOf(effect) !== undefined && outcomeOf(effect) === outcomeOf(cause);
  if (isRhythm(cause)) return isSameOutcome;
  if (isRemembered(cause)) return isOfAccess(effect);
  // What is refused behind a refused request is so now and then, wherever that one came before.
  if (effect.contrast?.startsWith(AGAIN_AT_ONCE) && cause.actual.includes(BEHIND_REFUSAL)) return true;
  if (effect.contrast?.startsWith(AGAIN_AT_ONCE) && cause.expected.startsWith(ALSO_BEHIND_REFUSED)) return effect.actual === cause.actual;
  // What breaks for the load is not always sent again alone.
  if (isBreakOfLoad(cause) && !isRhythm(effect) && (effect.flaky || (effect.requirement === cause.requirement && !effect.counterexample)))
    return isSameOutcome;
  // One answer that did not come breaks the statement of another endpoint that asked for it.
  const asked = askedEndpointOf(effect);
  const isOfOther = asked !== undefined && !effect.endpoints.includes(asked) && cause.endpoints.includes(asked);
  // And so does one that is mixed up at once with others.
  const isRightAlone = effect.flaky || isLoadToBlame(effect.contrast);
  if (isOfOther && (hasSameReason(effect, cause) || (isRightAlone && isLoadToBlame(cause.contrast)))) return true;
  if (isOpenAtMost(cause) && isOfAccess(effect) && 2 * effect.endpoints.length <= cause.endpoints.length) return true;
  const isKnown = (EFFECTS[cause.requirement as StatementId] ?? []).includes(effect.requirement as StatementId);
  if (areIdsTwice(cause) && (isKnown || effect.requirement === SECOND)) return true;
  if (!isSeenWith(effect, cause)) return false;
  if (isOfTheLoad(effect, cause)) return true;
  // What is undone some seconds later is missing in the answer to a later update.
  const isUndone = cause.requirement === UPDATE_IS_KEPT && OF_TIME.test(cause.contrast ?? '') && isOfUpdates(effect);
  if (isUndone && (effect.flaky || isOfBefore(effect))) return true;
  // What differs from read to read is not what it is held against.
  if (cause.contrast?.includes(FIRST_READS) && effect.requirement.startsWith('email-template.')) return true;
  // Of two records that get one id at once, one is answered in the other's place.
  // What one that is under way sent comes in place of what was sent, and in place of nothing.
  if (effect.requirement === OF_EARLIER && !isOfEarlier(effect) && isLoadToBlame(cause.contrast)) return true;
  const isOneIdAtOnce = cause.requirement === IDS && isLoadToBlame(cause.contrast) && effect.requirement === OF_EARLIER;
  if (isOneIdAtOnce) return true;
  // Who starts with what an earlier request left takes over more than the value that tells.
  const isOfMoment = effect.flaky || isLoadToBlame(effect.contrast) || effect.contrast?.startsWith(RIGHT_AGAIN);
  if (isOfEarlier(cause) && effect.requirement !== IDS && (isOfMoment || isLeftOver(effect, cause))) return true;
  // Whose answer is remembered shows an older state in whatever it shows.
  if (cause.contrast?.includes(AS_REMEMBERED) && isOfUpdates(effect)) return true;
  // A status that allows no content (RFC 9110 §15.3.5) breaks every statement about the content.
  const isContent = cause.actual === 'status 204' && effect.actual !== cause.actual && effect.exchange?.answer?.status === 204;
  // A list whose items are of the wrong type does not come back.
  const isList = effect.pointer !== null && placesOf(cause).includes(`${effect.pointer}/*`);
  // A read that is out of shape now and then is not the same as the one before it.
  const isOfShape = effect.requirement === 'robustness.reading-is-safe' && cause.requirement.endsWith('.fields');
  // A page for browsers is of another media type, and so no JSON either.
  const isPage =
    effect.requirement === 'http.json-body' && cause.requirement === 'http.json-media-type' && cause.actual.startsWith('content-type ');
  return isContent || isList || isOfShape || isPage || isKnown;
}

const COPIES_AGREE: StatementId = 'email-template.copies-agree';
const UPDATE_IS_KEPT: StatementId = 'customer.update-is-kept';
/** A value comes that an earlier request sent. */
const isOfBefore = ({ contrast = '' }: Finding): boolean => contrast.includes(SENT);
const isOfUpdates = ({ requirement }: Finding) => requirement.startsWith('customer.update-');

const outcomeOf = ({ exchange }: Finding) => exchange?.answer?.status ?? exchange?.failure?.kind;

function isAlike(later: Finding, earlier: Finding): boolean {
  if (isKeptAnswer(later, earlier) || isSameDamage(later, earlier) || share(signsOf, later, earlier)) return true;
  if (share(signsThereOf, later, earlier) && isSeenWith(later, earlier)) return true;
  // A member of the wrong type does not come back either.
  const isSamePlace = later.pointer !== '' && later.pointer !== null && placesOf(earlier).includes(later.pointer);
  // One statement about a list, and about what stands in it.
  if (later.requirement === earlier.requirement && isWithin(later, earlier)) return isSeenWith(later, earlier);
  // Who gets in with this need not get in with that, though both are a success.
  const areTwoDoors = [later, earlier].every(isOfAccess) && later.requirement !== earlier.requirement;
  // One answer that is no success, or is out of order, breaks every statement about that answer.
  return (isSamePlace || (hasSameReason(later, earlier) && !areTwoDoors)) && isSeenWith(later, earlier);
}

/** Signs of a cause, each in words of its own: findings that share one have that cause, wherever they were seen. */
function signsOf(finding: Finding): string[] {
  const { requirement, actual, contrast = '', exchange } = finding;
  const shift = shiftOf(finding);
  return [
    ...formOf(finding).map((part) => `form ${part}`),
    ...spellingsOf(finding).map((spelling) => `spelling ${spelling}`),
    ...(shift === 0 ? [] : [`shift ${shift}`]),
    ...CAUSES.filter((words) => actual.includes(words)),
    // One mistake had all members of an answer that are right when they are asked for again, or that a copy lacks.
    ...(contrast.startsWith(RIGHT_AGAIN) || requirement === COPIES_AGREE
      ? [`${requirement} ${exchange?.request.url} ${exchange?.startedAt}`]
      : []),
    ...(isOfUpdates(finding) && isOfBefore(finding) ? [`before ${requirement}`] : []),
  ];
}

/** The same, where both are seen together. */
function signsThereOf(finding: Finding): string[] {
  const { contrast = '' } = finding;
  const signs = {
    'sent for another item': isOfAnother(finding),
    'what another request got beside it': isLoadToBlame(contrast) && contrast.includes(HELD),
    'left over by an earlier request': isOfEarlier(finding),
  };
  return Object.entries(signs).flatMap(([sign, isShown]) => (isShown ? [sign] : []));
}

/** Everywhere where the one was seen, the other one was too, or at an endpoint that shows the same records. */
function isSeenWith(effect: Finding, cause: Finding): boolean {
  const shown = (endpoint: number) => [endpoint, ...FAMILIES.filter((family) => family.includes(endpoint)).flat()];
  return (
    effect.endpoints.length > 0 && effect.endpoints.every((endpoint) => shown(endpoint).some((other) => cause.endpoints.includes(other)))
  );
}

/** Whether one place holds the other, and is not the whole answer. */
function isWithin(one: Finding, other: Finding): boolean {
  const [outer, inner] = [one.pointer, other.pointer].map((pointer) => pointer ?? '').sort((a, b) => a.length - b.length);
  return outer !== undefined && outer !== '' && inner?.startsWith(`${outer}/`) === true;
}

const placesOf = ({ pointer, places = [] }: Finding): readonly (string | null)[] => [pointer, ...places];

/** One answer to requests that ask for different things: at most one of them got its own, as where a cache does not look at the body. */
function isKeptAnswer(later: Finding, earlier: Finding): boolean {
  if (later.pointer === null || earlier.pointer === null) return false;
  const [one, other] = [later.exchange, earlier.exchange];
  if (one?.answer == null || other?.answer == null || one.request.body === null || one.answer.cut) return false;
  return one.request.url === other.request.url && one.request.body !== other.request.body && one.answer.body === other.answer.body;
}

/** That others were rejected is not said where some of them were let in elsewhere. */
function uncontradicted(root: Finding, effects: readonly Grouped[]): Finding {
  if (!isOfAccess(root) || !effects.some(({ finding }) => isOfAccess(finding))) return root;
  const { contrast = '', ...finding } = root;
  const words = contrast.split('; ').filter((part) => part !== '' && !part.endsWith(ARE_REJECTED));
  return { ...finding, ...(words.length > 0 && { contrast: words.join('; ') }) };
}

function keptAnswer(root: Finding, effects: readonly Grouped[]): Pick<Finding, 'contrast'> {
  const alike = effects.filter(({ finding }) => isKeptAnswer(finding, root));
  if (alike.length === 0) return {};
  const sent = new Set([root, ...alike.map(({ finding }) => finding)].map(({ exchange }) => exchange?.request.body));
  const words = `${sent.size} different requests got this same answer, to the letter`;
  return { contrast: root.contrast === undefined ? words : `${root.contrast}; ${words}` };
}

/** Of findings without a place. The words behind a colon differ: a connection breaks in several ways. */
function hasSameReason(one: Finding, other: Finding): boolean {
  return one.pointer === null && other.pointer === null && one.actual.split(':')[0] === other.actual.split(':')[0];
}

/** The endpoint whose answer broke the statement. */
function askedEndpointOf({ exchange }: Finding): number | undefined {
  if (exchange === undefined) return undefined;
  const { method, url } = exchange.request;
  const [address = ''] = url.split('?');
  const isAt = (path: string) => new RegExp(`${path.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`).test(address);
  return ENDPOINTS.find((endpoint) => endpoint.method === method && isAt(endpoint.path))?.number;
}
