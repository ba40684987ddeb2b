import type { Implementation } from '../../../src/client/implementation.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { need } from '../../../src/settings/not-assessed.ts';
import { creationWith } from '../echo.ts';

/** Creates a campaign of a new name and these members: of nothing else, or, where that is refused, of what an accepted creation holds. */
export async function createCampaign(implementation: Implementation, members: Readonly<Record<string, unknown>>): Promise<Exchange> {
  const business = await implementation.businessId();
  const exchange = await implementation.client.send('createCampaign', {
    id: business,
    body: { name: implementation.unique(), ...members },
  });
  if (isSuccess(exchange)) return exchange;
  const { call } = await creationWith(implementation, 'createCampaign', 'name');
  // A segment enrols further customers, and an exclusion leaves some out.
  const { segment: _segment, excluded_customers: _excluded, ...body } = call.body as Record<string, unknown>;
  return implementation.client.send('createCampaign', { ...call, body: { ...body, name: implementation.unique(), ...members } });
}

/** The customers of the configured business: one that was created for want of it has none. */
export function configuredCustomers({ settings: { fixtures } }: Implementation): readonly string[] {
  need(fixtures.businessId, 'CES_BUSINESS_ID');
  need(fixtures.customerIds[0], 'CES_CUSTOMER_IDS');
  return fixtures.customerIds;
}
