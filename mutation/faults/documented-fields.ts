/** What a table of the specification says of one field, written down here a second time: the bench takes nothing from the suite's own schemas. */
type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'time' | 'any' | 'null';

interface Field {
  readonly kind: Kind;
  readonly nullable?: true;
  /** The statement that speaks of this field alone. */
  readonly statement?: string;
}

export interface Resource {
  readonly name: string;
  /** Endpoints that answer it. Where there are several, faults take turns among them. */
  readonly endpoints: readonly number[];
  readonly fields: Readonly<Record<string, Field>>;
}

const text: Field = { kind: 'string' };
const time: Field = { kind: 'time' };
const object: Field = { kind: 'object' };
const list: Field = { kind: 'array' };
const texts = (...names: string[]): Record<string, Field> => Object.fromEntries(names.map((name) => [name, text]));

export const RESOURCES: readonly Resource[] = [
  {
    name: 'event',
    endpoints: [1],
    fields: { ...texts('id', 'name'), extra: object, created_at: time, customer: { ...text, nullable: true } },
  },
  {
    name: 'campaign',
    endpoints: [2],
    fields: {
      ...texts('id', 'business', 'name', 'segment', 'email_address', 'phone_number', 'attributed_revenue'),
      status: { ...text, statement: 'campaign.status-values' },
      created_at: time,
      updated_at: time,
      scheduled_at: time,
      scheduled_end_at: time,
      steps: { ...list, statement: 'campaign.steps' },
      statistics: { ...object, statement: 'campaign.statistics' },
      consumed_message_segments: object,
      estimated_message_segments: object,
      metadata: object,
      enrolled_customers: list,
      enrolled_customer_ids: list,
    },
  },
  {
    name: 'customer',
    endpoints: [3],
    fields: {
      ...texts('id', 'external_id', 'email_address', 'phone_number', 'full_name', 'first_name', 'last_name', 'unsubscribed'),
      metadata: object,
    },
  },
  {
    name: 'business',
    endpoints: [5],
    fields: {
      ...texts('id', 'external_id', 'name'),
      metadata: object,
      created_at: time,
      website: { ...text, statement: 'business.website-is-url' },
      disabled_steps: { ...list, nullable: true, statement: 'business.disabled-steps-values' },
    },
  },
  {
    name: 'email-template',
    endpoints: [4, 6],
    fields: {
      ...texts('id', 'name', 'subject'),
      body: { kind: 'null', nullable: true, statement: 'email-template.body-is-null' },
      kind: { ...text, statement: 'email-template.kind-values' },
      template_html: { ...text, nullable: true },
      template_json: { kind: 'any', nullable: true },
      new_template_json: { kind: 'any', nullable: true },
      new_template_html: { ...text, nullable: true },
      attachments: list,
      metadata: object,
      created_at: time,
      enabled_at: time,
    },
  },
  {
    name: 'sms-template-embed',
    endpoints: [7],
    fields: { ...texts('id', 'sms_template', 'business'), url: { ...text, statement: 'sms-template-embed.url-is-url' }, expires_at: time },
  },
  {
    name: 'sent-email',
    endpoints: [8],
    fields: {
      ...texts('id', 'customer', 'subject', 'failed_reason', 'to_email_address'),
      ...texts('provider_a_message_id', 'provider_b_message_id', 'provider_c_message_id'),
      created_at: time,
      sent_at: time,
      failed_at: time,
    },
  },
  {
    name: 'email-address',
    endpoints: [9, 10, 11],
    fields: { ...texts('id', 'email_address', 'display_name', 'reply_to', 'business', 'custom_domain'), one_off: { kind: 'boolean' } },
  },
  {
    name: 'email-blast-execution',
    endpoints: [12],
    fields: { ...texts('id', 'customer', 'to', 'finished_reason'), sent_at: time, finished_at: time },
  },
  {
    name: 'segment',
    endpoints: [13],
    fields: { ...texts('id', 'name', 'filter', 'description'), metadata: object, static_customers: list },
  },
  { name: 'feature-flag', endpoints: [14], fields: { feature_flag_name: text, enabled: { kind: 'boolean' } } },
  { name: 'project-defined-event', endpoints: [15], fields: texts('id', 'event', 'display_text', 'purchase_amount_path') },
];

/** Statements that a wrong value in this field breaks. A time is a field like any other, and a time besides. */
export function statementsOf({ name }: Resource, { kind, statement }: Field): string[] {
  return [...(statement === undefined ? [] : [statement]), `${name}.fields`, ...(kind === 'time' ? [`${name}.timestamps`] : [])];
}
