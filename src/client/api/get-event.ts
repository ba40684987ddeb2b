import { type Card, reading } from './card.ts';

export const getEvent: Card = { ...reading(({ eventId }) => eventId()), readsWhatOthersGive: true };
