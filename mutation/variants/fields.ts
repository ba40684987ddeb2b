import { ENDPOINT_NAMES, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { answerOf, isObject, type JsonObject, jsonIn, withJson, withText } from '../answers.ts';
import type { PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { answers, at, type Choice, json, keeping, members, numberedAnswers, of, permits, records, requests } from '../rows.ts';
import { when } from './doors.ts';

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
export const ABSENT_FIELD_VARIANTS = Object.entries(ABSENT).map(([resource, groups]) => {
  const lacking = (names: readonly string[]) => of(resource)(records(keeping((name) => !names.includes(name))));
  const choices = groups.map((names): Choice => [`${resource} without ${names.join(', ')}`, lacking(names)]);
  return [resource, permits(MAY_BE_ABSENT, choices)] as const;
});

/** The empty object of trackEvent is no record. */
export const RECORDS = ENDPOINT_NAMES.filter((name) => rowOf(name).resources.length > 0);
const everyRecord = (edit: Parameters<typeof records>[0]) => at(RECORDS)(records(edit));

const emptied = (record: JsonObject) => ({
  ...record,
  ...(isObject(record.statistics) && { statistics: { total_customers_enrolled: 0 } }),
  ...(isObject(record.consumed_message_segments) && { consumed_message_segments: {} }),
  ...(Array.isArray(record.attachments) && { attachments: record.attachments.map(() => ({})) }),
});

export const BARE_RECORD_VARIANTS: readonly Variant[] = permits(MAY_BE_ABSENT, [
  ['records without any optional field', everyRecord((record, { endpoint }) => (endpoint === 'getEvent' ? record : only('id')(record)))],
  ['a list shows less of an address than the record', at('listEmailAddresses')(records(only('id', 'email_address')))],
  ['a record shows less of an address than the list', at('getEmailAddress')(records(only('id', 'display_name')))],
  ['statistics, segments and attachments without what they hold', everyRecord(emptied)],
]);

const NESTED = ['steps', 'statistics', 'attachments', 'estimated_message_segments'];
const withNested = (record: JsonObject) => Object.assign({ ...record }, ...NESTED.map((member) => nested(record, member)));
const LISTS = ENDPOINT_NAMES.filter((name) => name === 'listEmailTemplateVariables' || rowOf(name).list !== null);
const besideLists = at(LISTS)(json((value) => ({ ...value, next_page: null, count: 1, errors: [], served_at: Date.now() })));

const documented = answers((answer) => {
  const value = jsonIn(answer.body);
  return isObject(value) && Object.keys(value).length > 0
    ? withJson(answer, { ...value, documentation: 'https://docs.example.test/api' })
    : answer;
});

const adding = (extra: (record: JsonObject) => JsonObject) => everyRecord((record) => ({ ...extra(record), ...record }));

export const FURTHER_FIELD_VARIANTS: readonly Variant[] = permits(NOT_EXCLUDED, [
  ...EXTRA.map(([name, extra]): Choice => [`further members in records: ${name}`, adding(extra)]),
  ['further members beside the lists', besideLists],
  ['a link to the documentation in whatever is answered', documented],
  ['further members inside steps, statistics and attachments', everyRecord(withNested)],
]);

/** Every JSON text goes through `write`, those of errors and of the event look-up too. */
function written(answer: PassingAnswer, write: (value: unknown) => string): PassingAnswer {
  const value = answer.headers['content-type'] === undefined || answer.body.length === 0 ? undefined : jsonIn(answer.body);
  return value === undefined ? answer : withText(answer, write(value));
}

/** The objects inside are in order already when one gets there. */
const reordered = (value: unknown, order: (names: string[]) => string[]) =>
  members((entries) => {
    // Once for each object: our largest has thousands of members.
    const items = new Map(entries);
    return order([...items.keys()]).map((name) => [name, items.get(name)]);
  })(value);

const unicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const escaped = (value: unknown) => JSON.stringify(value).replace(/[^ -~]/g, unicodeEscape);
const lettersEscaped = (value: unknown) =>
  JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.replace(/(?<!\\)(?:\\\\)*[G-Zg-mo-qs]/g, (run) => run.slice(0, -1) + unicodeEscape(run.slice(-1))),
  );

/** Integers outside of texts; the number itself stays what it is. */
const integersAs = (suffix: string) => (value: unknown) =>
  JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{1,15}(?![\d.eE])/g, (token) =>
    token.startsWith('"') ? token : token + suffix,
  );

const WRITERS: readonly (readonly [name: string, write: (value: unknown) => string])[] = [
  ['members in the order of the alphabet', (value) => JSON.stringify(reordered(value, (names) => names.sort()))],
  ['indented', (value) => `${JSON.stringify(value, null, 4)}\n`],
  ['white space all round', (value) => `\r\n\t ${JSON.stringify(value, null, '\t')} \r\n`],
  ['all but ASCII escaped', escaped],
  ['letters escaped without need', lettersEscaped],
  ['slashes escaped', (value) => JSON.stringify(value).replaceAll('/', '\\/')],
  ['integers with a fraction of zero', integersAs('.0')],
  ['integers with an exponent of zero', integersAs('e0')],
  ['angle brackets and ampersands escaped', (value) => JSON.stringify(value).replace(/[<>&]/g, unicodeEscape)],
];

const turning = (count: number) => (value: unknown) =>
  JSON.stringify(reordered(value, (names) => [...names.slice(count % 5), ...names.slice(0, count % 5)]));

export const JSON_TEXT_VARIANTS: readonly Variant[] = permits('RFC 8259 leaves order of members, white space and escapes to the writer', [
  ...WRITERS.map(([name, write]): Choice => [`JSON: ${name}`, answers((answer) => written(answer, write))]),
  ['JSON: another order of members in each answer', numberedAnswers((answer, number) => written(answer, turning(number)))],
]);

const HALF_A_PAIR = /\\ud83d(?!\\ud[c-f])/gi;

const decoded = ({ body }: PassingRequest) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);

/** The service reads another text than the one that was sent. */
const reading = (change: (text: string) => string) =>
  requests((request) => {
    const text = request.method === 'POST' ? decoded(request) : '';
    return change(text) === text ? request : withText(request, change(text));
  });

const holdsNul = (request: PassingRequest) => decoded(request).includes('\\u0000');
const isPostWithBadBytes = (request: PassingRequest) => request.method === 'POST' && decoded(request).includes('\uFFFD-after');
const decoding = requests((request) => (isPostWithBadBytes(request) ? withText(request, decoded(request)) : request));

export const ODD_TEXT_VARIANTS: readonly Variant[] = [
  ...permits('Limits and errors are not shown: a text with NUL may be cleaned or refused', [
    ['texts: NUL is taken away', reading((text) => text.replaceAll('\\u0000', ''))],
    ['texts: NUL leads to 422', when(holdsNul, () => answerOf(422, { error: 'control character' }))],
  ]),
  ...permits('RFC 8259 §8.1 and §8.2: what becomes of bytes that are no UTF-8, and of half a surrogate pair, is not predictable', [
    ['texts: half a surrogate pair becomes a question mark', reading((text) => text.replaceAll(HALF_A_PAIR, '?'))],
    ['texts: half a surrogate pair becomes U+FFFD', reading((text) => text.replaceAll(HALF_A_PAIR, '\uFFFD'))],
    ['texts: bytes that are no UTF-8 are read as U+FFFD', decoding],
  ]),
];
