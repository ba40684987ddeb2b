import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { fault } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { inside } from './rows.ts';

type Row = readonly [
  place: string,
  statements: StatementId | readonly StatementId[],
  wrong: (value: unknown) => unknown,
  endpoint: EndpointName,
];

const COUNTS = [
  ...['sent', 'delivered', 'opened', 'soft_bounced', 'hard_bounced', 'spam_reported', 'clicked'].map((name) => `emails.${name}`),
  ...['total', 'pending', 'started', 'finished', 'errored'].map((name) => `executions.${name}`),
  ...['sms_sent_count', 'sms_sent_segments_count', 'mms_sent_count', 'mms_sent_segments_count'].map((name) => `sms.${name}`),
  'custom_steps.*.sent',
  'total_customers_enrolled',
  'total_customers_started',
  'total_customers_finished',
];

/** Counts go wrong in turn: text, a fraction, null, a truth. */
const WRONG_COUNTS: readonly ((value: unknown) => unknown)[] = [String, (value) => Number(value) + 0.5, () => null, Boolean];

const STATISTICS: readonly Row[] = [
  ...COUNTS.map((count, index): Row => [`statistics.${count}`, 'campaign.statistics', WRONG_COUNTS[index % 4] ?? String, 'createCampaign']),
  ['statistics.custom_steps', 'campaign.statistics', (value) => Object.fromEntries([['steps', value]]), 'createCampaign'],
  ['statistics.custom_steps.*.custom_step', 'campaign.statistics', () => 4, 'createCampaign'],
  ['statistics.emails', 'campaign.statistics', () => 0, 'createCampaign'],
  ['statistics.executions', 'campaign.statistics', () => [], 'createCampaign'],
  ['statistics.sms', 'campaign.statistics', () => null, 'createCampaign'],
];

const ROWS: readonly Row[] = [
  ...STATISTICS,
  ...['sms', 'mms', 'email'].flatMap((kind, index): Row[] => [
    [`consumed_message_segments.${kind}`, 'campaign.fields', WRONG_COUNTS[index] ?? String, 'createCampaign'],
    [`estimated_message_segments.${kind}`, 'campaign.fields', WRONG_COUNTS[index + 1] ?? String, 'createCampaign'],
  ]),
  ['enrolled_customers.*', ['campaign.fields', 'campaign.enrolled-customers-come-back'], (id) => ({ id }), 'createCampaign'],
  ['enrolled_customer_ids.*', ['campaign.fields', 'campaign.enrolled-ids-were-enrolled'], () => 1, 'createCampaign'],
  ['steps.*', ['campaign.steps', 'campaign.steps-come-back'], (step) => JSON.stringify(step), 'createCampaign'],
  ['steps.*.type', ['campaign.steps', 'campaign.steps-come-back'], () => 1, 'createCampaign'],
  ['steps.*.email_template_id', ['campaign.steps', 'campaign.steps-come-back'], (id) => ({ id }), 'createCampaign'],
  ['steps.*.custom_step_id', ['campaign.steps', 'campaign.steps-come-back'], () => 9, 'createCampaign'],
  ['disabled_steps', ['business.disabled-steps-values', 'business.fields'], () => [1], 'createBusiness'],
  ['disabled_steps', ['business.disabled-steps-values'], () => ['sms', 'fax'], 'createBusiness'],
  ['disabled_steps', ['business.disabled-steps-values'], () => ['EMAIL'], 'createBusiness'],
  ['disabled_steps', ['business.disabled-steps-values'], () => [null], 'createBusiness'],
  ['attachments.*', 'email-template.fields', (attachment) => (attachment as { id: string }).id, 'copyProjectEmailTemplate'],
  ['attachments.*.id', 'email-template.fields', () => 3, 'copyEmailTemplate'],
  ['attachments.*.name', 'email-template.fields', () => null, 'copyProjectEmailTemplate'],
  ['attachments', 'email-template.fields', () => [null], 'copyEmailTemplate'],
  ['static_customers.*', 'segment.fields', (id) => ({ id }), 'getSegment'],
  ['static_customers', 'segment.fields', () => [null], 'getSegment'],
];

/** What stands inside a documented field: counts, items of lists, members of items. */
export const NESTED_FAULTS: readonly Fault[] = ROWS.map(([place, statements, wrong, endpoint], index) => {
  const name = `nested-${index + 1}-${place.replaceAll(/[.*]+/g, '-').replace(/-$/, '')}`;
  return fault(name, endpoint, statements, `\`${place}\` is wrong`, inside(place, wrong));
});
