import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../answers.ts';
import { at, isPlain, type Limit, limits } from './limit.ts';

const campaign = at('createCampaign');
const batch = at('batchUpdateCustomers');
const embed = at('createSmsTemplateEmbed');
const business = at('createBusiness');
const event = at('trackEvent');

const length = (value: unknown) => (typeof value === 'string' ? value.length : 0);
const expires = (refuses: (seconds: number) => boolean) => embed(({ expires_in }) => typeof expires_in === 'number' && refuses(expires_in));
const larger = (most: number) => batch(({ customers }) => Array.isArray(customers) && customers.length > most);
const steps = (refuses: (step: JsonObject) => boolean) =>
  campaign((body) => Array.isArray(body.steps) && body.steps.filter(isObject).some(refuses));

const DAYS_90 = 90 * 86_400_000;

const CAMPAIGN: readonly Limit[] = [
  ['a campaign without a name', campaign((body) => !Object.hasOwn(body, 'name'))],
  ['a campaign without steps', campaign((body) => !Array.isArray(body.steps))],
  ['a campaign without enrolled customers', campaign((body) => !Object.hasOwn(body, 'enrolled_customers'))],
  [
    'a campaign without steps, customers, sender and time',
    campaign(
      (body) => !['name', 'steps', 'enrolled_customers', 'email_address', 'scheduled_at'].every((name) => Object.hasOwn(body, name)),
    ),
  ],
  ['steps that are no e-mails', steps(({ type }) => type !== 'email')],
  ['a custom_step_id', steps((step) => Object.hasOwn(step, 'custom_step_id'))],
  ['e-mail steps without a custom_step_id', steps((step) => !Object.hasOwn(step, 'custom_step_id'))],
  ['a time for a campaign', campaign((body) => Object.hasOwn(body, 'scheduled_at'))],
  ['a time more than 90 days ahead', campaign(({ scheduled_at }) => Date.parse(String(scheduled_at)) > Date.now() + DAYS_90)],
  ['times with an offset', campaign(({ scheduled_at }) => typeof scheduled_at === 'string' && !scheduled_at.endsWith('Z'))],
  [
    'times without an offset, and those with Z',
    campaign(({ scheduled_at }) => typeof scheduled_at === 'string' && !/[+-]\d\d:\d\d$/.test(scheduled_at)),
  ],
  ['times with a fraction', campaign(({ scheduled_at }) => typeof scheduled_at === 'string' && scheduled_at.includes('.'))],
  ['a segment together with customers', campaign((body) => Object.hasOwn(body, 'segment') && Object.hasOwn(body, 'enrolled_customers'))],
  ['two senders', campaign((body) => Object.hasOwn(body, 'email_address') && Object.hasOwn(body, 'phone_number'))],
  ['a phone number without an SMS step', campaign((body) => Object.hasOwn(body, 'phone_number'))],
  ['excluding customers', campaign((body) => Object.hasOwn(body, 'excluded_customers'))],
  ['excluding those who are enrolled', campaign(({ excluded_customers: out }) => Array.isArray(out) && out.length > 0)],
];

const BATCH: readonly Limit[] = [
  ['batches of more than 1', larger(1)],
  ['batches of more than 2', larger(2)],
  ['batches of more than 5', larger(5)],
  ['empty batches', batch(({ customers }) => isDeepStrictEqual(customers, []))],
  ['addresses at reserved domains', batch((body) => JSON.stringify(body).includes('@example.com'))],
  ['phone numbers that ring nowhere', batch((body) => JSON.stringify(body).includes('"phone_number":"+1'))],
];

const EMBED: readonly Limit[] = [
  ['lifetimes under 300 and over 7200 seconds', expires((seconds) => seconds < 300 || seconds > 7200)],
  ['lifetimes over 300 seconds', expires((seconds) => seconds > 300)],
  ['lifetimes over an hour', expires((seconds) => seconds > 3600)],
  ['lifetimes under a week', expires((seconds) => seconds < 604_800)],
  ['an embed without a lifetime', embed((body) => !Object.hasOwn(body, 'expires_in'))],
];

const BUSINESS: readonly Limit[] = [
  ['a business without a website', business((body) => !Object.hasOwn(body, 'website'))],
  [
    'a business with less than everything',
    business((body) => !['name', 'metadata', 'external_id', 'website'].every((name) => Object.hasOwn(body, name))),
  ],
  ['websites without TLS', business(({ website }) => typeof website === 'string' && !website.startsWith('https:'))],
  ['websites with query, fragment or port', business(({ website }) => typeof website === 'string' && /[?#]|:\d/.test(website))],
  ['websites at reserved names', business(({ website }) => typeof website === 'string' && /example/.test(website))],
  ['external ids over 36 characters', business(({ external_id }) => length(external_id) > 36)],
  [
    'external ids of other than letters and digits',
    business(({ external_id }) => typeof external_id === 'string' && !/^[\w-]+$/.test(external_id)),
  ],
];

const EVENT: readonly Limit[] = [
  ['events without data', event((body) => !Object.hasOwn(body, 'data'))],
  ['events that are not known', event(({ event }) => event !== 'conformance.tracked')],
  ['events whose data nests', event(({ data }) => isObject(data) && !Object.values(data).every(isPlain))],
  ['events with data over 512 bytes', event(({ data }) => JSON.stringify(data ?? null).length > 512)],
];

export const CAMPAIGN_LIMITS = limits(CAMPAIGN);
export const BATCH_LIMITS = limits(BATCH);
export const EMBED_LIMITS = limits(EMBED);
export const BUSINESS_LIMITS = limits(BUSINESS);
export const EVENT_LIMITS = limits(EVENT);
