import { RESOURCES } from '../faults/documented-fields.ts';
import type { Variant } from '../interposition.ts';
import { BATCH_UPDATE_VARIANTS, BODY_READING_VARIANTS } from './batch-updates.ts';
import * as creations from './creations.ts';
import { DOOR_VARIANTS } from './doors.ts';
import { EVENT_VARIANTS } from './events.ts';
import { ABSENT_FIELD_VARIANTS, BARE_RECORD_VARIANTS, FURTHER_FIELD_VARIANTS, JSON_TEXT_VARIANTS, ODD_TEXT_VARIANTS } from './fields.ts';
import * as headers from './headers.ts';
import { ID_VARIANTS } from './ids.ts';
import * as limits from './limits.ts';
import { OTHER_RECORD_VARIANTS } from './other-records.ts';
import { FLAG_VARIANTS, LIST_VARIANTS, PREVIEW_VARIANTS, QUERY_VARIANTS } from './reads.ts';
import * as refusals from './refusals.ts';
import { DATE_VARIANTS, STORED_TIME_VARIANTS, TIMESTAMP_VARIANTS } from './times.ts';

/** Variants of one matter, of which a service can choose one. */
export interface Topic {
  /** What they are about. Two topics with a word in common hide each other's variants, so they are not bundled. */
  readonly aspects: readonly string[];
  readonly variants: readonly Variant[];
}

/** All variants, and what they are about, from what lies nearest to the service to what lies nearest to the wire. */
const ROWS: readonly (readonly [aspects: string, variants: readonly Variant[]])[] = [
  ['event, late', EVENT_VARIANTS],
  ['customer', BATCH_UPDATE_VARIANTS],
  ['campaign', creations.CAMPAIGN_VARIANTS],
  ['business, business limits', creations.WEBSITE_VARIANTS],
  ['disabled_steps, business', creations.DISABLED_STEPS_VARIANTS],
  ['email-template', creations.TEMPLATE_VARIANTS],
  // Their content holds ids.
  ['email-template, id', creations.COPY_VARIANTS],
  ['sms-template-embed, embed limits', creations.EMBED_VARIANTS],
  ['feature-flag', FLAG_VARIANTS],
  ['email-blast-execution, segment, order of lists', LIST_VARIANTS],
  ['preview', PREVIEW_VARIANTS],
  ['time', TIMESTAMP_VARIANTS],
  ['time', STORED_TIME_VARIANTS],
  ...ABSENT_FIELD_VARIANTS,
  [RESOURCES.map(({ name }) => name).join(', '), BARE_RECORD_VARIANTS],
  ['further fields', FURTHER_FIELD_VARIANTS],
  ['request body', BODY_READING_VARIANTS],
  ['request body, names, free objects, refusal', ODD_TEXT_VARIANTS],
  ['query', QUERY_VARIANTS],
  ['refusal', refusals.REFUSAL_VARIANTS],
  ['refusal of members', refusals.STRICT_VARIANTS],
  ['names', limits.NAME_LIMITS],
  ['free objects', limits.OBJECT_LIMITS],
  ['free objects, names, customer, campaign limits, batch limits, business limits', limits.METADATA_LIMITS],
  ['free objects, names, body', limits.BODY_LIMITS],
  ['campaign limits', limits.CAMPAIGN_LIMITS],
  ['batch limits', limits.BATCH_LIMITS],
  ['embed limits', limits.EMBED_LIMITS],
  ['business limits', limits.BUSINESS_LIMITS],
  ['event limits, free objects', limits.EVENT_LIMITS],
  ['uniqueness, names', refusals.UNIQUENESS_VARIANTS],
  ['success status', headers.SUCCESS_STATUS_VARIANTS],
  // They are about which record an answer is of, so nothing else may decide that as well.
  [
    'other records, id, unknown id, uniqueness, campaign, business, email-address, sms-template-embed, event, preview, order of lists, late',
    OTHER_RECORD_VARIANTS,
  ],
  ['unknown id', refusals.UNKNOWN_ID_VARIANTS],
  ['id', ID_VARIANTS],
  ['rejection', refusals.REJECTION_VARIANTS],
  ['other requests, header', DOOR_VARIANTS],
  ['JSON', JSON_TEXT_VARIANTS],
  ['pace', refusals.PACE_VARIANTS],
  // A preview in another charset names it in its media type.
  ['media type, preview', headers.MEDIA_TYPE_VARIANTS],
  ['date', DATE_VARIANTS],
  ['header', headers.HEADER_VARIANTS],
  ['header', headers.CACHE_VARIANTS],
  ['coding', headers.CODING_VARIANTS],
  ['wire', headers.WIRE_VARIANTS],
];

export const TOPICS: readonly Topic[] = ROWS.map(([aspects, variants]) => ({ aspects: aspects.split(', '), variants }));

export const VARIANTS: readonly Variant[] = TOPICS.flatMap(({ variants }) => variants);
