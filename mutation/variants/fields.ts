import { ENDPOINT_NAMES, type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { isObject, type JsonObject } from '../answers.ts';
import type { Variant } from '../interposition.ts';
import { at, type Choice, json, keeping, of, permits, records } from '../rows.ts';

const MAY_BE_ABSENT = "Resources and fields: only the Event's fields are called required (reading rule 1)";
const NOT_EXCLUDED = 'Fields beyond the documented ones are nowhere excluded (reading rule 2)';

const only = (...names: readonly string[]) => keeping((name) => names.includes(name));

/** Members that records of a resource lack together. */
const ABSENT: Readonly<Record<string, readonly (readonly string[])[]>> = {
  campaign: [
    ['created_at', 'updated_at', 'status'],
    ['statistics', 'consumed_message_segments', 'estimated_message_segments', 'attributed_revenue'],
    ['enrolled_customers'],
    ['enrolled_customer_ids'],
    ['steps', 'segment', 'email_address', 'phone_number'],
    ['business', 'name', 'metadata'],
    ['scheduled_at', 'scheduled_end_at'],
  ],
  customer: [['full_name'], ['metadata'], ['email_address', 'phone_number', 'external_id'], ['first_name', 'last_name', 'unsubscribed']],
  business: [['created_at'], ['name', 'external_id'], ['website', 'disabled_steps', 'metadata']],
  'email-template': [
    ['subject', 'name'],
    ['body', 'kind', 'attachments'],
    ['template_html', 'template_json', 'new_template_html', 'new_template_json'],
    ['created_at', 'enabled_at', 'metadata'],
  ],
  'sms-template-embed': [['expires_at'], ['sms_template', 'business', 'url']],
  'sent-email': [['failed_at', 'failed_reason', 'provider_a_message_id', 'provider_b_message_id', 'provider_c_message_id']],
  'email-address': [['business', 'custom_domain', 'reply_to']],
  'email-blast-execution': [['finished_at', 'finished_reason']],
  segment: [['filter', 'description', 'static_customers']],
  'feature-flag': [['feature_flag_name'], ['enabled']],
  'project-defined-event': [['purchase_amount_path', 'display_text']],
};

/** Records alone have room for more: the object of trackEvent is empty, and the answers of listEmailTemplateVariables hold no record. */
const EXTRA: readonly (readonly [name: string, extra: (record: JsonObject) => JsonObject])[] = [
  ['links', ({ id }) => ({ _links: { self: { href: `/records/${encodeURIComponent(String(id))}` } } })],
  ['what GraphQL adds', () => ({ __typename: 'Record', nodeId: 'Um' })],
  ['null, false and empty', () => ({ deleted_at: null, archived: false, tags: [], locale: '', owner: {} })],
  ['a request id and a time that change', () => ({ request_id: crypto.randomUUID(), served_at: Date.now() })],
  ['times that are none of ISO 8601', () => ({ synced_at: 1700000000, modified: 'yesterday' })],
  ['names like documented ones', () => ({ createdAt: 1, Name: 'x', statuses: ['a'], customers: [{}], variables: null })],
  ['names of JavaScript', () => ({ constructor: 1, toString: 'x', length: 3, '': 0 })],
  ['deep and wide', () => ({ debug: { a: { b: { c: { d: { e: [[[1]]] } } } } }, list: Array.from({ length: 300 }, (_, index) => index) })],
];

const nested = (record: JsonObject, member: string) => {
  const value = record[member];
  if (isObject(value)) return { [member]: { ...value, note: null } };
  return Array.isArray(value) && value.every(isObject) ? { [member]: value.map((item, position) => ({ ...item, position })) } : {};
};

/** By resource: of one resource, one variant at a time. */
export const ABSENT_FIELD_VARIANTS: ReadonlyMap<string, readonly Variant[]> = new Map(
  Object.entries(ABSENT).map(([resource, groups]) => {
    const lacking = (names: readonly string[]) => of(resource)(records(keeping((name) => !names.includes(name))));
    return [
      resource,
      permits(
        MAY_BE_ABSENT,
        groups.map((names): Choice => [`${resource} without ${names.join(', ')}`, lacking(names)]),
      ),
    ];
  }),
);

/** The empty object of trackEvent is no record. */
export const RECORDS = ENDPOINT_NAMES.filter((name) => rowOf(name).resources.length > 0);
const everyRecord = (edit: Parameters<typeof records>[0]) => at(RECORDS)(records(edit));

const emptied = (record: JsonObject) => ({
  ...record,
  ...(isObject(record.statistics) && { statistics: { total_customers_enrolled: 0 } }),
  ...(isObject(record.consumed_message_segments) && { consumed_message_segments: {} }),
  ...(Array.isArray(record.attachments) && { attachments: record.attachments.map(() => ({})) }),
});

const bare = everyRecord((record, { endpoint }) => (endpoint === 'getEvent' ? record : only('id')(record)));

export const BARE_RECORD_VARIANTS: readonly Variant[] = permits(MAY_BE_ABSENT, [
  ['records without any optional field', bare],
  ['a list shows less of an address than the record', at('listEmailAddresses')(records(only('id', 'email_address')))],
  ['a record shows less of an address than the list', at('getEmailAddress')(records(only('id', 'display_name')))],
  ['statistics, segments and attachments without what they hold', everyRecord(emptied)],
]);

const NESTED = ['steps', 'statistics', 'attachments', 'estimated_message_segments'];
const withNested = (record: JsonObject) => Object.assign({ ...record }, ...NESTED.map((member) => nested(record, member)));
const holdsList = (endpoint: EndpointName) => endpoint === 'listEmailTemplateVariables' || rowOf(endpoint).list !== null;
const besideLists = at(ENDPOINT_NAMES.filter(holdsList))(
  json((value) => ({ ...value, next_page: null, count: 1, errors: [], served_at: Date.now() })),
);

const adding = (extra: (record: JsonObject) => JsonObject) => everyRecord((record) => ({ ...extra(record), ...record }));

export const FURTHER_FIELD_VARIANTS: readonly Variant[] = permits(NOT_EXCLUDED, [
  ...EXTRA.map(([name, extra]): Choice => [`further members in records: ${name}`, adding(extra)]),
  ['further members beside the lists', besideLists],
  ['further members inside steps, statistics and attachments', everyRecord(withNested)],
]);
