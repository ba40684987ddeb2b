import type { Call } from '../call.ts';
import { farAhead } from '../far-ahead.ts';
import type { CallSources, Card } from './card.ts';

export const createCampaign: Card = {
  typicalCalls: campaignCalls,
  creates: { kind: 'campaign', one: 'campaign', many: 'campaigns' },
  // The specification does not show which members are required (Endpoints, rule 1).
  missing: ({ fixtures }) =>
    Object.entries({
      CES_BUSINESS_ID: fixtures.businessId,
      CES_CUSTOMER_IDS: fixtures.customerIds[0],
      CES_SEGMENT_ID: fixtures.segmentId,
      CES_EMAIL_TEMPLATE_ID: fixtures.emailTemplateId,
      CES_PHONE_NUMBER_ID: fixtures.phoneNumberId,
    }).flatMap(([variable, value]) => (value === null || value === undefined ? [variable] : [])),
};

async function campaignCalls(sources: CallSources): Promise<Call[]> {
  const { fixtures } = sources.settings;
  const id = await sources.businessId();
  const name = sources.unique();
  const present = <T>(member: string, value: T | null | undefined) => (value === null || value === undefined ? {} : { [member]: value });
  const content = { name, metadata: { origin: 'conformance', mark: name, rank: 1 } };
  // A business created in place of the configured one has neither customers nor addresses.
  const isCreated = fixtures.businessId === null;
  const audience = isCreated || fixtures.customerIds.length === 0 ? {} : { enrolled_customers: fixtures.customerIds.slice(0, 2) };
  const emailStep = present('steps', fixtures.emailTemplateId && [{ type: 'email', email_template_id: fixtures.emailTemplateId }]);
  const customStep = present(
    'steps',
    fixtures.emailTemplateId && [{ type: 'email', email_template_id: fixtures.emailTemplateId, custom_step_id: name }],
  );
  const senders = {
    ...present('email_address', isCreated ? null : await sources.emailAddressId().catch(() => null)),
    ...present('phone_number', fixtures.phoneNumberId),
  };
  const rest = { ...audience, ...senders, ...present('segment', fixtures.segmentId), scheduled_at: farAhead(), excluded_customers: [] };
  const bodies = [
    { ...content, ...rest, ...customStep },
    { ...content, ...rest, ...emailStep },
    { ...content, ...audience, ...senders, ...emailStep },
    { ...content, ...audience },
    { ...content, enrolled_customers: 'all' },
    { name },
  ];
  return bodies.map((body) => ({ id, body }));
}
