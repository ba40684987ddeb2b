import { echoFindings } from '../../../src/checks/echo.ts';
import { type Finding, foundIn, show } from '../../../src/checks/finding.ts';
import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed, need } from '../../../src/settings/not-assessed.ts';
import { recordOf } from '../records.ts';
import { configuredCustomers, createCampaign } from './create-campaign.ts';

export function namedCustomersAreEnrolled(): CoveredScenario {
  return [
    covers('createCampaign', ['campaign.enrolled-customers-come-back', 'campaign.enrolled-ids-were-enrolled']),
    scenario(async ({ implementation, check, notAssessed }) => {
      const named = configuredCustomers(implementation).slice(0, 2);
      // A segment may enrol further customers, so none is sent along.
      const exchange = await createCampaign(implementation, { enrolled_customers: named });
      const { enrolled_customers: customers, enrolled_customer_ids: ids } = recordOf(exchange);
      if (customers === undefined) notAssessed('campaign.enrolled-customers-come-back', 'The answer does not hold `enrolled_customers`');
      else check({ 'campaign.enrolled-customers-come-back': echoFindings('set', named, customers, '/enrolled_customers') }, exchange);
      if (!Array.isArray(ids)) throw new NotAssessed('The answer does not hold `enrolled_customer_ids`');
      const strangers = ids.filter((id) => !named.includes(String(id)));
      const findings = strangers.map((id) => finding('enrolled_customer_ids', `nobody but ${show(named)}`, id));
      check({ 'campaign.enrolled-ids-were-enrolled': findings }, exchange);
    }),
  ];
}

export function allEnrolsEveryCustomer(): CoveredScenario {
  return [
    covers('createCampaign', 'campaign.all-enrols-every-customer'),
    scenario(async ({ implementation, check }) => {
      const customerIds = configuredCustomers(implementation);
      const exchange = await createCampaign(implementation, { enrolled_customers: 'all' });
      const { enrolled_customers: enrolled } = recordOf(exchange);
      if (!Array.isArray(enrolled)) throw new NotAssessed('The answer does not hold a list `enrolled_customers`');
      const missing = customerIds.filter((id) => !enrolled.includes(id)).slice(0, 3);
      const findings = missing.map((id) =>
        finding('enrolled_customers', `every customer of the business, ${show(id)} among them`, enrolled),
      );
      check({ 'campaign.all-enrols-every-customer': findings }, exchange);
    }),
  ];
}

/** A new business has no customers. */
export function allEnrolsNobodyOfAnotherBusiness(): CoveredScenario {
  return [
    covers('createCampaign', 'campaign.all-enrols-every-customer', { optional: true }),
    scenario(async ({ implementation, check }) => {
      const { customerIds } = implementation.settings.fixtures;
      need(customerIds[0], 'CES_CUSTOMER_IDS');
      const business = await implementation.freshExample('createBusiness');
      const { id } = recordOf(business);
      if (typeof id !== 'string') throw new NotAssessed('The created business has no id');
      const body = { name: implementation.unique(), enrolled_customers: 'all' };
      const exchange = await implementation.client.send('createCampaign', { id, body });
      if (!isSuccess(exchange)) throw new NotAssessed(`A campaign for all customers of a new business is refused: ${outcome(exchange)}`);
      const { enrolled_customers, enrolled_customer_ids } = recordOf(exchange);
      const lists = Object.entries({ enrolled_customers, enrolled_customer_ids }).filter(([, list]) => Array.isArray(list));
      if (lists.length === 0) throw new NotAssessed('The answer lists nobody who is enrolled');
      const findings = lists.flatMap(([member, list]) => {
        const strangers = (list as unknown[]).filter((customer) => customerIds.includes(String(customer))).slice(0, 1);
        return strangers.map((customer) => finding(member, 'no customer of another business', customer));
      });
      check({ 'campaign.all-enrols-every-customer': foundIn(exchange, findings) }, business, exchange);
    }),
  ];
}

function finding(member: string, expected: string, actual: unknown): Finding {
  return { pointer: `/${member}`, expected, actual: show(actual) };
}
