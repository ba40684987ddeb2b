import { echoFindings } from '../../../src/checks/echo.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isRefusal, isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { recordOf } from '../records.ts';
import { createCampaign } from './create-campaign.ts';

/** With three templates, steps that are reversed, shifted or all alike differ from each other. */
const STEPS = 3;

/** Steps of different templates come back in their order; with one template for all, where an implementation takes no copies. */
export const stepsKeepTheirOrder = scenario(
  covers('createCampaign', 'campaign.steps-come-back', { optional: true }),
  async ({ implementation, check }) => {
    const template = await implementation.emailTemplateId();
    const [sent, exchange] = await campaignOf(implementation, [await differentTemplates(implementation, template), [template]]);
    if (isRefusal(exchange)) throw new NotAssessed(`Several steps are refused: ${outcome(exchange)}`);
    const { steps: answered } = recordOf(exchange);
    if (answered === undefined) throw new NotAssessed('The answer does not hold `steps`');
    check({ 'campaign.steps-come-back': echoFindings('items', sent, answered, '/steps') }, exchange);
  },
);

/** A reminder is the same e-mail once more: neither step is left out. */
export const equalStepsAreKept = scenario(
  covers('createCampaign', 'campaign.steps-come-back', { optional: true }),
  async ({ implementation, check }) => {
    const step = { type: 'email', email_template_id: await implementation.emailTemplateId() };
    const exchange = await createCampaign(implementation, { steps: [step, step] });
    if (isRefusal(exchange)) throw new NotAssessed(`Equal steps are refused: ${outcome(exchange)}`);
    const { steps: answered } = recordOf(exchange);
    if (answered === undefined) throw new NotAssessed('The answer does not hold `steps`');
    check({ 'campaign.steps-come-back': echoFindings('items', [step, step], answered, '/steps') }, exchange);
  },
);

/** A campaign with steps of the first templates that are not refused, and these steps. */
async function campaignOf(
  implementation: Implementation,
  [templates = [], ...others]: readonly (readonly string[])[],
): Promise<readonly [steps: readonly object[], exchange: Exchange]> {
  const steps = Array.from({ length: STEPS }, (_, index) => ({
    type: 'email',
    email_template_id: templates[index % templates.length],
    custom_step_id: `conformance-step-${index + 1}`,
  }));
  const exchange = await createCampaign(implementation, { steps });
  return isRefusal(exchange) && others.length > 0 ? campaignOf(implementation, others) : [steps, exchange];
}

/** The template and copies of it: first those that other tests share, then as many new ones as are missing. */
async function differentTemplates(implementation: Implementation, template: string): Promise<readonly string[]> {
  const templates = new Set([template]);
  const copies = [
    () => implementation.example('copyEmailTemplate'),
    () => implementation.example('copyProjectEmailTemplate'),
    () => implementation.freshExample('copyEmailTemplate'),
  ];
  for (const copy of copies) if (templates.size < STEPS) for (const id of await idIn(copy())) templates.add(id);
  return [...templates];
}

/** The id of a copy; none where it cannot be made, which its own tests report. */
async function idIn(copy: Promise<Exchange>): Promise<readonly string[]> {
  try {
    const exchange = await copy;
    const { id } = isSuccess(exchange) ? recordOf(exchange) : {};
    return typeof id === 'string' ? [id] : [];
  } catch (error) {
    if (error instanceof NotAssessed) return [];
    throw error;
  }
}
