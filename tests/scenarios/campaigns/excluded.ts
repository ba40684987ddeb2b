import { foundIn, show } from '../../../src/checks/finding.ts';
import { farAhead } from '../../../src/client/canonical.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { recordOf } from '../records.ts';

/** Whoever is excluded is not among `enrolled_customer_ids`. `enrolled_customers` may repeat what was asked for (docs/reading-rules.md, rule 13). */
export const excludedAreNotEnrolled = scenario(
  covers('createCampaign', 'robustness.excluded-are-not-enrolled', { observes: 'campaigns.excluded-customers' }),
  async ({ implementation, check, observe, all }) => {
    const [customer, excluded] = implementation.settings.fixtures.customerIds;
    if (customer === undefined || excluded === undefined)
      throw new NotAssessed('It takes a customer to enrol and one to exclude', ['CES_CUSTOMER_IDS']);
    const id = await implementation.businessId();
    const create = (enrolled: unknown) =>
      implementation.client.send('createCampaign', {
        id,
        body: {
          name: implementation.unique(),
          enrolled_customers: enrolled,
          excluded_customers: [excluded],
          // What starts at once may have changed by the time of the answer.
          scheduled_at: farAhead(),
        },
      });
    const accepted = (await all([create([customer, excluded]), create('all')])).filter(isSuccess);
    const [named] = accepted;
    if (named === undefined) throw new NotAssessed('No campaign that excludes a customer is accepted');
    const leftOut = (list: unknown) => (Array.isArray(list) ? !list.includes(excluded) : null);
    const { enrolled_customers: customers, enrolled_customer_ids: ids } = recordOf(named);
    observe({ 'campaigns.excluded-customers': { enrolled_customers: leftOut(customers), enrolled_customer_ids: leftOut(ids) } });
    const shown = accepted.filter((exchange) => leftOut(recordOf(exchange).enrolled_customer_ids) !== null);
    if (shown.length === 0) throw new NotAssessed('The answers do not hold `enrolled_customer_ids`');
    const findings = shown
      .filter((exchange) => leftOut(recordOf(exchange).enrolled_customer_ids) === false)
      .flatMap((exchange) =>
        foundIn(exchange, [
          {
            pointer: '/enrolled_customer_ids',
            expected: `nobody excluded: not ${show(excluded)}`,
            actual: `${show(excluded)} is among them`,
          },
        ]),
      );
    check({ 'robustness.excluded-are-not-enrolled': findings.slice(0, 1) }, ...shown);
  },
);
