import { type Card, configured, reading } from './card.ts';

export const getProjectDefinedEvent: Card = reading(configured('projectDefinedEventId', 'CES_PROJECT_DEFINED_EVENT_ID'));
