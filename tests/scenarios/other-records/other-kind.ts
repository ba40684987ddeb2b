import { foundIn } from '../../../src/checks/finding.ts';
import { askedIdFindings } from '../../../src/checks/identity.ts';
import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { need } from '../../../src/settings/not-assessed.ts';
import { recordOf } from '../records.ts';

/** Both kinds of addresses have one shape, and an endpoint each. */
export function addressOfOtherKind(name: 'getProjectEmailAddress' | 'getEmailAddress'): CoveredScenario {
  return [
    covers(name, 'record.id-is-asked-id', { observes: 'addresses.of-the-other-kind', optional: true }),
    scenario(async ({ implementation, check, observe }) => {
      const project = need(implementation.settings.fixtures.projectEmailAddressId, 'CES_PROJECT_EMAIL_ADDRESS_ID');
      const connected = await implementation.emailAddressId();
      const id = name === 'getEmailAddress' ? project : connected;
      const exchange = await implementation.client.send(name, { id });
      observe({ 'addresses.of-the-other-kind': outcome(exchange) });
      check({ 'record.id-is-asked-id': isSuccess(exchange) ? foundIn(exchange, askedIdFindings(recordOf(exchange), id)) : [] }, exchange);
    }),
  ];
}
