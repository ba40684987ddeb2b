import { IDS } from '../../reference/seed/ids.ts';
import { type JsonObject, onJson, onRecords, onRecordsKeeping, sentJson, withText } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingRequest } from '../interposition.ts';
import { falls, HANG, sends, textOf } from './hostile-requests.ts';

const EVERY_REQUEST = 'robustness.every-request';

const idsIn = (request: PassingRequest) => ((sentJson(request)?.customers ?? []) as JsonObject[]).map(({ id }) => String(id));

/** The answer to a batch, of a service that puts the changes in the order of the ids. */
function namesInOrderOfIds(value: JsonObject, request: PassingRequest): JsonObject {
  const sent = (sentJson(request)?.customers ?? []) as JsonObject[];
  const sorted = idsIn(request).sort();
  const misplaced = (customer: JsonObject) => {
    const change = sent[sorted.indexOf(String(customer.id))];
    return change && Object.hasOwn(change, 'full_name') ? { ...customer, full_name: change.full_name } : customer;
  };
  return { ...value, customers: (value.customers as JsonObject[]).map(misplaced) };
}

/** A lock that is not given back where a customer is not found. */
function keepsItsLock(): Interposition {
  let locked = false;
  return async (request, forward) => {
    if (request.endpoint !== 'batchUpdateCustomers') return forward(request);
    if (locked) return HANG;
    const answer = await forward(request);
    if (answer.status === 404) locked = true;
    return answer;
  };
}

/** Takes a number beyond doubles, which the reference service refuses, and prints it as its language does. */
function takesInfinity(): Interposition {
  return async (request, forward) => {
    if (request.endpoint === 'trackEvent') return forward(withText(request, textOf(request).replace('1e400', '1e300')));
    const answer = await forward(request);
    return request.endpoint === 'getEvent' ? withText(answer, textOf(answer).replace('1e+300', 'Infinity')) : answer;
  };
}

const lastingDays = onRecords(['createSmsTemplateEmbed'], (embed, request) => {
  const asked = Number(sentJson(request)?.expires_in ?? 3600);
  return { ...embed, expires_at: new Date(Date.parse(String(embed.expires_at)) - Math.floor(asked / 86_400) * 86_400_000).toISOString() };
});

/** Faults that only certain requests bring to light: a certain number, a certain order, something that went before. */
export const CERTAIN_CASES: readonly Fault[] = [
  fault(
    'batch-of-odd-size-loses-last',
    'batchUpdateCustomers',
    'customer.answered-are-asked',
    'The last of a batch of 3 or 5 is left out',
    onJson(['batchUpdateCustomers'], (value, request) => {
      const size = idsIn(request).length;
      return size > 1 && size % 2 === 1 ? { ...value, customers: (value.customers as JsonObject[]).slice(0, -1) } : value;
    }),
    ONLY,
  ),
  fault(
    'batch-in-order-of-ids',
    'batchUpdateCustomers',
    ['customer.full-name-comes-back', 'customer.update-is-kept'],
    'Changes go to the customers in the order of their ids',
    onJson(['batchUpdateCustomers'], namesInOrderOfIds),
  ),
  fault('batch-keeps-lock', 'batchUpdateCustomers', EVERY_REQUEST, 'After an unknown customer, every batch hangs', keepsItsLock),
  fault(
    'later-steps-named-like-first',
    'createCampaign',
    'campaign.steps-come-back',
    'Each step has the custom step of the first',
    onRecords(['createCampaign'], ({ steps, ...campaign }) => {
      const list = steps as JsonObject[];
      return { ...campaign, steps: list.map((step) => ({ ...step, custom_step_id: list[0]?.custom_step_id })) };
    }),
    ONLY,
  ),
  fault(
    'all-is-of-every-business',
    'createCampaign',
    'campaign.all-enrols-every-customer',
    '`all` enrols the customers of all businesses',
    onRecords(['createCampaign'], (campaign, request) =>
      sentJson(request)?.enrolled_customers === 'all' && request.id !== IDS.business
        ? { ...campaign, enrolled_customers: IDS.customers }
        : campaign,
    ),
    ONLY,
  ),
  fault(
    'empty-enrolment-hangs',
    'createCampaign',
    EVERY_REQUEST,
    'A campaign that enrols nobody is never answered',
    falls(
      'createCampaign',
      sends('enrolled_customers', (value) => Array.isArray(value) && value.length === 0),
      HANG,
    ),
    ONLY,
  ),
  fault(
    'schedule-without-zone-falls',
    'createCampaign',
    'robustness.generated-input',
    'Falls over a time without a zone',
    falls(
      'createCampaign',
      sends('scheduled_at', (value) => typeof value === 'string' && /T[\d:.]+$/.test(value)),
    ),
  ),
  fault(
    'copy-to-nowhere-falls',
    'copyProjectEmailTemplate',
    'robustness.wrong-types',
    'Falls over a copy that names no business',
    falls('copyProjectEmailTemplate', (request) => textOf(request) === '{}'),
    ONLY,
  ),
  fault(
    'website-with-bracket-falls',
    'createBusiness',
    'robustness.wrong-types',
    'Falls over a URL with an open bracket',
    falls(
      'createBusiness',
      sends('website', (value) => typeof value === 'string' && value.includes('[')),
    ),
  ),
  fault(
    'copy-takes-attachments-away',
    'copyEmailTemplate',
    'email-template.copies-agree',
    'The attachments go to the first copy',
    onRecordsKeeping(
      ['copyEmailTemplate'],
      () => new Set<string>(),
      (copy, copied, request) => {
        const isFirst = !copied.has(request.id);
        copied.add(request.id);
        return isFirst ? copy : { ...copy, attachments: [] };
      },
    ),
  ),
  fault(
    'event-name-escaped',
    'trackEvent',
    'event.name-is-tracked-name',
    'The name is stored as HTML',
    onRecords(['getEvent'], (event) => ({ ...event, name: String(event.name).replaceAll('&', '&amp;').replaceAll('<', '&lt;') })),
    ONLY,
  ),
  fault(
    'event-number-beyond-json',
    'getEvent',
    'http.json-body',
    'A number too large for a double is printed as `Infinity`',
    takesInfinity,
    ONLY,
  ),
  fault(
    'empty-list-is-null',
    'listEmailAddresses',
    'email-address.fields',
    'A business without addresses has null for a list',
    onJson(['listEmailAddresses'], (value) => ((value.email_addresses as JsonObject[]).length === 0 ? { email_addresses: null } : value)),
  ),
  fault(
    'embed-loses-days',
    'createSmsTemplateEmbed',
    'sms-template-embed.expires-as-asked',
    'Whole days of a lifetime are dropped',
    lastingDays,
    ONLY,
  ),
  fault(
    'embed-without-lifetime-falls',
    'createSmsTemplateEmbed',
    ['robustness.wrong-types', EVERY_REQUEST],
    'Falls over a request that leaves the lifetime open',
    falls('createSmsTemplateEmbed', (request) => request.method === 'POST' && textOf(request) === '{}'),
  ),
];
