import { type Card, configured, reading } from './card.ts';

export const listEmailBlastExecutions: Card = reading(configured('emailBlastId', 'CES_EMAIL_BLAST_ID'));
