import type { Card } from './card.ts';

export const copyEmailTemplate: Card = {
  typicalCalls: async ({ emailTemplateId }) => [{ id: await emailTemplateId(), body: {} }],
  creates: { kind: 'e-mail template', one: 'copy of an e-mail template', many: 'copies of e-mail templates' },
};
