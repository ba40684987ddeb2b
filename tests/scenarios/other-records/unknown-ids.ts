import { foundIn } from '../../../src/checks/finding.ts';
import { CARDS } from '../../../src/client/api/cards.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { CONTENT_OF_ANOTHER } from './content-of-another.ts';

/** Endpoints whose answer does not hold the id that was asked for: where it does, `record.id-is-asked-id` says the same. */
export const ANSWERS_WITHOUT_ASKED_ID = [
  'createCampaign',
  'copyProjectEmailTemplate',
  'copyEmailTemplate',
  'createSmsTemplateEmbed',
  'listEmailAddresses',
  'listEmailBlastExecutions',
  'listEmailTemplateVariables',
  'previewSmsTemplate',
] as const;

/** The answer to an unknown id is not shown, so it may be a success. But nothing of another record is in it. */
export function unknownIdIsNoOther(name: (typeof ANSWERS_WITHOUT_ASKED_ID)[number] | 'batchUpdateCustomers') {
  return scenario(covers(name, 'record.unknown-id-is-no-other'), async ({ implementation, check }) => {
    const { call, exchange: other } = await implementation.once(`accepted call ${name}`, () => implementation.acceptedCall(name));
    if (!isSuccess(other)) throw new NotAssessed(`The request for a known id does not succeed: ${outcome(other)}`);
    const id = `${implementation.unique()}-unknown`;
    const exchange = await implementation.client.send(name, { ...(CARDS[name].marked?.(call, implementation.unique()) ?? call), id });
    const findings = isSuccess(exchange)
      ? await CONTENT_OF_ANOTHER[name]({ implementation, id, exchange, otherId: call.id ?? '', other })
      : [];
    check({ 'record.unknown-id-is-no-other': foundIn(exchange, findings) }, other, exchange);
  });
}
