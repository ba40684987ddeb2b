import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';

/** What a table of the specification says of one field, written down here a second time: faults take no field from the suite's own schemas. */
type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'time' | 'any' | 'null';

interface Field {
  readonly kind: Kind;
  readonly nullable?: true;
  /** The statement that speaks of this field alone. */
  readonly statement?: StatementId;
}

export interface Resource {
  readonly name: string;
  /** Endpoints that answer it. Where there are several, faults take turns among them. */
  readonly endpoints: readonly [EndpointName, ...EndpointName[]];
  readonly statements: {
    /** That each field is of its type. */
    readonly fields: StatementId;
    /** That its times are times; absent where it has none. */
    readonly timestamps?: StatementId;
    /** That a run has seen each of these fields. No fault breaks it: it is held against nobody. */
    readonly completeness: StatementId;
  };
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
    endpoints: ['getEvent'],
    statements: { fields: 'event.fields', timestamps: 'event.timestamps', completeness: 'event.documented-fields' },
    fields: { ...texts('id', 'name'), extra: object, created_at: time, customer: { ...text, nullable: true } },
  },
  {
    name: 'campaign',
    endpoints: ['createCampaign'],
    statements: { fields: 'campaign.fields', timestamps: 'campaign.timestamps', completeness: 'campaign.documented-fields' },
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
    endpoints: ['batchUpdateCustomers'],
    statements: { fields: 'customer.fields', completeness: 'customer.documented-fields' },
    fields: {
      ...texts('id', 'external_id', 'email_address', 'phone_number', 'full_name', 'first_name', 'last_name', 'unsubscribed'),
      metadata: object,
    },
  },
  {
    name: 'business',
    endpoints: ['createBusiness'],
    statements: { fields: 'business.fields', timestamps: 'business.timestamps', completeness: 'business.documented-fields' },
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
    endpoints: ['copyProjectEmailTemplate', 'copyEmailTemplate'],
    statements: {
      fields: 'email-template.fields',
      timestamps: 'email-template.timestamps',
      completeness: 'email-template.documented-fields',
    },
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
    endpoints: ['createSmsTemplateEmbed'],
    statements: {
      fields: 'sms-template-embed.fields',
      timestamps: 'sms-template-embed.timestamps',
      completeness: 'sms-template-embed.documented-fields',
    },
    fields: { ...texts('id', 'sms_template', 'business'), url: { ...text, statement: 'sms-template-embed.url-is-url' }, expires_at: time },
  },
  {
    name: 'sent-email',
    endpoints: ['getSentEmail'],
    statements: { fields: 'sent-email.fields', timestamps: 'sent-email.timestamps', completeness: 'sent-email.documented-fields' },
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
    endpoints: ['listEmailAddresses', 'getProjectEmailAddress', 'getEmailAddress'],
    statements: { fields: 'email-address.fields', completeness: 'email-address.documented-fields' },
    fields: { ...texts('id', 'email_address', 'display_name', 'reply_to', 'business', 'custom_domain'), one_off: { kind: 'boolean' } },
  },
  {
    name: 'email-blast-execution',
    endpoints: ['listEmailBlastExecutions'],
    statements: {
      fields: 'email-blast-execution.fields',
      timestamps: 'email-blast-execution.timestamps',
      completeness: 'email-blast-execution.documented-fields',
    },
    fields: { ...texts('id', 'customer', 'to', 'finished_reason'), sent_at: time, finished_at: time },
  },
  {
    name: 'segment',
    endpoints: ['getSegment'],
    statements: { fields: 'segment.fields', completeness: 'segment.documented-fields' },
    fields: { ...texts('id', 'name', 'filter', 'description'), metadata: object, static_customers: list },
  },
  {
    name: 'feature-flag',
    endpoints: ['getFeatureFlagStatuses'],
    statements: { fields: 'feature-flag.fields', completeness: 'feature-flag.documented-fields' },
    fields: { feature_flag_name: text, enabled: { kind: 'boolean' } },
  },
  {
    name: 'project-defined-event',
    endpoints: ['getProjectDefinedEvent'],
    statements: { fields: 'project-defined-event.fields', completeness: 'project-defined-event.documented-fields' },
    fields: texts('id', 'event', 'display_text', 'purchase_amount_path'),
  },
];

/** Statements that a wrong value in this field breaks. A time is a field like any other, and a time besides. */
export function statementsOf({ statements: { fields, timestamps } }: Resource, { kind, statement }: Field): StatementId[] {
  return [statement, fields, kind === 'time' ? timestamps : undefined].filter((id) => id !== undefined);
}
