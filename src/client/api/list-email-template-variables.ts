import { type Card, reading } from './card.ts';

export const listEmailTemplateVariables: Card = {
  ...reading(({ emailTemplateId }) => emailTemplateId()),
  shape: 'email-template.variables-list',
};
