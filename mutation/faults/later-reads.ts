import { createHash } from 'node:crypto';
import { IDS } from '../../reference/seed/ids.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { type JsonObject, jsonOf, NOT_FOUND, notModified, pause, sentJson, succeeded, textOf, withHeaders, withJson } from '../answers.ts';
import { breaking, type Fault, fault, faults, ONLY } from '../fault.ts';
import type { Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';
import { answersKeeping, at, both, cachedFor, falls, hereKeeping, keeping, list, numbered, ofMade, recordsKeeping, set } from '../rows.ts';
import { items } from './customers.ts';
import { byAge, inAscii } from './event-content.ts';

const TYPES = 'robustness.wrong-types';

const CACHED = 'The cache lacks what was written first';
const withoutPath = ({ purchase_amount_path: _gone, ...event }: JsonObject) => event;
const LATER = 6;
const later = (change: (record: JsonObject) => JsonObject) => numbered((record, read) => (read < LATER ? record : change(record)));
const TWICE = 'The cache adds the variables to those that it has';
const toTrue = (flag: JsonObject) => ({ ...flag, enabled: true });
const withVariablesTwice = (answer: JsonObject) => ({ ...answer, variables: [answer.variables, answer.variables].flat() });
const used = (member: string) => `\`${member}\` is used before anybody looks whether it is null`;
const namesNull = (member: string) => falls((request) => items(request).some(({ [member]: value }) => value === null));
const nameUsed = (member: string) => [`customer-null-${member}-500`, used(member), namesNull(member)] as const;

const NEW_ONES = 'New businesses have a flag that is answered unasked';
const BEGIN_ALIKE = 'Two long lists of flags that begin alike are one for the cache';
const LAST_FLAGS = 'What was answered last is answered for half a second, whatever the business';

/** Flags of other businesses than the first. */
const flagsOfOthers = (change: (flags: JsonObject[]) => JsonObject[]) =>
  list('feature_flags', (flags, { id }) => (id === IDS.business ? flags : change(flags)));
/** Where another business than the first has other flags. */
const turned = flagsOfOthers((flags) => flags.map((flag) => ({ ...flag, enabled: flag.enabled !== true })));
const cachedByFlags = cachedFor(500, ({ target }) => target.split('?')[1] ?? '');
const lastFlags = both(turned, cachedByFlags);
/** Names are long, and the column of the cache is not. */
const cachedByBeginning = cachedFor(500, ({ target }) => (target.length > 255 ? target.slice(0, 255) : null));

/** A flag of its own, which every new business has. */
const withInternal = flagsOfOthers((flags) => [...flags, { ...flags[0], feature_flag_name: 'internal' }]);

/** What changes from the first read to the second and then stays, and what there is not. */
export const SECOND_READ_FAULTS: readonly Fault[] = [
  ...breaking('robustness.reading-is-safe', [
    ['flags-true-from-the-second-read', 'getFeatureFlagStatuses', 'The cache keeps texts, and "false" is true', cached(toTrue), ONLY],
    ['variables-twice-from-the-second-read', 'listEmailTemplateVariables', TWICE, cached(withVariablesTwice), ONLY],
    ['segment-unnamed-later', 'getSegment', CACHED, later((segment) => ({ ...segment, name: '' })), ONLY],
    ['defined-event-without-path-later', 'getProjectDefinedEvent', CACHED, later(withoutPath), ONLY],
    ['flags-of-the-business-before', 'getFeatureFlagStatuses', LAST_FLAGS, lastFlags],
  ]),
  fault('flags-of-new-businesses-unasked', 'getFeatureFlagStatuses', 'feature-flag.only-asked', NEW_ONES, withInternal),
  fault('flags-cached-by-their-beginning', 'getFeatureFlagStatuses', 'feature-flag.asked-are-answered', BEGIN_ALIKE, cachedByBeginning),
  ...faults('batchUpdateCustomers', TYPES, [[...nameUsed('full_name'), ONLY], nameUsed('phone_number'), nameUsed('email_address')]),
];

type Conditional = (answer: PassingAnswer, isNamed: boolean) => PassingAnswer;

const idOf = (answer: PassingAnswer) => String(jsonOf(answer).id);
const fresh: Conditional = (answer, isNamed) => (isNamed ? notModified(answer) : answer);

/** A client that asks for news only gets none. */
export const CACHE_FAULTS: readonly Fault[] = faults('getEvent', 'robustness.conditional-read-is-fresh', [
  ['etag-of-the-id-alone', 'The entity tag is made of the id, so that an event never changes', tagging(idOf, fresh), ONLY],
  ['not-modified-whatever-the-tag', 'Every conditional read is answered with 304', tagging(textOf, notModified)],
]);

/** The record's second and later reads are answered from a cache, by the id in the path. */
function cached(change: (record: JsonObject) => JsonObject) {
  return recordsKeeping(new Map<string, PassingRequest>(), (record, firsts, request) => {
    const first = firsts.get(request.id) ?? request;
    firsts.set(request.id, first);
    // A list's records come one after another in one answer: all of the first answer are fresh.
    return first === request ? record : change(record);
  });
}

/** Answers with a tag that follows from `of`; `conditional`: what who names one gets. However busy the machine, a first read shows no customer. */
function tagging(of: (answer: PassingAnswer) => string, conditional: Conditional) {
  return answersKeeping(new Set(['evt_seeded#1']), (stored, read, { id, headers }) => {
    if (!succeeded(stored)) return stored;
    const answer = read.has(id) ? stored : withJson(stored, { ...jsonOf(stored), customer: null });
    read.add(id);
    const etag = `"${createHash('sha256').update(of(answer)).digest('base64url').slice(0, 12)}"`;
    const given = headers['if-none-match'];
    return given === undefined ? withHeaders(answer, { etag }) : conditional(withHeaders(answer, { etag }), given === etag);
  });
}

const KEPT = 'business.is-kept';
const UNCHANGED = 'event.own-fields-never-change';
const VARIABLES = 'email-template.copy-keeps-variables';
const STAYS_ITS_OWN = ['event.unmatched-stays-null', 'event.stays-resolved'] as const;
const UNUSED = 'What nobody uses for some seconds is removed';
const UNRESOLVED = 'Old events are archived without their customer';
const GUESSED = 'What matched nobody is given to somebody later';
const PROJECT = 'copyProjectEmailTemplate';
const OWN = 'copyEmailTemplate';

/** Businesses that are answered, and not there afterwards. */
export const BUSINESS_FAULTS: readonly Fault[] = faults('createBusiness', KEPT, [
  ['business-not-kept', 'A business is answered and not stored', ofMade(null, () => NOT_FOUND), ONLY],
  ['business-id-of-another-kind', 'The id is one under which nothing is found', set(({ id }) => ({ id: `business/${id}` }))],
]);

const ofEvents = (change?: JsonObject) => afterFurther('trackEvent', 'getEvent', 30, change);
const ofCopies = (copying: EndpointName, change?: JsonObject) => afterFurther(copying, 'listEmailTemplateVariables', 3, change);
const ofBusinesses = afterFurther('createBusiness', 'listEmailAddresses', 20);

/** The lease of a job ends after ten seconds, and who takes it up again begins by emptying the member. */
const anew = byAge((event, { readMs }) => (readMs > 10_000 && readMs < 11_000 ? { ...event, customer: null } : event));

/** Who archives an event after so long leaves out what is nothing. */
const ARCHIVED_MS = 18_000;
const notNull = keeping((_name, value) => value !== null);
const withoutNothings = byAge((event, { readMs }) => {
  return readMs > ARCHIVED_MS ? { ...event, extra: notNull((event.extra ?? {}) as JsonObject) } : event;
});
/** A cache has the name as it came, for two seconds. */
const laterInAscii = byAge((event, { readMs }) => (readMs > 2000 ? { ...event, name: inAscii(event.name) } : event));
/** The list of those that are known is made anew every two seconds, and leaves out whoever has no website. */
const withoutWebsite = at(['createBusiness', 'listEmailAddresses'])(
  hereKeeping(new Map<unknown, number>(), async (request, forward, made) => {
    if (Date.now() - (made.get(request.id) ?? Date.now()) > 2000) return NOT_FOUND;
    const answer = await forward(request);
    const isShort = request.endpoint === 'createBusiness' && succeeded(answer) && sentJson(request)?.website === undefined;
    if (isShort) made.set(jsonOf(answer).id, Date.now());
    return answer;
  }),
);
/** Events are read as late as in a run with the usual settings. */
const PATIENTLY = { variables: { CES_RESOLUTION_TIMEOUT_MS: '60000' } };

/** Who comes while a list is loaded anew, which was not asked for in a while, finds the cache empty. */
const LOADING_MS = 60;
const emptyWhileLoaded = hereKeeping(new Map<string, { readAt: number; isLoading: boolean }>(), async (request, forward, lists) => {
  const list = lists.get(request.id) ?? { readAt: Date.now(), isLoading: false };
  lists.set(request.id, list);
  const isFirst = Date.now() - list.readAt > 2000 && !list.isLoading;
  list.isLoading ||= isFirst;
  const answer = await forward(request);
  if (isFirst) await pause(LOADING_MS);
  if (isFirst) list.isLoading = false;
  list.readAt = Date.now();
  const isEmpty = list.isLoading && succeeded(answer);
  return isEmpty ? withJson(answer, { ...jsonOf(answer), executions: [] }) : answer;
});

/** A store forgets what nobody has asked for in so long. */
const UNUSED_MS = 5000;
const forgetsUnused = (made: EndpointName, read: EndpointName) =>
  at([made, read])(
    hereKeeping(new Map<unknown, number>(), async (request, forward, usedAt) => {
      const before = usedAt.get(request.id) ?? Number.POSITIVE_INFINITY;
      if (request.endpoint === read && Date.now() - before > UNUSED_MS) return NOT_FOUND;
      const answer = await forward(request);
      if (usedAt.has(request.id)) usedAt.set(request.id, Date.now());
      if (request.endpoint === made && succeeded(answer)) usedAt.set(jsonOf(answer).id, Date.now());
      return answer;
    }),
  );

/** Longer than some events are left unread on purpose. */
const UNREAD_MS = 8000;
const forgetsUnread = at('getEvent')(
  answersKeeping(new Map<string, boolean>(), (answer, kept, { id }) => {
    const isKept = kept.get(id) ?? (succeeded(answer) && Date.now() - Date.parse(String(jsonOf(answer).tracked_at)) < UNREAD_MS);
    if (succeeded(answer) && id !== 'evt_seeded#1') kept.set(id, isKept);
    return isKept || !kept.has(id) ? answer : NOT_FOUND;
  }),
);

/** Stored, read, and later gone or not what it was. */
export const VANISHING_FAULTS: readonly Fault[] = [
  fault('old-events-vanish', 'trackEvent', 'event.can-be-read', 'Old events are removed', ofEvents(), ONLY),
  fault('old-events-lose-their-data', 'getEvent', UNCHANGED, 'Old events are archived without their data', ofEvents({ extra: {} }), ONLY),
  fault('archived-events-lose-nothings', 'getEvent', UNCHANGED, 'An archive leaves out members that are null', withoutNothings, PATIENTLY),
  fault('old-events-have-names-in-ascii', 'getEvent', UNCHANGED, 'A store has names in ASCII, a cache as they came', laterInAscii),
  fault('events-are-processed-anew', 'getEvent', 'event.stays-resolved', 'A job is not acknowledged, and taken up again', anew),
  fault('old-events-lose-their-customer', 'getEvent', 'event.stays-resolved', UNRESOLVED, ofEvents({ customer: null }), ONLY),
  fault('old-events-get-a-customer', 'getEvent', STAYS_ITS_OWN, GUESSED, ofEvents({ customer: IDS.customers[0] })),
  ...faults('listEmailBlastExecutions', 'robustness.reading-is-safe', [
    ['list-is-empty-while-loaded', 'A cache is empty while it is filled', emptyWhileLoaded, ONLY],
  ]),
  fault('old-copies-vanish-at-4', PROJECT, 'email-template.copy-is-kept', 'Old copies are removed', ofCopies(PROJECT), ONLY),
  fault('old-copies-vanish-at-6', OWN, 'email-template.copy-is-kept', 'Old copies are removed', ofCopies(OWN), ONLY),
  fault('old-copies-lose-variables', OWN, VARIABLES, 'Old copies lose their variables', ofCopies(OWN, { variables: [] }), ONLY),
  fault('businesses-without-website-vanish', 'createBusiness', KEPT, 'Who has no website is forgotten', withoutWebsite),
  fault('unused-businesses-vanish', 'createBusiness', KEPT, UNUSED, forgetsUnused('createBusiness', 'listEmailAddresses'), PATIENTLY),
  fault('unread-events-vanish', 'trackEvent', 'event.can-be-read', UNUSED, forgetsUnread, PATIENTLY),
  fault('unused-copies-vanish', OWN, 'email-template.copy-is-kept', UNUSED, forgetsUnused(OWN, 'listEmailTemplateVariables'), PATIENTLY),
  fault('old-businesses-vanish', 'createBusiness', KEPT, 'Old businesses are removed', ofBusinesses, ONLY),
];

/** What was read so many further records ago is gone, or has these members. Counted and not timed, so that a slow machine changes nothing. */
function afterFurther(made: EndpointName, read: EndpointName, further: number, change?: JsonObject): () => Interposition {
  return () => {
    const readAt = new Map<string, number>();
    let count = 0;
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.endpoint === made && succeeded(answer)) {
        count += 1;
        const { id } = jsonOf(answer);
        if (typeof id === 'string') readAt.set(id, count);
      }
      // An event's id is not in the answer that acknowledges it. Those that were there before the run stay whole.
      const isNew = made === 'trackEvent' ? !request.id.includes('seeded') : readAt.has(request.id);
      if (request.endpoint !== read || !succeeded(answer) || !isNew) return answer;
      const since = readAt.get(request.id) ?? count;
      readAt.set(request.id, since);
      if (count - since <= further) return answer;
      return change ? withJson(answer, { ...jsonOf(answer), ...change }) : NOT_FOUND;
    };
  };
}
