import { IDS } from '../../reference/seed/ids.ts';
import { type EndpointName, READS } from '../../src/specification/endpoints.ts';
import { answerOf, CRASH, concerns, type JsonObject, jsonOf, listIn, NOT_FOUND, pause, sentJson, succeeded, withJson } from '../answers.ts';
import { breaking, type Fault, fault, ONLY, SUCCESS } from '../fault.ts';
import type { PassingAnswer, PassingRequest } from '../interposition.ts';
import { answersKeeping, at, hereKeeping, leaves, leavesAt, numberedJson, recordsKeeping, SHARED_MS, type Spoil, set } from '../rows.ts';
import { byAge, markerIn } from './event-content.ts';

const ANSWERED = 'customer.answered-are-asked';
const BORROWED = 'robustness.nothing-of-earlier-requests';
const UPDATED = 'campaign.updated-at-is-last-update';
const RESOLVED = 'event.stays-resolved';
const ASKED = 'record.id-is-asked-id';
const BATCH = 'batchUpdateCustomers';
const BUSINESS = 'createBusiness';
const OUTSIDE_ID = 'business.external-id-comes-back';
const CAMPAIGN = 'createCampaign';
const EMBED = 'createSmsTemplateEmbed';
const COPY = 'copyProjectEmailTemplate';
const FLAGS = 'getFeatureFlagStatuses';
const TRACKED_AT = 'event.created-at-is-tracking-time';
const EXECUTIONS = 'listEmailBlastExecutions';
const GONE = 'Embeds expire at once, and take their template along';
const LOOKED_UP = 'What a campaign held fills the next one, where its address is not found';
const ROLLED_BACK = 'Of records made at once, the third and further ones are not stored';
const ELSEWHERE = 'A connection to the database stays where it looked for an unknown template';
const BUFFERED = 'A record is written when the next write comes';
const COPY_KEPT = 'email-template.copy-is-kept';

/** How long the service works at what was accepted, in milliseconds. */
export const AT_WORK_MS = 120;

const slowly = (time: unknown) => new Date(Date.parse(String(time)) - 5000).toISOString();
const updatedBySlowClock = numberedJson((made, number) => (number < 3 ? made : { ...made, updated_at: slowly(made.created_at) }));

/** Copied one level deep, empty statistics share a list. */
const sharedStatistics = recordsKeeping({ steps: [] as unknown[] }, (campaign, memory) => {
  memory.steps.push(...listIn(campaign.statistics as JsonObject, 'custom_steps'));
  return { ...campaign, statistics: { ...(campaign.statistics as JsonObject), custom_steps: [...memory.steps] } };
});

/** The third transaction at once, and each further one, is answered and then rolled back. */
const rolledBackAtOnce = hereKeeping({ underWay: 0, lost: new Set<string>() }, async (request, forward, memory) => {
  if (request.method === 'GET') return memory.lost.has(request.id) ? NOT_FOUND : forward(request);
  memory.underWay += 1;
  const isLost = memory.underWay > 2;
  const answer = await forward(request);
  await pause(SHARED_MS);
  memory.underWay -= 1;
  if (isLost && succeeded(answer)) memory.lost.add(String(jsonOf(answer).id));
  return answer;
});

/** As files are named: the second one of a name gets a number. */
const numberedNames = recordsKeeping({ names: [] as unknown[] }, (campaign, { names }) => {
  names.push(campaign.name);
  const count = names.filter((name) => name === campaign.name).length;
  return count > 1 ? { ...campaign, name: `${campaign.name} (${count})` } : campaign;
});

const takenByRefused = answersKeeping(new Set<unknown>(), (answer, taken, request) => {
  const { external_id: externalId } = sentJson(request) ?? {};
  if (answer.status === 400) taken.add(externalId);
  return succeeded(answer) && externalId !== undefined && taken.has(externalId) ? { ...CRASH, status: 409 } : answer;
});

/** The errors of a validator are looked at before they are cleared. */
const refusedOnceMore = answersKeeping({ isStale: false }, (answer, memory) => {
  const wasStale = memory.isStale;
  memory.isStale = answer.status === 400;
  return succeeded(answer) && wasStale ? { ...CRASH, status: 422 } : answer;
});

/** A refused request whose name was read leaves its metadata. */
const filledByRefused = answersKeeping({ draft: {} as JsonObject }, (answer, memory, request) => {
  const { metadata } = memory.draft;
  const sent = sentJson(request) ?? {};
  const wasRead = typeof sent.name === 'string' && sent.email_address !== undefined;
  memory.draft = !succeeded(answer) && wasRead ? sent : {};
  const isFilled = succeeded(answer) && metadata !== undefined && sent.metadata === undefined;
  return isFilled ? withJson(answer, { ...jsonOf(answer), metadata }) : answer;
});

/** All rows are read into one object. What was sent has not failed here. */
const leftOver = recordsKeeping({ row: {} as JsonObject }, ({ failed_at, failed_reason, ...email }, memory) => {
  memory.row = { ...memory.row, ...email, ...(email.sent_at == null && { failed_at, failed_reason }) };
  return memory.row;
});

/** Where a copy stands for a business that the run has made, nobody finds it. */
const lostElsewhere = leavesAt([COPY, 'listEmailTemplateVariables'], new Set<unknown>())(
  (answer, lost, request) => sentJson(request)?.business !== IDS.business && lost.add(jsonOf(answer).id),
  (answer, lost, { id }) => (lost.has(id) ? NOT_FOUND : answer),
);

/** Whoever did not find a template leaves its connection to the database where nothing is, for the next three that read over it. */
const leftElsewhere: Spoil = () => {
  const left = new Map<number, number>();
  return async (request, forward) => {
    const answer = await forward(request);
    const more = left.get(request.connection) ?? 0;
    if (concerns([EMBED], request) && answer.status === NOT_FOUND.status) left.set(request.connection, 3);
    else if (request.method === 'GET' && more > 0 && succeeded(answer)) {
      left.set(request.connection, more - 1);
      return NOT_FOUND;
    }
    return answer;
  };
};

/** What is written waits in a buffer, which the next write of whatever kind empties. */
const behindTheNextWrite: Spoil = (endpoints) => {
  let waiting: unknown = null;
  return async (request, forward) => {
    const answer = await forward(request);
    if (!succeeded(answer)) return answer;
    if (request.method === 'POST') waiting = concerns(endpoints, request) ? (jsonOf(answer).id ?? markerIn(sentJson(request)?.data)) : null;
    else if (
      request.method === 'GET' &&
      request.endpoint !== 'previewSmsTemplate' &&
      waiting !== null &&
      [request.id, markerIn(jsonOf(answer).extra)].includes(waiting)
    )
      return NOT_FOUND;
    return answer;
  };
};

const timeOfData = set(({ extra }) => {
  const { created_at } = (extra ?? {}) as JsonObject;
  return typeof created_at === 'string' ? { created_at } : {};
});

const toTwoDigits = leaves((value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value));
const archived = byAge((event, { readMs }) => (readMs > 4000 ? { ...event, extra: toTwoDigits(event.extra ?? {}) } : event));
const resolvedTwice = byAge((event, { resolvedMs }) => (resolvedMs > 3000 && resolvedMs < 4500 ? { ...event, customer: null } : event));

/** A copy of the data, from before anything was resolved, serves while the service is busy. */
const behindWhileBusy = hereKeeping({ underWay: 0 }, async (request, forward, memory) => {
  memory.underWay += 1;
  await pause(SHARED_MS);
  const isBusy = memory.underWay > 5;
  const answer = await forward(request);
  memory.underWay -= 1;
  return isBusy && succeeded(answer) ? withJson(answer, { ...jsonOf(answer), customer: null }) : answer;
});

const byTemplate = ({ id }: PassingRequest) => id;
/** The answer waits in one place for all, or in one for each key. */
const sharing = (mixed: (own: PassingAnswer, latest: PassingAnswer) => PassingAnswer, keyOf = (_request: PassingRequest) => '') =>
  hereKeeping(new Map<string, PassingAnswer>(), async (request, forward, latest) => {
    const answer = await forward(request);
    if (!succeeded(answer)) return answer;
    latest.set(keyOf(request), answer);
    // Another one may come between, as with a query to a database.
    await pause(SHARED_MS);
    const last = latest.get(keyOf(request)) ?? answer;
    return last === answer ? answer : mixed(answer, last);
  });
const ofLatest = sharing((_own, latest) => latest);
/** What was stored is read again by its template. */
const newestOfTemplate = sharing((_own, newest) => newest, byTemplate);
const outsideIdOfLatest = sharing((own, latest) => withJson(own, { ...jsonOf(own), external_id: jsonOf(latest).external_id }));

/** A refused batch changes the next few answers about its business, where they are of the endpoint of the fault. */
const offBehindRefused: Spoil = (endpoints) => {
  const left = new Map<string, number>();
  return async (request, forward) => {
    const answer = await forward(request);
    const more = left.get(request.id) ?? 0;
    const isChanged = more > 0 && concerns(endpoints, request) && succeeded(answer);
    left.set(request.id, request.endpoint === BATCH && answer.status >= 400 ? A_FEW : isChanged ? 0 : more - 1);
    return isChanged ? withJson(answer, { feature_flags: listIn(jsonOf(answer), 'feature_flags').map(off) }) : answer;
  };
};
/** Other tests ask about the same business meanwhile. With eight, the read before the cause is changed as well. */
const A_FEW = 5;
const off = (flag: unknown) => ({ ...(flag as JsonObject), enabled: false });

/** What was cached of a new record is over before the other machine has it. */
const goneBetween = (creation: EndpointName, read: EndpointName) =>
  leavesAt([creation, read], new Map<string, number>())(
    (answer, born) => born.set(String(jsonOf(answer).id), Date.now()),
    (answer, born, { id }) => {
      const ageMs = Date.now() - (born.get(id) ?? 0);
      return ageMs > 3000 && ageMs < 5000 ? NOT_FOUND : answer;
    },
  );

const businessGoneBetween = goneBetween(BUSINESS, 'listEmailAddresses');
const copyGoneBetween = goneBetween('copyEmailTemplate', 'listEmailTemplateVariables');

const goneWithEmbed = leavesAt([EMBED, 'previewSmsTemplate'], new Map<string, number>())(
  (_answer, expiries, { id }) => expiries.set(id, expiries.get(id) ?? Date.now() + AT_WORK_MS),
  (answer, expiries, { id }) => (Date.now() >= (expiries.get(id) ?? Number.POSITIVE_INFINITY) ? NOT_FOUND : answer),
);

const BOTH_KINDS = ['getProjectEmailAddress', 'getEmailAddress'] as const;
/** Addresses of both kinds are kept by their id alone. */
const keptForBothKinds = at(BOTH_KINDS)(
  answersKeeping(new Map<string, PassingAnswer>(), (answer, kept, { id }) => {
    if (succeeded(answer)) kept.set(id, answer);
    return answer.status === NOT_FOUND.status ? (kept.get(id) ?? answer) : answer;
  }),
);

/** A regular expression that is shared goes on where it stopped in the text before. */
const refusedEvery = (times: number) =>
  hereKeeping({ count: 0 }, async (request, forward, memory) => {
    memory.count += 1;
    return memory.count % times === 0 ? answerOf(400, { error: 'not a valid request' }) : forward(request);
  });

/** What one request leaves behind in the service, and another one meets: in turn, at once, or later. */
export const REMEMBERED_FAULTS: readonly Fault[] = [
  fault('campaign-counts-steps-of-others', CAMPAIGN, BORROWED, 'All campaigns share a list of their custom steps', sharedStatistics),
  fault('campaign-updated-by-a-slow-clock', CAMPAIGN, UPDATED, 'The clock of updates is read now and then', updatedBySlowClock),
  fault('answer-of-the-latest-batch', BATCH, ANSWERED, 'Two batches at once get the answer of the later one', ofLatest),
  ...breaking('robustness.reading-is-safe', [
    ['flags-off-behind-a-refused-batch', FLAGS, 'Whoever asks right behind a refused batch sees no flag enabled', offBehindRefused],
    ['address-of-the-project-is-kept-for-both-kinds', BOTH_KINDS, 'One cache has both kinds', keptForBothKinds],
    ['variables-of-the-latest-request', 'listEmailTemplateVariables', 'Two reads at once get those of the later one', ofLatest],
    ['previews-share-a-buffer', 'previewSmsTemplate', 'Previews at once are written into one buffer', ofLatest],
  ]),
  ...breaking(SUCCESS, [
    ['flags-are-refused-every-second-time', FLAGS, 'Every second request is refused', refusedEvery(2)],
    ['copy-is-refused-every-second-time', COPY, 'Every second request is refused', refusedEvery(2)],
    ['sent-email-is-refused-every-third-time', 'getSentEmail', 'Every third read is refused', refusedEvery(3)],
  ]),
  fault('refused-business-keeps-its-external-id', BUSINESS, BORROWED, 'A refused business has taken its `external_id`', takenByRefused),
  fault('third-business-at-once-is-rolled-back', [BUSINESS, 'listEmailAddresses'], 'business.is-kept', ROLLED_BACK, rolledBackAtOnce),
  fault('third-copy-at-once-is-rolled-back', [COPY, 'listEmailTemplateVariables'], COPY_KEPT, ROLLED_BACK, rolledBackAtOnce),
  fault('external-id-of-the-latest-request', BUSINESS, OUTSIDE_ID, 'Businesses made at once share a variable', outsideIdOfLatest),
  fault('second-of-a-name-gets-a-number', CAMPAIGN, 'campaign.name-comes-back', 'Names are made unique', numberedNames, ONLY),
  fault('embeds-at-once-are-the-newest', EMBED, 'sms-template-embed.expires-as-asked', 'The newest embed is answered', newestOfTemplate),
  fault('embed-refused-once-more', EMBED, BORROWED, 'What was wrong with a refused embed is held against the next one', refusedOnceMore),
  fault('refused-for-its-address-fills-the-next', CAMPAIGN, BORROWED, LOOKED_UP, filledByRefused),
  fault('sent-email-fills-up-from-the-last', 'getSentEmail', 'record.second-is-its-own', 'Rows are read into one object', leftOver),
  fault('business-is-gone-between', BUSINESS, 'business.is-kept', 'A new business is not found for two seconds', businessGoneBetween),
  fault('copy-is-gone-between', 'copyEmailTemplate', COPY_KEPT, 'A copy is not found for two seconds', copyGoneBetween),
  fault('copy-for-a-new-business-is-lost', COPY, COPY_KEPT, 'A copy is stored with the businesses of yesterday', lostElsewhere),
  fault('business-waits-for-the-next-write', BUSINESS, 'business.is-kept', BUFFERED, behindTheNextWrite),
  fault('copy-waits-for-the-next-write', 'copyEmailTemplate', COPY_KEPT, BUFFERED, behindTheNextWrite),
  fault('event-waits-for-the-next-write', 'trackEvent', 'event.can-be-read', BUFFERED, behindTheNextWrite),
  fault('reads-are-lost-behind-an-unknown-template', [EMBED, ...READS], 'http.success-is-200', ELSEWHERE, leftElsewhere),
  fault('event-time-of-its-data', 'getEvent', TRACKED_AT, 'A `created_at` in the data is that of the event', timeOfData),
  fault('events-behind-while-busy', 'getEvent', RESOLVED, 'Above five requests at once, events are as before processing', behindWhileBusy),
  fault('event-is-archived-to-two-digits', 'getEvent', 'event.own-fields-never-change', 'An archive keeps two digits', archived, ONLY),
  fault('event-is-resolved-twice', 'getEvent', RESOLVED, 'After three seconds an event is put back, and resolved again', resolvedTwice),
  fault('segment-of-the-latest-request', 'getSegment', ASKED, 'Two reads at once get the record of the later one', ofLatest),
  fault('executions-of-the-latest-request', EXECUTIONS, 'record.second-is-its-own', 'Two lists at once are the later one', ofLatest),
  fault('expired-embed-takes-its-template', 'previewSmsTemplate', 'http.success-is-200', GONE, goneWithEmbed),
];
