import { doubtOf } from '../../../src/checks/doubted-settings.ts';
import { echoFindings } from '../../../src/checks/echo.ts';
import { type Finding, foundIn, show } from '../../../src/checks/finding.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isRefusal, isSuccess, outcome } from '../../../src/http/outcome.ts';
import { invocation } from '../../../src/installation/invocation.ts';
import { NotAssessed, need } from '../../../src/settings/not-assessed.ts';
import { customersOf, update } from '../batch-update.ts';
import { anotherBusiness } from '../other-records/another-business.ts';
import { recordOf } from '../records.ts';
import { configuredCustomers, createCampaign } from './create-campaign.ts';
import { type EnrolmentList, enrolmentLists, enrolsLater, listOf } from './enrolment-lists.ts';

/** A campaign of customers that are named, and of nobody else: a segment may enrol further ones, so none is sent along. */
function namedCampaign(implementation: Implementation): Promise<{ named: readonly string[]; exchange: Exchange }> {
  const named = configuredCustomers(implementation).slice(0, 2);
  return implementation.once('campaign of named customers', async () => ({
    named,
    exchange: await createCampaign(implementation, { enrolled_customers: named }),
  }));
}

export const namedCustomersAreEnrolled = scenario(
  covers('createCampaign', ['campaign.enrolled-customers-come-back', 'campaign.enrolled-ids-were-enrolled']),
  async ({ implementation, check, notAssessed }) => {
    const { named, exchange } = await namedCampaign(implementation);
    const campaign = recordOf(exchange);
    const lists = enrolmentLists(campaign);
    const shown = listOf(named, lists) ?? lists.find(({ ids }) => ids.length > 0) ?? lists[0];
    if (shown === undefined) notAssessed('campaign.enrolled-customers-come-back', 'The answer does not list who is enrolled');
    else if (enrolsLater(campaign, lists))
      notAssessed('campaign.enrolled-customers-come-back', 'The campaign has not started, and nobody is enrolled in it yet');
    else {
      const leftOut = await perhapsUnsubscribed(implementation, named, shown.ids);
      const expected = named.filter((id) => !leftOut.includes(id));
      check({ 'campaign.enrolled-customers-come-back': echoFindings('set', expected, shown.ids, `/${shown.member}`) }, exchange);
    }

    const enrolled = lists.find(({ member }) => member === 'enrolled_customer_ids');
    if (enrolled === undefined) throw new NotAssessed('The answer does not hold `enrolled_customer_ids`');
    const strangers = enrolled.ids.filter((id) => !named.includes(String(id)));
    const findings = strangers.map((id) => finding(enrolled, `nobody but ${show(named)}`, id));
    check({ 'campaign.enrolled-ids-were-enrolled': findings }, exchange);
  },
);

/**
 * Named customers who are not enrolled, and whose `unsubscribed` is another than that of each who is: whether such a customer can be enrolled is not
 * shown, nor which values it has.
 */
async function perhapsUnsubscribed(
  implementation: Implementation,
  named: readonly string[],
  enrolled: readonly unknown[],
): Promise<string[]> {
  const missing = named.filter((id) => !enrolled.includes(id));
  if (missing.length === 0 || missing.length === named.length) return [];
  const customers = customersOf(
    await update(
      implementation,
      named.map((id) => ({ id })),
    ),
  );
  const states = named.filter((id) => enrolled.includes(id)).map((id) => customers.get(id)?.unsubscribed);
  return missing.filter((id) => customers.has(id) && !states.includes(customers.get(id)?.unsubscribed));
}

export const allEnrolsEveryCustomer = scenario(
  covers('createCampaign', 'campaign.all-enrols-every-customer'),
  async ({ implementation, check }) => {
    const customerIds = configuredCustomers(implementation);
    const exchange = await createCampaign(implementation, { enrolled_customers: 'all' });
    const campaign = recordOf(exchange);
    const lists = enrolmentLists(campaign);
    const shown = listOf(customerIds, lists) ?? lists.find(({ ids }) => ids.length > 0) ?? lists[0];
    if (shown === undefined) throw new NotAssessed('The answer does not list who is enrolled');
    if (enrolsLater(campaign, lists) && (await namedAreEnrolledLater(implementation)))
      throw new NotAssessed('The campaign has not started, and nobody is enrolled in it yet');
    const missing = customerIds.filter((id) => !shown.ids.includes(id)).slice(0, 3);
    const findings = missing.map((id) => finding(shown, `every customer of the business, ${show(id)} among them`, shown.ids));
    const doubts = await Promise.all(missing.map((id) => doubtOfCustomer(implementation, id)));
    const doubted = findings.map((each, index) => ({ ...each, actual: `${each.actual}${doubts[index]}` }));
    check({ 'campaign.all-enrols-every-customer': foundIn(exchange, doubted) }, exchange);
  },
);

/** Words on a customer that an update of nothing does not find either: the id may be wrong. Empty for others. */
async function doubtOfCustomer(implementation: Implementation, id: string): Promise<string> {
  if (!(await isUnknown(implementation, id))) return '';
  return `; ${doubtOf([['CES_CUSTOMER_IDS', id]], 'is not found')} (${invocation('doctor', '--allow-writes')} tries it)`;
}

async function isUnknown(implementation: Implementation, id: string): Promise<boolean> {
  try {
    const exchange = await update(implementation, [{ id }]);
    return isSuccess(exchange) ? !customersOf(exchange).has(id) : isRefusal(exchange);
  } catch (error) {
    // What cannot be asked casts no doubt on the id.
    if (error instanceof NotAssessed) return false;
    throw error;
  }
}

/** Where customers that are named show at once, so do those that `all` stands for. */
async function namedAreEnrolledLater(implementation: Implementation): Promise<boolean> {
  const campaign = recordOf((await namedCampaign(implementation)).exchange);
  return enrolsLater(campaign, enrolmentLists(campaign));
}

/** A new business has no customers. */
export const allEnrolsNobodyOfAnotherBusiness = scenario(
  covers('createCampaign', 'campaign.all-enrols-every-customer', { optional: true }),
  async ({ implementation, check }) => {
    const { customerIds } = implementation.settings.fixtures;
    need(customerIds[0], 'CES_CUSTOMER_IDS');
    const { id, exchange: business } = await anotherBusiness(implementation);
    const body = { name: implementation.unique(), enrolled_customers: 'all' };
    const exchange = await implementation.client.send('createCampaign', { id, body });
    if (!isSuccess(exchange)) throw new NotAssessed(`A campaign for all customers of a new business is refused: ${outcome(exchange)}`);
    const lists = enrolmentLists(recordOf(exchange));
    if (lists.length === 0) throw new NotAssessed('The answer lists nobody who is enrolled');
    const findings = lists.flatMap((list) => {
      const strangers = list.ids.filter((customer) => customerIds.includes(String(customer))).slice(0, 1);
      return strangers.map((customer) => finding(list, 'no customer of another business', customer));
    });
    check({ 'campaign.all-enrols-every-customer': foundIn(exchange, findings) }, business, exchange);
  },
);

function finding({ member }: EnrolmentList, expected: string, actual: unknown): Finding {
  return { pointer: `/${member}`, expected, actual: show(actual) };
}
