import { echoFindings, type Likeness } from '../src/checks/echo.ts';
import { show } from '../src/checks/finding.ts';
import { distinctIdFindings, pathFindings } from '../src/checks/identity.ts';
import type { Implementation } from '../src/client/implementation.ts';
import { farAhead } from '../src/client/typical-calls.ts';
import { conformance } from '../src/engine/playwright/test.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { isRefusal, isSuccess, outcome } from '../src/http/outcome.ts';
import { NotAssessed, need } from '../src/settings/not-assessed.ts';
import { answersAsDocumented } from './scenarios/answers.ts';
import { creationWith, echoCheck } from './scenarios/echo.ts';
import { laidOutAnyhow } from './scenarios/layout.ts';
import { exampleRecord, recordOf } from './scenarios/records.ts';

const COMES_BACK: Readonly<Record<string, [string, Likeness]>> = {
  name: ['campaign.name-comes-back', 'json'],
  metadata: ['campaign.metadata-comes-back', 'json'],
  steps: ['campaign.steps-come-back', 'items'],
  segment: ['campaign.segment-comes-back', 'json'],
  email_address: ['campaign.email-address-comes-back', 'json'],
  phone_number: ['campaign.phone-number-comes-back', 'json'],
  scheduled_at: ['campaign.scheduled-at-comes-back', 'instant'],
};

answersAsDocumented(2);
for (const [member, [requirement, likeness]] of Object.entries(COMES_BACK)) echoCheck(2, member, requirement, likeness);

conformance(
  'the campaign is of the business in the path',
  { endpoint: 2, requirements: ['campaign.business-is-path'] },
  async ({ implementation, check }) => {
    const campaign = await exampleRecord(implementation, 2);
    if (!Object.hasOwn(campaign, 'business')) throw new NotAssessed('The answer does not hold `business`');
    check(
      'campaign.business-is-path',
      pathFindings(campaign, 'business', await implementation.businessId()),
      await implementation.example(2),
    );
  },
);

conformance(
  'two campaigns are two records',
  { endpoint: 2, requirements: ['record.ids-are-distinct'] },
  async ({ implementation, check }) => {
    const exchanges = [await implementation.example(2), await implementation.freshExample(2), await implementation.freshExample(2)];
    check('record.ids-are-distinct', distinctIdFindings(exchanges.map(recordOf)), ...exchanges);
  },
);

conformance(
  'several steps come back, each with its own template and custom step',
  { endpoint: 2, requirements: ['campaign.steps-come-back'], further: true },
  async ({ implementation, check }) => {
    const template = await implementation.emailTemplateId();
    const other = copyIdIn(await implementation.freshExample(6)) ?? template;
    const steps = [template, other, template].map((id, index) => ({
      type: 'email',
      email_template_id: id,
      custom_step_id: `conformance-step-${index + 1}`,
    }));
    const exchange = await createCampaign({ steps }, implementation);
    if (isRefusal(exchange)) throw new NotAssessed(`Several steps are refused: ${outcome(exchange)}`);
    const { steps: answered } = recordOf(exchange);
    if (answered === undefined) throw new NotAssessed('The answer does not hold `steps`');
    check('campaign.steps-come-back', echoFindings('items', steps, answered, '/steps'), exchange);
  },
);

function copyIdIn(exchange: Exchange): string | null {
  const { id } = isSuccess(exchange) ? recordOf(exchange) : {};
  return typeof id === 'string' ? id : null;
}

const enrolment = { endpoint: 2, requirements: ['campaign.enrolled-customers-come-back', 'campaign.enrolled-ids-were-enrolled'] };

conformance('those who were named are enrolled, and nobody else', enrolment, async ({ implementation, check, record }) => {
  const named = customersOf(implementation).slice(0, 2);
  // A segment may enrol further customers, so none is sent along.
  const exchange = await createCampaign({ enrolled_customers: named }, implementation);
  const { enrolled_customers: customers, enrolled_customer_ids: ids } = recordOf(exchange);
  if (customers === undefined) record.notAssessed('campaign.enrolled-customers-come-back', 'The answer does not hold `enrolled_customers`');
  else check('campaign.enrolled-customers-come-back', echoFindings('set', named, customers, '/enrolled_customers'), exchange);
  if (!Array.isArray(ids)) throw new NotAssessed('The answer does not hold `enrolled_customer_ids`');
  const strangers = ids.filter((id) => !named.includes(String(id)));
  check(
    'campaign.enrolled-ids-were-enrolled',
    strangers.map((id) => ({ pointer: '/enrolled_customer_ids', expected: `nobody but ${show(named)}`, actual: show(id) })),
    exchange,
  );
});

conformance(
  '`all` is every customer',
  { endpoint: 2, requirements: ['campaign.all-enrols-every-customer'] },
  async ({ implementation, check }) => {
    const customerIds = customersOf(implementation);
    const exchange = await createCampaign({ enrolled_customers: 'all' }, implementation);
    const { enrolled_customers: enrolled } = recordOf(exchange);
    if (!Array.isArray(enrolled)) throw new NotAssessed('The answer does not hold a list `enrolled_customers`');
    const missing = customerIds.filter((id) => !enrolled.includes(id));
    const findings = missing.slice(0, 3).map((id) => ({
      pointer: '/enrolled_customers',
      expected: `every customer of the business, ${show(id)} among them`,
      actual: show(enrolled),
    }));
    check('campaign.all-enrols-every-customer', findings, exchange);
  },
);

conformance(
  '`all` is nobody where the business has no customers',
  { endpoint: 2, requirements: ['campaign.all-enrols-every-customer'], further: true },
  async ({ implementation, check }) => {
    const { customerIds } = implementation.settings.fixtures;
    need(customerIds[0], 'CES_CUSTOMER_IDS');
    const business = await implementation.freshExample(5);
    const id = recordOf(business).id;
    if (typeof id !== 'string') throw new NotAssessed('The created business has no id');
    const exchange = await implementation.client.send(2, { id, body: { name: implementation.unique(), enrolled_customers: 'all' } });
    if (!isSuccess(exchange)) throw new NotAssessed(`A campaign for all customers of a new business is refused: ${outcome(exchange)}`);
    const { enrolled_customers, enrolled_customer_ids } = recordOf(exchange);
    const lists = Object.entries({ enrolled_customers, enrolled_customer_ids }).filter(([, list]) => Array.isArray(list));
    if (lists.length === 0) throw new NotAssessed('The answer lists nobody who is enrolled');
    const findings = lists.flatMap(([member, list]) =>
      (list as unknown[])
        .filter((customer) => customerIds.includes(String(customer)))
        .slice(0, 1)
        .map((customer) => ({ pointer: `/${member}`, expected: 'no customer of another business', actual: show(customer) })),
    );
    check('campaign.all-enrols-every-customer', findings, business, exchange);
  },
);

conformance(
  'lists may be empty',
  { endpoint: 2, requirements: ['campaign.steps-come-back', 'campaign.enrolled-customers-come-back'], further: true },
  async ({ implementation, check, record }) => {
    const empty = { steps: 'campaign.steps-come-back', enrolled_customers: 'campaign.enrolled-customers-come-back' };
    for (const [member, requirement] of Object.entries(empty)) {
      const exchange = await createCampaign({ [member]: [] }, implementation);
      const answered = isSuccess(exchange) ? recordOf(exchange)[member] : undefined;
      if (answered === undefined) record.notAssessed(requirement, `An empty \`${member}\` is refused, or not shown: ${outcome(exchange)}`);
      else check(requirement, echoFindings('json', [], answered, `/${member}`), exchange);
    }
    // Who is left out comes back nowhere: here an answer in order is all.
    await createCampaign({ enrolled_customers: 'all', excluded_customers: [] }, implementation);
  },
);

laidOutAnyhow(2);

const questions = {
  endpoint: 2,
  requirements: [],
  observes: [
    'campaigns.new-status',
    'campaigns.revenue-format',
    'campaigns.required-members',
    'campaigns.other-steps',
    'campaigns.excluded-customers',
  ],
};

conformance('what is left open', questions, async ({ implementation, observe }) => {
  const business = await implementation.businessId();
  const send = (body: Record<string, unknown>) => implementation.client.send(2, { id: business, body });
  const statusOf = async (body: Record<string, unknown>) => (await send(body)).answer?.status ?? null;
  const name = implementation.unique();

  const campaign = await exampleRecord(implementation, 2);
  const plain = await send({ name, enrolled_customers: 'all' });
  observe('campaigns.new-status', {
    scheduled: campaign.status ?? null,
    unscheduled: isSuccess(plain) ? (recordOf(plain).status ?? null) : outcome(plain),
  });
  if (typeof campaign.attributed_revenue === 'string') observe('campaigns.revenue-format', campaign.attributed_revenue);

  observe('campaigns.required-members', {
    nothing: await statusOf({}),
    'only name': await statusOf({ name }),
    'only enrolled_customers': await statusOf({ enrolled_customers: 'all' }),
  });
  const kinds = ['sms', 'wait', 'condition', 'webhook', 'conformance'];
  observe(
    'campaigns.other-steps',
    Object.fromEntries(await Promise.all(kinds.map(async (type) => [type, await statusOf({ name, steps: [{ type }] })]))),
  );

  const [customer, excluded] = implementation.settings.fixtures.customerIds;
  if (customer === undefined || excluded === undefined) return;
  const answer = await send({ name, enrolled_customers: [customer, excluded], excluded_customers: [excluded], scheduled_at: farAhead() });
  if (!isSuccess(answer)) return;
  const { enrolled_customers: customers, enrolled_customer_ids: ids } = recordOf(answer);
  const leftOut = (list: unknown) => (Array.isArray(list) ? !list.includes(excluded) : null);
  observe('campaigns.excluded-customers', { enrolled_customers: leftOut(customers), enrolled_customer_ids: leftOut(ids) });
});

/** The customers of the configured business: one that was created for want of it has none. */
function customersOf({ settings: { fixtures } }: Implementation): readonly string[] {
  need(fixtures.businessId, 'CES_BUSINESS_ID');
  need(fixtures.customerIds[0], 'CES_CUSTOMER_IDS');
  return fixtures.customerIds;
}

/** A campaign of the accepted creation's name and metadata and these members; *not assessed* where it is refused. */
async function createCampaign(members: Record<string, unknown>, implementation: Implementation) {
  const business = await implementation.businessId();
  const exchange = await implementation.client.send(2, { id: business, body: { name: implementation.unique(), ...members } });
  if (isSuccess(exchange)) return exchange;
  const { call } = await creationWith(implementation, 2, 'name');
  const { segment: _segment, excluded_customers: _excluded, ...body } = call.body as Record<string, unknown>;
  return implementation.client.send(2, { ...call, body: { ...body, name: implementation.unique(), ...members } });
}
