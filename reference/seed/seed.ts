import type { Customer, EmailTemplate, Store } from '../store/store.ts';
import { IDS, MATCHING_CUSTOMER } from './ids.ts';

export const FEATURE_FLAGS = [
  { feature_flag_name: 'new_inbox', enabled: true },
  { feature_flag_name: 'beta-reports', enabled: false },
  { feature_flag_name: 'sms.two_way', enabled: true },
] as const;

/** The business of the fixtures overrides the project's setting of disabled steps, the second one inherits it. */
function seedBusinesses(store: Store): void {
  store.insert('business', {
    id: IDS.business,
    name: 'Kärnten Outdoor',
    external_id: 'erp-1',
    website: 'https://karnten-outdoor.example/shop',
    metadata: { region: 'south' },
    created_at: '2024-01-10T10:00:00.000Z',
    disabled_steps: ['sms'],
  });
  store.insert('business', {
    id: IDS.secondBusiness,
    name: 'Harbour',
    metadata: {},
    created_at: '2024-01-11T10:00:00.000Z',
    disabled_steps: null,
  });
  for (const flag of FEATURE_FLAGS) store.insertFlag('', flag);
  store.insertFlag(IDS.secondBusiness, { feature_flag_name: 'new_inbox', enabled: false });
}

const DEFINED_EVENTS = [
  [IDS.otherProjectDefinedEvent, 'booking.cancelled', 'a customer cancels a booking', 'booking.refund'],
  [IDS.projectDefinedEvent, 'order.paid', 'a customer pays for an order', 'order.total'],
] as const;

function seedProject(store: Store): void {
  store.insert('segment', {
    id: IDS.segment,
    name: 'Regular guests',
    filter: 'visits >= 3 and unsubscribed = false',
    description: 'Guests with **three or more** visits',
    metadata: { owner: 'sales' },
    static_customers: [IDS.customers[0], IDS.customers[2]],
  });
  store.insert('segment', {
    id: IDS.otherSegment,
    name: 'Newcomers',
    filter: 'visits = 0',
    description: 'Guests who have not been here yet',
    metadata: {},
    static_customers: [],
  });
  for (const [id, event, display_text, purchase_amount_path] of DEFINED_EVENTS)
    store.insert('project_defined_event', { id, event, display_text, purchase_amount_path });
  store.insert('phone_number', { id: IDS.phoneNumber, phone_number: '+442079460000' });
  const event = {
    id: IDS.event,
    name: 'order.paid',
    extra: { order: { total: 49.9, items: ['rope', 'helmet'] } },
    created_at: '2024-06-01T12:00:00.000Z',
    customer: IDS.customers[0],
  };
  store.insertEvent(IDS.business, event, null);
}

const PEOPLE = [
  ['Ada', 'Byron'],
  ['Grace', 'Murray'],
  ['Łukasz', 'Żak'],
  ['Eva', "O'Brien"],
  ['Joan', 'Clarke'],
  ['Alan', 'Mathison'],
  ['Mary', 'Somerville'],
] as const;

function customer(id: string, number: number, first: string, last: string): Customer {
  return {
    id,
    external_id: `crm-${1000 + number}`,
    email_address: `customer.${number}@customers.example`,
    phone_number: `+4420794600${String(number).padStart(2, '0')}`,
    full_name: `${first} ${last}`,
    first_name: first,
    last_name: last,
    metadata: { visits: number, preferences: { newsletter: number % 2 === 0, languages: ['en', 'de'] } },
    unsubscribed: number % 3 === 0 ? 'true' : 'false',
  };
}

function seedCustomers(store: Store): void {
  for (const [index, id] of IDS.customers.entries()) {
    const [first, last] = PEOPLE[index] ?? ['Guest', String(index)];
    store.insert('customer', customer(id, index + 1, first, last), IDS.business);
  }
  const matching = customer(IDS.matchingCustomer, 8, 'Katherine', 'Coleman');
  const keys = { external_id: MATCHING_CUSTOMER.externalId, email_address: MATCHING_CUSTOMER.emailAddress };
  store.insert('customer', { ...matching, ...keys }, IDS.business);
  store.insert('customer', customer(IDS.foreignCustomer, 9, 'Foreign', 'Guest'), IDS.secondBusiness);
}

const COMMON = {
  body: null,
  attachments: [
    { id: 'att_terms', name: 'terms.pdf' },
    { id: 'att_map', name: 'how to find us.png' },
  ],
  metadata: { team: 'marketing', revision: 3, tags: ['seasonal'] },
  created_at: '2024-02-01T08:00:00.000Z',
  enabled_at: '2024-02-02T08:00:00.000Z',
} as const;

const OLDER_EDITOR = {
  template_html: '<h1>Welcome, {{ customer.first_name }}</h1><p>{{ business.name }} is glad to see you. Code: {{ welcomeCode }}</p>',
  template_json: { blocks: [{ type: 'heading', text: 'Welcome' }, { type: 'text' }], version: 2 },
  new_template_html: null,
  new_template_json: null,
} as const;

const NEWER_EDITOR = {
  template_html: null,
  template_json: null,
  new_template_html: '<p>Dear {{customer.first_name}}, {{ discountPercent }} per cent off until {{ offerEnds }}.</p>',
  new_template_json: { root: { children: [{ type: 'paragraph' }] } },
} as const;

type Content = typeof OLDER_EDITOR | typeof NEWER_EDITOR;
type Row = readonly [id: string, kind: EmailTemplate['kind'], name: string, subject: string, content: Content];

const BUSINESS_TEMPLATES: readonly Row[] = [
  [IDS.emailTemplate, 'editor', 'Spring offer', '{{ seasonName }} at {{ business.name }}', NEWER_EDITOR],
  ['emt_plain', 'html', 'Plain HTML', 'For {{ customer.full_name }}', OLDER_EDITOR],
  ['emt_old', 'old_editor', 'Old editor', 'No variable here', OLDER_EDITOR],
  ['emt_designer', 'designer', 'Designed', 'Hello {{ customer.first_name }}', OLDER_EDITOR],
];

const PROJECT_TEMPLATES: readonly Row[] = [
  [IDS.projectEmailTemplate, 'designer', 'Welcome', 'Welcome to {{ business.name }}: {{ welcomeCode }}', OLDER_EDITOR],
  [IDS.otherProjectEmailTemplate, 'editor', 'Farewell', 'See you again at {{ business.name }}', NEWER_EDITOR],
];

const template = ([id, kind, name, subject, content]: Row): EmailTemplate => ({
  ...{ ...COMMON, ...content, id, name, subject, kind },
  attachments: [...COMMON.attachments],
});

function seedTemplates(store: Store): void {
  for (const row of PROJECT_TEMPLATES) store.insert('project_email_template', template(row));
  for (const row of BUSINESS_TEMPLATES) store.insert('email_template', template(row), IDS.business);
  store.insert('sms_template', {
    id: IDS.smsTemplate,
    name: 'Appointment & reminder',
    text: 'Hello {{ customer.first_name }},\nsee you on {{ appointment.date }} <at the harbour> & "on time".',
    business: IDS.business,
  });
  store.insert('sms_template', {
    id: IDS.otherSmsTemplate,
    name: 'Thanks',
    text: 'Thank you, {{ customer.first_name }}, and see you soon.',
    business: IDS.secondBusiness,
  });
}

const address = (id: string, name: string, business: string, one_off: boolean) => ({
  id,
  email_address: `${name}@mail.example`,
  display_name: `The ${name} desk`,
  reply_to: `answers+${name}@mail.example`,
  business,
  one_off,
  custom_domain: 'mail.example',
});

const SENT_EMAILS = [
  {
    id: IDS.sentEmail,
    created_at: '2024-06-01T09:00:00.000Z',
    customer: IDS.customers[0],
    subject: 'Spring at the harbour',
    to_email_address: 'customer.1@customers.example',
    sent_at: '2024-06-01T09:00:02.250Z',
    provider_a_message_id: 'a-7f3c',
    provider_b_message_id: 'b-7f3c',
    provider_c_message_id: 'c-7f3c',
    // Accepted by the provider and bounced later, so that one record shows every documented field.
    failed_at: '2024-06-01T09:04:10.000Z',
    failed_reason: 'bounced',
  },
  {
    id: IDS.failedEmail,
    created_at: '2024-06-01T09:00:00.000Z',
    customer: IDS.customers[1],
    subject: 'Spring at the harbour',
    to_email_address: 'customer.2@customers.example',
    failed_at: '2024-06-01T09:00:03.000Z',
    failed_reason: 'mailbox_unavailable',
    provider_b_message_id: 'b-80aa',
  },
];

const BLASTS = [
  [IDS.emailBlast, 'June', '2024-06-10'],
  [IDS.otherEmailBlast, 'July', '2024-07-08'],
] as const;

function seedEmail(store: Store): void {
  const { business, secondBusiness } = IDS;
  store.insert('email_address', address(IDS.emailAddress, 'bookings', business, false), business);
  store.insert('email_address', address(IDS.secondEmailAddress, 'news', business, true), business);
  store.insert('email_address', address(IDS.foreignEmailAddress, 'harbour', secondBusiness, false), secondBusiness);
  store.insert('project_email_address', address(IDS.projectEmailAddress, 'project', business, false));
  store.insert('project_email_address', address(IDS.otherProjectEmailAddress, 'alerts', business, true));
  for (const email of SENT_EMAILS) store.insert('sent_email', email, business);

  for (const [id, name, day] of BLASTS) {
    store.insert('email_blast', { id, name: `${name} letter` }, business);
    for (const [index, customer] of IDS.customers.slice(0, 3).entries()) {
      const to = `customer.${index + 1}@customers.example`;
      const own = { id: `ebx_${name.toLowerCase()}_${index + 1}`, customer, to, finished_reason: index === 1 ? 'bounced' : 'delivered' };
      store.insert('email_blast_execution', { ...own, sent_at: `${day}T07:00:00.000Z`, finished_at: `${day}T07:00:05.500Z` }, id);
    }
  }
}

/** Fills a new store with the records that the API itself cannot create. */
export function seed(store: Store): void {
  seedBusinesses(store);
  seedCustomers(store);
  seedTemplates(store);
  seedEmail(store);
  seedProject(store);
}
