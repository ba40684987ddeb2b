import { decoded } from '../../src/settings/parsing/parsers.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { type JsonObject, jsonOf, listIn, NOT_FOUND, pause, sentJson, succeeded, withId, withJson } from '../answers.ts';
import { atEach, type Fault, fault, faults, ONLY } from '../fault.ts';
import type { PassingAnswer, PassingRequest } from '../interposition.ts';
import {
  at,
  byFirst,
  cachedFor,
  hereKeeping,
  leavesAt,
  oneFlight,
  recordsKeeping,
  requests,
  SHARED_MS,
  type Spoil,
  set,
  text,
} from '../rows.ts';
import { isAny, TRACKED } from './event-content.ts';

const ASKED = 'record.id-is-asked-id';
const UNKNOWN = 'record.unknown-id-is-no-other';
const DISTINCT = 'record.ids-are-distinct';
/** What becomes of the id at each endpoint that is asked by id. */
const OTHER_IDS: readonly (readonly [endpoint: EndpointName, change: (id: string) => string])[] = [
  ['getEvent', (id) => `${id}-2`],
  ['getSentEmail', (id) => id.toUpperCase()],
  ['getProjectEmailAddress', (id) => `${encodeURIComponent(id)}2`],
  ['getEmailAddress', (id) => `${id}-2`],
  ['getSegment', (id) => id.toUpperCase()],
  ['getProjectDefinedEvent', (id) => `${encodeURIComponent(id)}5`],
];
const ASKED_BY_ID = OTHER_IDS.map(([endpoint]) => endpoint);
const areSameInAnyCase = (known: string, asked: string) => known.toLowerCase() === asked.toLowerCase();
const isBeforeBlanks = (known: string, asked: string) => known === asked.trimEnd();
const isUnescaped = (known: string, asked: string) => known === decoded(asked);
const isCondition = (_known: string, asked: string) => asked.includes("' OR '1'='1");
const isLike = (known: string, asked: string) => asked.endsWith('%') && known.startsWith(asked.slice(0, -1));

const isOfNumber = (known: string, asked: string) => /\d$/.test(known) && asked.replace(/0(?=\d+$)/, '') === known;

/** How the service finds a record by an id that names none. */
const FOUND: readonly (readonly [name: string, EndpointName, description: string, isFound: (known: string, asked: string) => boolean])[] = [
  ['id-prefix-at-8', 'getSentEmail', 'Searches for ids that begin as the one asked for', (known, asked) => known.startsWith(asked)],
  ['id-suffix-at-13', 'getSegment', 'Ignores what follows the id', (known, asked) => asked.startsWith(known)],
  ['id-in-any-case-at-8', 'getSentEmail', 'Compares ids without their letter case', areSameInAnyCase],
  ['id-before-blanks-at-13', 'getSegment', 'Compares ids without blanks at their end', isBeforeBlanks],
  ['id-taken-for-a-like-pattern-at-8', 'getSentEmail', 'As LIKE in SQL', isLike],
  ['id-before-a-line-feed-at-15', 'getProjectDefinedEvent', 'A pattern ends before a line feed', (known, asked) => asked === `${known}\n`],
  ['id-in-wide-letters-at-13', 'getSegment', 'Compares ids in one form of Unicode', (known, asked) => known === asked.normalize('NFKC')],
  ['id-unescaped-twice', 'previewSmsTemplate', 'The id is unescaped by the router and by the service', isUnescaped],
  ['id-taken-for-a-condition-at-8', 'getSentEmail', 'An id ends the query and begins a condition', isCondition],
  ['id-of-a-number-at-8', 'getSentEmail', 'The number of an id is read as a number', isOfNumber],
  ['id-taken-for-a-nothing-at-15', 'getProjectDefinedEvent', 'Zero is no condition at all', (_, asked) => asked === '0'],
];

/** Remembers the ids that were found, and reads one of them for an id that names none. */
const nearRecord = (isFound: (known: string, asked: string) => boolean) =>
  hereKeeping(new Set<string>(), async (request, forward, ids) => {
    const answer = await forward(request);
    if (succeeded(answer)) ids.add(request.id);
    const near = [...ids].find((known) => isFound(known, request.id));
    return answer.status === 404 && near !== undefined ? forward(withId(request, near)) : answer;
  });
const OTHER_ID = 'The record shows an id that was not asked for';
const anyRecord = nearRecord(isAny);

const givenBack = hereKeeping({ last: null as unknown, isBack: false }, async (request, forward, memory) => {
  const answer: PassingAnswer = await forward(request);
  const { isBack, last } = memory;
  memory.isBack = !succeeded(answer);
  if (memory.isBack) return answer;
  if (isBack && last !== null) return withJson(answer, { ...jsonOf(answer), id: last });
  memory.last = jsonOf(answer).id;
  return answer;
});

const KINDS = ['events', 'sent_emails', 'segments', 'project_defined_events', 'email_addresses', 'project_email_addresses'];
/** One table holds all that is asked by its id. */
const ofKinds =
  (kinds: readonly string[]): Spoil =>
  (endpoints) =>
  async (request, forward) => {
    const answer = await forward(request);
    const isConcerned = endpoints.some((name) => name === request.endpoint) && answer.status === 404;
    for (const kind of isConcerned ? kinds : []) {
      const other = await forward({ ...request, target: request.target.replace(/[a-z_]+(?=\/[^/]*$)/, kind) });
      if (succeeded(other)) return other;
    }
    return answer;
  };

const sharedId = byFirst((record, { id }) => ({ ...record, id }));
const oneCopy = oneFlight(SHARED_MS, ({ target }) => target);

/** The row is refused, and the service answers all the same. */
const heldTwice: Spoil = () => {
  const [taken, nowhere] = [new Set<unknown>(), new Set<string>()];
  return async (request, forward) => {
    if (nowhere.has(request.id)) return NOT_FOUND;
    const answer = await forward(request);
    if (request.endpoint !== 'createBusiness' || !succeeded(answer)) return answer;
    const { id, external_id: outsideId } = jsonOf(answer);
    if (outsideId !== undefined && taken.has(outsideId)) nowhere.add(String(id));
    taken.add(outsideId);
    return answer;
  };
};

/** Whoever is known by the outside id is found, and what was sent is dropped. */
const foundByOutsideId = recordsKeeping(new Map<unknown, JsonObject>(), (business, known) => {
  const { external_id: outsideId } = business;
  const found = known.get(outsideId) ?? business;
  if (outsideId !== undefined) known.set(outsideId, found);
  return found;
});

/** Whom such a query is to wait for. Milliseconds. */
const SAME_TICK_MS = 2;

/** What comes in one tick is looked up in one query, whose rows come in the order of their ids. */
const inOneQuery = hereKeeping({ rows: [] as (readonly [id: string, PassingAnswer])[] }, async (request, forward, memory) => {
  const answer = await forward(request);
  if (!succeeded(answer)) return answer;
  const { rows } = memory;
  const place = rows.push([request.id, answer]) - 1;
  await pause(SAME_TICK_MS);
  memory.rows = [];
  return rows.toSorted(([one], [other]) => (one < other ? -1 : 1))[place]?.[1] ?? answer;
});

const forEachUse = leavesAt(['createCampaign', 'listEmailAddresses'], { uses: [] as unknown[] })(
  (_answer, { uses }, request) => uses.push(sentJson(request)?.email_address),
  (answer, { uses }) => {
    const addresses = listIn(jsonOf(answer), 'email_addresses') as JsonObject[];
    const used = addresses.flatMap((address) =>
      uses
        .filter((id) => id === address.id)
        .slice(1)
        .map(() => address),
    );
    return withJson(answer, { email_addresses: [...addresses, ...used] });
  },
);

/** Records that are not the one that was asked for, and records that share an id. */
export const IDENTITY_FAULTS: readonly Fault[] = [
  fault('copies-at-once-are-one', 'copyProjectEmailTemplate', DISTINCT, 'Who asks while a copy is made gets that one', oneCopy, ONLY),
  fault('business-of-known-outside-id-is-nowhere', 'createBusiness', 'business.is-kept', 'A row is refused silently', heldTwice),
  fault('business-of-known-outside-id-is-found', 'createBusiness', 'business.name-comes-back', 'Find or create', foundByOutsideId),
  ...OTHER_IDS.flatMap(([name, change]) => atEach([name], ASKED, [['other-id', OTHER_ID, text('id', change)]])),
  ...atEach([1, 11, 13], ASKED, [['first-record-for-unknown-id', 'An unknown id yields some record', anyRecord]]),
  ...FOUND.map(([name, endpoint, description, isFound]) =>
    fault(name, endpoint, ASKED_BY_ID.includes(endpoint) ? ASKED : UNKNOWN, description, nearRecord(isFound), ONLY),
  ),
  ...atEach([13, 8], ASKED, [['any-kind-of-record', 'Kinds of records are looked up in one table', ofKinds(KINDS), ONLY]]),
  ...atEach([15, 8], ASKED, [['one-other-kind', 'Two kinds of records share a table', ofKinds(['segments']), ONLY]]),
  ...atEach([13, 8], ASKED, [['looked-up-in-one-query', 'The rows of one query are not put in the order of its ids', inOneQuery]]),
  ...atEach([2, 4, 5, 6], DISTINCT, [['same-id-twice', 'Every new record gets the id of the first', sharedId]]),
  ...atEach([9, 12], DISTINCT, [['same-id-in-list', 'All records of the list have one id', set({ id: 'one-and-the-same' })]]),
  fault(
    'addresses-are-listed-for-each-campaign',
    'listEmailAddresses',
    DISTINCT,
    'A list is joined with what uses its records',
    forEachUse,
  ),
  fault('id-given-back-twice', 'createBusiness', DISTINCT, 'Who is refused gives an id back', givenBack),
  fault('alone-record-id-is-asked-id', 'getProjectDefinedEvent', ASKED, 'The id is the number of the row', set({ id: '1' }), ONLY),
];

const tailless = requests((request) => ({ ...request, target: request.target.replace(/x(?=\/\w+$)/, '') }));
const idOfQuery = requests((request) => withIdFrom(request, new URLSearchParams(request.target.split('?')[1]).get('id')));
const idOfBody = requests((request) => withIdFrom(request, sentJson(request)?.id));
const SECOND = 'record.second-is-its-own';
const OF_BUSINESS = ['event.match-stays-in-business', 'event.can-be-read'] as const;

const firstUnderItsId = byFirst(({ id }, first) => ({ ...first, id }));
const secondIsFirst = ['second-is-first', 'Every id that is known leads to the first record', toFirst(true)] as const;
const ignored = ['path-ignored', 'Every id leads to the first record', toFirst()] as const;

/** Ids in the path that lead to another record, or to none of their own. */
export const OTHER_RECORD_FAULTS: readonly Fault[] = [
  ...atEach([2], 'campaign.business-is-path', [ignored]),
  ...atEach([9], UNKNOWN, [['tail-of-id-ignored', 'A number is read up to the first letter', tailless]]),
  fault('id-of-query-first', 'getSegment', ASKED, 'An id in the query goes before the one in the path', idOfQuery, ONLY),
  fault('id-of-query-first-in-list', 'listEmailAddresses', UNKNOWN, 'Query and path are read as one map', idOfQuery, ONLY),
  fault('id-of-body-first', 'createSmsTemplateEmbed', UNKNOWN, 'Body and path are read as one map', idOfBody, ONLY),
  ...atEach([3], 'customer.update-stays-in-business', [ignored]),
  ...atEach([6], SECOND, [ignored]),
  ...atEach([9], 'email-address.business-is-path', [ignored]),
  ...atEach([11], 'email-address.list-agrees-with-record', [ignored]),
  fault('path-ignored-at-18', TRACKED, OF_BUSINESS, 'Every event is one of the first business', at('trackEvent')(toFirst())),
  ...atEach([4, 7, 8, 10, 12, 13, 15, 17], SECOND, [secondIsFirst]),
  ...atEach([2, 3, 4, 6, 7, 9, 12, 16, 17], UNKNOWN, [['unknown-is-first', 'An unknown id leads to the first record', anyRecord, ONLY]]),
  ...atEach([17, 12], SECOND, [['cached-for-a-moment', 'A cache answers every id alike, for a moment', cachedFor(2000, () => ''), ONLY]]),
  ...faults('createSmsTemplateEmbed', SECOND, [['embed-ids-shared', 'The embeds of all templates have one id', sharedId, ONLY]]),
  ...atEach([13, 10], SECOND, [['cached-but-for-its-id', 'A cache answers the first record under every id', firstUnderItsId, ONLY]]),
];

/** Sends requests for other ids on to the first id that succeeded; with `isKnown` only those for ids that the service knows. */
function toFirst(isKnown = false): Spoil {
  return hereKeeping({ first: null as string | null }, async (request, forward, memory) => {
    const other = memory.first === null || request.id === memory.first ? null : withId(request, memory.first);
    if (other !== null && !isKnown) return forward(other);
    const answer: PassingAnswer = await forward(request);
    if (succeeded(answer)) memory.first ??= request.id;
    return other !== null && succeeded(answer) ? forward(other) : answer;
  });
}

export const withIdFrom = (request: PassingRequest, id: unknown): PassingRequest =>
  typeof id === 'string' ? withId(request, id) : request;
