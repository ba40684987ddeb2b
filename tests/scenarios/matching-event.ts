import type { Implementation } from '../../src/client/implementation.ts';
import { need } from '../../src/settings/not-assessed.ts';

/**
 * The data of an event that matches a customer of the configured business, and the id of that customer. A business that the suite itself created has no customers.
 * @throws NotAssessed where the settings lack one of these
 */
export function matchingEvent({ settings: { fixtures, tracking } }: Implementation): {
  readonly data: Readonly<Record<string, unknown>>;
  readonly customer: string;
} {
  const data = need(tracking.matchingData, 'CES_TRACK_MATCHING_DATA');
  const customer = need(tracking.matchingCustomerId, 'CES_TRACK_MATCHING_CUSTOMER_ID');
  need(fixtures.businessId, 'CES_BUSINESS_ID');
  return { data, customer };
}
