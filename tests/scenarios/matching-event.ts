import type { Implementation } from '../../src/client/implementation.ts';
import { need } from '../../src/settings/not-assessed.ts';

/**
 * What an event holds that matches a customer of the configured business, and who that is; a business that was created for want of it has none.
 * @throws NotAssessed where the settings do not say it
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
