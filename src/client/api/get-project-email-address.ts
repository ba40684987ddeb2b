import { type Card, configured, reading } from './card.ts';

export const getProjectEmailAddress: Card = reading(configured('projectEmailAddressId', 'CES_PROJECT_EMAIL_ADDRESS_ID'));
