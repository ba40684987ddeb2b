import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from './answers.ts';
import { at, isPlain, type Limit, limits } from './limit.ts';

const length = (value: unknown) => (typeof value === 'string' ? value.length : 0);
const expires = (refuses: (seconds: number) => boolean) => at(7)(({ expires_in }) => typeof expires_in === 'number' && refuses(expires_in));
const batch = (most: number) => at(3)(({ customers }) => Array.isArray(customers) && customers.length > most);
const steps = (refuses: (step: JsonObject) => boolean) =>
  at(2)((body) => Array.isArray(body.steps) && body.steps.filter(isObject).some(refuses));

const DAYS_90 = 90 * 86_400_000;

const CAMPAIGN: readonly Limit[] = [
  ['a campaign without a name', at(2)((body) => !Object.hasOwn(body, 'name'))],
  ['a campaign without steps', at(2)((body) => !Array.isArray(body.steps))],
  ['a campaign without enrolled customers', at(2)((body) => !Object.hasOwn(body, 'enrolled_customers'))],
  [
    'a campaign without steps, customers, sender and time',
    at(2)((body) => !['name', 'steps', 'enrolled_customers', 'email_address', 'scheduled_at'].every((name) => Object.hasOwn(body, name))),
  ],
  ['steps that are no e-mails', steps(({ type }) => type !== 'email')],
  ['a custom_step_id', steps((step) => Object.hasOwn(step, 'custom_step_id'))],
  ['e-mail steps without a custom_step_id', steps((step) => !Object.hasOwn(step, 'custom_step_id'))],
  ['a time for a campaign', at(2)((body) => Object.hasOwn(body, 'scheduled_at'))],
  ['a time more than 90 days ahead', at(2)(({ scheduled_at }) => Date.parse(String(scheduled_at)) > Date.now() + DAYS_90)],
  ['times with an offset', at(2)(({ scheduled_at }) => typeof scheduled_at === 'string' && !scheduled_at.endsWith('Z'))],
  [
    'times without an offset, and those with Z',
    at(2)(({ scheduled_at }) => typeof scheduled_at === 'string' && !/[+-]\d\d:\d\d$/.test(scheduled_at)),
  ],
  ['times with a fraction', at(2)(({ scheduled_at }) => typeof scheduled_at === 'string' && scheduled_at.includes('.'))],
  ['a segment together with customers', at(2)((body) => Object.hasOwn(body, 'segment') && Object.hasOwn(body, 'enrolled_customers'))],
  ['two senders', at(2)((body) => Object.hasOwn(body, 'email_address') && Object.hasOwn(body, 'phone_number'))],
  ['a phone number without an SMS step', at(2)((body) => Object.hasOwn(body, 'phone_number'))],
  ['excluding customers', at(2)((body) => Object.hasOwn(body, 'excluded_customers'))],
  ['excluding those who are enrolled', at(2)(({ excluded_customers: out }) => Array.isArray(out) && out.length > 0)],
];

const BATCH: readonly Limit[] = [
  ['batches of more than 1', batch(1)],
  ['batches of more than 2', batch(2)],
  ['batches of more than 5', batch(5)],
  ['empty batches', at(3)(({ customers }) => isDeepStrictEqual(customers, []))],
  ['addresses at reserved domains', at(3)((body) => JSON.stringify(body).includes('@example.com'))],
  ['phone numbers that ring nowhere', at(3)((body) => JSON.stringify(body).includes('"phone_number":"+1'))],
];

const EMBED: readonly Limit[] = [
  ['lifetimes under 300 and over 7200 seconds', expires((seconds) => seconds < 300 || seconds > 7200)],
  ['lifetimes over 300 seconds', expires((seconds) => seconds > 300)],
  ['lifetimes over an hour', expires((seconds) => seconds > 3600)],
  ['lifetimes under a week', expires((seconds) => seconds < 604_800)],
  ['an embed without a lifetime', at(7)((body) => !Object.hasOwn(body, 'expires_in'))],
];

const BUSINESS: readonly Limit[] = [
  ['a business without a website', at(5)((body) => !Object.hasOwn(body, 'website'))],
  [
    'a business with less than everything',
    at(5)((body) => !['name', 'metadata', 'external_id', 'website'].every((name) => Object.hasOwn(body, name))),
  ],
  ['websites without TLS', at(5)(({ website }) => typeof website === 'string' && !website.startsWith('https:'))],
  ['websites with query, fragment or port', at(5)(({ website }) => typeof website === 'string' && /[?#]|:\d/.test(website))],
  ['websites at reserved names', at(5)(({ website }) => typeof website === 'string' && /example/.test(website))],
  ['external ids over 36 characters', at(5)(({ external_id }) => length(external_id) > 36)],
  [
    'external ids of other than letters and digits',
    at(5)(({ external_id }) => typeof external_id === 'string' && !/^[\w-]+$/.test(external_id)),
  ],
];

const EVENT: readonly Limit[] = [
  ['events without data', at(18)((body) => !Object.hasOwn(body, 'data'))],
  ['events that are not known', at(18)(({ event }) => event !== 'conformance.tracked')],
  ['events whose data nests', at(18)(({ data }) => isObject(data) && !Object.values(data).every(isPlain))],
  ['events with data over 512 bytes', at(18)(({ data }) => JSON.stringify(data ?? null).length > 512)],
];

export const CAMPAIGN_LIMITS = limits(CAMPAIGN);
export const BATCH_LIMITS = limits(BATCH);
export const EMBED_LIMITS = limits(EMBED);
export const BUSINESS_LIMITS = limits(BUSINESS);
export const EVENT_LIMITS = limits(EVENT);
