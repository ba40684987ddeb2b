import { foundIn } from '../../../src/checks/finding.ts';
import { pathFindings } from '../../../src/checks/identity.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { firstBroken } from '../first-broken.ts';
import { answeredRecords } from '../records.ts';
import { anotherBusiness } from './another-business.ts';
import { foreignAddressFindings } from './foreign-addresses.ts';

/** Requests of two businesses, one after the other on a connection that is kept, and then side by side on several. */
const IN_TURN = 4;
const AT_ONCE = 6;

interface OfBusiness {
  readonly business: string;
  readonly exchange: Exchange;
}

/** Sends for both businesses in turn, then for both at once. Requests that are refused say nothing. */
async function inTurnAndAtOnce(
  implementation: Implementation,
  all: <T>(attempts: readonly Promise<T>[]) => Promise<T[]>,
  send: (business: string) => Promise<Exchange>,
): Promise<OfBusiness[]> {
  // Another check asks for the first business, so nothing stays open for want of a second.
  if (implementation.settings.run.readOnly) throw new NotAssessed('A read-only run has one business');
  const businesses = [await implementation.businessId(), (await anotherBusiness(implementation)).id];
  const sendFor = async (turn: number): Promise<OfBusiness> => {
    const business = businesses[turn % 2] ?? '';
    return { business, exchange: await send(business) };
  };
  const answers: OfBusiness[] = [];
  for (let turn = 0; turn < IN_TURN; turn += 1) answers.push(await sendFor(turn));
  const refused = answers.find(({ exchange }) => !isSuccess(exchange));
  if (refused) throw new NotAssessed(`The request for one of two businesses does not succeed: ${outcome(refused.exchange)}`);
  answers.push(...(await all(Array.from({ length: AT_ONCE }, (_, turn) => sendFor(turn)))));
  return answers.filter(({ exchange }) => isSuccess(exchange));
}

/** Campaigns of nothing but a name: what the first business has, the other one may not use. */
export const campaignsAreOfTheirBusiness = scenario(
  covers('createCampaign', 'campaign.business-is-path', { optional: true, category: 'properties' }),
  async ({ implementation, check, all }) => {
    const answers = await inTurnAndAtOnce(implementation, all, (id) =>
      implementation.client.send('createCampaign', { id, body: { name: implementation.unique() } }),
    );
    const campaigns = answers.flatMap(({ business, exchange }) =>
      answeredRecords([exchange]).flatMap(({ record: campaign }) =>
        Object.hasOwn(campaign, 'business') ? [{ business, exchange, campaign }] : [],
      ),
    );
    if (campaigns.length === 0) throw new NotAssessed('The answers do not hold `business`');
    const borrowed = firstBroken(2, campaigns, ({ business, exchange, campaign }) =>
      foundIn(exchange, pathFindings(campaign, 'business', business)),
    );
    check({ 'campaign.business-is-path': borrowed });
  },
);

export const addressesAreOfTheirBusiness = scenario(
  covers('listEmailAddresses', 'email-address.business-is-path', { optional: true }),
  async ({ implementation, check, all }) => {
    const answers = await inTurnAndAtOnce(implementation, all, (id) => implementation.client.send('listEmailAddresses', { id }));
    const judged: { findings: Awaited<ReturnType<typeof foreignAddressFindings>> }[] = [];
    for (const { business, exchange } of answers)
      judged.push({ findings: (await foreignAddressFindings(implementation, business, exchange)).slice(0, 1) });
    const borrowed = firstBroken(2, judged, ({ findings }) => findings);
    check({ 'email-address.business-is-path': borrowed });
  },
);
