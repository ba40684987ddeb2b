import { type Card, configured, reading } from './card.ts';

export const previewSmsTemplate: Card = reading(configured('smsTemplateId', 'CES_SMS_TEMPLATE_ID'));
