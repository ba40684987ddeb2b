import { MARKER_MEMBER } from '../../src/settings/parsing/event-data.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { isObject, type JsonObject, onRecords, onRequest, sentJson, withJson } from '../answers.ts';
import { faults, ONLY } from '../fault.ts';
import type { Fault, Interposition } from '../interposition.ts';
import { changeLeaves, changeMembers, changeNodes, changeTexts } from '../places.ts';
import { text } from './rows.ts';

type Damage = (value: unknown) => unknown;

const texts =
  (change: (text: string) => unknown): Damage =>
  (value) =>
    changeTexts(value, change);
const leaves =
  (change: (leaf: unknown) => unknown): Damage =>
  (value) =>
    changeLeaves(value, change);
const lists =
  (change: (list: unknown[]) => unknown[]): Damage =>
  (value) =>
    changeNodes(value, (node) => (Array.isArray(node) ? change(node) : node));
const members =
  (change: (entries: [string, unknown][]) => [string, unknown][]): Damage =>
  (value) =>
    changeMembers(value, change);
const keys = (change: (key: string) => string): Damage => members((entries) => entries.map(([key, value]) => [change(key), value]));

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Damage to texts, wherever they stand. */
const TEXT_DAMAGE: Readonly<Record<string, (text: string) => unknown>> = {
  'truncated-at-255': (text) => text.slice(0, 255),
  'truncated-at-1000': (text) => text.slice(0, 999),
  trimmed: (text) => text.trim(),
  'nfc-normalised': (text) => text.normalize('NFC'),
  'nfkc-normalised': (text) => text.normalize('NFKC'),
  'html-escaped': (text) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? ''),
  'html-unescaped': (text) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  'tags-stripped': (text) => text.replace(/<[^>]*>/g, ''),
  'crlf-to-lf': (text) => text.replaceAll('\r\n', '\n'),
  'spaces-collapsed': (text) => text.replace(/ {2,}/g, ' '),
  'astral-replaced': (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
  'astral-dropped': (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  'not-ascii-replaced': (text) => text.replace(/[^\0-\x7f]/g, '?'),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the damage is about
  'controls-dropped': (text) => text.replace(/[\u0001-\u0008\u000e-\u001f]/g, ''),
  interpolated: (text) => text.replace(/\{\{.*?\}\}/g, ''),
  'dollar-interpolated': (text) => text.replace(/\$\{.*?\}/g, ''),
  'percent-decoded': (text) => text.replace(/%20/g, ' '),
  'plus-to-space': (text) => text.replaceAll('+', ' '),
  'backslashes-lost': (text) => text.replaceAll('\\', ''),
  'quotes-doubled': (text) => text.replaceAll("'", "''"),
  'leading-zeros-lost': (text) => (/^0\d+$/.test(text) ? String(Number(text)) : text),
  'dates-parsed': (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00.000Z` : text),
  'empty-to-placeholder': (text) => (text === '' ? '-' : text),
  'byte-order-mark-lost': (text) => text.replace(/^\ufeff/, ''),
};

/** Damage to values that only JSON has. */
const VALUE_DAMAGE: Readonly<Record<string, Damage>> = {
  'numbers-to-strings': leaves((leaf) => (typeof leaf === 'number' ? String(leaf) : leaf)),
  'digits-to-numbers': texts((text) => (/^\d+$/.test(text) ? Number(text) : text)),
  'true-parsed': texts((text) => (text === 'true' ? true : text)),
  'null-parsed': texts((text) => (text === 'null' ? null : text)),
  'floats-rounded': leaves((leaf) => (typeof leaf === 'number' ? Math.round(leaf * 100) / 100 : leaf)),
  'integers-cut-to-32-bits': leaves((leaf) => (Number.isInteger(leaf) ? Number(leaf) | 0 : leaf)),
  'large-integers-rounded': leaves((leaf) => (Number.isInteger(leaf) ? Math.fround(Number(leaf)) : leaf)),
  'truths-to-numbers': leaves((leaf) => (typeof leaf === 'boolean' ? Number(leaf) : leaf)),
  'nulls-dropped': members((entries) => entries.filter(([, value]) => value !== null)),
  'nulls-to-empty': leaves((leaf) => leaf ?? ''),
  'empty-lists-dropped': members((entries) => entries.filter(([, value]) => !(Array.isArray(value) && value.length === 0))),
  'empty-objects-dropped': members((entries) => entries.filter(([, value]) => !(isObject(value) && Object.keys(value).length === 0))),
  'empty-objects-to-lists': (value) =>
    changeNodes(value, (node) => (isObject(node) && Object.keys(node).length === 0 && node !== value ? [] : node)),
  'falsy-dropped': members((entries) => entries.filter(([, value]) => value !== false && value !== 0)),
  'keys-lower-cased': keys((key) => key.toLowerCase()),
  'keys-camel-cased': keys((key) => key.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())),
  'keys-trimmed': keys((key) => key.trim()),
  'keys-cut': keys((key) => key.slice(0, 128)),
  'dots-split': members((entries) =>
    entries.map(([key, value]) =>
      /\w\.\w/.test(key) ? [key.split('.')[0] ?? '', { [key.split('.').slice(1).join('.')]: value }] : [key, value],
    ),
  ),
  'dollars-in-keys-replaced': keys((key) => key.replace(/^\$/, '_')),
  'empty-key-dropped': members((entries) => entries.filter(([key]) => key !== '')),
  'constructor-dropped': members((entries) => entries.filter(([key]) => key !== 'constructor')),
  'id-member-dropped': members((entries) => entries.filter(([key]) => key !== 'id')),
  'case-only-keys-merged': members((entries) =>
    entries.filter(([key], index) => entries.findIndex(([other]) => other.toLowerCase() === key.toLowerCase()) === index),
  ),
  'members-over-50-lost': members((entries) => entries.slice(0, 50)),
  'lists-sorted': lists((list) => [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))),
  'duplicates-removed': lists((list) => [...new Set(list)]),
  'lists-cut-at-100': lists((list) => list.slice(0, 100)),
  'single-items-unwrapped': (value) => changeNodes(value, (node) => (Array.isArray(node) && node.length === 1 ? node[0] : node)),
  'nested-lists-flattened': lists((list) => list.flat()),
  'depth-cut': (value) => cut(value, 4),
};

interface Site {
  readonly name: string;
  readonly endpoints: readonly EndpointName[];
  readonly statement: StatementId;
  apply(damage: Damage): () => Interposition;
}

const SITES: readonly Site[] = [
  site('business', 'createBusiness', 'metadata', 'business.metadata-comes-back'),
  site('campaign', 'createCampaign', 'metadata', 'campaign.metadata-comes-back'),
  { name: 'event', endpoints: ['trackEvent', 'getEvent'], statement: 'event.extra-is-tracked-data', apply: onTheWayIn },
];
const NAMES: readonly Site[] = [
  site('business-name', 'createBusiness', 'name', 'business.name-comes-back'),
  site('campaign-name', 'createCampaign', 'name', 'campaign.name-comes-back'),
  site('business-external-id', 'createBusiness', 'external_id', 'business.external-id-comes-back'),
];
const VALUES: readonly (readonly [string, Damage])[] = [
  ...Object.entries(TEXT_DAMAGE).map(([name, change]) => [name, texts(change)] as const),
  ...Object.entries(VALUE_DAMAGE),
];

/** Each damage to free JSON at one of the places that take it, in turn; each damage to texts at a text besides. */
export const DAMAGE_FAULTS: readonly Fault[] = [
  ...VALUES.flatMap(([name, damage], index) => spoiled(SITES, index, name, damage)),
  ...Object.entries(TEXT_DAMAGE).flatMap(([name, change], index) => spoiled(NAMES, index, name, texts(change))),
];

function spoiled(sites: readonly Site[], index: number, name: string, damage: Damage): Fault[] {
  const place = sites[index % sites.length];
  return place
    ? [
        ...faults(place.endpoints, place.statement, [
          [`${place.name}-${name}`, `Values come back damaged: ${name.replaceAll('-', ' ')}`, place.apply(damage)],
        ]),
      ]
    : [];
}

function site(name: string, endpoint: EndpointName, member: string, statement: StatementId): Site {
  const apply = (damage: Damage) =>
    onRecords([endpoint], (record) => (Object.hasOwn(record, member) ? { ...record, [member]: damage(record[member]) } : record));
  return { name, endpoints: [endpoint], statement, apply };
}

/** Damages the data before it is stored; the marker stays, or the event could not be found again. */
function onTheWayIn(damage: Damage): () => Interposition {
  return onRequest(['trackEvent'], (request) => {
    const sent = sentJson(request);
    if (!sent || !isObject(sent.data)) return request;
    const { [MARKER_MEMBER]: marker, ...data } = sent.data;
    return withJson(request, { ...sent, data: { ...(damage(data) as JsonObject), [MARKER_MEMBER]: marker } });
  });
}

function cut(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth === 0 ? [] : value.map((item) => cut(item, depth - 1));
  if (isObject(value))
    return depth === 0 ? {} : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item, depth - 1)]));
  return value;
}

/** TextDamage that only some values of a legitimate shape suffer. */
type TextDamage = readonly [name: string, description: string, change: (value: string) => string];

const toText = (member: string, damage: readonly TextDamage[]) =>
  damage.map(([name, description, change]) => [name, description, text(member, change), ONLY] as const);

const ADDRESSES: readonly TextDamage[] = [
  ['address-plus-is-blank', 'A plus sign is read as a blank', (value) => value.replaceAll('+', ' ')],
  ['address-tag-dropped', 'What follows a plus sign is dropped', (value) => value.replace(/\+[^@]*/, '')],
  ['address-dots-dropped', 'Dots before the @ are dropped', (value) => value.replace(/\.(?=.*@)/g, '')],
  ['address-cut-at-50', 'Addresses are cut at 50 characters', (value) => value.slice(0, 50)],
  ['address-apostrophe-escaped', 'An apostrophe is doubled', (value) => value.replaceAll("'", "''")],
  ['address-domain-of-two-labels', 'Only the last three labels are kept', (value) => value.replace(/@.*?((?:[^.@]+\.){2}[^.@]+)$/, '@$1')],
];

const NUMBERS: readonly TextDamage[] = [
  ['number-cut-at-12', 'Numbers are cut at 12 characters', (value) => value.slice(0, 12)],
  ['number-is-american', 'Every number is taken for an American one', (value) => value.replace(/^\+(?!1)/, '+1')],
  ['number-of-9-digits-padded', 'Short numbers are padded with noughts', (value) => (value === '' ? value : value.padEnd(11, '0'))],
];

const STARTS: readonly TextDamage[] = [
  ['start-without-seconds', 'Seconds are set to nought', (value) => value.replace(/(T\d\d:\d\d:)\d\d(\.\d+)?/, '$100')],
  [
    'start-with-parts-in-local-time',
    'A time with parts of a second loses its zone',
    (value) => value.replace(/(\.\d*[1-9]\d*)[+-]\d\d:\d\d$/, '$1Z'),
  ],
];

const WEBSITES: readonly TextDamage[] = [
  ['website-without-port', 'The port is dropped', (value) => value.replace(/:\d+(?=\/)/, '')],
  ['website-without-fragment', 'The fragment is dropped', (value) => value.replace(/#.*/, '')],
  [
    'website-plus-is-blank',
    'A plus sign in the query is read as a blank',
    (value) => value.replace(/\?.*/, (query) => query.replaceAll('+', '%20')),
  ],
];

export const LEGITIMATE_VALUE_FAULTS: readonly Fault[] = [
  ...faults('batchUpdateCustomers', 'customer.email-address-comes-back', toText('email_address', ADDRESSES)),
  ...faults('batchUpdateCustomers', 'customer.phone-number-comes-back', toText('phone_number', NUMBERS)),
  ...faults('createCampaign', 'campaign.scheduled-at-comes-back', toText('scheduled_at', STARTS)),
  ...faults('createBusiness', 'business.website-comes-back', toText('website', WEBSITES)),
];
