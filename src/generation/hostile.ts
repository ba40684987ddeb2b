import type { Call } from '../client/call.ts';

/** Ids that no table holds and that trip many routers. `rawId` goes on the wire as it stands. */
export const HOSTILE_IDS: readonly Pick<Call, 'id' | 'rawId'>[] = [
  ...['..', '.', 'a/b', 'a?b', 'a#b', 'a b', '%', "'", '"', "' OR '1'='1", '<script>alert(1)</script>', '{{7*7}}${7*7}'],
  ...[
    '\u0000',
    '\n',
    '\r\nX-Injected: yes',
    '\u202Eabc',
    'é',
    '日本語',
    '😀',
    '\uFEFF',
    '0',
    '-1',
    '1e9',
    'null',
    'undefined',
    'NaN',
    '__proto__',
    'constructor',
  ],
  ...['a'.repeat(256), 'a'.repeat(4000), '9'.repeat(400), '%25'.repeat(200)],
]
  .map((id) => ({ id }) as Pick<Call, 'id' | 'rawId'>)
  .concat(['%', '%zz', '%C3', '%C0%AE', '%FF', '%ED%A0%80', '..', '%2e%2e%2f', ';', '*'].map((rawId) => ({ rawId })));

/** Queries without meaning, for endpoints that take none. */
export const QUERY_GARBAGE: readonly string[] = [
  'conformance=1',
  'a=1&a=2&a[]=3&a[b]=4',
  '=',
  '&&&',
  '%',
  '%zz=%C3',
  '%00=%00',
  '__proto__[polluted]=1&constructor[prototype][polluted]=1',
  `a=${'b'.repeat(3000)}`,
  Array.from({ length: 200 }, (_, index) => `p${index}=1`).join('&'),
  "id='%20OR%20'1'='1",
  'limit=-1&offset=99999999999999999999&page=NaN&sort[]=x',
];

/** Bodies that no parser accepts as JSON. */
export const NOT_JSON: readonly (string | Uint8Array)[] = [
  '{',
  'not json',
  '{"a":}',
  '[1,2',
  '<a>1</a>',
  'a=1&b=2',
  Uint8Array.of(0x80, 1, 2, 3),
];

/** Bodies that RFC 8259 forbids but lenient parsers accept. An implementation only has to stay in order. */
export const ALMOST_JSON: readonly (string | Uint8Array)[] = [
  "{'a':1}",
  '{"a":1,}',
  '{a:1}',
  '{"a":1} {"b":2}',
  '{"a":NaN}',
  '{"a":"\u0001"}',
  '// comment\n{}',
  '',
  Uint8Array.of(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d),
  Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d),
];

/**
 * JSON texts on whose value two correct parsers may differ (RFC 7493, RFC 8259 §9). None judges a requirement: an implementation may refuse
 * each, and only has to stay in order.
 */
export const EDGE_VALUES: readonly string[] = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":1,"a":2}',
  '{"text":"\\ud800"}',
  '{"\\udfff":1}',
  '{"text":"\\u0000"}',
  '{"number":1e400}',
  '{"number":12345678901234567890123}',
  '{"number":-0}',
  '{"number":1.0000000000000000000001}',
  // Less deep than the suite's own limit, so that it can be read when it comes back inside a record.
  `{"deep":${'['.repeat(1900)}${']'.repeat(1900)}}`,
  `{${Array.from({ length: 2000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
];

const PLACE = 'conformance-edge-value';

/** `body` as JSON texts, with the object member `member`, at any depth, replaced by each edge value. */
export function bodiesAtTheEdge(body: unknown, member: string): string[] {
  const template = JSON.stringify(body, (key, value: unknown) => (key === member ? PLACE : value));
  return EDGE_VALUES.map((value) => template.replaceAll(`"${PLACE}"`, () => value));
}
