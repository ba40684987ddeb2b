import type { Likeness } from '../../src/checks/echo.ts';
import type { StatementId } from '../../src/specification/register.ts';

/** Members of a request that come back in the answer's record: for each, the statement that says so, and in which sense it comes back. */
export type EchoedMembers = Readonly<Record<string, readonly [StatementId, Likeness]>>;

/** By endpoint. */
export const ECHOED_MEMBERS = {
  createBusiness: {
    name: ['business.name-comes-back', 'json'],
    metadata: ['business.metadata-comes-back', 'json'],
    external_id: ['business.external-id-comes-back', 'json'],
    website: ['business.website-comes-back', 'url'],
  },
  createCampaign: {
    name: ['campaign.name-comes-back', 'json'],
    metadata: ['campaign.metadata-comes-back', 'json'],
    steps: ['campaign.steps-come-back', 'items'],
    segment: ['campaign.segment-comes-back', 'json'],
    email_address: ['campaign.email-address-comes-back', 'json'],
    phone_number: ['campaign.phone-number-comes-back', 'json'],
    scheduled_at: ['campaign.scheduled-at-comes-back', 'instant'],
  },
  batchUpdateCustomers: {
    full_name: ['customer.full-name-comes-back', 'json'],
    phone_number: ['customer.phone-number-comes-back', 'json'],
    email_address: ['customer.email-address-comes-back', 'json'],
    metadata: ['customer.metadata-comes-back', 'members'],
  },
} as const satisfies Readonly<Record<string, EchoedMembers>>;

/** Endpoints that create a record of a name. */
export type NamedCreation = 'createBusiness' | 'createCampaign';
