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

interface Resource {
  readonly name: string;
  /** Endpoints that answer it. */
  readonly endpoints: readonly [EndpointName, ...EndpointName[]];
  readonly statements: {
    /** That each field is of its type. */
    readonly fields: StatementId;
    /** That its times are times; absent where it has none. */
    readonly timestamps?: StatementId;
  };
  readonly fields: Readonly<Record<string, Field>>;
}

const text: Field = { kind: 'string' };
const time: Field = { kind: 'time' };
const object: Field = { kind: 'object' };
const list: Field = { kind: 'array' };
const truth: Field = { kind: 'boolean' };
/** Fields that are alike. */
const each = (field: Field, ...names: string[]): Record<string, Field> => Object.fromEntries(names.map((name) => [name, field]));

export const RESOURCES: readonly Resource[] = [
  {
    name: 'event',
    endpoints: ['getEvent'],
    statements: { fields: 'event.fields', timestamps: 'event.timestamps' },
    fields: { ...each(text, 'id', 'name'), ...each(object, 'extra'), ...each(time, 'created_at'), customer: { ...text, nullable: true } },
  },
  {
    name: 'campaign',
    endpoints: ['createCampaign'],
    statements: { fields: 'campaign.fields', timestamps: 'campaign.timestamps' },
    fields: {
      ...each(text, 'id', 'business', 'name', 'segment', 'email_address', 'phone_number', 'attributed_revenue'),
      status: { ...text, statement: 'campaign.status-values' },
      ...each(time, 'created_at', 'updated_at', 'scheduled_at', 'scheduled_end_at'),
      steps: { ...list, statement: 'campaign.steps' },
      statistics: { ...object, statement: 'campaign.statistics' },
      ...each(object, 'consumed_message_segments', 'estimated_message_segments', 'metadata'),
      ...each(list, 'enrolled_customers', 'enrolled_customer_ids'),
    },
  },
  {
    name: 'customer',
    endpoints: ['batchUpdateCustomers'],
    statements: { fields: 'customer.fields' },
    fields: {
      ...each(text, 'id', 'external_id', 'email_address', 'phone_number', 'full_name', 'first_name', 'last_name', 'unsubscribed'),
      ...each(object, 'metadata'),
    },
  },
  {
    name: 'business',
    endpoints: ['createBusiness'],
    statements: { fields: 'business.fields', timestamps: 'business.timestamps' },
    fields: {
      ...each(text, 'id', 'external_id', 'name'),
      ...each(object, 'metadata'),
      ...each(time, 'created_at'),
      website: { ...text, statement: 'business.website-is-url' },
      disabled_steps: { ...list, nullable: true, statement: 'business.disabled-steps-values' },
    },
  },
  {
    name: 'email-template',
    endpoints: ['copyProjectEmailTemplate', 'copyEmailTemplate'],
    statements: { fields: 'email-template.fields', timestamps: 'email-template.timestamps' },
    fields: {
      ...each(text, 'id', 'name', 'subject'),
      body: { kind: 'null', nullable: true, statement: 'email-template.body-is-null' },
      kind: { ...text, statement: 'email-template.kind-values' },
      template_html: { ...text, nullable: true },
      template_json: { kind: 'any', nullable: true },
      new_template_json: { kind: 'any', nullable: true },
      new_template_html: { ...text, nullable: true },
      ...each(list, 'attachments'),
      ...each(object, 'metadata'),
      ...each(time, 'created_at', 'enabled_at'),
    },
  },
  {
    name: 'sms-template-embed',
    endpoints: ['createSmsTemplateEmbed'],
    statements: { fields: 'sms-template-embed.fields', timestamps: 'sms-template-embed.timestamps' },
    fields: {
      ...each(text, 'id', 'sms_template', 'business'),
      url: { ...text, statement: 'sms-template-embed.url-is-url' },
      ...each(time, 'expires_at'),
    },
  },
  {
    name: 'sent-email',
    endpoints: ['getSentEmail'],
    statements: { fields: 'sent-email.fields', timestamps: 'sent-email.timestamps' },
    fields: {
      ...each(text, 'id', 'customer', 'subject', 'failed_reason', 'to_email_address'),
      ...each(text, 'provider_a_message_id', 'provider_b_message_id', 'provider_c_message_id'),
      ...each(time, 'created_at', 'sent_at', 'failed_at'),
    },
  },
  {
    name: 'email-address',
    endpoints: ['listEmailAddresses', 'getProjectEmailAddress', 'getEmailAddress'],
    statements: { fields: 'email-address.fields' },
    fields: { ...each(text, 'id', 'email_address', 'display_name', 'reply_to', 'business', 'custom_domain'), ...each(truth, 'one_off') },
  },
  {
    name: 'email-blast-execution',
    endpoints: ['listEmailBlastExecutions'],
    statements: { fields: 'email-blast-execution.fields', timestamps: 'email-blast-execution.timestamps' },
    fields: { ...each(text, 'id', 'customer', 'to', 'finished_reason'), ...each(time, 'sent_at', 'finished_at') },
  },
  {
    name: 'segment',
    endpoints: ['getSegment'],
    statements: { fields: 'segment.fields' },
    fields: { ...each(text, 'id', 'name', 'filter', 'description'), ...each(object, 'metadata'), ...each(list, 'static_customers') },
  },
  {
    name: 'feature-flag',
    endpoints: ['getFeatureFlagStatuses'],
    statements: { fields: 'feature-flag.fields' },
    fields: { ...each(text, 'feature_flag_name'), ...each(truth, 'enabled') },
  },
  {
    name: 'project-defined-event',
    endpoints: ['getProjectDefinedEvent'],
    statements: { fields: 'project-defined-event.fields' },
    fields: { ...each(text, 'id', 'event', 'display_text', 'purchase_amount_path') },
  },
];

/** Statements that a wrong value in this field breaks. A time is a field like any other, and a time besides. */
export function statementsOf({ statements: { fields, timestamps } }: Resource, { kind, statement }: Field): StatementId[] {
  return [statement, fields, kind === 'time' ? timestamps : undefined].filter((id) => id !== undefined);
}

/** The statements about the times of a resource. */
export function timestampsOf(resource: string): StatementId[] {
  return RESOURCES.flatMap(({ name, statements: { timestamps = [] } }) => (name === resource ? timestamps : []));
}
