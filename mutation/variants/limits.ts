import { isDeepStrictEqual } from 'node:util';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { answerOf, concerns, isObject, type JsonObject, sentJson } from '../answers.ts';
import { isUnknown } from '../faults/customers.ts';
import type { PassingRequest, Variant } from '../interposition.ts';
import { instead, permits } from '../rows.ts';
import { holdsUndocumented } from './refusals.ts';

/** Whether the service refuses this request: its JSON object, and the whole of it. */
type Refuses = (body: JsonObject, request: PassingRequest) => boolean;

/** What is refused, in words that follow "refuses". */
type Limit = readonly [what: string, refuses: Refuses];

/** Refused with 422 before the service looks at it, where it has credentials at all. */
const limits = (rows: readonly Limit[]): Variant[] =>
  permits(
    'Limits: sizes, bounds and maximum lengths are not shown (reading rule 7: an honest refusal is a right)',
    rows.map(([what, refuses]) => [
      `refuses ${what}`,
      instead((request) => {
        const { method, endpoint, headers } = request;
        const body = method === 'POST' && endpoint !== null && headers.authorization ? sentJson(request) : null;
        return body !== null && refuses(body, request) ? answerOf(422, { message: 'not accepted' }) : null;
      }),
    ]),
  );

/** Holds at these endpoints only. */
const at =
  (...endpoints: EndpointName[]) =>
  (refuses: Refuses): Refuses =>
  (body, request) =>
    concerns(endpoints, request) && refuses(body, request);

const itemsOf = (list: unknown) => (Array.isArray(list) ? list.filter(isObject) : []);

/** The free objects that a request carries. */
function freeObjects({ metadata, data, customers }: JsonObject): JsonObject[] {
  return [metadata, data, ...itemsOf(customers).map((item) => item.metadata)].filter(isObject);
}

/** Null, boolean, number or text. */
const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

function everyText(value: unknown, holds: (text: string) => boolean): boolean {
  if (typeof value === 'string') return holds(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => (Array.isArray(value) || holds(key)) && everyText(item, holds));
}

const free =
  (refuses: (object: JsonObject) => boolean): Refuses =>
  (body) =>
    freeObjects(body).some(refuses);
const named =
  (refuses: (name: string) => boolean): Refuses =>
  ({ name, full_name, customers }) =>
    [name, full_name, ...itemsOf(customers).map((item) => item.full_name)].some((one) => typeof one === 'string' && refuses(one));

export const NAME_LIMITS = limits([
  ['names over 255 characters', named((name) => name.length > 255)],
  ['names beyond ASCII', named((name) => !/^[ -~]*$/.test(name))],
  ['empty and blank names', named((name) => name.trim() === '')],
  ['names with control characters', named((name) => /\p{Cc}/u.test(name))],
  ['names with markup', named((name) => /[<>{}]/.test(name))],
  ['names of other than letters, digits, spaces and hyphens', named((name) => !/^[\p{L}\p{N} -]+$/u.test(name))],
]);

export const OBJECT_LIMITS = limits([
  ['more than 20 members in free objects', free((object) => Object.keys(object).length > 20)],
  ['free objects over 1 kB', free((object) => JSON.stringify(object).length > 1024)],
  ['free objects that nest at all', free((object) => !Object.values(object).every(isPlain))],
  ['null in free objects', free((object) => JSON.stringify(object).includes('null'))],
  ['members with dots or dollar signs', free((object) => !everyText(Object.keys(object), (key) => !/[.$]/.test(key)))],
  ['members that are no words', free((object) => !Object.keys(object).every((key) => /^[A-Za-z_]\w{0,39}$/.test(key)))],
  ['numbers beyond 32 bits', free((object) => /[:[,]-?\d{10,}/.test(JSON.stringify(object)))],
]);

/** With these the usual metadata of the suite is refused too. */
export const METADATA_LIMITS = limits([
  ['values in free objects that are no text', free((object) => !Object.values(object).every((value) => typeof value === 'string'))],
  ['metadata altogether', at('createCampaign', 'batchUpdateCustomers', 'createBusiness')((body) => freeObjects(body).length > 0)],
]);

export const BODY_LIMITS = limits([
  ['characters beyond the basic plane', (body) => !everyText(body, (text) => !/[\u{10000}-\u{10ffff}]/u.test(text))],
  ['bodies over 2 kB', (_body, { body }) => body.length > 2048],
  ['members that are not documented', (_body, request) => holdsUndocumented(request)],
]);

const campaign = at('createCampaign');
const batch = at('batchUpdateCustomers');
const embed = at('createSmsTemplateEmbed');
const business = at('createBusiness');
const event = at('trackEvent');

/** Not all of these members are there. */
const lacks =
  (...names: readonly string[]) =>
  (body: JsonObject) =>
    !names.every((name) => Object.hasOwn(body, name));
/** A member that is a text is refused. */
const texts =
  (name: string, refuses: (text: string) => boolean): Refuses =>
  ({ [name]: value }) =>
    typeof value === 'string' && refuses(value);
const scheduled = (refuses: (time: string) => boolean) => campaign(texts('scheduled_at', refuses));
const expires = (refuses: (seconds: number) => boolean) => embed(({ expires_in }) => typeof expires_in === 'number' && refuses(expires_in));
const steps = (refuses: (step: JsonObject) => boolean) => campaign((body) => itemsOf(body.steps).some(refuses));

const WHO = ['enrolled_customers', 'email_address'];

export const CAMPAIGN_LIMITS = limits([
  ['a campaign without steps, customers, sender and time', campaign(lacks('name', 'steps', ...WHO, 'scheduled_at'))],
  ['steps that are no e-mails', steps(({ type }) => type !== 'email')],
  ['a custom_step_id', steps((step) => Object.hasOwn(step, 'custom_step_id'))],
  ['e-mail steps without a custom_step_id', steps((step) => !Object.hasOwn(step, 'custom_step_id'))],
  ['a time for a campaign', campaign((body) => Object.hasOwn(body, 'scheduled_at'))],
  ['a time more than 90 days ahead', campaign(({ scheduled_at }) => Date.parse(String(scheduled_at)) > Date.now() + 90 * 86_400_000)],
  ['times with an offset', scheduled((time) => !time.endsWith('Z'))],
  ['times without an offset, and those with Z', scheduled((time) => !/[+-]\d\d:\d\d$/.test(time))],
  ['times with a fraction', scheduled((time) => time.includes('.'))],
  ['a segment together with customers', campaign((body) => Object.hasOwn(body, 'segment') && Object.hasOwn(body, 'enrolled_customers'))],
  ['two senders', campaign((body) => Object.hasOwn(body, 'email_address') && Object.hasOwn(body, 'phone_number'))],
  ['a phone number without an SMS step', campaign((body) => Object.hasOwn(body, 'phone_number'))],
  ['excluding customers', campaign((body) => Object.hasOwn(body, 'excluded_customers'))],
  ['excluding those who are enrolled', campaign(({ excluded_customers: out }) => Array.isArray(out) && out.length > 0)],
]);

export const BATCH_LIMITS = limits([
  // Who looks for the customers first refuses unknown ones in a way of his own.
  ['batches of more than 1', batch(({ customers }) => itemsOf(customers).length > 1 && !itemsOf(customers).some(isUnknown))],
  ['batches of more than 2', batch(({ customers }) => Array.isArray(customers) && customers.length > 2)],
  ['empty batches', batch(({ customers }) => isDeepStrictEqual(customers, []))],
  ['addresses at reserved domains', batch((body) => JSON.stringify(body).includes('@example.com'))],
  ['phone numbers that ring nowhere', batch((body) => JSON.stringify(body).includes('"phone_number":"+1'))],
]);

export const EMBED_LIMITS = limits([
  ['lifetimes under 300 and over 7200 seconds', expires((seconds) => seconds < 300 || seconds > 7200)],
  ['lifetimes over 300 seconds', expires((seconds) => seconds > 300)],
  ['lifetimes under a week', expires((seconds) => seconds < 604_800)],
  ['an embed without a lifetime', embed(lacks('expires_in'))],
]);

export const BUSINESS_LIMITS = limits([
  ['a business with less than everything', business(lacks('name', 'metadata', 'external_id', 'website'))],
  ['websites without TLS', business(texts('website', (url) => !url.startsWith('https:')))],
  ['websites with query, fragment or port', business(texts('website', (url) => /[?#]|:\d/.test(url)))],
  ['websites at reserved names', business(texts('website', (url) => /example/.test(url)))],
  ['external ids over 36 characters', business(texts('external_id', (id) => id.length > 36))],
  ['external ids of other than letters and digits', business(texts('external_id', (id) => !/^[\w-]+$/.test(id)))],
]);

export const EVENT_LIMITS = limits([
  ['events without data', event(lacks('data'))],
  ['events that are not known', event(({ event }) => event !== 'conformance.tracked')],
  ['events whose data nests', event(({ data }) => isObject(data) && !Object.values(data).every(isPlain))],
  ['events with data over 512 bytes', event(({ data }) => JSON.stringify(data ?? null).length > 512)],
]);
