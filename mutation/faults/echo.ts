import { parseIso8601 } from '../../src/specification/iso8601.ts';
import { isObject, type JsonObject, onRecords, sentJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';

const HOUR_MS = 3_600_000;

type Row = readonly [
  name: string,
  endpoint: 2 | 5,
  statement: string,
  description: string,
  change: (value: unknown, record: JsonObject, sent: JsonObject) => unknown,
  member: string,
  only?: true,
];

const text = (change: (value: string) => unknown) => (value: unknown) => (typeof value === 'string' ? change(value) : value);
const list = (change: (value: unknown[]) => unknown) => (value: unknown) => (Array.isArray(value) ? change(value) : value);
const instantOf = (time: string) => parseIso8601(time)?.instantMs ?? Number.NaN;
const later = (ms: number) => text((value) => new Date(instantOf(value) + ms).toISOString());

const ROWS: readonly Row[] = [
  ['business-name-upper', 5, 'business.name-comes-back', 'The name is in capitals', text((value) => value.toUpperCase()), 'name', true],
  ['business-name-slug', 5, 'business.name-comes-back', 'The name is made a slug', text((value) => value.replaceAll('-', '_')), 'name'],
  [
    'business-name-is-external-id',
    5,
    'business.name-comes-back',
    'Name and external id are mixed up',
    (_value, record) => record.external_id,
    'name',
  ],
  ['business-metadata-empty', 5, 'business.metadata-comes-back', 'The metadata is lost', () => ({}), 'metadata', true],
  [
    'business-metadata-extra',
    5,
    'business.metadata-comes-back',
    'The service adds its own member',
    (value) => ({ ...(value as object), source: 'api' }),
    'metadata',
  ],
  [
    'business-external-id-prefixed',
    5,
    'business.external-id-comes-back',
    'The external id gets a prefix',
    (value) => `ext:${value}`,
    'external_id',
    true,
  ],
  [
    'business-external-id-is-id',
    5,
    'business.external-id-comes-back',
    'The external id is the id',
    (_value, record) => record.id,
    'external_id',
  ],
  [
    'business-website-host-only',
    5,
    'business.website-comes-back',
    'Only the host is kept',
    text((value) => new URL(value).origin),
    'website',
    true,
  ],
  [
    'business-website-no-query',
    5,
    'business.website-comes-back',
    'Query and fragment are lost',
    text((value) => value.replace(/[?#].*$/, '')),
    'website',
  ],
  [
    'business-website-lower',
    5,
    'business.website-comes-back',
    'The path is put in small letters',
    text((value) => value.toLowerCase()),
    'website',
  ],
  ['campaign-business-other', 2, 'campaign.business-is-path', 'The campaign is of another business', () => 'biz_harbour', 'business', true],
  ['campaign-name-cut', 2, 'campaign.name-comes-back', 'The name loses its last letter', text((value) => value.slice(0, -1)), 'name', true],
  ['campaign-name-default', 2, 'campaign.name-comes-back', 'The name is a default', () => 'New campaign', 'name'],
  ['campaign-metadata-empty', 2, 'campaign.metadata-comes-back', 'The metadata is lost', () => ({}), 'metadata', true],
  ['campaign-steps-empty', 2, 'campaign.steps-come-back', 'The steps are lost', () => [], 'steps', true],
  ['campaign-steps-twice', 2, 'campaign.steps-come-back', 'Each step is there twice', list((steps) => [...steps, ...steps]), 'steps'],
  [
    'campaign-steps-bare',
    2,
    'campaign.steps-come-back',
    'Only the type of a step is kept',
    list((steps) => steps.map((step) => ({ type: (step as JsonObject).type }))),
    'steps',
  ],
  ['campaign-segment-other', 2, 'campaign.segment-comes-back', 'The segment is another', () => 'seg_everybody', 'segment', true],
  [
    'campaign-email-address-text',
    2,
    'campaign.email-address-comes-back',
    'The address stands where its id should',
    () => 'bookings@mail.example',
    'email_address',
    true,
  ],
  [
    'campaign-phone-number-text',
    2,
    'campaign.phone-number-comes-back',
    'The number stands where its id should',
    () => '+442079460000',
    'phone_number',
    true,
  ],
  [
    'campaign-scheduled-an-hour-late',
    2,
    'campaign.scheduled-at-comes-back',
    'The start is an hour late',
    later(HOUR_MS),
    'scheduled_at',
    true,
  ],
  [
    'campaign-scheduled-local',
    2,
    'campaign.scheduled-at-comes-back',
    'The offset is dropped, the local time called UTC',
    (_value, _record, sent) => new Date(instantOf(String(sent.scheduled_at).replace(/(?:Z|[+-]\d\d:?\d\d)$/, ''))).toISOString(),
    'scheduled_at',
  ],
  [
    'campaign-scheduled-now',
    2,
    'campaign.scheduled-at-comes-back',
    'The start is the time of creation',
    (_value, record) => record.created_at,
    'scheduled_at',
  ],
  [
    'campaign-scheduled-day',
    2,
    'campaign.scheduled-at-comes-back',
    'The start is at midnight',
    text((value) => `${value.slice(0, 10)}T00:00:00Z`),
    'scheduled_at',
  ],
  [
    'campaign-enrolled-lost',
    2,
    'campaign.enrolled-customers-come-back',
    'The last of the listed is lost',
    (value, _record, sent) => (Array.isArray(sent.enrolled_customers) ? (value as unknown[]).slice(0, -1) : value),
    'enrolled_customers',
    true,
  ],
  [
    'campaign-enrolled-everybody',
    2,
    'campaign.enrolled-customers-come-back',
    'Somebody else is enrolled too',
    list((ids) => [...ids, 'cus_foreign']),
    'enrolled_customers',
  ],
  [
    'campaign-enrolled-ids-stranger',
    2,
    'campaign.enrolled-ids-were-enrolled',
    'Somebody else takes part too',
    list((ids) => [...ids, 'cus_foreign']),
    'enrolled_customer_ids',
    true,
  ],
  [
    'campaign-enrolled-ids-neighbour',
    2,
    'campaign.enrolled-ids-were-enrolled',
    'Everybody takes part',
    () => ['cus_ada', 'cus_grace', 'cus_joan'],
    'enrolled_customer_ids',
  ],
  [
    'campaign-all-first-page',
    2,
    'campaign.all-enrols-every-customer',
    '`all` is the first page',
    (value, _record, sent) => (sent.enrolled_customers === 'all' ? (value as unknown[]).slice(0, 5) : value),
    'enrolled_customers',
    true,
  ],
  [
    'campaign-all-nobody',
    2,
    'campaign.all-enrols-every-customer',
    '`all` is nobody',
    (value, _record, sent) => (sent.enrolled_customers === 'all' ? [] : value),
    'enrolled_customers',
  ],
  [
    'campaign-all-literal',
    2,
    'campaign.all-enrols-every-customer',
    '`all` is taken for an id',
    (value, _record, sent) => (sent.enrolled_customers === 'all' ? ['all'] : value),
    'enrolled_customers',
  ],
];

/** Members of a creation that do not come back as they were sent. */
export const ECHO_FAULTS: readonly Fault[] = [
  ...ROWS.map(([name, endpoint, statement, description, change, member, only]) =>
    fault(
      name,
      endpoint,
      statement,
      description,
      onRecords([endpoint], (record, request) => {
        const sent = sentJson(request);
        return sent && Object.hasOwn(sent, member === 'enrolled_customer_ids' || member === 'business' ? 'name' : member)
          ? { ...record, [member]: change(record[member], record, sent) }
          : record;
      }),
      only ? ONLY : {},
    ),
  ),
  ...['name', 'metadata', 'external_id', 'website'].map((member) => lost(5, member, `business.${member.replace('_', '-')}-comes-back`)),
  ...['name', 'metadata', 'scheduled_at'].map((member) => lost(2, member, `campaign.${member.replace('_', '-')}-comes-back`)),
];

/** Lost where the value is long or large, so that other answers still show the member. */
function lost(endpoint: number, member: string, statement: string): Fault {
  const isUnusual = (value: unknown) =>
    typeof value === 'string' ? value.length > 60 || value.includes('+') : isObject(value) && Object.keys(value).length > 20;
  return fault(
    `${endpoint === 2 ? 'campaign' : 'business'}-${member}-left-out`,
    endpoint,
    statement,
    `An unusual \`${member}\` is accepted, and left out of the answer`,
    onRecords([endpoint], (record, request) => {
      const { [member]: _gone, ...rest } = record;
      return isUnusual(sentJson(request)?.[member]) ? rest : record;
    }),
  );
}
