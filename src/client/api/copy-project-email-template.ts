import { need } from '../../settings/not-assessed.ts';
import type { Card } from './card.ts';

export const copyProjectEmailTemplate: Card = {
  typicalCalls: async ({ settings, businessId }) => [
    { id: need(settings.fixtures.projectEmailTemplateId, 'CES_PROJECT_EMAIL_TEMPLATE_ID'), body: { business: await businessId() } },
  ],
  creates: { kind: 'e-mail template', one: 'copy of a project e-mail template', many: 'copies of project e-mail templates' },
  namedIn: ({ business }) => (typeof business === 'string' ? [business] : []),
};
