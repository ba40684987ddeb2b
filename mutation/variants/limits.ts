import type { EndpointName } from '../../src/specification/endpoints.ts';
import { isObject, type JsonObject } from '../answers.ts';
import { at, freeObjects, isPlain, type Limit, limits, type Refuses } from './limit.ts';

function depth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depth));
}

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
    [name, full_name, ...(Array.isArray(customers) ? customers.map((item) => (isObject(item) ? item.full_name : null)) : [])].some(
      (one) => typeof one === 'string' && refuses(one),
    );
const isAscii = (text: string) => /^[ -~]*$/.test(text);

/** The documented members of each body. */
const KNOWN: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  createCampaign: [
    'name',
    'enrolled_customers',
    'steps',
    'excluded_customers',
    'email_address',
    'phone_number',
    'scheduled_at',
    'segment',
    'metadata',
  ],
  batchUpdateCustomers: ['customers'],
  copyProjectEmailTemplate: ['business'],
  createBusiness: ['name', 'metadata', 'external_id', 'website'],
  copyEmailTemplate: [],
  createSmsTemplateEmbed: ['expires_in'],
  trackEvent: ['event', 'data'],
};

const NAMES: readonly Limit[] = [
  ['names over 64 characters', named((name) => name.length > 64)],
  ['names over 255 characters', named((name) => name.length > 255)],
  ['names beyond ASCII', named((name) => !isAscii(name))],
  ['empty and blank names', named((name) => name.trim() === '')],
  ['names with control characters', named((name) => /\p{Cc}/u.test(name))],
  ['names with markup', named((name) => /[<>{}]/.test(name))],
  ['names of other than letters, digits, spaces and hyphens', named((name) => !/^[\p{L}\p{N} -]+$/u.test(name))],
];

const OBJECTS: readonly Limit[] = [
  ['more than 20 members in free objects', free((object) => Object.keys(object).length > 20)],
  ['free objects over 1 kB', free((object) => JSON.stringify(object).length > 1024)],
  ['free objects deeper than 2', free((object) => depth(object) > 2)],
  ['free objects that nest at all', free((object) => !Object.values(object).every(isPlain))],
  ['null in free objects', free((object) => JSON.stringify(object).includes('null'))],
  ['members with dots or dollar signs', free((object) => !everyText(Object.keys(object), (key) => !/[.$]/.test(key)))],
  ['members that are no words', free((object) => !Object.keys(object).every((key) => /^[A-Za-z_]\w{0,39}$/.test(key)))],
  ['numbers beyond 32 bits', free((object) => /[:[,]-?\d{10,}/.test(JSON.stringify(object)))],
];

/** With these the usual metadata of the suite is refused too. */
const METADATA: readonly Limit[] = [
  ['values in free objects that are no text', free((object) => !Object.values(object).every((value) => typeof value === 'string'))],
  ['metadata altogether', at('createCampaign', 'batchUpdateCustomers', 'createBusiness')((body) => freeObjects(body).length > 0)],
];

const WHOLE: readonly Limit[] = [
  ['characters beyond the basic plane', (body) => !everyText(body, (text) => !/[\u{10000}-\u{10ffff}]/u.test(text))],
  ['bodies over 2 kB', (_body, { body }) => body.length > 2048],
  [
    'members that are not documented',
    (body, { endpoint }) => Object.keys(body).some((name) => endpoint === null || !KNOWN[endpoint]?.includes(name)),
  ],
];

export const NAME_LIMITS = limits(NAMES);
export const OBJECT_LIMITS = limits(OBJECTS);
export const METADATA_LIMITS = limits(METADATA);
export const BODY_LIMITS = limits(WHOLE);
