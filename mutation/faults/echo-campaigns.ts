import { parseIso8601 } from '../../src/specification/iso8601.ts';
import type { JsonObject } from '../answers.ts';
import { type EchoRow, text } from './echo-row.ts';

const HOUR_MS = 3_600_000;

const list = (change: (value: unknown[]) => unknown) => (value: unknown) => (Array.isArray(value) ? change(value) : value);
const instantOf = (time: string) => parseIso8601(time)?.instantMs ?? Number.NaN;
const later = (ms: number) => text((value) => new Date(instantOf(value) + ms).toISOString());

/** At createCampaign. */
export const CAMPAIGN_ECHOES: readonly EchoRow[] = [
  ['campaign-business-other', 'campaign.business-is-path', 'The campaign is of another business', () => 'biz_harbour', 'business', true],
  ['campaign-name-cut', 'campaign.name-comes-back', 'The name loses its last letter', text((value) => value.slice(0, -1)), 'name', true],
  ['campaign-name-default', 'campaign.name-comes-back', 'The name is a default', () => 'New campaign', 'name'],
  ['campaign-metadata-empty', 'campaign.metadata-comes-back', 'The metadata is lost', () => ({}), 'metadata', true],
  ['campaign-steps-empty', 'campaign.steps-come-back', 'The steps are lost', () => [], 'steps', true],
  ['campaign-steps-twice', 'campaign.steps-come-back', 'Each step is there twice', list((steps) => [...steps, ...steps]), 'steps'],
  [
    'campaign-steps-bare',
    'campaign.steps-come-back',
    'Only the type of a step is kept',
    list((steps) => steps.map((step) => ({ type: (step as JsonObject).type }))),
    'steps',
  ],
  ['campaign-segment-other', 'campaign.segment-comes-back', 'The segment is another', () => 'seg_everybody', 'segment', true],
  [
    'campaign-email-address-text',
    'campaign.email-address-comes-back',
    'The address stands where its id should',
    () => 'bookings@mail.example',
    'email_address',
    true,
  ],
  [
    'campaign-phone-number-text',
    'campaign.phone-number-comes-back',
    'The number stands where its id should',
    () => '+442079460000',
    'phone_number',
    true,
  ],
  [
    'campaign-scheduled-an-hour-late',
    'campaign.scheduled-at-comes-back',
    'The start is an hour late',
    later(HOUR_MS),
    'scheduled_at',
    true,
  ],
  [
    'campaign-scheduled-local',
    'campaign.scheduled-at-comes-back',
    'The offset is dropped, the local time called UTC',
    (_value, _record, sent) => new Date(instantOf(String(sent.scheduled_at).replace(/(?:Z|[+-]\d\d:?\d\d)$/, ''))).toISOString(),
    'scheduled_at',
  ],
  [
    'campaign-scheduled-now',
    'campaign.scheduled-at-comes-back',
    'The start is the time of creation',
    (_value, record) => record.created_at,
    'scheduled_at',
  ],
  [
    'campaign-scheduled-day',
    'campaign.scheduled-at-comes-back',
    'The start is at midnight',
    text((value) => `${value.slice(0, 10)}T00:00:00Z`),
    'scheduled_at',
  ],
  [
    'campaign-enrolled-lost',
    'campaign.enrolled-customers-come-back',
    'The last of the listed is lost',
    (value, _record, sent) => (Array.isArray(sent.enrolled_customers) ? (value as unknown[]).slice(0, -1) : value),
    'enrolled_customers',
    true,
  ],
  [
    'campaign-enrolled-everybody',
    'campaign.enrolled-customers-come-back',
    'Somebody else is enrolled too',
    list((ids) => [...ids, 'cus_foreign']),
    'enrolled_customers',
  ],
  [
    'campaign-enrolled-ids-stranger',
    'campaign.enrolled-ids-were-enrolled',
    'Somebody else takes part too',
    list((ids) => [...ids, 'cus_foreign']),
    'enrolled_customer_ids',
    true,
  ],
  [
    'campaign-enrolled-ids-neighbour',
    'campaign.enrolled-ids-were-enrolled',
    'Everybody takes part',
    () => ['cus_ada', 'cus_grace', 'cus_joan'],
    'enrolled_customer_ids',
  ],
  [
    'campaign-all-first-page',
    'campaign.all-enrols-every-customer',
    '`all` is the first page',
    (value, _record, sent) => (sent.enrolled_customers === 'all' ? (value as unknown[]).slice(0, 5) : value),
    'enrolled_customers',
    true,
  ],
];
