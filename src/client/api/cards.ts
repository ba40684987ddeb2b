import type { EndpointName } from '../../specification/endpoints.ts';
import { batchUpdateCustomers } from './batch-update-customers.ts';
import type { Card } from './card.ts';
import { copyEmailTemplate } from './copy-email-template.ts';
import { copyProjectEmailTemplate } from './copy-project-email-template.ts';
import { createBusiness } from './create-business.ts';
import { createCampaign } from './create-campaign.ts';
import { createSmsTemplateEmbed } from './create-sms-template-embed.ts';
import { getEmailAddress } from './get-email-address.ts';
import { getEvent } from './get-event.ts';
import { getFeatureFlagStatuses } from './get-feature-flag-statuses.ts';
import { getProjectDefinedEvent } from './get-project-defined-event.ts';
import { getProjectEmailAddress } from './get-project-email-address.ts';
import { getSegment } from './get-segment.ts';
import { getSentEmail } from './get-sent-email.ts';
import { listEmailAddresses } from './list-email-addresses.ts';
import { listEmailBlastExecutions } from './list-email-blast-executions.ts';
import { listEmailTemplateVariables } from './list-email-template-variables.ts';
import { previewSmsTemplate } from './preview-sms-template.ts';
import { trackEvent } from './track-event.ts';

/** The card of each endpoint. */
export const CARDS: Readonly<Record<EndpointName, Card>> = {
  getEvent,
  createCampaign,
  batchUpdateCustomers,
  copyProjectEmailTemplate,
  createBusiness,
  copyEmailTemplate,
  createSmsTemplateEmbed,
  getSentEmail,
  listEmailAddresses,
  getProjectEmailAddress,
  getEmailAddress,
  listEmailBlastExecutions,
  getSegment,
  getFeatureFlagStatuses,
  getProjectDefinedEvent,
  listEmailTemplateVariables,
  previewSmsTemplate,
  trackEvent,
};
