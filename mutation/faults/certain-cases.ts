import { IDS } from '../../reference/seed/ids.ts';
import { type JsonObject, onRecords, sentJson, withText } from '../answers.ts';
import { faults, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingRequest } from '../interposition.ts';
import { falls, HANG, sends, textOf } from './hostile-requests.ts';
import { json, records, recordsKeeping } from './rows.ts';

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
  ...faults('batchUpdateCustomers', 'customer.answered-are-asked', [
    [
      'batch-of-odd-size-loses-last',
      'The last of a batch of 3 or 5 is left out',
      json((value, request) => {
        const size = idsIn(request).length;
        return size > 1 && size % 2 === 1 ? { ...value, customers: (value.customers as JsonObject[]).slice(0, -1) } : value;
      }),
      ONLY,
    ],
  ]),
  ...faults(
    'batchUpdateCustomers',
    ['customer.full-name-comes-back', 'customer.update-is-kept'],
    [['batch-in-order-of-ids', 'Changes go to the customers in the order of their ids', json(namesInOrderOfIds)]],
  ),
  ...faults('batchUpdateCustomers', EVERY_REQUEST, [['batch-keeps-lock', 'After an unknown customer, every batch hangs', keepsItsLock]]),
  ...faults('createCampaign', 'campaign.steps-come-back', [
    [
      'later-steps-named-like-first',
      'Each step has the custom step of the first',
      records(({ steps, ...campaign }) => {
        const list = steps as JsonObject[];
        return { ...campaign, steps: list.map((step) => ({ ...step, custom_step_id: list[0]?.custom_step_id })) };
      }),
      ONLY,
    ],
  ]),
  ...faults('createCampaign', 'campaign.all-enrols-every-customer', [
    [
      'all-is-of-every-business',
      '`all` enrols the customers of all businesses',
      records((campaign, request) =>
        sentJson(request)?.enrolled_customers === 'all' && request.id !== IDS.business
          ? { ...campaign, enrolled_customers: IDS.customers }
          : campaign,
      ),
      ONLY,
    ],
  ]),
  ...faults('createCampaign', EVERY_REQUEST, [
    [
      'empty-enrolment-hangs',
      'A campaign that enrols nobody is never answered',
      falls(
        sends('enrolled_customers', (value) => Array.isArray(value) && value.length === 0),
        HANG,
      ),
      ONLY,
    ],
  ]),
  ...faults('createCampaign', 'robustness.generated-input', [
    [
      'schedule-without-zone-falls',
      'Falls over a time without a zone',
      falls(sends('scheduled_at', (value) => typeof value === 'string' && /T[\d:.]+$/.test(value))),
    ],
  ]),
  ...faults('copyProjectEmailTemplate', 'robustness.wrong-types', [
    ['copy-to-nowhere-falls', 'Falls over a copy that names no business', falls((request) => textOf(request) === '{}'), ONLY],
  ]),
  ...faults('createBusiness', 'robustness.wrong-types', [
    [
      'website-with-bracket-falls',
      'Falls over a URL with an open bracket',
      falls(sends('website', (value) => typeof value === 'string' && value.includes('['))),
    ],
  ]),
  ...faults('copyEmailTemplate', 'email-template.copies-agree', [
    [
      'copy-takes-attachments-away',
      'The attachments go to the first copy',
      recordsKeeping(
        () => new Set<string>(),
        (copy, copied, request) => {
          const isFirst = !copied.has(request.id);
          copied.add(request.id);
          return isFirst ? copy : { ...copy, attachments: [] };
        },
      ),
    ],
  ]),
  ...faults('trackEvent', 'event.name-is-tracked-name', [
    [
      'event-name-escaped',
      'The name is stored as HTML',
      onRecords(['getEvent'], (event) => ({ ...event, name: String(event.name).replaceAll('&', '&amp;').replaceAll('<', '&lt;') })),
      ONLY,
    ],
  ]),
  ...faults('getEvent', 'http.json-body', [
    ['event-number-beyond-json', 'A number too large for a double is printed as `Infinity`', takesInfinity, ONLY],
  ]),
  ...faults('listEmailAddresses', 'email-address.fields', [
    [
      'empty-list-is-null',
      'A business without addresses has null for a list',
      json((value) => ((value.email_addresses as JsonObject[]).length === 0 ? { email_addresses: null } : value)),
    ],
  ]),
  ...faults('createSmsTemplateEmbed', 'sms-template-embed.expires-as-asked', [
    ['embed-loses-days', 'Whole days of a lifetime are dropped', lastingDays, ONLY],
  ]),
  ...faults(
    'createSmsTemplateEmbed',
    ['robustness.wrong-types', EVERY_REQUEST],
    [
      [
        'embed-without-lifetime-falls',
        'Falls over a request that leaves the lifetime open',
        falls((request) => request.method === 'POST' && textOf(request) === '{}'),
      ],
    ],
  ),
];
