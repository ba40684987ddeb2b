import { IDS } from '../../reference/seed/ids.ts';
import { ENDPOINT_NAMES, READS } from '../../src/specification/endpoints.ts';
import { HANG, isObject, type JsonObject, jsonOf, sentJson, succeeded, textOf, withJson, withText } from '../answers.ts';
import { atEach, breaking, type Fault, type FaultRow, fault, type More, ONLY } from '../fault.ts';
import type { Interposition, PassingRequest } from '../interposition.ts';
import { answers, at, falls, hereKeeping, leavesAt, list, member, recordsKeeping, set } from '../rows.ts';
import { isEmptyList } from './damage.ts';
import { isAuthorised } from './equivalent-requests.ts';
import { markerIn } from './event-content.ts';
import { sends } from './robust-bodies.ts';

const CAMPAIGN = 'createCampaign';
const EMBED = 'createSmsTemplateEmbed';
const ENROLMENT = 'campaign.all-enrols-every-customer';
const EVERY_REQUEST = 'robustness.every-request';
/** While a worker has the event, which begins some time after it was read first. */
const heldInWork = hereKeeping(new Map<string, number>(), async (request, forward, firsts) => {
  const readMs = Date.now() - (firsts.get(request.id) ?? Date.now());
  if (!firsts.has(request.id)) firsts.set(request.id, Date.now());
  return readMs > 150 && readMs < 450 ? HANG : forward(request);
});
const isStarting = at(CAMPAIGN)(
  set((campaign) => (Date.parse(String(campaign.scheduled_at)) - Date.now() < 150_000 ? { status: 'starting' } : {})),
);
const IMPATIENTLY = { variables: { CES_TIMEOUT_MS: '1000' } };
const JSON_BODY = 'http.json-body';
const NAME = 'event.name-is-tracked-name';
const TYPES = 'robustness.wrong-types';
const OPEN_BODY = [TYPES, EVERY_REQUEST] as const;

/** A lock that is not given back where a customer is not found. */
const keepsItsLock = hereKeeping({ locked: false }, async (request, forward, memory) => {
  if (memory.locked) return HANG;
  const answer = await forward(request);
  memory.locked ||= answer.status === 404;
  return answer;
});

/** A connection that is not given back where a customer is not found, until there is none left. Credentials are checked without one. */
const usesUpItsPool = at(ENDPOINT_NAMES)(
  hereKeeping({ left: 3 }, async (request, forward, memory) => {
    if (memory.left <= 0 && isAuthorised(request)) return HANG;
    const answer = await forward(request);
    if (request.endpoint === 'batchUpdateCustomers' && answer.status === 404) memory.left -= 1;
    return answer;
  }),
);

/** Takes a number beyond doubles, which the reference service refuses, and prints it as its language does. */
function takesInfinity(): Interposition {
  return async (request, forward) => {
    if (request.endpoint === 'trackEvent') return forward(withText(request, textOf(request).replace('1e400', '1e300')));
    const answer = await forward(request);
    return request.endpoint === 'getEvent' ? withText(answer, textOf(answer).replace('1e+300', 'Infinity')) : answer;
  };
}

const isAll = sends('enrolled_customers', (sent) => sent === 'all');
const everyBusiness = set((_, request) => (isAll(request) && request.id !== IDS.business ? { enrolled_customers: IDS.customers } : {}));
const isEmptyObject = (request: PassingRequest) => textOf(request) === '{}';
const asHtml = (name: unknown) => String(name).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const nullForNone = list('email_addresses', (addresses) => (addresses.length === 0 ? null : addresses));
const isEmptyPost = (request: PassingRequest) => request.method === 'POST' && isEmptyObject(request);
const enrolsNobody = sends('enrolled_customers', isEmptyList);

const CASES: readonly Parameters<typeof fault>[] = [
  ['batch-keeps-lock', 'batchUpdateCustomers', EVERY_REQUEST, 'After an unknown customer, every batch hangs', keepsItsLock],
  ['all-is-of-every-business', CAMPAIGN, ENROLMENT, '`all` enrols the customers of all businesses', everyBusiness, ONLY],
  ['refusals-use-up-the-pool', READS, 'http.success-is-200', 'After three unknown customers, everything hangs', usesUpItsPool],
  [
    'event-in-work-is-not-read',
    'getEvent',
    EVERY_REQUEST,
    'A read waits for the worker, which waits for the read',
    heldInWork,
    IMPATIENTLY,
  ],
  ['campaign-that-begins-soon-is-starting', CAMPAIGN, 'campaign.status-values', 'A status that no list shows', isStarting, ONLY],
  ['empty-enrolment-hangs', CAMPAIGN, EVERY_REQUEST, 'A campaign that enrols nobody is never answered', falls(enrolsNobody, HANG), ONLY],
  ['copy-to-nowhere-falls', 'copyProjectEmailTemplate', TYPES, 'Falls over a copy that names no business', falls(isEmptyObject), ONLY],
  ['event-name-escaped', 'trackEvent', NAME, 'The name is stored as HTML', at('getEvent')(member('name', asHtml)), ONLY],
  ['event-number-beyond-json', 'getEvent', JSON_BODY, 'A number too large for a double is printed as `Infinity`', takesInfinity, ONLY],
  ['empty-list-is-null', 'listEmailAddresses', 'email-address.fields', 'A business without addresses has null for a list', nullForNone],
  ['embed-without-lifetime-falls', EMBED, OPEN_BODY, 'Falls over a request that leaves the lifetime open', falls(isEmptyPost)],
];

/** Faults that only certain requests bring to light: a certain number, a certain order, something that went before. */
export const CERTAIN_CASES: readonly Fault[] = CASES.map((row) => fault(...row));

/** What a request leaves out is what one before it sent, at the same worker. They take turns, so that no pace of machine and no count of connections matters. */
const unsent = (member: string, more: More = ONLY, workers = 1): FaultRow => [
  `unsent-${member.replaceAll('_', '-')}-of-${workers === 1 ? 'an-earlier-request' : 'the-worker'}`,
  `What a request leaves out of \`${member}\` is what ${workers === 1 ? 'an earlier one' : 'one before it at its worker'} sent`,
  recordsKeeping({ count: 0, latest: new Map<number, unknown>() }, (record, memory, request) => {
    const worker = memory.count++ % workers;
    const isSent = Object.hasOwn(sentJson(request) ?? {}, member);
    if (isSent) memory.latest.set(worker, record[member]);
    return isSent || !memory.latest.has(worker) ? record : { ...record, [member]: memory.latest.get(worker) };
  }),
  more,
];

const lifetimeBefore = hereKeeping({ last: null as unknown }, (request, forward, memory) => {
  const sent = sentJson(request);
  if (typeof sent?.expires_in === 'number') memory.last = sent.expires_in;
  const isFilled = sent !== null && memory.last !== null && !Object.hasOwn(sent, 'expires_in');
  return forward(isFilled ? withJson(request, { expires_in: memory.last }) : request);
});

const idsBeginAnew = recordsKeeping([] as JsonObject[], (record, made) => {
  made.push(record);
  return { ...record, id: made[(made.length - 1) % 30]?.id };
});

const ANEW = 'Ids come from a counter that begins anew after 30 records';
const LIFETIME = 'A request that names no lifetime gets that of the one before';
const BORROWED = 'robustness.nothing-of-earlier-requests';

/** A creation that holds something of an earlier one. */
export const EARLIER_REQUEST_FAULTS: readonly Fault[] = [
  ...atEach([5], BORROWED, [unsent('metadata'), unsent('external_id'), unsent('website')]),
  ...atEach([2], BORROWED, [unsent('metadata'), unsent('scheduled_at'), unsent('segment', {}, 2), unsent('phone_number', {}, 2)]),
  ...atEach([2], BORROWED, [unsent('enrolled_customers', {}), unsent('segment')]),
  ...atEach([7], BORROWED, [['lifetime-of-the-request-before', LIFETIME, lifetimeBefore]]),
  ...atEach([5, 2], 'record.ids-are-distinct', [['ids-begin-anew', ANEW, idsBeginAnew]]),
];

const BUSINESS = 'The business in the request is the business of the campaign';
const TEMPLATE = 'The template in the request is the template';
const TIMES = 'The time in the request is the time of creation';

/** The record has what the request says of a member that only the service writes. */
const taking = (member: string) =>
  set((_record, request) => {
    const sent = sentJson(request) ?? {};
    return Object.hasOwn(sent, member) ? { [member]: sent[member] } : {};
  });

/** Remembers by marker which customer a request to track has named, and shows it at each read. */
const takingCustomer = leavesAt(['trackEvent', 'getEvent'], new Map<unknown, unknown>())(
  (_answer, named, request) => named.set(markerIn(sentJson(request)?.data), sentJson(request)?.customer),
  (answer, named) => {
    const customer = named.get(markerIn(jsonOf(answer).extra));
    return customer === undefined ? answer : withJson(answer, { ...jsonOf(answer), customer });
  },
);

/** The data are spread over the event, behind its own members. */
const spread = answers((answer) => {
  const { extra, ...event } = succeeded(answer) ? jsonOf(answer) : {};
  return isObject(extra) && Object.hasOwn(extra, 'customer') ? withJson(answer, { ...event, extra, customer: extra.customer }) : answer;
});

/** What a framework assigns of a request, whatever the members are called. */
export const TAKEN_OVER_FAULTS: readonly Fault[] = [
  ...breaking('record.ids-are-distinct', [
    ['business-takes-id', 'createBusiness', 'The id in the request overwrites another business', taking('id'), ONLY],
    ['campaign-takes-id', 'createCampaign', 'The id in the request overwrites another campaign', taking('id'), ONLY],
    ['copy-takes-id', 'copyEmailTemplate', 'The id in the request is the id of the copy', taking('id'), ONLY],
  ]),
  fault('campaign-takes-business', 'createCampaign', 'campaign.business-is-path', BUSINESS, taking('business'), ONLY),
  fault('business-takes-time', 'createBusiness', 'business.created-at-is-creation-time', TIMES, taking('created_at'), ONLY),
  fault('embed-takes-template', 'createSmsTemplateEmbed', 'sms-template-embed.template-is-path', TEMPLATE, taking('sms_template'), ONLY),
  fault('event-takes-customer', 'getEvent', 'event.unmatched-stays-null', 'A request may say who the customer is', takingCustomer, ONLY),
  fault('event-takes-members-of-its-data', 'getEvent', 'event.unmatched-stays-null', 'Data are spread over the event', spread, ONLY),
];
