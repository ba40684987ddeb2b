import { IDS } from '../../reference/seed/ids.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { CRASH, concerns, type JsonObject, jsonOf, NOT_FOUND, pause, sentJson, succeeded, textOf, withJson, withText } from '../answers.ts';
import { breaking, fault, faults, ONLY } from '../fault.ts';
import type { Fault, PassingAnswer, PassingRequest } from '../interposition.ts';
import { answersKeeping, at, changeAt, here, numberedJson, records, recordsKeeping, SHARED_MS, type Spoil } from '../rows.ts';
import { customersOf } from './customers.ts';

const ENROLS_ALL = 'campaign.all-enrols-every-customer';
const ANSWERED = 'customer.answered-are-asked';
const SAFE = 'robustness.reading-is-safe';
const BORROWED = 'robustness.nothing-of-earlier-requests';
const UPDATED = 'campaign.updated-at-is-last-update';
const RESOLVED = 'event.stays-resolved';
const ASKED = 'record.id-is-asked-id';
const SUCCESS = 'http.success-is-200';
const BATCH = 'batchUpdateCustomers';
const CAMPAIGN = 'createCampaign';
const EMBED = 'createSmsTemplateEmbed';
const COPY = 'copyProjectEmailTemplate';
const FLAGS = 'getFeatureFlagStatuses';
const ADDRESSES = 'listEmailAddresses';
const COPY_KEPT = 'email-template.copy-is-kept';
const TRACKED_AT = 'event.created-at-is-tracking-time';
const EXECUTIONS = 'listEmailBlastExecutions';
const GONE = 'Embeds expire at once, and take their template along';
const EXCLUDED = 'Whoever one campaign excludes is left out of the next ones';
const VARIABLES = 'email-template.copy-keeps-variables';
const LOOKED_UP = 'What a campaign held fills the next one, where its address is not found';
const NO_ADDRESS = 'A campaign by e-mail leaves out who has no address';
const UNRESOLVED = 'While an event is processed, no event has its customer';

const CONFLICT: PassingAnswer = { ...CRASH, status: 409 };

/** How long the service works at what was accepted, in milliseconds. */
export const AT_WORK_MS = 120;

/** Both lists of the customers of a campaign change. */
const enrolling = (campaign: JsonObject, change: (ids: unknown[]) => unknown[]) =>
  ['enrolled_customers', 'enrolled_customer_ids'].reduce(
    (changed, list) => changeAt(changed, [list], (ids) => change(ids as unknown[])),
    campaign as unknown,
  );

const excludedForGood = recordsKeeping(
  () => new Set<unknown>(),
  (campaign, excluded, request) => {
    const own = listIn(sentJson(request), 'excluded_customers');
    const left = enrolling(campaign, (ids) => ids.filter((id) => own.includes(id) || !excluded.has(id)));
    for (const id of own) excluded.add(id);
    return left;
  },
);

const excludesOneMore = records((campaign, request) =>
  listIn(sentJson(request), 'excluded_customers').length > 0 ? enrolling(campaign, (ids) => ids.slice(1)) : campaign,
);

const updatedBySlowClock = numberedJson((campaign, number) =>
  number < 3 ? campaign : { ...campaign, updated_at: new Date(Date.parse(String(campaign.created_at)) - 5000).toISOString() },
);

const takenByRefused = answersKeeping(
  () => new Set<unknown>(),
  (answer, taken, request) => {
    const { external_id: externalId } = sentJson(request) ?? {};
    if (answer.status === 400) taken.add(externalId);
    return succeeded(answer) && externalId !== undefined && taken.has(externalId) ? CONFLICT : answer;
  },
);

/** @param isKept which refused requests leave their metadata */
const filledByRefused = (isKept = (_sent: JsonObject) => true) =>
  answersKeeping(
    () => ({ draft: {} as JsonObject }),
    (answer, memory, request) => {
      const { metadata } = memory.draft;
      const sent = sentJson(request) ?? {};
      memory.draft = succeeded(answer) || !isKept(sent) ? {} : sent;
      const isFilled = succeeded(answer) && metadata !== undefined && sent.metadata === undefined;
      return isFilled ? withJson(answer, { ...jsonOf(answer), metadata }) : answer;
    },
  );
/** Its name was read. */
const readBefore = ({ name, email_address }: JsonObject) => typeof name === 'string' && email_address !== undefined;

/** All rows are read into one object. What was sent has not failed here. */
const leftOver = recordsKeeping(
  () => ({ row: {} as JsonObject }),
  ({ failed_at, failed_reason, ...email }, memory) => {
    memory.row = { ...memory.row, ...email, ...(email.sent_at == null && { failed_at, failed_reason }) };
    return memory.row;
  },
);

const timeOfData = records((event) => {
  const { extra } = event as { extra?: JsonObject };
  return typeof extra?.created_at === 'string' ? { ...event, created_at: extra.created_at } : event;
});

/** What succeeds at one endpoint is remembered, and changes what another one answers. */
const leavesAt = <Memory>(
  cause: EndpointName,
  begin: () => Memory,
  remember: (answer: PassingAnswer, memory: Memory, request: PassingRequest) => void,
  shown: EndpointName,
  change: (answer: PassingAnswer, memory: Memory, request: PassingRequest) => PassingAnswer,
) =>
  at([cause, shown])(
    answersKeeping(begin, (answer, memory, request) => {
      if (!succeeded(answer)) return answer;
      if (request.endpoint === cause) remember(answer, memory, request);
      return request.endpoint === shown ? change(answer, memory, request) : answer;
    }),
  );

/** Where a copy stands for a business that the run has made, nobody finds it. */
const lostElsewhere = leavesAt(
  COPY,
  () => new Set<unknown>(),
  (answer, lost, request) => sentJson(request)?.business !== IDS.business && lost.add(jsonOf(answer).id),
  'listEmailTemplateVariables',
  (answer, lost, { id }) => (lost.has(id) ? NOT_FOUND : answer),
);

const namedByCampaign = leavesAt(
  CAMPAIGN,
  () => ({ name: undefined as unknown }),
  (answer, first) => {
    first.name ??= jsonOf(answer).name;
  },
  'getSegment',
  (answer, { name }) => (name === undefined ? answer : withJson(answer, { ...jsonOf(answer), description: name })),
);

const takesInEnrolled = leavesAt(
  CAMPAIGN,
  () => new Set<unknown>(),
  (answer, enrolled) => {
    const campaign = jsonOf(answer);
    if (campaign.segment) for (const id of listIn(campaign, 'enrolled_customer_ids')) enrolled.add(id);
  },
  'getSegment',
  (answer, enrolled) => {
    const segment = jsonOf(answer);
    return withJson(answer, { ...segment, static_customers: [...new Set([...listIn(segment, 'static_customers'), ...enrolled])] });
  },
);

/** The service itself refuses the address of another business. */
const takenAlong = at([CAMPAIGN, 'getEmailAddress'])(
  here(() => {
    let owner: string | null = null;
    return async (request, forward) => {
      const { email_address: address, ...campaign } = sentJson(request) ?? {};
      const isTaken = request.endpoint === CAMPAIGN && address === IDS.emailAddress;
      const answer = await forward(isTaken ? withJson(request, campaign) : request);
      if (!succeeded(answer)) return answer;
      if (isTaken) owner = request.id;
      if (isTaken) return withJson(answer, { ...jsonOf(answer), email_address: address });
      const isMoved = owner !== null && request.endpoint === 'getEmailAddress' && request.id === IDS.emailAddress;
      return isMoved ? withJson(answer, { ...jsonOf(answer), business: owner }) : answer;
    };
  }),
);

const withoutUnreachable = leavesAt(
  BATCH,
  () => new Set<unknown>(),
  (answer, unreachable) => {
    for (const { id, email_address: address } of customersOf(jsonOf(answer)))
      if (address === '') unreachable.add(id);
      else unreachable.delete(id);
  },
  CAMPAIGN,
  (answer, unreachable, request) => {
    const { enrolled_customers: enrolled, email_address: address } = sentJson(request) ?? {};
    if (enrolled !== 'all' || address === undefined) return answer;
    return withJson(answer, enrolling(jsonOf(answer), (ids) => ids.filter((id) => !unreachable.has(id))) as JsonObject);
  },
);

const withoutExcluded = leavesAt(
  CAMPAIGN,
  () => new Set<unknown>(),
  (_answer, excluded, request) => {
    const { segment } = sentJson(request) ?? {};
    if (segment !== undefined) for (const id of listIn(sentJson(request), 'excluded_customers')) excluded.add(id);
  },
  'getSegment',
  (answer, excluded) => {
    const segment = jsonOf(answer);
    return withJson(answer, { ...segment, static_customers: listIn(segment, 'static_customers').filter((id) => !excluded.has(id)) });
  },
);

/** What a campaign sends is compiled in place, so that its variables are gone but for the first. */
const compiled = leavesAt(
  CAMPAIGN,
  () => new Set<unknown>(),
  (_answer, sent, request) => {
    for (const step of listIn(sentJson(request), 'steps')) sent.add((step as JsonObject).email_template_id);
  },
  'listEmailTemplateVariables',
  (answer, sent, { id }) => (sent.has(id) ? withJson(answer, { variables: listIn(jsonOf(answer), 'variables').slice(0, 1) }) : answer),
);

const shrinkingList = numberedJson((value, read) => (read < 8 ? value : { ...value, executions: listIn(value, 'executions').slice(1) }));

const unresolvedMeanwhile = leavesAt(
  'trackEvent',
  () => ({ until: 0 }),
  (_answer, work) => {
    work.until = Date.now() + AT_WORK_MS;
  },
  'getEvent',
  (answer, { until }) => (Date.now() < until ? withJson(answer, { ...jsonOf(answer), customer: null }) : answer),
);

/** A copy of the data, from before anything was resolved, serves while the service is busy. */
const behindWhileBusy = here(() => {
  let underWay = 0;
  return async (request, forward) => {
    underWay += 1;
    await pause(SHARED_MS);
    const isBusy = underWay > 5;
    const answer = await forward(request);
    underWay -= 1;
    return isBusy && succeeded(answer) ? withJson(answer, { ...jsonOf(answer), customer: null }) : answer;
  };
});

/** Each answer is written into one buffer, which is emptied when nobody writes. */
const inOneBuffer = here(() => {
  let [text, underWay] = ['', 0];
  return async (request, forward) => {
    underWay += 1;
    const answer = await forward(request);
    text += textOf(answer);
    await pause(SHARED_MS);
    const whole = withText(answer, text);
    underWay -= 1;
    if (underWay === 0) text = '';
    return succeeded(answer) ? whole : answer;
  };
});

const ofLatest = here(() => {
  let latest: PassingAnswer | null = null;
  let underWay = 0;
  return async (request, forward) => {
    underWay += 1;
    const answer = await forward(request);
    if (succeeded(answer)) latest = answer;
    // Another one may come between, as with a query to a database.
    await pause(SHARED_MS);
    const isAlone = underWay === 1;
    underWay -= 1;
    return succeeded(answer) && !isAlone && latest !== null ? latest : answer;
  };
});

/** What a request leaves at its business changes the next few answers about that business, where they are of the endpoint of the fault. */
const rightBehind =
  (cause: EndpointName, isCause: (answer: PassingAnswer) => boolean, change: (value: JsonObject) => JsonObject): Spoil =>
  (endpoints) => {
    const left = new Map<string, number>();
    return async (request, forward) => {
      const answer = await forward(request);
      const business = request.endpoint === COPY ? String(sentJson(request)?.business) : request.id;
      const more = left.get(business) ?? 0;
      const isChanged = more > 0 && concerns(endpoints, request) && succeeded(answer);
      left.set(business, request.endpoint === cause && isCause(answer) ? A_FEW : isChanged ? 0 : more - 1);
      return isChanged ? withJson(answer, change(jsonOf(answer))) : answer;
    };
  };
/** Other tests ask about the same business meanwhile. */
const A_FEW = 4;
const flagsOff = ({ feature_flags: flags }: JsonObject) => ({
  feature_flags: (flags as JsonObject[]).map((flag) => ({ ...flag, enabled: false })),
});
const nowhere = () => ({ email_addresses: [] });
const isRefused = ({ status }: PassingAnswer) => status >= 400;
const offBehindRefused = rightBehind(BATCH, isRefused, flagsOff);
const noneBehindEvent = rightBehind('trackEvent', succeeded, nowhere);

const goneWithEmbed = leavesAt(
  EMBED,
  () => new Map<string, number>(),
  (_answer, expiries, { id }) => expiries.set(id, expiries.get(id) ?? Date.now() + AT_WORK_MS),
  'previewSmsTemplate',
  (answer, expiries, { id }) => (Date.now() >= (expiries.get(id) ?? Number.POSITIVE_INFINITY) ? NOT_FOUND : answer),
);

function listIn(body: JsonObject | null, member: string): unknown[] {
  const list = body?.[member];
  return Array.isArray(list) ? list : [];
}

/** What one request leaves behind in the service, and another one meets: in turn, at once, or later. */
export const REMEMBERED_FAULTS: readonly Fault[] = [
  fault('exclusion-outlives-its-campaign', CAMPAIGN, ENROLS_ALL, EXCLUDED, excludedForGood, ONLY),
  fault('exclusion-takes-one-more', CAMPAIGN, ENROLS_ALL, 'Where anybody is excluded, the first customer is too', excludesOneMore),
  fault('campaign-updated-by-a-slow-clock', CAMPAIGN, UPDATED, 'The clock of updates is read now and then', updatedBySlowClock),
  fault('answer-of-the-latest-batch', BATCH, ANSWERED, 'Two batches at once get the answer of the later one', ofLatest),
  ...breaking(SAFE, [
    ['flags-off-behind-a-refused-batch', FLAGS, 'Whoever asks right behind a refused batch sees no flag enabled', offBehindRefused],
    ['flags-off-behind-a-copy', FLAGS, 'Whoever asks right behind a copy sees no flag enabled', rightBehind(COPY, succeeded, flagsOff)],
    ['addresses-gone-behind-an-event', ADDRESSES, 'Whoever asks right behind an event sees no address', noneBehindEvent],
    ['list-loses-its-first-item', EXECUTIONS, 'From the eighth read on, the first item is gone', shrinkingList],
    ['variables-of-the-latest-request', 'listEmailTemplateVariables', 'Two reads at once get those of the later one', ofLatest],
    ['previews-share-a-buffer', 'previewSmsTemplate', 'Previews at once are written into one buffer', inOneBuffer],
    ['first-campaign-changes-its-segment', 'getSegment', 'A campaign stores its name with the segment', namedByCampaign],
    ['address-follows-the-campaign', 'getEmailAddress', 'A campaign takes its address along to its business', takenAlong],
    ['segment-loses-who-is-excluded', 'getSegment', 'A campaign takes whom it excludes out of its segment', withoutExcluded],
    ['segment-takes-in-who-is-enrolled', 'getSegment', 'A campaign adds whom it enrols to the list of its segment', takesInEnrolled],
  ]),
  ...faults('createBusiness', BORROWED, [
    ['refused-business-keeps-its-external-id', 'A refused business has taken its `external_id`', takenByRefused],
    ['refused-draft-fills-the-next', 'What a refused business held fills the next one', filledByRefused()],
  ]),
  fault('refused-for-its-address-fills-the-next', CAMPAIGN, BORROWED, LOOKED_UP, filledByRefused(readBefore)),
  fault('all-leaves-out-who-has-no-address', CAMPAIGN, ENROLS_ALL, NO_ADDRESS, withoutUnreachable),
  fault('sent-email-fills-up-from-the-last', 'getSentEmail', 'record.second-is-its-own', 'Rows are read into one object', leftOver),
  fault('copy-for-a-new-business-is-lost', COPY, COPY_KEPT, 'A copy is stored with the businesses of yesterday', lostElsewhere),
  fault('campaign-compiles-its-templates', 'copyEmailTemplate', VARIABLES, 'A campaign changes the templates that it sends', compiled),
  fault('event-time-of-its-data', 'getEvent', TRACKED_AT, 'A `created_at` in the data is that of the event', timeOfData),
  fault('events-unresolved-while-one-is-processed', 'getEvent', RESOLVED, UNRESOLVED, unresolvedMeanwhile),
  fault('events-behind-while-busy', 'getEvent', RESOLVED, 'Above five requests at once, events are as before processing', behindWhileBusy),
  fault('segment-of-the-latest-request', 'getSegment', ASKED, 'Two reads at once get the record of the later one', ofLatest),
  fault('expired-embed-takes-its-template', 'previewSmsTemplate', SUCCESS, GONE, goneWithEmbed),
];
