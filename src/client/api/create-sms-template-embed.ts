import { need } from '../../settings/not-assessed.ts';
import type { Card } from './card.ts';

/** In seconds. The specification shows no bounds of a lifetime (Limits), so a refused one gives way to the next. */
const LIFETIMES = [3600, 600, 86_400, 300, 900, 60, 604_800];

export const createSmsTemplateEmbed: Card = {
  typicalCalls: async ({ settings }) =>
    LIFETIMES.map((seconds) => ({
      id: need(settings.fixtures.smsTemplateId, 'CES_SMS_TEMPLATE_ID'),
      body: { expires_in: seconds },
    })),
  creates: { kind: 'embed', one: 'SMS template embed', many: 'SMS template embeds' },
};
