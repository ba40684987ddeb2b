import { MARKER_MEMBER } from '../../src/settings/parsing/json.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { isObject, type JsonObject } from '../answers.ts';
import { type Fault, fault, faults, ONLY } from '../fault.ts';
import { at, type Entry, inside, leaves, lists, members, nodes, type Spoil, sending, text, texts } from '../rows.ts';

type Damage = (value: unknown) => unknown;

const dropping = (isDropped: (key: string, value: unknown) => boolean): Damage =>
  members((entries) => entries.filter(([key, value]) => !isDropped(key, value)));
const keys = (change: (key: string) => string): Damage => members((entries) => entries.map(([key, value]) => [change(key), value]));
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

type Site = ReturnType<typeof site>;

const BUSINESS = site('business', 'createBusiness', 'metadata', 'business.metadata-comes-back');
const CAMPAIGN = site('campaign', 'createCampaign', 'metadata', 'campaign.metadata-comes-back');
const EVENT: Site = { name: 'event', endpoints: ['trackEvent', 'getEvent'], statement: 'event.extra-is-tracked-data', apply: onTheWayIn };
const NAME_OF_BUSINESS = site('business-name', 'createBusiness', 'name', 'business.name-comes-back');
const NAME_OF_CAMPAIGN = site('campaign-name', 'createCampaign', 'name', 'campaign.name-comes-back');
const EXTERNAL_ID = site('business-external-id', 'createBusiness', 'external_id', 'business.external-id-comes-back');

const SECRET = /^(password|token|secret|api_?key)$/i;

/** Damage to texts: where to those in free JSON, where to a member of its own. */
const TEXT_DAMAGE: readonly (readonly [name: string, json: Site, member: Site, change: (text: string) => unknown])[] = [
  ['truncated-at-255', BUSINESS, NAME_OF_BUSINESS, (text) => text.slice(0, 255)],
  ['trimmed', EVENT, EXTERNAL_ID, (text) => text.trim()],
  ['nfc-normalised', BUSINESS, NAME_OF_BUSINESS, (text) => text.normalize('NFC')],
  ['html-escaped', EVENT, EXTERNAL_ID, (text) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')],
  ['tags-stripped', CAMPAIGN, NAME_OF_CAMPAIGN, (text) => text.replace(/<[^>]*>/g, '')],
  ['crlf-to-lf', EVENT, EXTERNAL_ID, (text) => text.replaceAll('\r\n', '\n')],
  ['astral-replaced', CAMPAIGN, NAME_OF_CAMPAIGN, (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')],
  ['interpolated', EVENT, EXTERNAL_ID, (text) => text.replace(/\{\{.*?\}\}/g, '')],
  ['quotes-straightened', EVENT, EXTERNAL_ID, (text) => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"')],
  ['plus-to-space', EVENT, EXTERNAL_ID, (text) => text.replaceAll('+', ' ')],
  ['backslashes-lost', BUSINESS, NAME_OF_BUSINESS, (text) => text.replaceAll('\\', '')],
  ['leading-zeros-lost', EVENT, EXTERNAL_ID, (text) => (/^0\d+$/.test(text) ? String(Number(text)) : text)],
  ['dates-parsed', BUSINESS, NAME_OF_BUSINESS, (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00.000Z` : text)],
  ['control-string-run', EVENT, EXTERNAL_ID, (text) => text.replace(/~([~%])/g, (_, directive) => (directive === '%' ? '\n' : '~'))],
  ['read-as-a-replacement', CAMPAIGN, NAME_OF_CAMPAIGN, (text) => '_'.replace('_', text)],
  ['empty-to-placeholder', CAMPAIGN, NAME_OF_CAMPAIGN, (text) => (text === '' ? '-' : text)],
];

export const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0;
const splitAtDot = ([key, value]: Entry): Entry => {
  const [first = '', ...rest] = key.split('.');
  return /\w\.\w/.test(key) ? [first, { [rest.join('.')]: value }] : [key, value];
};
const isFirstInAnyCase = ([key]: Entry, index: number, entries: readonly Entry[]) =>
  entries.findIndex(([other]) => other.toLowerCase() === key.toLowerCase()) === index;

const isAlsoNested = ([key]: Entry, entries: readonly Entry[]) => {
  const [first, rest = ''] = key.split('.');
  return entries.some(([other, value]) => other === first && isObject(value) && rest in value);
};

/** Damage to values that only JSON has, and where. */
const VALUE_DAMAGE: readonly (readonly [name: string, site: Site, damage: Damage])[] = [
  ['numbers-to-strings', BUSINESS, leaves((leaf) => (typeof leaf === 'number' ? String(leaf) : leaf))],
  ['numbers-beyond-64-bits-to-strings', EVENT, leaves((leaf) => (typeof leaf === 'number' && leaf > 2 ** 63 ? String(leaf) : leaf))],
  ['digits-to-numbers', CAMPAIGN, texts((text) => (/^\d+$/.test(text) ? Number(text) : text))],
  ['null-parsed', BUSINESS, texts((text) => (text === 'null' ? null : text))],
  ['floats-rounded', CAMPAIGN, leaves((leaf) => (typeof leaf === 'number' ? Math.round(leaf * 100) / 100 : leaf))],
  ['integers-cut-to-32-bits', EVENT, leaves((leaf) => (Number.isInteger(leaf) ? Number(leaf) | 0 : leaf))],
  ['nulls-dropped', EVENT, dropping((_key, value) => value === null)],
  ['empty-lists-dropped', CAMPAIGN, dropping((_key, value) => isEmptyList(value))],
  ['empty-objects-to-lists', BUSINESS, (whole) => nodes((node) => (isEmptyObject(node) && node !== whole ? [] : node))(whole)],
  ['falsy-dropped', CAMPAIGN, dropping((_key, value) => value === false || value === 0)],
  ['keys-lower-cased', EVENT, keys((key) => key.toLowerCase())],
  ['secrets-filtered', EVENT, members((entries) => entries.map(([key, value]) => [key, SECRET.test(key) ? '[FILTERED]' : value]))],
  ['columns-of-the-log-dropped', EVENT, dropping((key) => ['event', 'timestamp', 'properties'].includes(key))],
  ['keys-cut', EVENT, keys((key) => key.slice(0, 128))],
  ['dots-split', BUSINESS, members((entries) => entries.map(splitAtDot))],
  ['paths-collide', CAMPAIGN, members((entries) => entries.filter((entry) => !isAlsoNested(entry, entries)))],
  ['card-numbers-masked', EVENT, texts((text) => text.replace(/\b(?:\d{4}[ -]?){4}\b/g, '****'))],
  [
    'times-of-scripts-parsed',
    BUSINESS,
    texts((text) => text.replace(/^\/Date\((\d+)\)\/$/, (_, time) => new Date(Number(time)).toISOString())),
  ],
  ['empty-key-dropped', EVENT, dropping((key) => key === '')],
  ['constructor-dropped', BUSINESS, dropping((key) => key === 'constructor')],
  ['case-only-keys-merged', EVENT, members((entries) => entries.filter(isFirstInAnyCase))],
  ['members-over-50-lost', BUSINESS, members((entries) => entries.slice(0, 50))],
  ['lists-sorted', CAMPAIGN, lists((list) => [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)))],
  ['duplicates-removed', EVENT, lists((list) => [...new Set(list)])],
  ['single-items-unwrapped', CAMPAIGN, lists((list) => (list.length === 1 ? list[0] : list))],
  ['texts-cut-at-65535', CAMPAIGN, texts((text) => text.slice(0, 65_535))],
  ['depth-cut', BUSINESS, (value) => cut(value, 4)],
];

/** Each damage to free JSON, and each damage to texts at a text besides. */
export const DAMAGE_FAULTS: readonly Fault[] = [
  ...TEXT_DAMAGE.map(([name, site, , change]) => spoiled(site, name, texts(change))),
  ...VALUE_DAMAGE.map(([name, site, damage]) => spoiled(site, name, damage)),
  ...TEXT_DAMAGE.map(([name, , site, change]) => spoiled(site, name, texts(change))),
];

function spoiled({ name, endpoints, statement, apply }: Site, kind: string, damage: Damage): Fault {
  return fault(`${name}-${kind}`, endpoints, statement, `Values come back damaged: ${kind.replaceAll('-', ' ')}`, apply(damage));
}

function site(name: string, endpoint: EndpointName, member: string, statement: StatementId) {
  return { name, endpoints: [endpoint], statement, apply: (damage: Damage): Spoil => inside(member, damage) };
}

/** Damages the data before it is stored; the marker stays, or the event could not be found again. */
function onTheWayIn(damage: Damage): Spoil {
  return at('trackEvent')(
    sending('data', (sent) => {
      if (!isObject(sent)) return sent;
      const { [MARKER_MEMBER]: marker, ...data } = sent;
      return { ...(damage(data) as JsonObject), [MARKER_MEMBER]: marker };
    }),
  );
}

function cut(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth === 0 ? [] : value.map((item) => cut(item, depth - 1));
  if (isObject(value))
    return depth === 0 ? {} : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item, depth - 1)]));
  return value;
}

/** Damage that only some values of a legitimate shape suffer. */
type TextDamage = readonly [name: string, description: string, change: (value: string) => string];

const toText = (member: string, damage: readonly TextDamage[]) =>
  damage.map(([name, description, change]) => [name, description, text(member, change), ONLY] as const);

const ADDRESSES: readonly TextDamage[] = [
  ['address-tag-dropped', 'What follows a plus sign is dropped', (value) => value.replace(/\+[^@]*/, '')],
  ['address-cut-at-50', 'Addresses are cut at 50 characters', (value) => value.slice(0, 50)],
  ['address-domain-of-two-labels', 'Only the last three labels are kept', (value) => value.replace(/@.*?((?:[^.@]+\.){2}[^.@]+)$/, '@$1')],
];

const NUMBERS: readonly TextDamage[] = [
  ['number-cut-at-12', 'Numbers are cut at 12 characters', (value) => value.slice(0, 12)],
  ['number-is-american', 'Every number is taken for an American one', (value) => value.replace(/^\+(?!1)/, '+1')],
  ['number-of-digits-is-reckoned', 'What holds only digits is read as a number', (value) => value.replace(/^0+(?=\d+$)/, '')],
];

const partsAsUtc = (time: string) => time.replace(/(\.\d*[1-9]\d*)[+-]\d\d:\d\d$/, '$1Z');
const STARTS: readonly TextDamage[] = [
  ['start-without-seconds', 'Seconds are set to nought', (value) => value.replace(/(T\d\d:\d\d:)\d\d(\.\d+)?/, '$100')],
  ['start-with-parts-in-local-time', 'A time with parts of a second loses its zone', partsAsUtc],
];

const plusAsBlank = (url: string) => url.replace(/\?.*/, (query) => query.replaceAll('+', '%20'));
const WEBSITES: readonly TextDamage[] = [
  ['website-without-port', 'The port is dropped', (value) => value.replace(/:\d+(?=\/)/, '')],
  ['website-plus-is-blank', 'A plus sign in the query is read as a blank', plusAsBlank],
];

export const LEGITIMATE_VALUE_FAULTS: readonly Fault[] = [
  ...faults('batchUpdateCustomers', 'customer.email-address-comes-back', toText('email_address', ADDRESSES)),
  ...faults('batchUpdateCustomers', 'customer.phone-number-comes-back', toText('phone_number', NUMBERS)),
  ...faults('createCampaign', 'campaign.scheduled-at-comes-back', toText('scheduled_at', STARTS)),
  ...faults('createBusiness', 'business.website-comes-back', toText('website', WEBSITES)),
];
