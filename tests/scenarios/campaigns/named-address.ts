import { echoFindings } from '../../../src/checks/echo.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isRefusal, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { exampleRecords, recordOf } from '../records.ts';
import { createCampaign } from './create-campaign.ts';

/** A campaign from the last address that the business lists: a service that always takes the first, or the usual one, answers another. */
export const namedAddressComesBack = scenario(
  covers('createCampaign', 'campaign.email-address-comes-back', { optional: true }),
  async ({ implementation, check }) => {
    const [, ...others] = await exampleRecords(implementation, 'listEmailAddresses');
    const address = others.map(({ id }) => id).findLast((id) => id !== implementation.settings.fixtures.emailAddressId);
    if (typeof address !== 'string') throw new NotAssessed('The business lists no second e-mail address');
    const exchange = await createCampaign(implementation, { email_address: address });
    if (isRefusal(exchange)) throw new NotAssessed(`A campaign from another address is refused: ${outcome(exchange)}`);
    const campaign = recordOf(exchange);
    if (!Object.hasOwn(campaign, 'email_address')) throw new NotAssessed('The answer does not hold `email_address`');
    check({ 'campaign.email-address-comes-back': echoFindings('json', address, campaign.email_address, '/email_address') }, exchange);
  },
);
