import { IDS } from '../../reference/seed/ids.ts';
import { concerns, type JsonObject, jsonOf, NOT_FOUND, sentJson, succeeded, withJson } from '../answers.ts';
import { fault, faults, ONLY, type Spoil } from '../fault.ts';
import type { Fault, PassingAnswer } from '../interposition.ts';

const ENROLS_ALL = 'campaign.all-enrols-every-customer';
const ANSWERED = 'customer.answered-are-asked';
const KEPT = 'customer.update-is-kept';
const BORROWED = 'robustness.nothing-of-earlier-requests';
const RESOLVED = 'event.stays-resolved';
const ASKED = 'record.id-is-asked-id';
const SUCCESS = 'http.success-is-200';

/** The customer whom events match may be updated too. */
const MATCHED_IS_UPDATED = {
  ...ONLY,
  variables: { CES_CUSTOMER_IDS: [...IDS.customers, IDS.matchingCustomer].map(encodeURIComponent).join(',') },
};

/** How long the service works at what was accepted, in milliseconds. */
const AT_WORK_MS = 120;

/** What one request leaves behind in the service, and another one meets: in turn, at once, or later. */
export const REMEMBERED_FAULTS: readonly Fault[] = [
  ...faults('createCampaign', ENROLS_ALL, [
    ['exclusion-outlives-its-campaign', 'Whoever one campaign excludes is left out of the next ones', excludedForGood, ONLY],
  ]),
  ...faults('batchUpdateCustomers', ANSWERED, [
    ['refused-batch-joins-the-next', 'A batch that was refused is carried out with the next one', joinedByRefused],
    ['namesakes-are-listed-once', 'The answer holds one customer of each name', namesakesOnce],
  ]),
  ...faults('batchUpdateCustomers', KEPT, [
    ['update-undone-by-an-event', 'An event stores its customer as he was when it came', undoneByEvent, MATCHED_IS_UPDATED],
  ]),
  ...faults('batchUpdateCustomers', KEPT, [
    ['third-look-shows-the-former-name', 'Whoever is looked at three times has his former name again', undoneByLooks],
  ]),
  fault('refused-draft-fills-the-next', 'createBusiness', BORROWED, 'What a refused business held fills the next one', filledByRefused),
  ...faults('createSmsTemplateEmbed', 'sms-template-embed.expires-as-asked', [
    ['embed-expires-after-the-start', 'A lifetime counts from the start of the service', expiringAfterStart],
  ]),
  ...faults('listEmailBlastExecutions', 'robustness.reading-is-safe', [
    ['list-loses-its-first-item', 'From the eighth read on, the first item is gone', shrinkingList],
  ]),
  ...faults('getEvent', RESOLVED, [
    ['events-unresolved-while-one-is-processed', 'While an event is processed, no event has its customer', unresolvedMeanwhile],
  ]),
  fault('segment-of-the-latest-request', 'getSegment', ASKED, 'Two reads at once get the record of the later one', ofLatest),
  ...faults('previewSmsTemplate', SUCCESS, [
    ['expired-embed-takes-its-template', 'Embeds expire at once, and take their template along', goneWithEmbed],
  ]),
];

function excludedForGood(): ReturnType<Spoil> {
  const excluded = new Set<unknown>();
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.endpoint !== 'createCampaign' || !succeeded(answer)) return answer;
    const own = listIn(sentJson(request), 'excluded_customers');
    const campaign = jsonOf(answer);
    const isLeft = (id: unknown) => own.includes(id) || !excluded.has(id);
    const spoilt = withJson(answer, { ...campaign, ...lists(campaign, (ids) => ids.filter(isLeft)) });
    for (const id of own) excluded.add(id);
    return spoilt;
  };
}

function lists(campaign: JsonObject, change: (ids: unknown[]) => unknown[]): JsonObject {
  const held = ['enrolled_customers', 'enrolled_customer_ids'].filter((member) => Array.isArray(campaign[member]));
  return Object.fromEntries(held.map((member) => [member, change(campaign[member] as unknown[])]));
}

function joinedByRefused(): ReturnType<Spoil> {
  const known = new Map<unknown, JsonObject>();
  let refused: unknown[] = [];
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.endpoint !== 'batchUpdateCustomers') return answer;
    const named = listIn(sentJson(request), 'customers').map((customer) => (customer as JsonObject | null)?.id);
    if (!succeeded(answer)) {
      if (answer.status !== 401) refused = named;
      return answer;
    }
    const value = jsonOf(answer);
    const customers = value.customers as JsonObject[];
    for (const customer of customers) known.set(customer.id, customer);
    const joined = refused.flatMap((id) => (named.includes(id) ? [] : (known.get(id) ?? [])));
    refused = [];
    return joined.length === 0 ? answer : withJson(answer, { ...value, customers: [...customers, ...joined] });
  };
}

function namesakesOnce(): ReturnType<Spoil> {
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.endpoint !== 'batchUpdateCustomers' || !succeeded(answer)) return answer;
    const value = jsonOf(answer);
    const byName = new Map((value.customers as JsonObject[]).map((customer) => [customer.full_name, customer]));
    return withJson(answer, { ...value, customers: [...byName.values()] });
  };
}

function undoneByEvent(): ReturnType<Spoil> {
  const names = new Map<unknown, unknown>();
  const undone = new Map<unknown, unknown>();
  let until = 0;
  return async (request, forward) => {
    if (request.endpoint === 'trackEvent') until = Date.now() + AT_WORK_MS;
    const isProcessed = Date.now() >= until;
    const answer = await forward(request);
    if (request.endpoint !== 'batchUpdateCustomers' || !succeeded(answer)) return answer;
    const sent = listIn(sentJson(request), 'customers') as JsonObject[];
    const value = jsonOf(answer);
    const customers = (value.customers as JsonObject[]).map((customer) => {
      const isSent = sent.some(({ id, full_name }) => id === customer.id && full_name !== undefined);
      if (isSent && !isProcessed) undone.set(customer.id, names.get(customer.id) ?? 'As Before');
      if (isSent && isProcessed) undone.delete(customer.id);
      if (isSent) names.set(customer.id, customer.full_name);
      return !isSent && isProcessed && undone.has(customer.id) ? { ...customer, full_name: undone.get(customer.id) } : customer;
    });
    return withJson(answer, { ...value, customers });
  };
}

function undoneByLooks(): ReturnType<Spoil> {
  const names = new Map<unknown, { readonly former: unknown; readonly name: unknown; looks: number }>();
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.endpoint !== 'batchUpdateCustomers' || !succeeded(answer)) return answer;
    const value = jsonOf(answer);
    const customers = (value.customers as JsonObject[]).map((customer) => {
      const item = (listIn(sentJson(request), 'customers') as JsonObject[]).find(({ id }) => id === customer.id) ?? {};
      const known = names.get(customer.id);
      const { full_name: name } = customer;
      if (known === undefined || known.name !== name || item.full_name !== undefined)
        names.set(customer.id, { former: known?.name ?? 'As Before', name, looks: 0 });
      else if (Object.keys(item).length === 1) known.looks += 1;
      return known && known.looks > 2 ? { ...customer, full_name: known.former } : customer;
    });
    return withJson(answer, { ...value, customers });
  };
}

function filledByRefused(): ReturnType<Spoil> {
  let draft: JsonObject = {};
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.endpoint !== 'createBusiness') return answer;
    const { metadata } = draft;
    const sent = sentJson(request);
    draft = succeeded(answer) ? {} : (sent ?? {});
    const isFilled = succeeded(answer) && metadata !== undefined && sent?.metadata === undefined;
    return isFilled ? withJson(answer, { ...jsonOf(answer), metadata }) : answer;
  };
}

function expiringAfterStart(): ReturnType<Spoil> {
  let start: number | null = null;
  return async (request, forward) => {
    const answer = await forward(request);
    const seconds = sentJson(request)?.expires_in;
    if (request.endpoint !== 'createSmsTemplateEmbed' || !succeeded(answer) || typeof seconds !== 'number') return answer;
    start ??= Date.now();
    return withJson(answer, { ...jsonOf(answer), expires_at: new Date(start + 1000 * seconds).toISOString() });
  };
}

function shrinkingList(): ReturnType<Spoil> {
  let reads = 0;
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.endpoint !== 'listEmailBlastExecutions' || !succeeded(answer)) return answer;
    reads += 1;
    const [[member, items] = ['', []]] = Object.entries(jsonOf(answer));
    return reads < 8 ? answer : withJson(answer, { ...jsonOf(answer), [member]: (items as unknown[]).slice(1) });
  };
}

function unresolvedMeanwhile(): ReturnType<Spoil> {
  let until = 0;
  return async (request, forward) => {
    if (request.endpoint === 'trackEvent') until = Date.now() + AT_WORK_MS;
    const answer = await forward(request);
    const isHidden = request.endpoint === 'getEvent' && succeeded(answer) && Date.now() < until;
    return isHidden ? withJson(answer, { ...jsonOf(answer), customer: null }) : answer;
  };
}

function ofLatest(endpoints: Parameters<Spoil>[0]): ReturnType<Spoil> {
  let latest: PassingAnswer | null = null;
  let underWay = 0;
  return async (request, forward) => {
    if (!concerns(endpoints, request)) return forward(request);
    underWay += 1;
    const answer = await forward(request);
    if (succeeded(answer)) latest = answer;
    // Another one may come between, as with a query to a database.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const isAlone = underWay === 1;
    underWay -= 1;
    return succeeded(answer) && !isAlone && latest !== null ? latest : answer;
  };
}

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
