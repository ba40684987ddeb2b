import { existing, invalid } from '../http/errors.ts';
import { arrayOf, type Given, given, type JsonObject, object, type Reader, required, text } from '../http/input.ts';
import { timestamp } from '../http/timestamp.ts';
import { type Enrolment, newCampaign, type Step } from '../store/campaign.ts';
import type { Kinds, Store } from '../store/store.ts';
import type { ById, RouteContext } from './context.ts';

const EMAIL_STEP = { email_template_id: text, custom_step_id: text };

const step: Reader<Step> = (value, place) => {
  const sent = object(value, place);
  const type = required(sent, 'type', text, place);
  if (type === 'email') given(sent, EMAIL_STEP, place);
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

const unknown = (place: string, what: string) => invalid(`body.${place}`, `the id of ${what}`, 'an id that names none');

function readEnrolment(store: Store, business: string, body: JsonObject): Enrolment {
  const { enrolled_customers = [], excluded_customers = [] } = given(body, {
    enrolled_customers: enrolled,
    excluded_customers: arrayOf(text),
  });
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

function assertReferences(
  store: Store,
  business: string,
  { email_address, phone_number, segment, steps = [] }: Given<typeof MEMBERS>,
): void {
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
