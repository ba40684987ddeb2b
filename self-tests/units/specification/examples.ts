const TIME = '2026-11-21T10:00:00Z';
const segments = { sms: 1, mms: 0, email: 2 };
const emailAddress = {
  id: 'a1',
  email_address: 'shop@example.com',
  display_name: 'Shop',
  reply_to: 'r@example.com',
  business: 'b1',
  one_off: false,
  custom_domain: 'example.com',
};

/** A full valid instance of every schema that an endpoint takes or answers, written by hand from the specification. */
export const EXAMPLES = {
  event: { id: 'e1', name: 'order.paid', extra: { total: 5 }, created_at: TIME, customer: 'c1' },
  campaign: {
    id: 'k1',
    created_at: TIME,
    updated_at: TIME,
    business: 'b1',
    name: 'Spring',
    segment: 's1',
    steps: [{ type: 'email', email_template_id: 't1', custom_step_id: 'x1' }],
    email_address: 'a1',
    phone_number: 'p1',
    status: 'draft',
    scheduled_at: TIME,
    scheduled_end_at: TIME,
    statistics: {
      emails: { sent: 1, delivered: 1, opened: 1, soft_bounced: 0, hard_bounced: 0, spam_reported: 0, clicked: 1 },
      custom_steps: [{ custom_step: 'x1', sent: 1 }],
      executions: { total: 5, pending: 1, started: 1, finished: 2, errored: 1 },
      sms: { sms_sent_count: 1, sms_sent_segments_count: 2, mms_sent_count: 0, mms_sent_segments_count: 0 },
      total_customers_enrolled: 3,
      total_customers_started: 2,
      total_customers_finished: 1,
    },
    consumed_message_segments: segments,
    attributed_revenue: '12.50',
    metadata: {},
    enrolled_customers: ['c1'],
    enrolled_customer_ids: ['c1'],
    estimated_message_segments: segments,
  },
  'customer-list': {
    customers: [
      {
        id: 'c1',
        external_id: 'x',
        email_address: 'a@example.com',
        phone_number: '+15550100',
        full_name: 'Ann Lee',
        first_name: 'Ann',
        last_name: 'Lee',
        metadata: { a: [1] },
        unsubscribed: 'no',
      },
    ],
  },
  business: {
    id: 'b1',
    external_id: 'x',
    name: 'Shop',
    metadata: {},
    created_at: TIME,
    website: 'https://example.com',
    disabled_steps: ['email', 'sms'],
  },
  'email-template': {
    id: 't1',
    name: 'Welcome',
    subject: 'Hello {{ name }}',
    body: null,
    kind: 'designer',
    template_html: '<p></p>',
    template_json: { a: 1 },
    new_template_json: [1],
    new_template_html: '<p></p>',
    attachments: [{ id: 'f1', name: 'a.pdf' }],
    metadata: {},
    created_at: TIME,
    enabled_at: TIME,
  },
  'sms-template-embed': { id: 'm1', sms_template: 't2', business: 'b1', url: 'https://example.com/edit', expires_at: TIME },
  'sent-email': {
    id: 'n1',
    created_at: TIME,
    customer: 'c1',
    subject: 'Hello',
    sent_at: TIME,
    failed_at: TIME,
    failed_reason: 'bounced',
    to_email_address: 'a@example.com',
    provider_a_message_id: '1',
    provider_b_message_id: '2',
    provider_c_message_id: '3',
  },
  'email-address': emailAddress,
  'email-address-list': { email_addresses: [emailAddress] },
  'execution-list': {
    executions: [{ id: 'x1', customer: 'c1', to: 'a@example.com', sent_at: TIME, finished_at: TIME, finished_reason: 'done' }],
  },
  segment: { id: 's1', name: 'All', filter: 'true', description: '*all*', metadata: {}, static_customers: ['c1'] },
  'feature-flag-list': { feature_flags: [{ feature_flag_name: 'dark', enabled: true }] },
  'project-defined-event': { id: 'd1', event: 'order.paid', display_text: 'an order is paid', purchase_amount_path: 'total' },
  'variable-list': { variables: ['name'] },
  acknowledgement: {},
  'campaign-creation': {
    name: 'Spring',
    enrolled_customers: 'all',
    steps: [{ type: 'email', email_template_id: 't1', custom_step_id: 'x1' }],
    excluded_customers: ['c2'],
    email_address: 'a1',
    phone_number: 'p1',
    scheduled_at: TIME,
    segment: 's1',
    metadata: {},
  },
  'customer-batch-update': {
    customers: [{ id: 'c1', phone_number: '+15550100', email_address: 'a@example.com', metadata: {}, full_name: 'Ann Lee' }],
  },
  'template-placement': { business: 'b1' },
  'business-creation': { name: 'Shop', metadata: {}, external_id: 'x', website: 'https://example.com' },
  copy: {},
  'embed-creation': { expires_in: 60 },
  track: { event: 'order.paid', data: { total: 5 } },
} as const satisfies Readonly<Record<string, object>>;

/** A place in a value, for tests: keys from the outside in. */
export type Steps = readonly string[];

/** `/attachments/*` + `/id` → the first item's `id`. */
export function firstPlace(pattern: string): Steps {
  return pattern
    .split('/')
    .slice(1)
    .map((step) => (step === '*' ? '0' : step));
}

/** A copy of the value with something else at a place that exists. */
export function withValueAt(value: unknown, [step, ...rest]: Steps, replacement: unknown): unknown {
  if (step === undefined) return replacement;
  const copy = structuredClone(value) as Record<string, unknown>;
  if (!Object.hasOwn(copy, step)) throw new Error(`The example has no "${step}": complete examples.ts`);
  copy[step] = withValueAt(copy[step], rest, replacement);
  return copy;
}
