import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { STATEMENTS } from '../fault.ts';

/** What a table of the specification says of one field, written down here a second time: faults take no field from the suite's own schemas. */
type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'time' | 'any' | 'null';

interface Field {
  readonly kind: Kind;
  readonly nullable?: true;
  /** The statement that speaks of this field alone. */
  readonly statement?: StatementId;
}

type Fields = Readonly<Record<string, Field>>;

/** The word before the dot of a statement about the fields of a record. */
type NameIn<Id> = Id extends `${infer Name}.fields` ? Name : never;

interface Resource {
  readonly name: NameIn<StatementId>;
  /** Endpoints that answer it. */
  readonly endpoints: readonly [EndpointName, ...EndpointName[]];
  readonly fields: Fields;
}

const text: Field = { kind: 'string' };
const time: Field = { kind: 'time' };
const object: Field = { kind: 'object' };
const list: Field = { kind: 'array' };
const truth: Field = { kind: 'boolean' };
/** Fields that are alike. */
const each = (field: Field, ...names: string[]): Record<string, Field> => Object.fromEntries(names.map((name) => [name, field]));

const resource = (name: Resource['name'], endpoints: Resource['endpoints'], fields: Fields): Resource => ({ name, endpoints, fields });

export const RESOURCES: readonly Resource[] = [
  resource('event', ['getEvent'], {
    ...each(text, 'id', 'name'),
    ...each(object, 'extra'),
    ...each(time, 'created_at'),
    customer: { ...text, nullable: true },
  }),
  resource('campaign', ['createCampaign'], {
    ...each(text, 'id', 'business', 'name', 'segment', 'email_address', 'phone_number', 'attributed_revenue'),
    status: { ...text, statement: 'campaign.status-values' },
    ...each(time, 'created_at', 'updated_at', 'scheduled_at', 'scheduled_end_at'),
    steps: { ...list, statement: 'campaign.steps' },
    statistics: { ...object, statement: 'campaign.statistics' },
    ...each(object, 'consumed_message_segments', 'estimated_message_segments', 'metadata'),
    ...each(list, 'enrolled_customers', 'enrolled_customer_ids'),
  }),
  resource('customer', ['batchUpdateCustomers'], {
    ...each(text, 'id', 'external_id', 'email_address', 'phone_number', 'full_name', 'first_name', 'last_name', 'unsubscribed'),
    ...each(object, 'metadata'),
  }),
  resource('business', ['createBusiness'], {
    ...each(text, 'id', 'external_id', 'name'),
    ...each(object, 'metadata'),
    ...each(time, 'created_at'),
    website: { ...text, statement: 'business.website-is-url' },
    disabled_steps: { ...list, nullable: true, statement: 'business.disabled-steps-values' },
  }),
  resource('email-template', ['copyProjectEmailTemplate', 'copyEmailTemplate'], {
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
  }),
  resource('sms-template-embed', ['createSmsTemplateEmbed'], {
    ...each(text, 'id', 'sms_template', 'business'),
    url: { ...text, statement: 'sms-template-embed.url-is-url' },
    ...each(time, 'expires_at'),
  }),
  resource('sent-email', ['getSentEmail'], {
    ...each(text, 'id', 'customer', 'subject', 'failed_reason', 'to_email_address'),
    ...each(text, 'provider_a_message_id', 'provider_b_message_id', 'provider_c_message_id'),
    ...each(time, 'created_at', 'sent_at', 'failed_at'),
  }),
  resource('email-address', ['listEmailAddresses', 'getProjectEmailAddress', 'getEmailAddress'], {
    ...each(text, 'id', 'email_address', 'display_name', 'reply_to', 'business', 'custom_domain'),
    ...each(truth, 'one_off'),
  }),
  resource('email-blast-execution', ['listEmailBlastExecutions'], {
    ...each(text, 'id', 'customer', 'to', 'finished_reason'),
    ...each(time, 'sent_at', 'finished_at'),
  }),
  resource('segment', ['getSegment'], {
    ...each(text, 'id', 'name', 'filter', 'description'),
    ...each(object, 'metadata'),
    ...each(list, 'static_customers'),
  }),
  resource('feature-flag', ['getFeatureFlagStatuses'], { ...each(text, 'feature_flag_name'), ...each(truth, 'enabled') }),
  resource('project-defined-event', ['getProjectDefinedEvent'], { ...each(text, 'id', 'event', 'display_text', 'purchase_amount_path') }),
];

/** That each of its fields is of its type. */
export const fieldsOf = (name: Resource['name']): StatementId => `${name}.fields`;

/** That its times are times; none where it has none. */
export const timestampsOf = (name: string): StatementId[] => STATEMENTS.filter((id) => id === `${name}.timestamps`);

/** Statements that a wrong value in this field breaks. A time is a field like any other, and a time besides. */
export const statementsOf = ({ name }: Resource, { kind, statement }: Field): StatementId[] => [
  ...(statement ? [statement] : []),
  fieldsOf(name),
  ...(kind === 'time' ? timestampsOf(name) : []),
];
