import { RESOURCES } from '../faults/documented-fields.ts';
import type { Variant } from '../interposition.ts';
import { BATCH_UPDATE_VARIANTS, BODY_READING_VARIANTS } from './batch-updates.ts';
import {
  CAMPAIGN_VARIANTS,
  COPY_VARIANTS,
  DISABLED_STEPS_VARIANTS,
  EMBED_VARIANTS,
  TEMPLATE_VARIANTS,
  WEBSITE_VARIANTS,
} from './creations.ts';
import { DOOR_VARIANTS } from './doors.ts';
import { EVENT_VARIANTS } from './events.ts';
import { ABSENT_FIELD_VARIANTS, BARE_RECORD_VARIANTS, FURTHER_FIELD_VARIANTS } from './fields.ts';
import { FLAG_VARIANTS } from './flags.ts';
import { CACHE_VARIANTS, CODING_VARIANTS, HEADER_VARIANTS, MEDIA_TYPE_VARIANTS, SUCCESS_STATUS_VARIANTS } from './headers.ts';
import { ID_VARIANTS } from './ids.ts';
import * as limits from './limits.ts';
import { OTHER_RECORD_VARIANTS } from './other-records.ts';
import { PACE_VARIANTS } from './pace.ts';
import { LIST_VARIANTS, PREVIEW_VARIANTS, QUERY_VARIANTS } from './reads.ts';
import { REFUSAL_VARIANTS, STRICT_VARIANTS, UNIQUENESS_VARIANTS, UNKNOWN_ID_VARIANTS } from './refusals.ts';
import { REJECTION_VARIANTS } from './rejections.ts';
import { JSON_TEXT_VARIANTS, ODD_TEXT_VARIANTS } from './texts.ts';
import { DATE_VARIANTS, STORED_TIME_VARIANTS, TIMESTAMP_VARIANTS } from './times.ts';
import { WIRE_VARIANTS } from './wire.ts';

/** Variants of one matter, of which a service can choose one. */
export interface Topic {
  /** What they are about. Two topics with a word in common hide each other's variants, so they are not bundled. */
  readonly aspects: readonly string[];
  readonly variants: readonly Variant[];
}

/** All variants by topic, from what lies nearest to the service to what lies nearest to the wire. */
export const TOPICS: readonly Topic[] = [
  { aspects: ['event', 'late'], variants: EVENT_VARIANTS },
  { aspects: ['customer'], variants: BATCH_UPDATE_VARIANTS },
  { aspects: ['campaign'], variants: CAMPAIGN_VARIANTS },
  { aspects: ['business', 'business limits'], variants: WEBSITE_VARIANTS },
  { aspects: ['disabled_steps', 'business'], variants: DISABLED_STEPS_VARIANTS },
  { aspects: ['email-template'], variants: TEMPLATE_VARIANTS },
  // Their content holds ids.
  { aspects: ['email-template', 'id'], variants: COPY_VARIANTS },
  { aspects: ['sms-template-embed'], variants: EMBED_VARIANTS },
  { aspects: ['feature-flag'], variants: FLAG_VARIANTS },
  { aspects: ['email-blast-execution', 'segment', 'order of lists'], variants: LIST_VARIANTS },
  { aspects: ['preview'], variants: PREVIEW_VARIANTS },
  { aspects: ['time'], variants: TIMESTAMP_VARIANTS },
  { aspects: ['time'], variants: STORED_TIME_VARIANTS },
  ...[...ABSENT_FIELD_VARIANTS].map(([resource, variants]) => ({ aspects: [resource], variants })),
  { aspects: RESOURCES.map(({ name }) => name), variants: BARE_RECORD_VARIANTS },
  { aspects: ['further fields'], variants: FURTHER_FIELD_VARIANTS },
  { aspects: ['request body'], variants: BODY_READING_VARIANTS },
  { aspects: ['request body', 'names', 'free objects', 'refusal'], variants: ODD_TEXT_VARIANTS },
  { aspects: ['query'], variants: QUERY_VARIANTS },
  { aspects: ['refusal'], variants: REFUSAL_VARIANTS },
  { aspects: ['refusal of members'], variants: STRICT_VARIANTS },
  { aspects: ['names'], variants: limits.NAME_LIMITS },
  { aspects: ['free objects'], variants: limits.OBJECT_LIMITS },
  {
    aspects: ['free objects', 'names', 'customer', 'campaign limits', 'batch limits', 'business limits'],
    variants: limits.METADATA_LIMITS,
  },
  { aspects: ['free objects', 'names', 'body'], variants: limits.BODY_LIMITS },
  { aspects: ['campaign limits'], variants: limits.CAMPAIGN_LIMITS },
  { aspects: ['batch limits'], variants: limits.BATCH_LIMITS },
  { aspects: ['embed limits'], variants: limits.EMBED_LIMITS },
  { aspects: ['business limits'], variants: limits.BUSINESS_LIMITS },
  { aspects: ['event limits', 'free objects'], variants: limits.EVENT_LIMITS },
  { aspects: ['uniqueness', 'names'], variants: UNIQUENESS_VARIANTS },
  { aspects: ['success status'], variants: SUCCESS_STATUS_VARIANTS },
  // They are about which record an answer is of, so nothing else may decide that as well.
  {
    aspects: [
      'other records',
      'id',
      'unknown id',
      'uniqueness',
      'campaign',
      'business',
      'email-address',
      'sms-template-embed',
      'event',
      'preview',
      'order of lists',
      'late',
    ],
    variants: OTHER_RECORD_VARIANTS,
  },
  { aspects: ['unknown id'], variants: UNKNOWN_ID_VARIANTS },
  { aspects: ['id'], variants: ID_VARIANTS },
  { aspects: ['rejection'], variants: REJECTION_VARIANTS },
  { aspects: ['other requests', 'header'], variants: DOOR_VARIANTS },
  { aspects: ['JSON'], variants: JSON_TEXT_VARIANTS },
  { aspects: ['pace'], variants: PACE_VARIANTS },
  // A preview in another charset names it in its media type.
  { aspects: ['media type', 'preview'], variants: MEDIA_TYPE_VARIANTS },
  { aspects: ['date'], variants: DATE_VARIANTS },
  { aspects: ['header'], variants: HEADER_VARIANTS },
  { aspects: ['header'], variants: CACHE_VARIANTS },
  { aspects: ['coding'], variants: CODING_VARIANTS },
  { aspects: ['wire'], variants: WIRE_VARIANTS },
];

export const VARIANTS: readonly Variant[] = TOPICS.flatMap(({ variants }) => variants);
