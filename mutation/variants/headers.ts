import type { PassingAnswer, Variant } from '../interposition.ts';
import { answersThrough, answersThroughFresh, withHeaders } from './answers.ts';

const MEDIA_TYPE = 'RFC 9110 §8.3.1: parameters and letter case of a media type (reading rule 5)';
const FREE = 'Headers beside Content-Type are not shown';

/** What stands behind the media type's own name. */
const MEDIA_TYPES: readonly (readonly [name: string, json: string, html: string])[] = [
  ['without parameters', 'application/json', 'text/html'],
  ['in mixed case', 'Application/JSON; Charset=UTF-8', 'Text/HTML; Charset="UTF-8"'],
  ['in capitals', 'APPLICATION/JSON', 'TEXT/HTML'],
  ['with space before the semicolon', 'application/json ; charset=utf-8', 'text/html ; charset=utf-8'],
  ['with other parameters', 'application/json; version=1; profile="a;b, c"', 'text/html;level=1;charset=utf-8'],
  ['with an empty parameter', 'application/json;', 'text/html;'],
];

const HEADERS: readonly (readonly [name: string, headers: PassingAnswer['headers']])[] = [
  ['cookies', { 'set-cookie': ['session=1; Path=/; HttpOnly', 'tracking=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT'] }],
  ['validators', { etag: 'W/"1"', 'last-modified': 'Wed, 21 Oct 2020 07:28:00 GMT', 'cache-control': 'private, max-age=60', vary: '*' }],
  ['limits of the rate', { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '1', 'ratelimit-reset': '1', 'retry-after': '120' }],
  ['8 KiB of them', { 'content-security-policy': `default-src ${'https://a.example '.repeat(450)}` }],
  ['a hundred small ones', Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-small-${index}`, String(index)]))],
  ['empty ones', { 'x-empty': '', server: '', 'content-language': '' }],
  ['a challenge though all is well', { 'www-authenticate': 'Basic realm="api"' }],
  [
    'warnings and deprecation',
    { warning: '299 - "deprecated"', deprecation: 'true', sunset: 'Wed, 21 Oct 2037 07:28:00 GMT', link: '</v2>; rel="successor-version"' },
  ],
  ['letters beyond ASCII', { 'x-operator': 'K\u00e4rnten' }],
];

function withMediaType(answer: PassingAnswer, json: string, html: string): PassingAnswer {
  const type = String(answer.headers['content-type'] ?? '');
  if (type.startsWith('application/json')) return withHeaders(answer, { 'content-type': json });
  return type.startsWith('text/html') ? withHeaders(answer, { 'content-type': html }) : answer;
}

export const MEDIA_TYPE_VARIANTS: readonly Variant[] = [
  ...MEDIA_TYPES.map(([name, json, html]) => ({
    name: `media type ${name}`,
    permitted: MEDIA_TYPE,
    interpose: answersThrough((answer) => withMediaType(answer, json, html)),
  })),
];

export const HEADER_VARIANTS: readonly Variant[] = [
  ...HEADERS.map(([name, headers]) => ({
    name: `further headers: ${name}`,
    permitted: FREE,
    interpose: answersThrough((answer) => withHeaders(answer, headers)),
  })),
  {
    name: 'further headers: another request id each time',
    permitted: FREE,
    interpose: answersThroughFresh(() => {
      let count = 0;
      return (answer) => {
        count += 1;
        return withHeaders(answer, { 'x-request-id': `request-${count}`, 'x-runtime': String(count / 1000) });
      };
    }),
  },
  {
    name: 'header names in capitals',
    permitted: 'RFC 9110 §5.1: field names know no letter case',
    interpose: answersThrough((answer) => ({
      ...answer,
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name.toUpperCase(), value])),
    })),
  },
];
