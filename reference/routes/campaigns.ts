import { arrayOf, existing, type Given, given, invalid, type JsonObject, object, type Reader, required, text } from '../http/input.ts';
import { timestamp, timestampToInstant } from '../http/timestamp.ts';
import type { Kinds, Store } from '../store/store.ts';
import type { ById, RouteContext } from './context.ts';

type Step = JsonObject & { type: string };

/** A checked request to create a campaign. What is not named here is answered as it was sent. */
interface CampaignInput extends JsonObject {
  steps?: Step[];
  scheduled_at?: string;
  metadata?: JsonObject;
}

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
function newCampaign(id: string, business: string, input: CampaignInput, enrolment: ReturnType<typeof readEnrolment>, now: string) {
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
    consumed_message_segments: { sms: 0, mms: 0, email: 0 },
    attributed_revenue: '0.00',
    metadata,
    enrolled_customers: enrolment.customers,
    enrolled_customer_ids: enrolment.ids,
    estimated_message_segments: estimatedSegments(steps, enrolment.ids.length),
  };
}

const step: Reader<Step> = (value, place) => {
  const sent = object(value, place);
  const type = required(sent, 'type', text, place);
  if (type === 'email') given(sent, { email_template_id: text, custom_step_id: text }, place);
  return { ...sent, type };
};

const enrolled: Reader<'all' | string[]> = (value, place) => {
  if (value === 'all') return value;
  if (typeof value === 'string') throw invalid(place, '"all" or an array of customer ids', 'another string');
  return arrayOf(text)(value, place);
};

const MEMBERS = {
  name: text,
  steps: arrayOf(step),
  email_address: text,
  phone_number: text,
  scheduled_at: timestamp,
  segment: text,
  metadata: object,
};

const ENROLMENT = { enrolled_customers: enrolled, excluded_customers: arrayOf(text) };

const unknown = (place: string, what: string) => invalid(`body.${place}`, `the id of ${what}`, 'an id that names none');

/** `customers`, in the answer: the list that was sent, or everybody. `ids`, who takes part: each customer once, without the excluded. */
function readEnrolment(store: Store, business: string, body: JsonObject) {
  const { enrolled_customers = [], excluded_customers = [] } = given(body, ENROLMENT);
  const everybody = store.customerIds(business);
  const known = new Set(everybody);
  for (const [member, ids] of Object.entries({ enrolled_customers, excluded_customers })) {
    if (ids === 'all') continue;
    for (const [index, id] of ids.entries()) if (!known.has(id)) throw unknown(`${member}[${index}]`, 'a customer of this business');
  }
  const excluded = new Set(excluded_customers);
  const ids = [...new Set(enrolled_customers === 'all' ? everybody : enrolled_customers)].filter((id) => !excluded.has(id));
  return { customers: enrolled_customers === 'all' ? ids : enrolled_customers, ids };
}

function assertReferences(store: Store, business: string, input: Given<typeof MEMBERS>): void {
  const { email_address, phone_number, segment, steps = [] } = input;
  const assertExists = (kind: keyof Kinds, id: unknown, place: string, what: string): void => {
    if (typeof id === 'string' && store.find(kind, id) === undefined) throw unknown(place, what);
  };
  if (email_address === undefined || store.find('email_address', email_address)?.business !== business)
    assertExists('project_email_address', email_address, 'email_address', 'an e-mail address of this business or of the project');
  assertExists('phone_number', phone_number, 'phone_number', 'a phone number');
  assertExists('segment', segment, 'segment', 'a segment');
  for (const [index, { type, email_template_id }] of steps.entries())
    if (type === 'email') assertExists('email_template', email_template_id, `steps[${index}].email_template_id`, 'an e-mail template');
}

/** The endpoint `createCampaign`. */
export function campaignRoutes({ app, store }: RouteContext): void {
  app.post<ById>('/businesses/:id/campaigns', (request, reply) => {
    const business = existing(store.find('business', request.params.id), 'business');
    const body = object(request.body, 'body');
    const input = given(body, MEMBERS);
    const enrolment = readEnrolment(store, business.id, body);
    assertReferences(store, business.id, input);
    const campaign = newCampaign(store.newId('cmp'), business.id, input, enrolment, new Date().toISOString());
    store.insert('campaign', campaign, business.id);
    reply.code(201).send(campaign);
  });
}
