import { IDS } from '../../reference/seed/ids.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import {
  answerOf,
  concerns,
  type JsonObject,
  jsonOf,
  NOT_FOUND,
  pause,
  sentJson,
  succeeded,
  textOf,
  withJson,
  withText,
} from '../answers.ts';
import { breaking, fault, faults, ONLY } from '../fault.ts';
import type { Fault, PassingAnswer } from '../interposition.ts';
import { answersKeeping, here, numberedJson, records, recordsKeeping, SHARED_MS, type Spoil } from '../rows.ts';

const ENROLS_ALL = 'campaign.all-enrols-every-customer';
const ANSWERED = 'customer.answered-are-asked';
const EXPIRES = 'sms-template-embed.expires-as-asked';
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
const UNRESOLVED = 'While an event is processed, no event has its customer';

const CONFLICT = answerOf(409, { error: 'taken' });

/** How long the service works at what was accepted, in milliseconds. */
export const AT_WORK_MS = 120;

const excludedForGood = recordsKeeping(
  () => new Set<unknown>(),
  (campaign, excluded, request) => {
    const own = listIn(sentJson(request), 'excluded_customers');
    const held = ['enrolled_customers', 'enrolled_customer_ids'].filter((member) => Array.isArray(campaign[member]));
    const left = held.map((member) => [member, listIn(campaign, member).filter((id) => own.includes(id) || !excluded.has(id))]);
    for (const id of own) excluded.add(id);
    return { ...campaign, ...Object.fromEntries(left) };
  },
);

const excludesOneMore = records((campaign, request) => {
  const isExcluding = listIn(sentJson(request), 'excluded_customers').length > 0;
  const held = ['enrolled_customers', 'enrolled_customer_ids'].filter((member) => isExcluding && Array.isArray(campaign[member]));
  return { ...campaign, ...Object.fromEntries(held.map((member) => [member, listIn(campaign, member).slice(1)])) };
});

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

const filledByRefused = answersKeeping(
  () => ({ draft: {} as JsonObject }),
  (answer, memory, request) => {
    const { metadata } = memory.draft;
    const sent = sentJson(request);
    memory.draft = succeeded(answer) ? {} : (sent ?? {});
    const isFilled = succeeded(answer) && metadata !== undefined && sent?.metadata === undefined;
    return isFilled ? withJson(answer, { ...jsonOf(answer), metadata }) : answer;
  },
);

/** A live embed is answered again, where this is so of it. */
const reused = (isGood: (live: JsonObject, embed: JsonObject, isSameLifetime: boolean) => boolean) =>
  recordsKeeping(
    () => new Map<unknown, { readonly live: JsonObject; readonly seconds: unknown }>(),
    (embed, embeds, request) => {
      const seconds = sentJson(request)?.expires_in;
      const known = embeds.get(embed.sms_template);
      const isLive = known !== undefined && Date.parse(String(known.live.expires_at)) > Date.now();
      if (isLive && isGood(known.live, embed, known.seconds === seconds)) return known.live;
      embeds.set(embed.sms_template, { live: embed, seconds });
      return embed;
    },
  );
const longerLived = reused((live, embed) => Date.parse(String(live.expires_at)) > Date.parse(String(embed.expires_at)));
const ofOneLifetime = reused((_live, _embed, isSameLifetime) => isSameLifetime);

const timeOfData = records((event) => {
  const { extra } = event as { extra?: JsonObject };
  return typeof extra?.created_at === 'string' ? { ...event, created_at: extra.created_at } : event;
});

/** Where a copy stands for a business that the run has made, nobody finds it. */
function lostElsewhere(): ReturnType<Spoil> {
  const lost = new Set<unknown>();
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.endpoint === COPY && succeeded(answer) && sentJson(request)?.business !== IDS.business) lost.add(jsonOf(answer).id);
    return request.endpoint === 'listEmailTemplateVariables' && lost.has(request.id) ? NOT_FOUND : answer;
  };
}

/** What a campaign sends is compiled in place, so that its variables are gone but for the first. */
function compiledByCampaign(): ReturnType<Spoil> {
  const compiled = new Set<unknown>();
  return async (request, forward) => {
    const answer = await forward(request);
    const steps = request.endpoint === CAMPAIGN && succeeded(answer) ? listIn(sentJson(request), 'steps') : [];
    for (const step of steps as readonly JsonObject[]) compiled.add(step.email_template_id);
    const isHit = request.endpoint === 'listEmailTemplateVariables' && compiled.has(request.id) && succeeded(answer);
    return isHit ? withJson(answer, { variables: listIn(jsonOf(answer), 'variables').slice(0, 1) }) : answer;
  };
}

/** Ids of embeds come from a pool, and go back there when one expires. */
const pooledIds = recordsKeeping(
  () => [] as { readonly id: unknown; readonly until: number }[],
  (embed, used) => {
    const free = used.findIndex(({ until }) => until <= Date.now());
    const [{ id } = embed] = free < 0 ? [] : used.splice(free, 1);
    used.push({ id, until: Date.parse(String(embed.expires_at)) });
    return { ...embed, id };
  },
);

const shrinkingList = numberedJson((value, read) => (read < 8 ? value : { ...value, executions: listIn(value, 'executions').slice(1) }));

function unresolvedMeanwhile(): ReturnType<Spoil> {
  let until = 0;
  return async (request, forward) => {
    if (request.endpoint === 'trackEvent') until = Date.now() + AT_WORK_MS;
    const answer = await forward(request);
    const isHidden = request.endpoint === 'getEvent' && succeeded(answer) && Date.now() < until;
    return isHidden ? withJson(answer, { ...jsonOf(answer), customer: null }) : answer;
  };
}

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

function goneWithEmbed(): ReturnType<Spoil> {
  const expiries = new Map<string, number>();
  return async (request, forward) => {
    const answer = await forward(request);
    const isFirst = request.endpoint === 'createSmsTemplateEmbed' && succeeded(answer) && !expiries.has(request.id);
    if (isFirst) expiries.set(request.id, Date.now() + AT_WORK_MS);
    const isGone = request.endpoint === 'previewSmsTemplate' && Date.now() >= (expiries.get(request.id) ?? Number.POSITIVE_INFINITY);
    return isGone && succeeded(answer) ? NOT_FOUND : answer;
  };
}

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
  fault('first-campaign-changes-its-segment', 'getSegment', SAFE, 'A campaign stores its name with the segment', () => {
    let name: unknown;
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.endpoint === CAMPAIGN && succeeded(answer)) name ??= jsonOf(answer).name;
      return request.endpoint === 'getSegment' && succeeded(answer) && name !== undefined
        ? withJson(answer, { ...jsonOf(answer), description: name })
        : answer;
    };
  }),
  fault('segment-takes-in-who-is-enrolled', 'getSegment', SAFE, 'A campaign adds whom it enrols to the list of its segment', () => {
    const enrolled = new Set<unknown>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (!succeeded(answer)) return answer;
      const { segment, enrolled_customer_ids: ids } = request.endpoint === CAMPAIGN ? jsonOf(answer) : {};
      if (segment && Array.isArray(ids)) for (const id of ids) enrolled.add(id);
      if (request.endpoint !== 'getSegment') return answer;
      const record = jsonOf(answer);
      return withJson(answer, { ...record, static_customers: [...new Set([...listIn(record, 'static_customers'), ...enrolled])] });
    };
  }),
  ...breaking(SAFE, [
    [
      'flags-off-behind-a-refused-batch',
      FLAGS,
      'Whoever asks right behind a refused batch sees no flag enabled',
      rightBehind(BATCH, isRefused, flagsOff),
    ],
    ['flags-off-behind-a-copy', FLAGS, 'Whoever asks right behind a copy sees no flag enabled', rightBehind(COPY, succeeded, flagsOff)],
    [
      'addresses-gone-behind-an-event',
      ADDRESSES,
      'Whoever asks right behind an event sees no address',
      rightBehind('trackEvent', succeeded, nowhere),
    ],
  ]),
  ...faults('createBusiness', BORROWED, [
    ['refused-business-keeps-its-external-id', 'A refused business has taken its `external_id`', takenByRefused],
    ['refused-draft-fills-the-next', 'What a refused business held fills the next one', filledByRefused],
  ]),
  fault('embed-ids-from-a-pool', EMBED, 'record.second-is-its-own', 'An expired embed gives its id to the next one', pooledIds),
  fault('embed-that-lives-longer-is-answered', EMBED, EXPIRES, 'A live embed is answered again where it lives long enough', longerLived),
  fault('embed-of-one-lifetime-is-answered', EMBED, EXPIRES, 'A live embed is answered to who asks for its lifetime', ofOneLifetime),
  fault('copy-for-a-new-business-is-lost', COPY, COPY_KEPT, 'A copy is stored with the businesses of yesterday', lostElsewhere),
  fault(
    'campaign-compiles-its-templates',
    'copyEmailTemplate',
    'email-template.copy-keeps-variables',
    'A campaign changes the templates that it sends',
    compiledByCampaign,
  ),
  fault('event-time-of-its-data', 'getEvent', TRACKED_AT, 'A `created_at` in the data is that of the event', timeOfData),
  fault('list-loses-its-first-item', EXECUTIONS, SAFE, 'From the eighth read on, the first item is gone', shrinkingList),
  fault('events-unresolved-while-one-is-processed', 'getEvent', RESOLVED, UNRESOLVED, unresolvedMeanwhile),
  fault('events-behind-while-busy', 'getEvent', RESOLVED, 'Above five requests at once, events are as before processing', behindWhileBusy),
  fault('segment-of-the-latest-request', 'getSegment', ASKED, 'Two reads at once get the record of the later one', ofLatest),
  fault('variables-of-the-latest-request', 'listEmailTemplateVariables', SAFE, 'Two reads at once get those of the later one', ofLatest),
  fault('previews-share-a-buffer', 'previewSmsTemplate', SAFE, 'Previews at once are written into one buffer', inOneBuffer),
  fault('expired-embed-takes-its-template', 'previewSmsTemplate', SUCCESS, GONE, goneWithEmbed),
];
