import { type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { atEach, type FaultRow, fault, faults } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { RESOURCES, statementsOf } from './documented-fields.ts';
import { json, list, records, set, text, without } from './rows.ts';

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

const present = (name: string, wrong: (value: unknown) => unknown) =>
  records((record) => (Object.hasOwn(record, name) ? { ...record, [name]: wrong(record[name]) } : record));

/** Each documented field of each resource once in a wrong type and, where the table does not allow it, once null. */
export const SHAPE_FAULTS: readonly Fault[] = RESOURCES.flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([member, field], index) => {
    const at = (turn: number) => resource.endpoints[(index + turn) % resource.endpoints.length] ?? resource.endpoints[0];
    const breaks = statementsOf(resource, field);
    const wrong = WRONG[field.kind];
    const [name, what] = [`${resource.name}-${member}`, `\`${member}\` of ${resource.name}`];
    return [
      ...(wrong ? [fault(`${name}-wrong-type`, at(0), breaks, `${what} has another type`, present(member, wrong))] : []),
      ...(field.nullable ? [] : faults(at(1), breaks, [[`${name}-null`, `${what} is null`, present(member, () => null)]])),
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
  ...RESOURCES.filter(({ fields }) => fields.id).map(({ name, endpoints: [endpoint], statements }) =>
    fault(`${name}-id-missing`, endpoint, statements.fields, 'The record has no `id`', without('id')),
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
  ...atEach(['createCampaign'], 'campaign.status-values', not('status', 'new', 'Draft', 'DRAFT', 'running', '')),
  ...atEach(['copyProjectEmailTemplate'], 'email-template.kind-values', not('kind', 'wysiwyg', 'HTML', 'text')),
  ...atEach(['copyEmailTemplate'], 'email-template.kind-values', not('kind', 'old-editor', '')),
  ...atEach(['copyProjectEmailTemplate'], 'email-template.body-is-null', not('body', '', 'plain text')),
  ...atEach(['copyEmailTemplate'], 'email-template.body-is-null', not('body', 'null')),
];

/** Forms that are not a date and a time in ISO 8601. */
const FORMS: readonly (readonly [name: string, write: (date: Date) => string])[] = [
  ['epoch-seconds', (date) => String(Math.floor(date.getTime() / 1000))],
  ['date-only', (date) => date.toISOString().slice(0, 10)],
  ['space-for-t', (date) => date.toISOString().replace('T', ' ')],
  ['rfc-1123', (date) => date.toUTCString()],
  ['month-13', (date) => date.toISOString().replace(/-\d\d-/, '-13-')],
  ['slashes', (date) => date.toISOString().replaceAll('-', '/')],
  ['zone-name', (date) => date.toISOString().replace('Z', ' UTC')],
  ['hour-25', (date) => date.toISOString().replace(/T\d\d/, 'T25')],
  ['30-february', (date) => date.toISOString().replace(/-\d\d-\d\d/, '-02-30')],
  ['empty', () => ''],
];
/** Forms for each time; they take turns. */
const EACH = 3;

/** Each time that is documented, in several forms that are none. */
export const TIMESTAMP_FAULTS: readonly Fault[] = RESOURCES.flatMap(({ name, endpoints, statements: { timestamps }, fields }) =>
  Object.entries(fields).flatMap(([member, { kind }]) => (kind === 'time' && timestamps ? [{ name, endpoints, timestamps, member }] : [])),
).flatMap(({ name, endpoints, timestamps, member }, index) =>
  Array.from({ length: EACH }, (_, turn) => {
    const [form, write] = FORMS[(index * EACH + turn) % FORMS.length] ?? ['', String];
    return fault(
      `${name}-${member}-${form}`,
      endpoints[turn % endpoints.length] ?? endpoints[0],
      timestamps,
      `\`${member}\` of ${name} is written as ${form.replaceAll('-', ' ')}`,
      text(member, (time) => write(new Date(time))),
    );
  }),
);
