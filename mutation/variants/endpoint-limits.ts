import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from './answers.ts';
import { at, isPlain, type Limit, limits } from './limit.ts';

const length = (value: unknown) => (typeof value === 'string' ? value.length : 0);
const expires = (refuses: (seconds: number) => boolean) =>
  at('createSmsTemplateEmbed')(({ expires_in }) => typeof expires_in === 'number' && refuses(expires_in));
const batch = (most: number) => at('batchUpdateCustomers')(({ customers }) => Array.isArray(customers) && customers.length > most);
const steps = (refuses: (step: JsonObject) => boolean) =>
  at('createCampaign')((body) => Array.isArray(body.steps) && body.steps.filter(isObject).some(refuses));

const DAYS_90 = 90 * 86_400_000;

const CAMPAIGN: readonly Limit[] = [
  ['a campaign without a name', at('createCampaign')((body) => !Object.hasOwn(body, 'name'))],
  ['a campaign without steps', at('createCampaign')((body) => !Array.isArray(body.steps))],
  ['a campaign without enrolled customers', at('createCampaign')((body) => !Object.hasOwn(body, 'enrolled_customers'))],
  [
    'a campaign without steps, customers, sender and time',
    at('createCampaign')(
      (body) => !['name', 'steps', 'enrolled_customers', 'email_address', 'scheduled_at'].every((name) => Object.hasOwn(body, name)),
    ),
  ],
  ['steps that are no e-mails', steps(({ type }) => type !== 'email')],
  ['a custom_step_id', steps((step) => Object.hasOwn(step, 'custom_step_id'))],
  ['e-mail steps without a custom_step_id', steps((step) => !Object.hasOwn(step, 'custom_step_id'))],
  ['a time for a campaign', at('createCampaign')((body) => Object.hasOwn(body, 'scheduled_at'))],
  ['a time more than 90 days ahead', at('createCampaign')(({ scheduled_at }) => Date.parse(String(scheduled_at)) > Date.now() + DAYS_90)],
  ['times with an offset', at('createCampaign')(({ scheduled_at }) => typeof scheduled_at === 'string' && !scheduled_at.endsWith('Z'))],
  [
    'times without an offset, and those with Z',
    at('createCampaign')(({ scheduled_at }) => typeof scheduled_at === 'string' && !/[+-]\d\d:\d\d$/.test(scheduled_at)),
  ],
  ['times with a fraction', at('createCampaign')(({ scheduled_at }) => typeof scheduled_at === 'string' && scheduled_at.includes('.'))],
  [
    'a segment together with customers',
    at('createCampaign')((body) => Object.hasOwn(body, 'segment') && Object.hasOwn(body, 'enrolled_customers')),
  ],
  ['two senders', at('createCampaign')((body) => Object.hasOwn(body, 'email_address') && Object.hasOwn(body, 'phone_number'))],
  ['a phone number without an SMS step', at('createCampaign')((body) => Object.hasOwn(body, 'phone_number'))],
  ['excluding customers', at('createCampaign')((body) => Object.hasOwn(body, 'excluded_customers'))],
  ['excluding those who are enrolled', at('createCampaign')(({ excluded_customers: out }) => Array.isArray(out) && out.length > 0)],
];

const BATCH: readonly Limit[] = [
  ['batches of more than 1', batch(1)],
  ['batches of more than 2', batch(2)],
  ['batches of more than 5', batch(5)],
  ['empty batches', at('batchUpdateCustomers')(({ customers }) => isDeepStrictEqual(customers, []))],
  ['addresses at reserved domains', at('batchUpdateCustomers')((body) => JSON.stringify(body).includes('@example.com'))],
  ['phone numbers that ring nowhere', at('batchUpdateCustomers')((body) => JSON.stringify(body).includes('"phone_number":"+1'))],
];

const EMBED: readonly Limit[] = [
  ['lifetimes under 300 and over 7200 seconds', expires((seconds) => seconds < 300 || seconds > 7200)],
  ['lifetimes over 300 seconds', expires((seconds) => seconds > 300)],
  ['lifetimes over an hour', expires((seconds) => seconds > 3600)],
  ['lifetimes under a week', expires((seconds) => seconds < 604_800)],
  ['an embed without a lifetime', at('createSmsTemplateEmbed')((body) => !Object.hasOwn(body, 'expires_in'))],
];

const BUSINESS: readonly Limit[] = [
  ['a business without a website', at('createBusiness')((body) => !Object.hasOwn(body, 'website'))],
  [
    'a business with less than everything',
    at('createBusiness')((body) => !['name', 'metadata', 'external_id', 'website'].every((name) => Object.hasOwn(body, name))),
  ],
  ['websites without TLS', at('createBusiness')(({ website }) => typeof website === 'string' && !website.startsWith('https:'))],
  ['websites with query, fragment or port', at('createBusiness')(({ website }) => typeof website === 'string' && /[?#]|:\d/.test(website))],
  ['websites at reserved names', at('createBusiness')(({ website }) => typeof website === 'string' && /example/.test(website))],
  ['external ids over 36 characters', at('createBusiness')(({ external_id }) => length(external_id) > 36)],
  [
    'external ids of other than letters and digits',
    at('createBusiness')(({ external_id }) => typeof external_id === 'string' && !/^[\w-]+$/.test(external_id)),
  ],
];

const EVENT: readonly Limit[] = [
  ['events without data', at('trackEvent')((body) => !Object.hasOwn(body, 'data'))],
  ['events that are not known', at('trackEvent')(({ event }) => event !== 'conformance.tracked')],
  ['events whose data nests', at('trackEvent')(({ data }) => isObject(data) && !Object.values(data).every(isPlain))],
  ['events with data over 512 bytes', at('trackEvent')(({ data }) => JSON.stringify(data ?? null).length > 512)],
];

export const CAMPAIGN_LIMITS = limits(CAMPAIGN);
export const BATCH_LIMITS = limits(BATCH);
export const EMBED_LIMITS = limits(EMBED);
export const BUSINESS_LIMITS = limits(BUSINESS);
export const EVENT_LIMITS = limits(EVENT);
