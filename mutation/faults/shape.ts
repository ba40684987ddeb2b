import { type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { isObject, type JsonObject, sentJson } from '../answers.ts';
import { atEach, type Fault, type FaultRow, fault, faults, ONLY, type Statements } from '../fault.ts';
import { changeAt, member as changed, inside, json, list, records, type Spoil, set, text, without } from '../rows.ts';
import { fieldsOf, RESOURCES, statementsOf, timestampsOf } from './documented-fields.ts';

/** A likely mistake for each type: a number left unquoted, a list with one item unwrapped, an object written as text. */
type Change = (value: unknown) => unknown;
const WRONG: Readonly<Record<string, Change>> = {
  string: () => 17,
  number: String,
  boolean: (value) => (value ? 'yes' : 'no'),
  object: (value) => JSON.stringify(value),
  array: (value) => ({ items: value }),
  time: (value) => Date.parse(String(value)),
  null: () => 'Hello',
};

/** Each documented field of each resource in a wrong type or, where the table does not allow it, null: in turn, and at each of its endpoints in turn. */
export const SHAPE_FAULTS: readonly Fault[] = RESOURCES.flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([member, field], index) => {
    const endpoint = resource.endpoints[Math.floor(index / 2) % resource.endpoints.length] ?? resource.endpoints[0];
    const wrong = WRONG[field.kind];
    const isNull = !field.nullable && (index % 2 === 0 || !wrong);
    if (!isNull && !wrong) return [];
    const [mistake, words, change] = isNull ? ['null', 'is null', () => null] : ['wrong-type', 'has another type', wrong as Change];
    const description = `\`${member}\` of ${resource.name} ${words}`;
    return [fault(`${resource.name}-${member}-${mistake}`, endpoint, statementsOf(resource, field), description, inside(member, change))];
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
  ...atEach([2], 'campaign.status-values', not('status', 'new', 'Draft', '')),
  ...atEach([4], 'email-template.kind-values', not('kind', 'wysiwyg', 'HTML')),
  ...atEach([4], 'email-template.body-is-null', not('body', 'plain text')),
  ...atEach([6], 'email-template.body-is-null', not('body', 'null')),
];

/** Forms that are not a date and a time in ISO 8601. */
const FORMS: readonly (readonly [form: string, write: (date: Date) => string])[] = [
  ['epoch-seconds', (date: Date) => String(Math.floor(date.getTime() / 1000))],
  ['date-only', (date: Date) => date.toISOString().slice(0, 10)],
  ['space-for-t', (date: Date) => date.toISOString().replace('T', ' ')],
  ['rfc-1123', (date: Date) => date.toUTCString()],
  ['month-13', (date: Date) => date.toISOString().replace(/-\d\d-/, '-13-')],
  ['slashes', (date: Date) => date.toISOString().replaceAll('-', '/')],
  ['zone-name', (date: Date) => date.toISOString().replace('Z', ' UTC')],
  ['hour-25', (date: Date) => date.toISOString().replace(/T\d\d/, 'T25')],
  ['30-february', (date: Date) => date.toISOString().replace(/-\d\d-\d\d/, '-02-30')],
  ['empty', () => ''],
];

/** Each time that is documented, at each endpoint that shows it, in the next form that is none. */
export const TIMESTAMP_FAULTS: readonly Fault[] = RESOURCES.flatMap(({ name, endpoints, fields }) =>
  Object.keys(fields).flatMap((member) => (fields[member]?.kind === 'time' ? endpoints.map((at) => [name, member, at] as const) : [])),
).flatMap(([name, member, endpoint], index) => {
  const [form, write] = FORMS[index % FORMS.length] as (typeof FORMS)[number];
  const description = `\`${member}\` of ${name} is written as ${form.replaceAll('-', ' ')}`;
  const spoil = text(member, (time) => write(new Date(time)));
  return fault(`${name}-${member}-${form}`, endpoint, timestampsOf(name), description, spoil);
});

/** Changes events of an earlier version of the service: those that the run tracked itself stay as they are. */
const ofOldEvents = (name: string, change: (value: unknown) => unknown) =>
  changed(name, (value, { created_at: at }) => (Date.parse(String(at)) < Date.now() - 86_400_000 ? change(value) : value));
/** Changes campaigns and businesses whose name is so long that a row of fixed size runs over into the column beside it. */
const byLongName = (change: (record: JsonObject) => unknown) =>
  records((record, request) => {
    const { name } = sentJson(request) ?? {};
    return typeof name === 'string' && name.length > 500 ? change(record) : record;
  });
const withoutStepIds = (campaign: JsonObject) => changeAt(campaign, ['steps', '*', 'custom_step_id'], () => null);
const withoutScheme = (business: JsonObject) => ({ ...business, website: '//conformance' });
const closedByNull = list<unknown>('variables', (variables) => [...variables, null]);
const splitPath = changed('purchase_amount_path', (path) => String(path).split('.'));
const LOGGED = '10/Jun/2024:07:00:05 +0000';
const day = (time: unknown) => String(time).slice(0, 10);
/** Digits of base 36 that differ where the texts do. */
const hash = (value: unknown) => Buffer.from(String(value)).toString('hex').slice(-9);

/** For each statement about shape one fault that breaks it and nothing else. */
const ALONE: readonly (readonly [statement: StatementId, endpoint: EndpointName, description: string, spoil: Spoil])[] = [
  ['event.fields', 'getEvent', 'Old events have null for `extra`', ofOldEvents('extra', () => null)],
  ['event.timestamps', 'getEvent', 'Old events have a day for `created_at`', ofOldEvents('created_at', day)],
  ['campaign.fields', 'createCampaign', 'Revenue is a number', set({ attributed_revenue: 0 })],
  ['campaign.timestamps', 'createCampaign', '`updated_at` is the start of the epoch as a number', set({ updated_at: 0 })],
  ['campaign.status-values', 'createCampaign', 'A new campaign is `created`', set({ status: 'created' })],
  ['campaign.statistics', 'createCampaign', 'Counts are texts', inside('statistics.emails.sent', String)],
  ['campaign.steps', 'createCampaign', 'A long name runs over into the steps', byLongName(withoutStepIds)],
  ['customer.fields', 'batchUpdateCustomers', '`unsubscribed` is a truth value', changed('unsubscribed', (value) => value === 'true')],
  ['business.fields', 'createBusiness', 'The id is a number', changed('id', (id) => Number.parseInt(hash(id), 36))],
  ['business.timestamps', 'createBusiness', '`created_at` is a day', changed('created_at', day)],
  ['business.disabled-steps-values', 'createBusiness', 'Calls can be switched off too', set({ disabled_steps: ['call'] })],
  ['business.website-is-url', 'createBusiness', 'A long name runs over into the website', byLongName(withoutScheme)],
  ['email-template.fields', 'copyEmailTemplate', 'The name is null', set({ name: null })],
  ['email-template.timestamps', 'copyProjectEmailTemplate', '`enabled_at` is "now"', set({ enabled_at: 'now' })],
  ['email-template.kind-values', 'copyEmailTemplate', 'A further kind', set({ kind: 'markdown' })],
  ['email-template.body-is-null', 'copyProjectEmailTemplate', '`body` is empty', set({ body: '' })],
  ['email-template.variables-list', 'listEmailTemplateVariables', 'A null closes the list of variables', closedByNull],
  ['sms-template-embed.fields', 'createSmsTemplateEmbed', 'The business is an object', changed('business', (id) => ({ id }))],
  ['sms-template-embed.timestamps', 'createSmsTemplateEmbed', '`expires_at` is in words', set({ expires_at: 'in one hour' })],
  ['sms-template-embed.url-is-url', 'createSmsTemplateEmbed', 'The URL lacks scheme and host', set({ url: '/sms-template-embeds/1' })],
  ['sent-email.fields', 'getSentEmail', 'The subject is null', set({ subject: null })],
  ['sent-email.timestamps', 'getSentEmail', '`sent_at` lacks its date', set({ sent_at: '09:00:02Z' })],
  ['email-address.fields', 'getProjectEmailAddress', '`one_off` is 0 or 1', changed('one_off', Number)],
  ['email-blast-execution.fields', 'listEmailBlastExecutions', 'The customer is an object', changed('customer', (id) => ({ id }))],
  ['email-blast-execution.timestamps', 'listEmailBlastExecutions', '`finished_at` is written as in a log', set({ finished_at: LOGGED })],
  ['segment.fields', 'getSegment', 'The filter is an object', changed('filter', (expression) => ({ expression }))],
  ['feature-flag.fields', 'getFeatureFlagStatuses', '`enabled` is a text', changed('enabled', String)],
  ['project-defined-event.fields', 'getProjectDefinedEvent', 'The path is a list of steps', splitPath],
  ['track.empty-object', 'trackEvent', 'The acknowledgement says ok', json((value) => (isObject(value) ? { ok: true } : value))],
];

export const SHAPE_ALONE_FAULTS: readonly Fault[] = ALONE.map(([statement, endpoint, description, spoil]) =>
  fault(`alone-${statement.replace('.', '-')}`, endpoint, statement, description, spoil, ONLY),
);

/** Its number stays part of its name, whatever comes or goes beside it. */
type Row = readonly [number: number, endpoint: EndpointName, place: string, breaks: Statements, wrong: (value: unknown) => unknown];

const CAMPAIGN = 'createCampaign';
const BUSINESS = 'createBusiness';
const STATISTICS = 'campaign.statistics';
const STEPS = ['campaign.steps', 'campaign.steps-come-back'] as const;
const TEMPLATE = 'email-template.fields';
const DISABLED = 'business.disabled-steps-values';

const ROWS: readonly Row[] = [
  [7, CAMPAIGN, 'statistics.emails.clicked', STATISTICS, () => null],
  [18, CAMPAIGN, 'statistics.total_customers_enrolled', STATISTICS, (value: unknown) => Number(value) + 0.5],
  [21, CAMPAIGN, 'statistics.custom_steps', STATISTICS, (value) => ({ steps: value })],
  [23, CAMPAIGN, 'statistics.emails', STATISTICS, () => 0],
  [26, CAMPAIGN, 'consumed_message_segments.sms', 'campaign.fields', String],
  [32, CAMPAIGN, 'enrolled_customers.*', ['campaign.fields', 'campaign.enrolled-customers-come-back'], (id) => ({ id })],
  [33, CAMPAIGN, 'enrolled_customer_ids.*', ['campaign.fields', 'campaign.enrolled-ids-were-enrolled'], () => 1],
  [34, CAMPAIGN, 'steps.*', STEPS, (step) => JSON.stringify(step)],
  [35, CAMPAIGN, 'steps.*.type', STEPS, () => 1],
  [38, BUSINESS, 'disabled_steps', [DISABLED, 'business.fields'], () => [1]],
  [39, BUSINESS, 'disabled_steps', DISABLED, () => ['sms', 'fax']],
  [42, 'copyProjectEmailTemplate', 'attachments.*', TEMPLATE, (attachment) => (attachment as { id: string }).id],
  [45, 'copyEmailTemplate', 'attachments', TEMPLATE, () => [null]],
  [46, 'getSegment', 'static_customers.*', 'segment.fields', (id) => ({ id })],
];

/** What stands inside a documented field: counts, items of lists, members of items. */
export const NESTED_FAULTS: readonly Fault[] = ROWS.map(([number, endpoint, place, breaks, wrong]) => {
  const name = `nested-${number}-${place.replaceAll(/[.*]+/g, '-').replace(/-$/, '')}`;
  return fault(name, endpoint, breaks, `\`${place}\` is wrong`, inside(place, wrong));
});
