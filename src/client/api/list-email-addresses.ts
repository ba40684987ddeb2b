import { type Card, reading } from './card.ts';

export const listEmailAddresses: Card = reading(({ businessId }) => businessId());
