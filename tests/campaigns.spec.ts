import { lastUpdateDeviations } from '../src/checks/clock.ts';
import { countDeviations, integerForm } from '../src/checks/shape.ts';
import { textOf } from '../src/http/body.ts';
import { distinctRecordDeviations, echoDeviations, jsonValue, pathDeviations } from './judging.ts';
import { isObject, isSuccess, now, outcome } from './library.ts';
import { createCampaign, equalStepsAreKept, manyStepsComeBack, namedAddressComesBack, stepsKeepTheirOrder } from './scenarios/campaigns.ts';
import { creationsOf } from './scenarios/creations.ts';
import { allEnrolsEveryCustomer, allEnrolsNobodyOfAnotherBusiness, namedCustomersAreEnrolled } from './scenarios/enrolment.ts';
import { allOthersAreEnrolled, excludedAreNotEnrolled, namedOthersAreEnrolled } from './scenarios/exclusion.ts';
import { usualOf } from './scenarios/usual.ts';
import { answeredRecords, exampleRecord, NotAssessed, recordOf, scenario, test } from './suite.ts';

for (const [claim, covered] of [...usualOf('createCampaign'), ...creationsOf('createCampaign')]) test(`createCampaign: ${claim}`, covered);

const MINUTE_MS = 60_000;
/** The whole minute behind the next one, so that no precision is lost. */
const soon = (): string => new Date((Math.floor(now() / MINUTE_MS) + 2) * MINUTE_MS).toISOString();

const COUNTS = ['statistics', 'consumed_message_segments', 'estimated_message_segments'];

test(
  'no count of a campaign is below zero',
  scenario('createCampaign', ['campaign.counts-are-not-negative', 'answers.integer-form'], async ({ implementation, check, observe }) => {
    const exchange = await implementation.example('createCampaign');
    const campaign = jsonValue(exchange);
    const held = isObject(campaign) ? COUNTS.filter((member) => Object.hasOwn(campaign, member)) : [];
    if (!isObject(campaign) || !isSuccess(exchange) || held.length === 0) throw new NotAssessed('The answer holds no counts');
    const text = textOf(exchange.answer);
    if ('text' in text) observe({ 'answers.integer-form': integerForm(text.text) });
    const deviations = held.flatMap((member) => countDeviations(campaign[member], `/${member}`));
    check({ 'campaign.counts-are-not-negative': deviations }, exchange);
  }),
);

test(
  'a campaign belongs to the business in the path',
  scenario('createCampaign', 'campaign.business-is-path', async ({ implementation, check }) => {
    const exchange = await implementation.example('createCampaign');
    const campaign = recordOf(exchange);
    if (!Object.hasOwn(campaign, 'business')) throw new NotAssessed('The answer does not hold `business`');
    const business = await implementation.businessId();
    check({ 'campaign.business-is-path': pathDeviations(campaign, 'business', business) }, exchange);
  }),
);

test(
  'two campaigns are two records',
  scenario('createCampaign', 'record.ids-are-distinct', async ({ implementation, check }) => {
    const exchanges = [await implementation.example('createCampaign'), await implementation.another('createCampaign')];
    check({ 'record.ids-are-distinct': distinctRecordDeviations(answeredRecords(exchanges)) }, ...exchanges);
  }),
);

test('several steps come back, each with its own template and custom step', stepsKeepTheirOrder);
test('a step that stands twice comes back twice', equalStepsAreKept);
test('many steps come back', manyStepsComeBack);
test('the address of a campaign is the one that was named, not the first of its business', namedAddressComesBack);

test('the customers that are named are enrolled, and nobody else', namedCustomersAreEnrolled);
test('`all` enrols every customer of the business', allEnrolsEveryCustomer);
test('`all` enrols nobody where the business has no customers', allEnrolsNobodyOfAnotherBusiness);

test(
  'empty lists come back empty',
  scenario('createCampaign', ['campaign.steps-come-back', 'campaign.enrolled-customers-come-back'], { optional: true }, async (context) => {
    const { implementation, check, notAssessed } = context;
    const lists = [
      ['steps', 'campaign.steps-come-back'],
      ['enrolled_customers', 'campaign.enrolled-customers-come-back'],
    ] as const;
    // One that begins soon may be answered as one that has begun. It reaches nobody.
    const together = await createCampaign(implementation, { steps: [], enrolled_customers: [], scheduled_at: soon() });
    for (const [member, statement] of lists) {
      const exchange = isSuccess(together) ? together : await createCampaign(implementation, { [member]: [] });
      const answered = isSuccess(exchange) ? recordOf(exchange)[member] : undefined;
      if (answered === undefined) notAssessed(statement, `An empty \`${member}\` is refused, or not shown: ${outcome(exchange)}`);
      else check({ [statement]: echoDeviations('json', [], answered, `/${member}`) }, exchange);
    }
    // No answer shows who is left out. That this one is in order is checked like that of every request.
    await createCampaign(implementation, { enrolled_customers: 'all', excluded_customers: [] });
  }),
);

test(
  'a campaign that names an unknown record is answered',
  scenario('createCampaign', 'campaigns.unknown-references', async ({ implementation, observe, all }) => {
    const id = await implementation.businessId();
    const unknown = `${implementation.unique()}-unknown`;
    const references = {
      segment: { segment: unknown },
      email_address: { email_address: unknown },
      email_template_id: { steps: [{ type: 'email', email_template_id: unknown }] },
    };
    const answers = await all(
      Object.entries(references).map(async ([member, reference]) => {
        const body = { name: implementation.unique(), ...reference };
        return [member, outcome(await implementation.client.send('createCampaign', { id, body }))] as const;
      }),
    );
    observe({ 'campaigns.unknown-references': Object.fromEntries(answers) });
  }),
);

test(
  'open questions about campaigns are answered',
  scenario(
    'createCampaign',
    ['campaigns.new-status', 'campaigns.revenue-format', 'campaigns.required-members', 'campaigns.other-steps'],
    async ({ implementation, observe }) => {
      const business = await implementation.businessId();
      const send = (body: Record<string, unknown>) => implementation.client.send('createCampaign', { id: business, body });
      const statusOf = async (body: Record<string, unknown>) => (await send(body)).answer?.status ?? null;
      const name = implementation.unique();

      const campaign = await exampleRecord(implementation, 'createCampaign');
      const plain = await send({ name, enrolled_customers: 'all' });
      const unscheduled = isSuccess(plain) ? (recordOf(plain).status ?? null) : outcome(plain);
      observe({ 'campaigns.new-status': { scheduled: campaign.status ?? null, unscheduled } });
      if (typeof campaign.attributed_revenue === 'string') observe({ 'campaigns.revenue-format': campaign.attributed_revenue });

      observe({
        'campaigns.required-members': {
          nothing: await statusOf({}),
          'only name': await statusOf({ name }),
          'only enrolled_customers': await statusOf({ enrolled_customers: 'all' }),
        },
      });
      const types = ['sms', 'wait', 'condition', 'webhook', 'conformance'];
      const withSteps = (of: readonly string[]) => send({ name, steps: of.map((type) => ({ type })) });
      // All in one campaign, where that is accepted.
      const together = await withSteps(types);
      const answerTo = (type: string) => (isSuccess(together) ? together : withSteps([type]));
      const answers = await Promise.all(types.map(async (type) => [type, (await answerTo(type)).answer?.status ?? null] as const));
      observe({ 'campaigns.other-steps': Object.fromEntries(answers) });
    },
  ),
);

test('all others are enrolled where one is excluded', allOthersAreEnrolled);
test('whoever is named beside those who are excluded is enrolled', namedOthersAreEnrolled);
test('an excluded customer is not enrolled, be it one of those that are named or of all', excludedAreNotEnrolled);

test(
  'a new campaign was last updated when it was created',
  scenario('createCampaign', 'campaign.updated-at-is-last-update', async ({ implementation, check }) => {
    const exchange = await implementation.example('createCampaign');
    const deviations = lastUpdateDeviations(exchange, recordOf(exchange));
    if (deviations === null) throw new NotAssessed('The answer does not hold `updated_at`, or neither `created_at` nor a `Date` beside it');
    check({ 'campaign.updated-at-is-last-update': deviations }, exchange);
  }),
);
