import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { STATEMENTS } from '../fault.ts';

interface Field {
  readonly kind: string;
  readonly nullable: boolean;
  /** The statement that speaks of this field alone. */
  readonly statement: StatementId | undefined;
}

/** The word before the dot of a statement about the fields of a record. */
type NameIn<Id> = Id extends `${infer Name}.fields` ? Name : never;

interface Resource {
  readonly name: NameIn<StatementId>;
  /** Endpoints that answer it. */
  readonly endpoints: readonly [EndpointName, ...EndpointName[]];
  readonly fields: Readonly<Record<string, Field>>;
}

/** Statements that speak of one field alone. */
const OF_ONE_FIELD: readonly StatementId[] = [
  'campaign.status-values',
  'campaign.steps',
  'campaign.statistics',
  'business.website-is-url',
  'business.disabled-steps-values',
  'email-template.body-is-null',
  'email-template.kind-values',
  'sms-template-embed.url-is-url',
];

/** What tables of the specification say of each field, a second time: faults take no field from the suite's own schemas. `?`: it may be null; what has no kind is a text. */
function resource(name: Resource['name'], endpoints: Resource['endpoints'], fields: string): Resource {
  const fieldOf = (word: string): [string, Field] => {
    const [, member = '', mark, kind = 'string'] = /^(\w+)(\?)?(?::(\w+))?$/.exec(word) ?? [];
    const statement = OF_ONE_FIELD.find((id) => id.startsWith(`${name}.${member.replaceAll('_', '-')}`));
    return [member, { kind, nullable: mark !== undefined, statement }];
  };
  return { name, endpoints, fields: Object.fromEntries(fields.split(/\s+/).map(fieldOf)) };
}

const OF_CAMPAIGN = `id business name segment email_address phone_number attributed_revenue status created_at:time updated_at:time
  scheduled_at:time scheduled_end_at:time steps:array statistics:object consumed_message_segments:object estimated_message_segments:object
  metadata:object enrolled_customers:array enrolled_customer_ids:array`;
const OF_CUSTOMER = 'id external_id email_address phone_number full_name first_name last_name unsubscribed metadata:object';
const OF_TEMPLATE = `id name subject body?:null kind template_html? template_json?:any new_template_json?:any new_template_html?
  attachments:array metadata:object created_at:time enabled_at:time`;
const OF_SENT_EMAIL = `id customer subject failed_reason to_email_address provider_a_message_id provider_b_message_id provider_c_message_id
  created_at:time sent_at:time failed_at:time`;
const OF_ADDRESS = 'id email_address display_name reply_to business custom_domain one_off:boolean';

export const RESOURCES: readonly Resource[] = [
  resource('event', ['getEvent'], 'id name extra:object created_at:time customer?'),
  resource('campaign', ['createCampaign'], OF_CAMPAIGN),
  resource('customer', ['batchUpdateCustomers'], OF_CUSTOMER),
  resource('business', ['createBusiness'], 'id external_id name metadata:object created_at:time website disabled_steps?:array'),
  resource('email-template', ['copyProjectEmailTemplate', 'copyEmailTemplate'], OF_TEMPLATE),
  resource('sms-template-embed', ['createSmsTemplateEmbed'], 'id sms_template business url expires_at:time'),
  resource('sent-email', ['getSentEmail'], OF_SENT_EMAIL),
  resource('email-address', ['listEmailAddresses', 'getProjectEmailAddress', 'getEmailAddress'], OF_ADDRESS),
  resource('email-blast-execution', ['listEmailBlastExecutions'], 'id customer to finished_reason sent_at:time finished_at:time'),
  resource('segment', ['getSegment'], 'id name filter description metadata:object static_customers:array'),
  resource('feature-flag', ['getFeatureFlagStatuses'], 'feature_flag_name enabled:boolean'),
  resource('project-defined-event', ['getProjectDefinedEvent'], 'id event display_text purchase_amount_path'),
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
