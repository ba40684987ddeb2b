import { need } from '../../settings/not-assessed.ts';
import { MARKER_MEMBER } from '../../settings/parsing/event-data.ts';
import type { EndpointName } from '../../specification/endpoints.ts';
import { flagQuery } from '../feature-flags.ts';
import { batchUpdateCustomers } from './batch-update-customers.ts';
import { type Card, configured, reading } from './card.ts';
import { createCampaign } from './create-campaign.ts';

/** In seconds. The specification shows no bounds of a lifetime (Limits), so a refused one gives way to the next. */
const LIFETIMES = [3600, 600, 86_400, 300, 900, 60, 604_800];

/** The card of each endpoint. */
export const CARDS: Readonly<Record<EndpointName, Card>> = {
  getEvent: { ...reading(({ eventId }) => eventId()), readsWhatOthersGive: true },
  createCampaign,
  batchUpdateCustomers,
  copyProjectEmailTemplate: {
    typicalCalls: async ({ settings, businessId }) => [
      { id: need(settings.fixtures.projectEmailTemplateId, 'CES_PROJECT_EMAIL_TEMPLATE_ID'), body: { business: await businessId() } },
    ],
    creates: { kind: 'e-mail template', one: 'copy of a project e-mail template', many: 'copies of project e-mail templates' },
    namedIn: ({ business }) => (typeof business === 'string' ? [business] : []),
  },
  createBusiness: {
    typicalCalls: async ({ unique }) => {
      const [name, external_id] = [unique(), unique()];
      const metadata = { origin: 'conformance', mark: name, rank: 1 };
      return [
        { body: { name, metadata, external_id, website: `https://example.com/${name}` } },
        { body: { name, external_id } },
        { body: { name } },
      ];
    },
    creates: { kind: 'business', one: 'business', many: 'businesses' },
  },
  copyEmailTemplate: {
    typicalCalls: async ({ emailTemplateId }) => [{ id: await emailTemplateId(), body: {} }],
    creates: { kind: 'e-mail template', one: 'copy of an e-mail template', many: 'copies of e-mail templates' },
  },
  createSmsTemplateEmbed: {
    typicalCalls: async ({ settings }) => {
      const id = need(settings.fixtures.smsTemplateId, 'CES_SMS_TEMPLATE_ID');
      return LIFETIMES.map((expires_in) => ({ id, body: { expires_in } }));
    },
    creates: { kind: 'embed', one: 'SMS template embed', many: 'SMS template embeds' },
  },
  getSentEmail: reading(configured('sentEmailId', 'CES_SENT_EMAIL_ID')),
  listEmailAddresses: reading(({ businessId }) => businessId()),
  getProjectEmailAddress: reading(configured('projectEmailAddressId', 'CES_PROJECT_EMAIL_ADDRESS_ID')),
  getEmailAddress: { ...reading(({ emailAddressId }) => emailAddressId()), readsWhatOthersGive: true },
  listEmailBlastExecutions: reading(configured('emailBlastId', 'CES_EMAIL_BLAST_ID')),
  getSegment: reading(configured('segmentId', 'CES_SEGMENT_ID')),
  getFeatureFlagStatuses: {
    typicalCalls: async ({ settings: { fixtures }, businessId }) => {
      const parameter = need(fixtures.featureFlagsParam, 'CES_FEATURE_FLAGS_PARAM');
      const names = need(fixtures.featureFlags.length > 0 ? fixtures.featureFlags : null, 'CES_FEATURE_FLAGS');
      return [{ id: await businessId(), query: flagQuery(parameter, names, fixtures.featureFlagsEncoding) }];
    },
  },
  getProjectDefinedEvent: reading(configured('projectDefinedEventId', 'CES_PROJECT_DEFINED_EVENT_ID')),
  listEmailTemplateVariables: { ...reading(({ emailTemplateId }) => emailTemplateId()), shape: 'email-template.variables-list' },
  previewSmsTemplate: reading(configured('smsTemplateId', 'CES_SMS_TEMPLATE_ID')),
  trackEvent: {
    typicalCalls: async ({ settings: { tracking }, businessId, unique }) => [
      { id: await businessId(), body: { event: tracking.event, data: { ...tracking.unmatchedData, [MARKER_MEMBER]: unique() } } },
    ],
    creates: { kind: 'event', one: 'tracked event', many: 'tracked events' },
    // The specification does not show which event names are accepted (Events, rule 3).
    missing: ({ tracking }) => (tracking.eventIsDefault ? ['CES_TRACK_EVENT'] : []),
    marked: (call, mark) => {
      const { event, data } = call.body as { event: string; data: object };
      return { ...call, body: { event, data: { ...data, [MARKER_MEMBER]: mark } } };
    },
    shape: 'track.empty-object',
  },
};
