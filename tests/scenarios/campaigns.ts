import { stableReadDeviations } from '../../src/checks/stability.ts';
import { echoDeviations } from '../judging.ts';
import { type Call, type Exchange, type Implementation, isRefusal, isSuccess, memberPointer, outcome } from '../library.ts';
import { exampleRecords, ifAssessed, NotAssessed, need, recordOf, scenario } from '../suite.ts';
import { creationWith } from './echo.ts';

/** Creates a campaign of a new name and these members: of nothing else, or, where that is refused, of what an accepted creation holds. */
export async function createCampaign(implementation: Implementation, members: Readonly<Record<string, unknown>>): Promise<Exchange> {
  const business = await implementation.businessId();
  const own = { name: implementation.unique(), ...members };
  const exchange = await implementation.client.send('createCampaign', { id: business, body: own });
  if (isSuccess(exchange)) return exchange;
  const { call } = await creationWith(implementation, 'createCampaign', 'name');
  // A segment enrols further customers, and an exclusion leaves some out.
  const { segment: _segment, excluded_customers: _excluded, ...body } = call.body as Record<string, unknown>;
  return implementation.client.send('createCampaign', { ...call, body: { ...body, name: implementation.unique(), ...members } });
}

/** A member of a record that a campaign names is the same before and after. @param campaign its business and members, of what the first read shows; null where the record has nothing to name */
export function campaignLeavesAsItIs(
  name: 'getEmailAddress' | 'getSegment',
  member: string,
  campaign: (implementation: Implementation, record: Readonly<Record<string, unknown>>) => Promise<Call | null>,
) {
  return scenario(name, 'robustness.reading-is-safe', { optional: true }, async ({ implementation, check }) => {
    const { client } = implementation;
    const { call } = await implementation.accepted(name);
    const before = await client.send(name, call);
    const naming = isSuccess(before) ? await campaign(implementation, recordOf(before)) : null;
    if (naming === null) throw new NotAssessed('The record shows nothing for a campaign to name');
    const body = { name: implementation.unique(), ...(naming.body as object) };
    const created = await client.send('createCampaign', { ...naming, body });
    if (!isSuccess(created)) throw new NotAssessed(`No campaign names the record so: ${outcome(created)}`);
    const after = await client.send(name, call);
    const contrast = 'between two reads of the record, a campaign named it';
    const changed = stableReadDeviations(name, before, after).filter(({ pointer }) => pointer?.startsWith(memberPointer(member)));
    check({ 'robustness.reading-is-safe': { deviations: changed, exchanges: [before, created, after], contrast } });
  });
}

/** The customers of the configured business: one that was created for want of it has none. */
export function configuredCustomers({ settings: { fixtures } }: Implementation): readonly string[] {
  need(fixtures.businessId, 'CES_BUSINESS_ID');
  need(fixtures.customerIds[0], 'CES_CUSTOMER_IDS');
  return fixtures.customerIds;
}

/** A campaign from the last address that the business lists, and one from that of the project: a service that takes the first, or the usual one, answers another. */
export const namedAddressComesBack = scenario(
  'createCampaign',
  'campaign.email-address-comes-back',
  { optional: true },
  async ({ implementation, check, notAssessed }) => {
    const { emailAddressId, projectEmailAddressId } = implementation.settings.fixtures;
    const [, ...others] = await exampleRecords(implementation, 'listEmailAddresses');
    const listed = others.map(({ id }) => id).findLast((id) => id !== emailAddressId);
    if (typeof listed !== 'string') throw new NotAssessed('The business lists no second e-mail address');
    for (const address of [listed, ...(projectEmailAddressId === null ? [] : [projectEmailAddressId])]) {
      const exchange = await createCampaign(implementation, { email_address: address });
      const campaign = isSuccess(exchange) ? recordOf(exchange) : {};
      // Whether the address of the project may be named is not shown: who does not take it may answer null.
      const isLeftOpen = campaign.email_address === null && address === projectEmailAddressId;
      if (!Object.hasOwn(campaign, 'email_address') || isLeftOpen)
        notAssessed(
          'campaign.email-address-comes-back',
          `A campaign from another address is refused, or does not show it: ${outcome(exchange)}`,
        );
      else
        check({ 'campaign.email-address-comes-back': echoDeviations('json', address, campaign.email_address, '/email_address') }, exchange);
    }
  },
);

/** With three templates, steps that are reversed, shifted or all alike differ from each other. */
const STEPS = 3;

/** Steps of different templates come back in their order; with one template for all, where an implementation takes no copies. */
export const stepsKeepTheirOrder = scenario('createCampaign', 'campaign.steps-come-back', { optional: true }, async (context) => {
  const { implementation, check } = context;
  const template = await implementation.emailTemplateId();
  const [sent, exchange] = await campaignOf(implementation, [await differentTemplates(implementation, template), [template]]);
  if (isRefusal(exchange)) throw new NotAssessed(`Several steps are refused: ${outcome(exchange)}`);
  const deviations = stepDeviations(sent, exchange);
  check({ 'campaign.steps-come-back': deviations }, exchange);
  const [one, two] = sent;
  if (deviations.length > 0 || one === undefined || two === undefined) return;
  // A step comes again behind another one: who groups them by what they hold moves it.
  const steps = [one, two, one];
  const inTurn = await createCampaign(implementation, { steps });
  if (isSuccess(inTurn)) check({ 'campaign.steps-come-back': stepDeviations(steps, inTurn) }, inTurn);
});

/** A reminder is the same e-mail once more: neither step is left out. */
export const equalStepsAreKept = scenario('createCampaign', 'campaign.steps-come-back', { optional: true }, async (context) => {
  const { implementation, check } = context;
  const step = { type: 'email', email_template_id: await implementation.emailTemplateId() };
  const exchange = await createCampaign(implementation, { steps: [step, step] });
  if (isRefusal(exchange)) throw new NotAssessed(`Equal steps are refused: ${outcome(exchange)}`);
  const deviations = stepDeviations([step, step], exchange);
  const contrast = deviations.length > 0 ? await alikeSteps(implementation, step.email_template_id) : undefined;
  check({ 'campaign.steps-come-back': { deviations, exchanges: [exchange], ...(contrast && { contrast }) } });
});

/** Whether two steps with one template and other `custom_step_id`s come back, in words; undefined where they are refused. */
async function alikeSteps(implementation: Implementation, template: string): Promise<string | undefined> {
  const steps = [stepOf(template, 0), stepOf(template, 1)];
  const exchange = await createCampaign(implementation, { steps });
  if (isRefusal(exchange)) return undefined;
  const isRight = stepDeviations(steps, exchange).length === 0;
  return isRight
    ? 'two steps that differ in `custom_step_id` come back'
    : 'two steps of one template that differ in `custom_step_id` do not come back either';
}

/** Beyond the limits at which lists are cut for no reason that a client is told: 10, 20, 25, 32, 50, 64, 100. */
const MANY_STEPS = 101;

/** All of many steps come back. Where they do not, halving the number finds the largest that does. */
export const manyStepsComeBack = scenario('createCampaign', 'campaign.steps-come-back', { optional: true }, async (context) => {
  const { implementation, check } = context;
  const template = await implementation.emailTemplateId();
  const attempt = async (count: number) => {
    const steps = Array.from({ length: count }, (_, index) => stepOf(template, index));
    const exchange = await createCampaign(implementation, { steps });
    return { count, exchange, deviations: isRefusal(exchange) ? null : stepDeviations(steps, exchange) };
  };
  const many = await attempt(MANY_STEPS);
  if (many.deviations === null) throw new NotAssessed(`${MANY_STEPS} steps are refused: ${outcome(many.exchange)}`);
  let [right, wrong] = [0, many];
  while (wrong.deviations?.length && wrong.count - right > 1) {
    const middle = await attempt(Math.floor((right + wrong.count) / 2));
    if (middle.deviations === null) break;
    if (middle.deviations.length === 0) right = middle.count;
    else wrong = middle;
  }
  const contrast = `${right} steps come back as they were sent, ${wrong.count} do not`;
  const deviations = wrong.deviations ?? [];
  check({ 'campaign.steps-come-back': { deviations, exchanges: [wrong.exchange], ...(right > 0 && { contrast }) } });
});

/** Ids that a number would not hold, or an object would sort. */
const LIKE_NUMBERS: Readonly<Record<number, string>> = { 10: '007', 20: '12', 30: '3' };

function stepOf(template: string | undefined, index: number) {
  return { type: 'email', email_template_id: template, custom_step_id: LIKE_NUMBERS[index] ?? `conformance-step-${index + 1}` };
}

function stepDeviations(sent: readonly object[], exchange: Exchange) {
  const { steps: answered } = recordOf(exchange);
  if (answered === undefined) throw new NotAssessed('The answer does not hold `steps`');
  return echoDeviations('items', sent, answered, '/steps');
}

/** A campaign with steps of the first templates that are not refused, and these steps. */
async function campaignOf(
  implementation: Implementation,
  [templates = [], ...others]: readonly (readonly string[])[],
): Promise<readonly [steps: readonly object[], exchange: Exchange]> {
  const steps = Array.from({ length: STEPS }, (_, index) => stepOf(templates[index % templates.length], index));
  const exchange = await createCampaign(implementation, { steps });
  return isRefusal(exchange) && others.length > 0 ? campaignOf(implementation, others) : [steps, exchange];
}

/** The template and copies of it: first those that other tests share, then as many new ones as are missing. */
async function differentTemplates(implementation: Implementation, template: string): Promise<readonly string[]> {
  const templates = new Set([template]);
  const copies = [
    () => implementation.example('copyEmailTemplate'),
    () => implementation.example('copyProjectEmailTemplate'),
    () => implementation.another('copyEmailTemplate'),
  ];
  for (const copy of copies) if (templates.size < STEPS) for (const id of await idIn(copy())) templates.add(id);
  return [...templates];
}

/** The id of a copy; none where it cannot be made, which its own tests report. */
async function idIn(copy: Promise<Exchange>): Promise<readonly string[]> {
  const exchange = await ifAssessed(copy);
  const { id } = exchange !== null && isSuccess(exchange) ? recordOf(exchange) : {};
  return typeof id === 'string' ? [id] : [];
}
