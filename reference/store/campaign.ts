import type { JsonObject } from '../http/input.ts';
import { timestampToInstant } from '../http/timestamp.ts';

export type Step = JsonObject & { type: string };

/** A checked request to create a campaign. What is not named here is answered as it was sent. */
export interface CampaignInput extends JsonObject {
  steps?: Step[];
  scheduled_at?: string;
  metadata?: JsonObject;
}

export interface Enrolment {
  /** In the answer: the list that was sent, or everybody. */
  readonly customers: string[];
  /** Who takes part: each customer once, without the excluded. */
  readonly ids: string[];
}

const SEGMENTS = { sms: 0, mms: 0, email: 0 };
/** A scheduled campaign runs for 30 days. */
const DURATION_MS = 30 * 86_400_000;
/** Later instants have no four-digit year. */
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function scheduledEnd(scheduledAt: string): string {
  return new Date(Math.min(timestampToInstant(scheduledAt) + DURATION_MS, LAST_INSTANT)).toISOString();
}

function zeroStatistics(steps: readonly Step[], enrolled: number) {
  const customSteps = new Set(steps.map((step) => step.custom_step_id).filter((id) => typeof id === 'string'));
  return {
    emails: { sent: 0, delivered: 0, opened: 0, soft_bounced: 0, hard_bounced: 0, spam_reported: 0, clicked: 0 },
    custom_steps: [...customSteps].map((id) => ({ custom_step: id, sent: 0 })),
    executions: { total: 0, pending: 0, started: 0, finished: 0, errored: 0 },
    sms: { sms_sent_count: 0, sms_sent_segments_count: 0, mms_sent_count: 0, mms_sent_segments_count: 0 },
    total_customers_enrolled: enrolled,
    total_customers_started: 0,
    total_customers_finished: 0,
  };
}

/** One segment for each enrolled customer and each step that sends that kind of message. */
function estimatedSegments(steps: readonly Step[], enrolled: number) {
  const count = (type: string) => steps.filter((step) => step.type === type).length * enrolled;
  return { sms: count('sms'), mms: count('mms'), email: count('email') };
}

/** A new campaign: a draft without any activity. */
export function newCampaign(id: string, business: string, input: CampaignInput, enrolment: Enrolment, now: string) {
  const { steps = [], metadata = {}, ...sent } = input;
  return {
    ...sent,
    id,
    created_at: now,
    updated_at: now,
    business,
    steps,
    status: 'draft',
    ...(sent.scheduled_at === undefined ? {} : { scheduled_end_at: scheduledEnd(sent.scheduled_at) }),
    statistics: zeroStatistics(steps, enrolment.ids.length),
    consumed_message_segments: SEGMENTS,
    attributed_revenue: '0.00',
    metadata,
    enrolled_customers: enrolment.customers,
    enrolled_customer_ids: enrolment.ids,
    estimated_message_segments: estimatedSegments(steps, enrolment.ids.length),
  };
}
