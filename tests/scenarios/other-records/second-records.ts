import { copyFindings } from '../../../src/checks/copies.ts';
import { foundIn } from '../../../src/checks/finding.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed, need } from '../../../src/settings/not-assessed.ts';
import { recordOf } from '../records.ts';
import { copyId, readVariables } from '../template-variables.ts';
import { CONTENT_OF_ANOTHER } from './content-of-another.ts';

/** Where no answer of the API gives a second record, a setting names it. */
const SETTINGS = {
  copyProjectEmailTemplate: ['otherProjectEmailTemplateId', 'CES_OTHER_PROJECT_EMAIL_TEMPLATE_ID'],
  createSmsTemplateEmbed: ['otherSmsTemplateId', 'CES_OTHER_SMS_TEMPLATE_ID'],
  getSentEmail: ['otherSentEmailId', 'CES_OTHER_SENT_EMAIL_ID'],
  getProjectEmailAddress: ['otherProjectEmailAddressId', 'CES_OTHER_PROJECT_EMAIL_ADDRESS_ID'],
  listEmailBlastExecutions: ['otherEmailBlastId', 'CES_OTHER_EMAIL_BLAST_ID'],
  getSegment: ['otherSegmentId', 'CES_OTHER_SEGMENT_ID'],
  getProjectDefinedEvent: ['otherProjectDefinedEventId', 'CES_OTHER_PROJECT_DEFINED_EVENT_ID'],
  previewSmsTemplate: ['otherSmsTemplateId', 'CES_OTHER_SMS_TEMPLATE_ID'],
} as const;

export function secondIsItsOwn(name: keyof typeof SETTINGS) {
  return scenario(covers(name, 'record.second-is-its-own'), async ({ implementation, check }) => {
    const [setting, variable] = SETTINGS[name];
    const id = need(implementation.settings.fixtures[setting], variable);
    const { call, exchange: other } = await implementation.acceptedCall(name);
    if (!isSuccess(other)) throw new NotAssessed(`The request for the first record does not succeed: ${outcome(other)}`);
    const exchange = await implementation.client.send(name, { ...call, id });
    if (!isSuccess(exchange)) throw new NotAssessed(`The request for the second record does not succeed: ${outcome(exchange)}`, [variable]);
    const findings = await CONTENT_OF_ANOTHER[name]({ implementation, id, exchange, otherId: call.id ?? '', other });
    check({ 'record.second-is-its-own': foundIn(exchange, findings) }, other, exchange);
  });
}

/** A copy of the project's template is a second template, and its creation showed its content. */
export const secondTemplateIsCopied = scenario(
  covers('copyEmailTemplate', 'record.second-is-its-own'),
  async ({ implementation, check }) => {
    const [other, second] = [await implementation.example('copyEmailTemplate'), await implementation.example('copyProjectEmailTemplate')];
    if (copyFindings(recordOf(other), recordOf(second)).length === 0)
      throw new NotAssessed('The two templates have the same content', ['CES_EMAIL_TEMPLATE_ID', 'CES_PROJECT_EMAIL_TEMPLATE_ID']);
    const id = copyId(second, 'copyProjectEmailTemplate');
    // A copy may be made in the background: it can be copied once it can be read.
    await readVariables(implementation, id);
    const exchange = await implementation.client.send('copyEmailTemplate', { id, body: {} });
    if (!isSuccess(exchange)) throw new NotAssessed(`A copy is not copied: ${outcome(exchange)}`);
    const findings = CONTENT_OF_ANOTHER.copyEmailTemplate({
      implementation,
      id,
      exchange,
      otherId: await implementation.emailTemplateId(),
      other,
    });
    check({ 'record.second-is-its-own': foundIn(exchange, findings) }, second, exchange);
  },
);
