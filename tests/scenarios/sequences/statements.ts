import { CARDS } from '../../../src/client/api/cards.ts';
import { ENDPOINT_NAMES, type EndpointName } from '../../../src/specification/endpoints.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { CONFIGURED_RECORDS } from './reads.ts';

/** A statement that a sequence judges, and the endpoint at which it is reported. */
export interface SequenceStatement {
  readonly requirement: StatementId;
  readonly endpoint: EndpointName;
}

const CREATIONS = ENDPOINT_NAMES.filter((name) => CARDS[name].creates && name !== 'createSmsTemplateEmbed');

export const SEQUENCE_STATEMENTS: readonly SequenceStatement[] = [
  ...CREATIONS.map((endpoint) => ({ requirement: 'record.ids-are-distinct' as const, endpoint })),
  { requirement: 'business.metadata-comes-back', endpoint: 'createBusiness' },
  { requirement: 'campaign.metadata-comes-back', endpoint: 'createCampaign' },
  { requirement: 'customer.update-is-kept', endpoint: 'batchUpdateCustomers' },
  { requirement: 'customer.update-leaves-other-fields', endpoint: 'batchUpdateCustomers' },
  { requirement: 'customer.update-leaves-other-customers', endpoint: 'batchUpdateCustomers' },
  { requirement: 'email-template.copies-agree', endpoint: 'copyEmailTemplate' },
  { requirement: 'email-template.copy-keeps-variables', endpoint: 'copyEmailTemplate' },
  { requirement: 'event.extra-is-tracked-data', endpoint: 'trackEvent' },
  { requirement: 'event.own-fields-never-change', endpoint: 'getEvent' },
  ...[...CONFIGURED_RECORDS, 'listEmailAddresses' as const].map((endpoint) => ({
    requirement: 'robustness.reading-is-safe' as const,
    endpoint,
  })),
];
