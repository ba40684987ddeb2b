import { type Card, configured, reading } from './card.ts';

export const getSentEmail: Card = reading(configured('sentEmailId', 'CES_SENT_EMAIL_ID'));
