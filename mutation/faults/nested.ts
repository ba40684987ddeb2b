import type { EndpointName } from '../../src/specification/endpoints.ts';
import { fault, type Statements } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { inside } from '../rows.ts';

/** Its number stays part of its name, whatever comes or goes beside it. */
type Row = readonly [number: number, endpoint: EndpointName, place: string, breaks: Statements, wrong: (value: unknown) => unknown];

const CAMPAIGN = 'createCampaign';
const BUSINESS = 'createBusiness';
const PROJECT_COPY = 'copyProjectEmailTemplate';
const COPY = 'copyEmailTemplate';
const STATISTICS = 'campaign.statistics';
const STEPS = ['campaign.steps', 'campaign.steps-come-back'] as const;
const TEMPLATE = 'email-template.fields';
const DISABLED = 'business.disabled-steps-values';

const asText = String;
const asFraction = (value: unknown) => Number(value) + 0.5;
const asNull = () => null;
const asTruth = Boolean;

const ROWS: readonly Row[] = [
  [1, CAMPAIGN, 'statistics.emails.sent', STATISTICS, asText],
  [6, CAMPAIGN, 'statistics.emails.spam_reported', STATISTICS, asFraction],
  [7, CAMPAIGN, 'statistics.emails.clicked', STATISTICS, asNull],
  [8, CAMPAIGN, 'statistics.executions.total', STATISTICS, asTruth],
  [12, CAMPAIGN, 'statistics.executions.errored', STATISTICS, asTruth],
  [13, CAMPAIGN, 'statistics.sms.sms_sent_count', STATISTICS, asText],
  [16, CAMPAIGN, 'statistics.sms.mms_sent_segments_count', STATISTICS, asTruth],
  [17, CAMPAIGN, 'statistics.custom_steps.*.sent', STATISTICS, asText],
  [18, CAMPAIGN, 'statistics.total_customers_enrolled', STATISTICS, asFraction],
  [20, CAMPAIGN, 'statistics.total_customers_finished', STATISTICS, asTruth],
  [21, CAMPAIGN, 'statistics.custom_steps', STATISTICS, (value) => ({ steps: value })],
  [22, CAMPAIGN, 'statistics.custom_steps.*.custom_step', STATISTICS, () => 4],
  [23, CAMPAIGN, 'statistics.emails', STATISTICS, () => 0],
  [24, CAMPAIGN, 'statistics.executions', STATISTICS, () => []],
  [25, CAMPAIGN, 'statistics.sms', STATISTICS, asNull],
  [26, CAMPAIGN, 'consumed_message_segments.sms', 'campaign.fields', asText],
  [29, CAMPAIGN, 'estimated_message_segments.mms', 'campaign.fields', asNull],
  [31, CAMPAIGN, 'estimated_message_segments.email', 'campaign.fields', asTruth],
  [32, CAMPAIGN, 'enrolled_customers.*', ['campaign.fields', 'campaign.enrolled-customers-come-back'], (id) => ({ id })],
  [33, CAMPAIGN, 'enrolled_customer_ids.*', ['campaign.fields', 'campaign.enrolled-ids-were-enrolled'], () => 1],
  [34, CAMPAIGN, 'steps.*', STEPS, (step) => JSON.stringify(step)],
  [35, CAMPAIGN, 'steps.*.type', STEPS, () => 1],
  [36, CAMPAIGN, 'steps.*.email_template_id', STEPS, (id) => ({ id })],
  [37, CAMPAIGN, 'steps.*.custom_step_id', STEPS, () => 9],
  [38, BUSINESS, 'disabled_steps', [DISABLED, 'business.fields'], () => [1]],
  [39, BUSINESS, 'disabled_steps', DISABLED, () => ['sms', 'fax']],
  [41, BUSINESS, 'disabled_steps', DISABLED, () => [null]],
  [42, PROJECT_COPY, 'attachments.*', TEMPLATE, (attachment) => (attachment as { id: string }).id],
  [43, COPY, 'attachments.*.id', TEMPLATE, () => 3],
  [44, PROJECT_COPY, 'attachments.*.name', TEMPLATE, () => null],
  [45, COPY, 'attachments', TEMPLATE, () => [null]],
  [46, 'getSegment', 'static_customers.*', 'segment.fields', (id) => ({ id })],
  [47, 'getSegment', 'static_customers', 'segment.fields', () => [null]],
];

/** What stands inside a documented field: counts, items of lists, members of items. */
export const NESTED_FAULTS: readonly Fault[] = ROWS.map(([number, endpoint, place, breaks, wrong]) => {
  const name = `nested-${number}-${place.replaceAll(/[.*]+/g, '-').replace(/-$/, '')}`;
  return fault(name, endpoint, breaks, `\`${place}\` is wrong`, inside(place, wrong));
});
