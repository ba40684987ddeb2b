import { type Card, reading } from './card.ts';

export const getEmailAddress: Card = { ...reading(({ emailAddressId }) => emailAddressId()), readsWhatOthersGive: true };
