import { type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { atEach, type FaultRow, fault, faults } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { json, list, records, set, text, without } from '../rows.ts';
import { fieldsOf, RESOURCES, statementsOf, timestampsOf } from './documented-fields.ts';

/** A likely mistake for each type: a number left unquoted, a list with one item unwrapped, an object written as text. */
const WRONG: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: () => 17,
  number: String,
  boolean: (value) => (value ? 'yes' : 'no'),
  object: (value) => JSON.stringify(value),
  array: (value) => ({ items: value }),
  time: (value) => Date.parse(String(value)),
  null: () => 'Hello',
};

type Mistake = 'wrong-type' | 'null';

const present = (name: string, wrong: (value: unknown) => unknown) =>
  records((record) => (Object.hasOwn(record, name) ? { ...record, [name]: wrong(record[name]) } : record));

/** Members that are of another type, or null, elsewhere than at the first endpoint of their resource. */
const ELSEWHERE: readonly (readonly [endpoint: EndpointName, mistake: Mistake, ...members: readonly string[]])[] = [
  ['copyEmailTemplate', 'wrong-type', 'name', 'body', 'template_html', 'attachments', 'created_at'],
  ['copyEmailTemplate', 'null', 'id', 'subject', 'kind', 'metadata', 'enabled_at'],
  ['getProjectEmailAddress', 'wrong-type', 'email_address', 'business'],
  ['getProjectEmailAddress', 'null', 'id', 'reply_to', 'one_off'],
  ['getEmailAddress', 'wrong-type', 'display_name', 'custom_domain'],
  ['getEmailAddress', 'null', 'email_address', 'business'],
];

/** Each documented field of each resource once in a wrong type and, where the table does not allow it, once null. */
export const SHAPE_FAULTS: readonly Fault[] = RESOURCES.flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([member, field]) => {
    const { endpoints } = resource;
    const mistaken = (mistake: Mistake, description: string, change: (value: unknown) => unknown) => {
      const isHere = ([at, what, ...members]: (typeof ELSEWHERE)[number]) =>
        endpoints.includes(at) && what === mistake && members.includes(member);
      const [endpoint] = ELSEWHERE.find(isHere) ?? endpoints;
      const words = `\`${member}\` of ${resource.name} ${description}`;
      return [fault(`${resource.name}-${member}-${mistake}`, endpoint, statementsOf(resource, field), words, present(member, change))];
    };
    const wrong = WRONG[field.kind];
    return [
      ...(wrong ? mistaken('wrong-type', 'has another type', wrong) : []),
      ...(field.nullable ? [] : mistaken('null', 'is null', () => null)),
    ];
  }),
);

/** Endpoints that answer with a list in a wrapper. */
const WRAPPED: readonly (readonly [endpoint: EndpointName, statement: StatementId])[] = [
  ['batchUpdateCustomers', 'customer.fields'],
  ['listEmailAddresses', 'email-address.fields'],
  ['listEmailBlastExecutions', 'email-blast-execution.fields'],
  ['getFeatureFlagStatuses', 'feature-flag.fields'],
  ['listEmailTemplateVariables', 'email-template.variables-list'],
];

/** What has to be there: a record's `id`, all five fields of an event, and the member that holds a list. */
export const MISSING_FAULTS: readonly Fault[] = [
  ...RESOURCES.filter(({ fields }) => fields.id).map(({ name, endpoints: [endpoint] }) =>
    fault(`${name}-id-missing`, endpoint, fieldsOf(name), 'The record has no `id`', without('id')),
  ),
  ...['name', 'extra', 'created_at', 'customer'].map((member) =>
    fault(`event-${member}-missing`, 'getEvent', 'event.fields', `The event has no \`${member}\``, without(member)),
  ),
  ...WRAPPED.flatMap(([endpoint, statement]) => {
    const member = rowOf(endpoint).list ?? 'variables'; // those of an e-mail template are no records
    return faults(endpoint, statement, [
      [`${member}-bare-list`, 'The list stands alone, without its wrapper', json((value) => value[member])],
      [`${member}-renamed`, 'The list has another name', json((value) => ({ data: value[member] }))],
      [`${member}-keyed`, 'The list is an object by index', list(member, (items) => ({ ...items }))],
      [`${member}-holds-null`, 'The list holds a null', list<unknown>(member, (items) => [...items, null])],
    ]);
  }),
];

/** Words that are not among the documented ones. */
const not = (member: string, ...words: readonly string[]) =>
  words.map((word): FaultRow => {
    const name = word === '' ? 'empty' : word.replaceAll(' ', '-');
    return [`${member}-${name}`, `\`${member}\` is ${JSON.stringify(word)}`, set({ [member]: word })];
  });

export const ENUM_FAULTS: readonly Fault[] = [
  ...atEach([2], 'campaign.status-values', not('status', 'new', 'Draft', 'DRAFT', 'running', '')),
  ...atEach([4], 'email-template.kind-values', not('kind', 'wysiwyg', 'HTML', 'text')),
  ...atEach([6], 'email-template.kind-values', not('kind', 'old-editor', '')),
  ...atEach([4], 'email-template.body-is-null', not('body', '', 'plain text')),
  ...atEach([6], 'email-template.body-is-null', not('body', 'null')),
];

/** Forms that are not a date and a time in ISO 8601. */
const FORMS = {
  'epoch-seconds': (date: Date) => String(Math.floor(date.getTime() / 1000)),
  'date-only': (date: Date) => date.toISOString().slice(0, 10),
  'space-for-t': (date: Date) => date.toISOString().replace('T', ' '),
  'rfc-1123': (date: Date) => date.toUTCString(),
  'month-13': (date: Date) => date.toISOString().replace(/-\d\d-/, '-13-'),
  slashes: (date: Date) => date.toISOString().replaceAll('-', '/'),
  'zone-name': (date: Date) => date.toISOString().replace('Z', ' UTC'),
  'hour-25': (date: Date) => date.toISOString().replace(/T\d\d/, 'T25'),
  '30-february': (date: Date) => date.toISOString().replace(/-\d\d-\d\d/, '-02-30'),
  empty: () => '',
};

/** In which of them each time is written. */
const TIMES: readonly (readonly [endpoint: EndpointName, resource: string, member: string, ...forms: readonly (keyof typeof FORMS)[]])[] = [
  ['getEvent', 'event', 'created_at', 'epoch-seconds', 'date-only', 'space-for-t'],
  ['createCampaign', 'campaign', 'created_at', 'rfc-1123', 'month-13', 'slashes'],
  ['createCampaign', 'campaign', 'updated_at', 'zone-name', 'hour-25', '30-february'],
  ['createCampaign', 'campaign', 'scheduled_at', 'empty', 'epoch-seconds', 'date-only'],
  ['createCampaign', 'campaign', 'scheduled_end_at', 'space-for-t', 'rfc-1123', 'month-13'],
  ['createBusiness', 'business', 'created_at', 'slashes', 'zone-name', 'hour-25'],
  ['copyProjectEmailTemplate', 'email-template', 'created_at', '30-february', 'epoch-seconds'],
  ['copyEmailTemplate', 'email-template', 'created_at', 'empty'],
  ['copyProjectEmailTemplate', 'email-template', 'enabled_at', 'date-only', 'rfc-1123'],
  ['copyEmailTemplate', 'email-template', 'enabled_at', 'space-for-t'],
  ['createSmsTemplateEmbed', 'sms-template-embed', 'expires_at', 'month-13', 'slashes', 'zone-name'],
  ['getSentEmail', 'sent-email', 'created_at', 'hour-25', '30-february', 'empty'],
  ['getSentEmail', 'sent-email', 'sent_at', 'epoch-seconds', 'date-only', 'space-for-t'],
  ['getSentEmail', 'sent-email', 'failed_at', 'rfc-1123', 'month-13', 'slashes'],
  ['listEmailBlastExecutions', 'email-blast-execution', 'sent_at', 'zone-name', 'hour-25', '30-february'],
  ['listEmailBlastExecutions', 'email-blast-execution', 'finished_at', 'empty', 'epoch-seconds', 'date-only'],
];

/** Each time that is documented, in several forms that are none. */
export const TIMESTAMP_FAULTS: readonly Fault[] = TIMES.flatMap(([endpoint, resource, member, ...forms]) =>
  forms.flatMap((form) => {
    const description = `\`${member}\` of ${resource} is written as ${form.replaceAll('-', ' ')}`;
    const written = text(member, (time) => FORMS[form](new Date(time)));
    return faults(endpoint, timestampsOf(resource), [[`${resource}-${member}-${form}`, description, written]]);
  }),
);
