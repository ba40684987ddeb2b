import { type Card, configured, reading } from './card.ts';

export const getSegment: Card = reading(configured('segmentId', 'CES_SEGMENT_ID'));
