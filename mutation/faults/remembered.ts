import { IDS } from '../../reference/seed/ids.ts';
import { answerOf, CRASH, type JsonObject, jsonOf, NOT_FOUND, pause, sentJson, succeeded, textOf, withJson, withText } from '../answers.ts';
import { fault, faults, ONLY } from '../fault.ts';
import type { Fault, PassingAnswer } from '../interposition.ts';
import { answersKeeping, here, list, numberedJson, records, recordsKeeping, requests, type Spoil } from '../rows.ts';
import { customersOf, itemOf, items, names } from './customers.ts';

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
const EXECUTIONS = 'listEmailBlastExecutions';
const GONE = 'Embeds expire at once, and take their template along';
const EXCLUDED = 'Whoever one campaign excludes is left out of the next ones';
const UNRESOLVED = 'While an event is processed, no event has its customer';

/** The customer whom events match may be updated too. */
const MATCHED_IS_UPDATED = {
  ...ONLY,
  variables: { CES_CUSTOMER_IDS: [...IDS.customers, IDS.matchingCustomer].map(encodeURIComponent).join(',') },
};

const CONFLICT = answerOf(409, { error: 'taken' });

/** How long the service works at what was accepted, in milliseconds. */
const AT_WORK_MS = 120;

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

const joinedByRefused = answersKeeping(
  () => ({ known: new Map<unknown, JsonObject>(), refused: [] as unknown[] }),
  (answer, memory, request) => {
    const named = items(request).map(({ id }) => id);
    if (answer.status !== 401 && !succeeded(answer)) memory.refused = named;
    if (!succeeded(answer)) return answer;
    const customers = customersOf(jsonOf(answer));
    for (const customer of customers) memory.known.set(customer.id, customer);
    const joined = memory.refused.flatMap((id) => (named.includes(id) ? [] : (memory.known.get(id) ?? [])));
    memory.refused = [];
    return joined.length === 0 ? answer : withJson(answer, { ...jsonOf(answer), customers: [...customers, ...joined] });
  },
);

/** What is left over of a refused batch: the name of its first item. */
const namedByRefused = answersKeeping(
  () => ({ name: undefined as unknown }),
  (answer, left, request) => {
    if (answer.status !== 401 && !succeeded(answer)) left.name = items(request)[0]?.full_name;
    if (!succeeded(answer) || left.name === undefined) return answer;
    const { name } = left;
    left.name = undefined;
    const named = (customer: JsonObject) => (names(itemOf(request, customer), 'full_name') ? customer : { ...customer, full_name: name });
    return withJson(answer, { ...jsonOf(answer), customers: customersOf(jsonOf(answer)).map(named) });
  },
);

/** What was refused waits for the next batch that is accepted, and is stored behind it. */
const stagedByRefused = answersKeeping(
  () => ({ staged: [] as JsonObject[], late: new Map<unknown, unknown>() }),
  (answer, { staged, late }, request) => {
    if (answer.status === 400) staged.push(...items(request).filter((item) => names(item, 'full_name')));
    if (!succeeded(answer)) return answer;
    for (const item of items(request)) if (names(item, 'full_name')) late.delete(item.id);
    const shown = customersOf(jsonOf(answer)).map((customer) =>
      late.has(customer.id) ? { ...customer, full_name: late.get(customer.id) } : customer,
    );
    for (const { id, full_name: name } of staged.splice(0)) late.set(id, name);
    return withJson(answer, { ...jsonOf(answer), customers: shown });
  },
);

const forgottenByRefused = answersKeeping(
  () => new Set<unknown>(),
  (answer, forgotten, request) => {
    const named = items(request).map(({ id }) => id);
    if (answer.status === 400 && named.length > 1) for (const id of named) forgotten.add(id);
    return succeeded(answer) && named.some((id) => forgotten.has(id)) ? NOT_FOUND : answer;
  },
);

/** Whoever is named again is taken once. */
const withoutTenths = requests((request) => {
  const kept = items(request).filter((_, index) => index % 10 !== 9);
  return sentJson(request) === null
    ? request
    : withJson(request, { ...sentJson(request), customers: [...new Map(kept.map((item) => [item.id, item])).values()] });
});

const takenByRefused = answersKeeping(
  () => new Set<unknown>(),
  (answer, taken, request) => {
    const { external_id: externalId } = sentJson(request) ?? {};
    if (answer.status === 400) taken.add(externalId);
    return succeeded(answer) && externalId !== undefined && taken.has(externalId) ? CONFLICT : answer;
  },
);

const namesakesOnce = list('customers', (customers) => [...new Map(customers.map((customer) => [customer.full_name, customer])).values()]);

function undoneByEvent(endpoints: Parameters<Spoil>[0]): ReturnType<Spoil> {
  const [former, undone] = [new Map<unknown, unknown>(), new Map<unknown, unknown>()];
  let until = 0;
  return (request, forward) => {
    if (request.endpoint === 'trackEvent') until = Date.now() + AT_WORK_MS;
    const isProcessed = Date.now() >= until;
    return records((customer) => {
      const { id, full_name: name } = customer;
      if (!names(itemOf(request, customer), 'full_name'))
        return isProcessed && undone.has(id) ? { ...customer, full_name: undone.get(id) } : customer;
      if (isProcessed) undone.delete(id);
      else undone.set(id, former.get(id) ?? 'As Before');
      former.set(id, name);
      return customer;
    })(endpoints)(request, forward);
  };
}

/** The whole customer is stored again a moment after its metadata, as it was then. */
const storedLater = recordsKeeping(
  () => new Map<unknown, { readonly at: number; readonly name: unknown }>(),
  (customer, stored, request) => {
    const { id, full_name: name } = customer;
    const item = itemOf(request, customer);
    const known = stored.get(id);
    const isOver = known !== undefined && Date.now() >= known.at;
    if (names(item, 'metadata')) stored.set(id, { at: Date.now() + AT_WORK_MS, name });
    else if (isOver && names(item, 'full_name')) stored.delete(id);
    else if (isOver) return { ...customer, full_name: known.name };
    return customer;
  },
);

const undoneByLooks = recordsKeeping(
  () => new Map<unknown, { readonly former: unknown; readonly name: unknown; looks: number }>(),
  (customer, all, request) => {
    const item = itemOf(request, customer) ?? {};
    const known = all.get(customer.id);
    const { full_name: name } = customer;
    if (known === undefined || known.name !== name || item.full_name !== undefined)
      all.set(customer.id, { former: known?.name ?? 'As Before', name, looks: 0 });
    else if (Object.keys(item).length === 1) known.looks += 1;
    return known && known.looks > 2 ? { ...customer, full_name: known.former } : customer;
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

const expiringAfterStart = recordsKeeping(
  () => ({ start: null as number | null }),
  (embed, memory, request) => {
    const seconds = sentJson(request)?.expires_in;
    if (typeof seconds !== 'number') return embed;
    memory.start ??= Date.now();
    return { ...embed, expires_at: new Date(memory.start + 1000 * seconds).toISOString() };
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

/** What a customer is called again was written before, and is not written twice. */
const notTwice = recordsKeeping(
  () => new Map<unknown, { readonly all: Set<unknown>; shown: unknown }>(),
  (customer, known, request) => {
    const former = known.get(customer.id) ?? { all: new Set(), shown: customer.full_name };
    known.set(customer.id, former);
    if (!names(itemOf(request, customer), 'full_name')) return { ...customer, full_name: former.shown };
    if (!former.all.has(customer.full_name)) former.shown = customer.full_name;
    former.all.add(customer.full_name);
    return { ...customer, full_name: former.shown };
  },
);

/** Of a customer who is named twice, the last item counts. */
const lastOfTwo = requests((request) => {
  const sent = sentJson(request);
  return sent === null
    ? request
    : withJson(request, { ...sent, customers: [...new Map(items(request).map((item) => [item.id, item])).values()] });
});

const timeOfData = records((event) => {
  const { extra } = event as { extra?: JsonObject };
  return typeof extra?.created_at === 'string' ? { ...event, created_at: extra.created_at } : event;
});

/** Where a copy stands for a business that the run has made, nobody finds it. */
function lostElsewhere(): ReturnType<Spoil> {
  const lost = new Set<unknown>();
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.endpoint === 'copyProjectEmailTemplate' && succeeded(answer) && sentJson(request)?.business !== IDS.business)
      lost.add(jsonOf(answer).id);
    return request.endpoint === 'listEmailTemplateVariables' && lost.has(request.id) ? NOT_FOUND : answer;
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

/** Each customer is locked as the batch comes to him; whoever meets a lock in the wrong order waits until the database picks one to give up. */
const lockedAsNamed = here(() => {
  const underWay: unknown[][] = [];
  return async (request, forward) => {
    const named = items(request).map(({ id }) => id);
    const isCrossing = underWay.some(
      (other) => other.length > 1 && other[0] !== named[0] && other.includes(named[0]) && named.includes(other[0]),
    );
    underWay.push(named);
    await pause(5);
    const answer = isCrossing ? CRASH : await forward(request);
    underWay.splice(underWay.indexOf(named), 1);
    return answer;
  };
});

/** Each answer is written into one buffer, which is emptied when nobody writes. */
const inOneBuffer = here(() => {
  let [text, underWay] = ['', 0];
  return async (request, forward) => {
    underWay += 1;
    const answer = await forward(request);
    text += textOf(answer);
    await pause(5);
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
    await pause(5);
    const isAlone = underWay === 1;
    underWay -= 1;
    return succeeded(answer) && !isAlone && latest !== null ? latest : answer;
  };
});

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
  ...faults(BATCH, ANSWERED, [
    ['refused-batch-joins-the-next', 'A batch that was refused is carried out with the next one', joinedByRefused],
    ['each-tenth-of-a-batch-is-left-out', 'Of a batch, each tenth item is left out', withoutTenths],
    ['answer-of-the-latest-batch', 'Two batches at once get the answer of the later one', ofLatest],
    ['namesakes-are-listed-once', 'The answer holds one customer of each name', namesakesOnce],
  ]),
  ...faults(BATCH, 'customer.update-is-kept', [
    ['update-undone-by-an-event', 'An event stores its customer as he was when it came', undoneByEvent, MATCHED_IS_UPDATED],
    ['update-undone-by-one-that-is-stored-later', 'The metadata is stored a moment later, with the name of then', storedLater],
    ['third-look-shows-the-former-name', 'Whoever is looked at three times has his former name again', undoneByLooks],
  ]),
  fault(
    'former-name-is-not-written-again',
    BATCH,
    'customer.full-name-comes-back',
    'What a customer was called before is no change',
    notTwice,
  ),
  fault(
    'name-of-a-refused-batch',
    BATCH,
    'customer.update-leaves-other-customers',
    'A refused batch leaves a name to the next one',
    namedByRefused,
  ),
  fault(
    'refused-batch-is-stored-later',
    BATCH,
    'customer.update-leaves-other-customers',
    'A refused batch is stored behind the next one',
    stagedByRefused,
  ),
  fault('refused-batch-forgets-its-customers', BATCH, SUCCESS, 'A refused batch takes its customers along', forgottenByRefused),
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
  ...faults('createBusiness', BORROWED, [
    ['refused-business-keeps-its-external-id', 'A refused business has taken its `external_id`', takenByRefused],
    ['refused-draft-fills-the-next', 'What a refused business held fills the next one', filledByRefused],
  ]),
  fault(
    'locks-in-the-order-of-the-batch',
    BATCH,
    'robustness.every-request',
    'Of two batches in opposite orders one is given up',
    lockedAsNamed,
  ),
  fault('embed-ids-from-a-pool', EMBED, 'record.second-is-its-own', 'An expired embed gives its id to the next one', pooledIds),
  fault('embed-that-lives-longer-is-answered', EMBED, EXPIRES, 'A live embed is answered again where it lives long enough', longerLived),
  fault('embed-of-one-lifetime-is-answered', EMBED, EXPIRES, 'A live embed is answered to who asks for its lifetime', ofOneLifetime),
  fault(
    'copy-for-a-new-business-is-lost',
    'copyProjectEmailTemplate',
    'email-template.copy-is-kept',
    'A copy is stored with the businesses of yesterday',
    lostElsewhere,
  ),
  fault(
    'event-time-of-its-data',
    'getEvent',
    'event.created-at-is-tracking-time',
    'A `created_at` in the data is that of the event',
    timeOfData,
  ),
  fault(
    'last-item-of-a-customer-counts',
    BATCH,
    'customer.metadata-comes-back',
    'Of two items for a customer, the first is lost',
    lastOfTwo,
  ),
  fault('embed-expires-after-the-start', EMBED, EXPIRES, 'A lifetime counts from the start of the service', expiringAfterStart),
  fault('list-loses-its-first-item', EXECUTIONS, SAFE, 'From the eighth read on, the first item is gone', shrinkingList),
  fault('events-unresolved-while-one-is-processed', 'getEvent', RESOLVED, UNRESOLVED, unresolvedMeanwhile),
  fault('segment-of-the-latest-request', 'getSegment', ASKED, 'Two reads at once get the record of the later one', ofLatest),
  fault('variables-of-the-latest-request', 'listEmailTemplateVariables', SAFE, 'Two reads at once get those of the later one', ofLatest),
  fault('previews-share-a-buffer', 'previewSmsTemplate', SAFE, 'Previews at once are written into one buffer', inOneBuffer),
  fault('expired-embed-takes-its-template', 'previewSmsTemplate', SUCCESS, GONE, goneWithEmbed),
];
