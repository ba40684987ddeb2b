import type { Call } from '../client/call.ts';
import type { JsonObject } from '../specification/json.ts';

/** What is odd wherever it stands, and all of it in one. */
export interface Parts<Odd> {
  readonly parts: readonly Odd[];
  readonly together: Odd;
}

/** Odd differences of one kind. */
export interface OddDifferences {
  readonly packs: readonly Parts<Call>[];
  /** What counts only as a whole, what a server in front or a parser may answer in place of the service, and what is long. */
  readonly alone: readonly Call[];
}

const idPack = (...ids: string[]): Parts<Call> => ({ parts: ids.map((id) => ({ id })), together: { id: ids.join('-') } });
const queryPack = (...queries: string[]): Parts<Call> => ({
  parts: queries.map((query) => ({ query })),
  together: { query: queries.join('&') },
});

/** Ids that no table holds and that trip many routers. */
export const HOSTILE_IDS: OddDifferences = {
  // Each below 60 characters: some routers take no id of more than 100. What Latin-1 holds stands apart: the widest character may decide how all is stored.
  packs: [
    idPack("'", '"', 'a b', 'a#b', '%', 'é', '<script>alert(1)</script>'),
    idPack('{{7*7}}${7*7}', '\u202Eabc', '\uFEFF', '日本語', '😀', 'a?b'),
  ],
  alone: ["' OR '1'='1", '0', '-1', 'null', '__proto__', 'constructor'].map((id) => ({ id })),
};

/** On these a decoder or a router trips, which an endpoint seldom has for itself: each tries every other one. `rawId` goes on the wire as it stands. */
export const UNDECODABLE_IDS: readonly Call[] = [
  ...['..', 'a/b', '\u0000', '\r\nX-Injected: yes', 'a'.repeat(4000), '9'.repeat(400)].map((id) => ({ id })),
  // Malformed escapes, bytes that are no UTF-8, and half of a pair of UTF-16: each ends a decoder in its own way.
  ...['%zz%', '%C3%C0%AE%FF', '%ED%A0%80', '..', ';*'].map((rawId) => ({ rawId })),
];

/** Every other one, which of them by the endpoint's number. */
export function everyOther<Item>(items: readonly Item[], number: number): Item[] {
  return items.filter((_, index) => (index + number) % 2 === 0);
}

export const QUERY_GARBAGE: OddDifferences = {
  packs: [
    queryPack(
      'a=1&a=2&a[]=3&a[b]=4',
      '=',
      '&&&',
      '%00=%00',
      '__proto__[polluted]=1&constructor[prototype][polluted]=1',
      "id='%20OR%20'1'='1",
      'callback=conformance&jsonp=conformance&format=html',
      'limit=-1&offset=99999999999999999999&page=NaN&sort[]=x',
    ),
  ],
  alone: [{ query: '%zz=%C3&%' }, { query: `${Array.from({ length: 200 }, (_, index) => `p${index}=1`).join('&')}&a=${'b'.repeat(3000)}` }],
};

/** Bodies that no parser accepts as JSON. */
export const NOT_JSON: readonly (string | Uint8Array)[] = ['{', 'not json', 'a=1&b=2', Uint8Array.of(0x80, 1, 2, 3)];

/** Bodies that RFC 8259 forbids but lenient parsers accept. An implementation only has to stay in order. */
export const ALMOST_JSON: readonly (string | Uint8Array)[] = [
  "{'a':1}",
  '{"a":1,}',
  '{"a":1} {"b":2}',
  '{"a":NaN}',
  '{"a":"\u0001"}',
  '',
  Uint8Array.of(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d),
  Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d),
];

/** What stands around a NUL in free data. */
export const AROUND_NUL = ['conformance-before', '-after'] as const;

/** JSON texts on whose value two correct parsers may differ (RFC 7493, RFC 8259 §9): each may be refused. Numbers go alone: many parsers refuse them. */
export const EDGE_VALUES: { readonly packs: readonly Parts<string>[]; readonly alone: readonly string[] } = {
  packs: [
    objectPack('"__proto__":{"polluted":true}', '"constructor":{"prototype":{"polluted":true}}', '"a":1,"a":2'),
    objectPack('"text":"\\ud800"', '"\\udfff":1', `"nul":"${AROUND_NUL.join('\\u0000')}"`),
  ],
  alone: [
    ...['{"number":1e400}', '{"number":12345678901234567890123}', '{"number":-0}', '{"number":1.0000000000000000000001}'],
    // Less deep than the suite's own limit, so that it can be read when it comes back inside a record: indented by four blanks a level, in 4 MB.
    nested(1000),
    `{${Array.from({ length: 2000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  ],
};

/** Who refuses what is deeper may store more than it reads again: usual readers end at 512 levels, at 128 or at 64. */
export const LESS_DEEP: readonly string[] = [600, 200, 100].map(nested);

function nested(levels: number): string {
  return `{"deep":${'['.repeat(levels)}${']'.repeat(levels)}}`;
}

/** Whether all parsers read the same in this JSON text (RFC 7493): an object in which no name is twice, no number is cut, and no surrogate is alone. */
export const meansOneThing = (text: string): boolean => !/\\ud[89a-f]/i.test(text) && JSON.stringify(JSON.parse(text)) === text;

function objectPack(...members: string[]): Parts<string> {
  return { parts: members.map((member) => `{${member}}`), together: `{${members.join(',')}}` };
}

const PLACE = 'conformance-odd-value';

/** `body` as JSON texts, with the object member `member`, at any depth, replaced by each edge value. */
export function bodiesAtTheEdge(body: unknown, member: string): OddDifferences {
  const template = JSON.stringify(body, (key, value: unknown) => (key === member ? PLACE : value));
  const bodyWith = (value: string): Call => ({ rawBody: template.replaceAll(`"${PLACE}"`, () => value) });
  return {
    packs: EDGE_VALUES.packs.map(({ parts, together }) => ({ parts: parts.map(bodyWith), together: bodyWith(together) })),
    alone: EDGE_VALUES.alone.map(bodyWith),
  };
}

/** A text whose middle parsers, encoders or stores may trip over, as it stands in a JSON text. */
export interface OddText {
  readonly label: string;
  readonly middle: Uint8Array;
}

export const ODD_TEXTS: readonly OddText[] = [
  { label: 'NUL', middle: Buffer.from('\\u0000') },
  { label: 'half a surrogate pair', middle: Buffer.from('\\ud83d') },
  { label: 'a byte that is no UTF-8', middle: Uint8Array.of(0xe9) },
];

/** Names of members on the way to a text; an index in a list. */
export type TextPlace = readonly (string | number)[];

/** Where a body holds texts, outside the member `free`; of each list, only in the first item. */
export function textPlaces(body: unknown, free: string | null): TextPlace[] {
  if (typeof body === 'string') return [[]];
  if (typeof body !== 'object' || body === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(body) ? body.slice(0, 1).map((item) => [0, item]) : Object.entries(body);
  return entries.filter(([key]) => key !== free).flatMap(([key, value]) => textPlaces(value, free).map((place) => [key, ...place]));
}

/** The body as JSON with an odd text at this place, between `before` and `after`. */
export function withOddText(body: unknown, place: TextPlace, before: string, { middle }: OddText, after: string): Uint8Array {
  const [head = '', tail = ''] = JSON.stringify(replaced(body, place)).split(JSON.stringify(PLACE));
  return Buffer.concat([Buffer.from(`${head}"${before}`), middle, Buffer.from(`${after}"${tail}`)]);
}

function replaced(value: unknown, [key, ...rest]: TextPlace): unknown {
  if (key === undefined) return PLACE;
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? replaced(item, rest) : item));
  const object = value as JsonObject;
  return { ...object, [key]: replaced(object[key], rest) };
}
