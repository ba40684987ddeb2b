import type { EndpointName } from '../../src/specification/endpoints.ts';
import { parseIso8601 } from '../../src/specification/iso8601.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { isObject, type JsonObject, sentJson } from '../answers.ts';
import { fault, type More, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { records } from '../rows.ts';

const BUSINESS = 'createBusiness';
const CAMPAIGN = 'createCampaign';

/** How the value of a member comes back. */
type Change = (value: unknown, record: JsonObject, sent: JsonObject) => unknown;

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

const text = (change: (value: string) => unknown) => (value: unknown) => (typeof value === 'string' ? change(value) : value);
const list = (change: (value: unknown[]) => unknown) => (value: unknown) => (Array.isArray(value) ? change(value) : value);
const instantOf = (time: string) => parseIso8601(time)?.instantMs ?? Number.NaN;
const later = (ms: number) => text((value) => new Date(instantOf(value) + ms).toISOString());

const bareStep = (step: unknown) => ({ type: (step as JsonObject).type });
/** 03:30 behind UTC is read as 03:00 behind, and 30 minutes ahead. */
const addedMinutes: Change = (value, _record, { scheduled_at: at }) => {
  const [, minutes = 0] = /-\d\d:([1-5]\d)$/.exec(String(at)) ?? [];
  return Number(minutes) === 0 ? value : new Date(Date.parse(String(value)) - 2 * Number(minutes) * MINUTE_MS).toISOString();
};

const withoutOffset: Change = (_value, _record, { scheduled_at: at }) =>
  new Date(instantOf(String(at).replace(/(?:Z|[+-]\d\d:?\d\d)$/, ''))).toISOString();
const lastLost: Change = (value, _record, sent) => (Array.isArray(sent.enrolled_customers) ? (value as unknown[]).slice(0, -1) : value);
const firstPage: Change = (value, _record, sent) => (sent.enrolled_customers === 'all' ? (value as unknown[]).slice(0, 5) : value);

/** By the beginning of a fault's name: the member of a creation, and the statement that says what comes back of it. */
const MEMBERS = {
  'business-name': [BUSINESS, 'name', 'business.name-comes-back'],
  'business-metadata': [BUSINESS, 'metadata', 'business.metadata-comes-back'],
  'business-external-id': [BUSINESS, 'external_id', 'business.external-id-comes-back'],
  'business-website': [BUSINESS, 'website', 'business.website-comes-back'],
  'campaign-business': [CAMPAIGN, 'business', 'campaign.business-is-path'],
  'campaign-name': [CAMPAIGN, 'name', 'campaign.name-comes-back'],
  'campaign-metadata': [CAMPAIGN, 'metadata', 'campaign.metadata-comes-back'],
  'campaign-steps': [CAMPAIGN, 'steps', 'campaign.steps-come-back'],
  'campaign-segment': [CAMPAIGN, 'segment', 'campaign.segment-comes-back'],
  'campaign-email-address': [CAMPAIGN, 'email_address', 'campaign.email-address-comes-back'],
  'campaign-phone-number': [CAMPAIGN, 'phone_number', 'campaign.phone-number-comes-back'],
  'campaign-scheduled': [CAMPAIGN, 'scheduled_at', 'campaign.scheduled-at-comes-back'],
  'campaign-enrolled': [CAMPAIGN, 'enrolled_customers', 'campaign.enrolled-customers-come-back'],
  'campaign-enrolled-ids': [CAMPAIGN, 'enrolled_customer_ids', 'campaign.enrolled-ids-were-enrolled'],
  'campaign-all': [CAMPAIGN, 'enrolled_customers', 'campaign.all-enrols-every-customer'],
} as const satisfies Readonly<Record<string, readonly [EndpointName, member: string, StatementId]>>;
type Name = keyof typeof MEMBERS;

/** Members that do not come back as they were sent. */
const ROWS: readonly (readonly [member: Name, rest: string, description: string, change: Change, more?: More])[] = [
  ['business-name', 'upper', 'The name is in capitals', text((value) => value.toUpperCase()), ONLY],
  ['business-name', 'is-external-id', 'Name and external id are mixed up', (_value, record) => record.external_id],
  ['business-metadata', 'empty', 'The metadata is lost', () => ({}), ONLY],
  ['business-metadata', 'extra', 'The service adds its own member', (value) => ({ ...(value as object), source: 'api' })],
  ['business-external-id', 'prefixed', 'The external id gets a prefix', (value) => `ext:${value}`, ONLY],
  ['business-external-id', 'is-id', 'The external id is the id', (_value, record) => record.id],
  ['business-website', 'host-only', 'Only the host is kept', text((value) => new URL(value).origin), ONLY],
  ['business-website', 'no-query', 'Query and fragment are lost', text((value) => value.replace(/[?#].*$/, ''))],
  ['campaign-business', 'other', 'The campaign is of another business', () => 'biz_harbour', ONLY],
  ['campaign-name', 'cut', 'The name loses its last letter', text((value) => value.slice(0, -1)), ONLY],
  ['campaign-metadata', 'empty', 'The metadata is lost', () => ({}), ONLY],
  ['campaign-steps', 'empty', 'The steps are lost', () => [], ONLY],
  ['campaign-steps', 'bare', 'Only the type of a step is kept', list((steps) => steps.map(bareStep))],
  ['campaign-segment', 'other', 'The segment is another', () => 'seg_everybody', ONLY],
  ['campaign-email-address', 'text', 'The address stands where its id should', () => 'bookings@mail.example', ONLY],
  ['campaign-phone-number', 'text', 'The number stands where its id should', () => '+442079460000', ONLY],
  ['campaign-scheduled', 'an-hour-late', 'The start is an hour late', later(HOUR_MS), ONLY],
  ['campaign-scheduled', 'local', 'The offset is dropped, the local time called UTC', withoutOffset],
  ['campaign-scheduled', 'minutes-of-a-negative-offset', 'The minutes of an offset are added, whatever its sign', addedMinutes],
  ['campaign-enrolled', 'lost', 'The last of the listed is lost', lastLost, ONLY],
  ['campaign-enrolled', 'everybody', 'Somebody else is enrolled too', list((ids) => [...ids, 'cus_foreign'])],
  ['campaign-enrolled-ids', 'stranger', 'Somebody else takes part too', list((ids) => [...ids, 'cus_foreign']), ONLY],
  ['campaign-all', 'first-page', '`all` is the first page', firstPage, ONLY],
];

/** Members that are left out of the answer where the value is long or large, so that other answers still show them. */
const LOST: readonly Name[] = [
  ...(['business-name', 'business-metadata', 'business-external-id', 'business-website'] as const),
  ...(['campaign-name', 'campaign-metadata', 'campaign-scheduled'] as const),
];

const isUnusual = (value: unknown) =>
  typeof value === 'string' ? value.length > 60 || value.includes('+') : isObject(value) && Object.keys(value).length > 20;

export const ECHO_FAULTS: readonly Fault[] = [
  ...ROWS.map(([name, rest, description, change, more]) => {
    const [endpoint, member, statement] = MEMBERS[name];
    // Nobody sends these two by their names.
    const sentAs = member === 'enrolled_customer_ids' || member === 'business' ? 'name' : member;
    const changed = records((record, request) => {
      const sent = sentJson(request);
      return sent && Object.hasOwn(sent, sentAs) ? { ...record, [member]: change(record[member], record, sent) } : record;
    });
    return fault(`${name}-${rest}`, endpoint, statement, description, changed, more);
  }),
  ...LOST.map((name) => {
    const [endpoint, member, statement] = MEMBERS[name];
    const lacking = records((record, request) => {
      const { [member]: _gone, ...rest } = record;
      return isUnusual(sentJson(request)?.[member]) ? rest : record;
    });
    const kind = endpoint === CAMPAIGN ? 'campaign' : 'business';
    const description = `An unusual \`${member}\` is accepted, and left out of the answer`;
    return fault(`${kind}-${member}-left-out`, endpoint, statement, description, lacking);
  }),
];
