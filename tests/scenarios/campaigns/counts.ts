import { jsonValue } from '../../../src/checks/answers.ts';
import { countFindings, integerForm } from '../../../src/checks/counts.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { textOf } from '../../../src/http/body.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { isObject } from '../../../src/specification/json-object.ts';

const COUNTS = ['statistics', 'consumed_message_segments', 'estimated_message_segments'];

export const countsAreNotNegative = scenario(
  covers('createCampaign', 'campaign.counts-are-not-negative', { observes: 'answers.integer-form' }),
  async ({ implementation, check, observe }) => {
    const exchange = await implementation.example('createCampaign');
    const campaign = jsonValue(exchange);
    const held = isObject(campaign) ? COUNTS.filter((member) => Object.hasOwn(campaign, member)) : [];
    if (!isObject(campaign) || !isSuccess(exchange) || held.length === 0) throw new NotAssessed('The answer holds no counts');
    const text = textOf(exchange.answer);
    if ('text' in text) observe({ 'answers.integer-form': integerForm(text.text) });
    const findings = held.flatMap((member) => countFindings(campaign[member], `/${member}`));
    check({ 'campaign.counts-are-not-negative': findings }, exchange);
  },
);
