import { baseUrl, lookupTemplate, versionPlace } from '../../../src/settings/parsing/addresses.ts';
import { encodeSegment, endpointUrl, lookupUrl, sameOrigin } from '../../../src/settings/urls.ts';
import { expect, test } from '../../test.ts';

const SEGMENTS: readonly (readonly [id: string, encoded: string])[] = [
  ['bus_1', 'bus_1'],
  ["!'()*~-_", "!'()*~-_"],
  ['a/b', 'a%2Fb'],
  ['a%2Fb', 'a%252Fb'],
  ['a b+c', 'a%20b%2Bc'],
  ['?#', '%3F%23'],
  ['\0\n', '%00%0A'],
  ['é😀', '%C3%A9%F0%9F%98%80'],
  ['.', '%2E'],
  ['..', '%2E%2E'],
  ['...', '...'],
  ['a..b', 'a..b'],
  ['%2E%2E', '%252E%252E'],
  ['\uD800', '%EF%BF%BD'],
  ['a\uDC00b\uD83D', 'a%EF%BF%BDb%EF%BF%BD'],
  ['', ''],
];

for (const [id, encoded] of SEGMENTS)
  test(`the id ${JSON.stringify(id)} is written ${encoded}`, () => expect(encodeSegment(id)).toBe(encoded));

test('an endpoint is appended to the path prefix of the base URL', () => {
  const url = endpointUrl('https://host/api/v1', '/businesses/{id}/track', { id: 'a/b' });
  expect(url).toBe('https://host/api/v1/businesses/a%2Fb/track');
});

test('a query goes behind the path as it is', () =>
  expect(endpointUrl('https://host', '/flags/{business_id}', { business_id: '1' }, 'p[]=a&p[]=b')).toBe(
    'https://host/flags/1?p[]=a&p[]=b',
  ));

test('an id that reads like a placeholder or a replacement pattern stays an id', () =>
  expect(endpointUrl('http://h', '/a/{x}/{y}', { x: '{y}', y: '$&$1' })).toBe('http://h/a/%7By%7D/%24%26%241'));

const MISMATCHES: readonly Readonly<Record<string, string>>[] = [{}, { ID: '1' }, { id: '1', more: '2' }];

for (const parameters of MISMATCHES)
  test(`the parameters ${JSON.stringify(parameters)} do not fit {id}`, () =>
    expect(() => endpointUrl('http://h', '/events/{id}', parameters)).toThrow(/expected the parameters \[id\]/));

test('a URL parser that follows RFC 3986 keeps the segment .. but new URL does not', () => {
  const url = endpointUrl('http://h/api', '/events/{id}', { id: '..' });
  expect(url).toBe('http://h/api/events/%2E%2E');
  expect(new URL(url).pathname).toBe('/api/');
});

const LOOKUPS: readonly (readonly [template: string, url: string])[] = [
  ['/find?m={marker}', 'https://host/api/find?m=m%261'],
  ['find?m={marker}', 'https://host/api/find?m=m%261'],
  ['{marker}', 'https://host/api/m%261'],
  ['find/{business}/{marker}/{marker}', 'https://host/api/find/b%2F%24%26/m%261/m%261'],
  ['https://other/find?m={marker}&b={business}', 'https://other/find?m=m%261&b=b%2F%24%26'],
];

for (const [template, url] of LOOKUPS)
  test(`the look-up ${template} leads to ${url}`, () => expect(lookupUrl('https://host/api', template, 'm&1', 'b/$&')).toBe(url));

test('a business whose id reads {marker} is not filled in again', () =>
  expect(lookupUrl('http://h', '/{business}/{marker}', 'm', '{marker}')).toBe('http://h/%7Bmarker%7D/m'));

const ORIGINS: readonly (readonly [url: string, base: string, same: boolean])[] = [
  ['https://host/find', 'https://host/api', true],
  ['https://HOST:443/find', 'https://host/api', true],
  ['http://host/find', 'https://host', false],
  ['https://host:8443/find', 'https://host', false],
  ['https://host.example/find', 'https://host', false],
  ['https://sub.host/find', 'https://host', false],
  ['https://host@evil.example/find', 'https://host', false],
];

for (const [url, base, same] of ORIGINS)
  test(`${url} ${same ? 'is' : 'is not'} of the origin of ${base}`, () => expect(sameOrigin(url, base)).toBe(same));

const BASE_URLS: readonly (readonly [given: string, read: string])[] = [
  ['https://host', 'https://host'],
  ['https://host/', 'https://host'],
  ['https://host/api/v1', 'https://host/api/v1'],
  ['https://host/api/v1/', 'https://host/api/v1'],
  ['https://host/api/v1//', 'https://host/api/v1'],
  ['HTTP://Host:8080/Api', 'http://host:8080/Api'],
  ['http://[::1]:4010/', 'http://[::1]:4010'],
  ['http://[::1]', 'http://[::1]'],
  ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
  ['http://127.0.0.1:65535', 'http://127.0.0.1:65535'],
  ['https://host/@tenant', 'https://host/@tenant'],
];

for (const [given, read] of BASE_URLS)
  test(`the base URL ${given} is read as ${read}`, () => expect(baseUrl(given)).toEqual({ value: read }));

const BAD_BASE_URLS: readonly (readonly [given: string, expected: RegExp])[] = [
  ['staging', /http or https/],
  ['localhost:4010', /http or https/],
  ['//host', /http or https/],
  ['ftp://host', /http or https/],
  ['http:host', /http or https/],
  ['http:///path', /http or https/],
  ['https://', /http or https/],
  ['https://ho st', /white space/],
  [' https://host', /white space/],
  ['https://host\n', /white space/],
  ['https:\\\\host', /backslash/],
  ['https://host:0', /port from 1 to 65535/],
  ['https://host:65536/api', /port from 1 to 65535/],
  ['https://host:http', /port from 1 to 65535/],
  ['https://host:', /port from 1 to 65535/],
  ['https://host:-1', /port from 1 to 65535/],
  ['http://[::1]:99999', /port from 1 to 65535/],
  ['https://host?a=1', /without a query/],
  ['https://host/api?', /without a query/],
  ['https://host/#top', /without a fragment/],
  ['https://user:secret@host', /CES_USERNAME and CES_PASSWORD/],
  ['https://user@host', /CES_USERNAME and CES_PASSWORD/],
  ['https://@host', /CES_USERNAME and CES_PASSWORD/],
  ['https://user:sec/ret@host', /CES_USERNAME and CES_PASSWORD/],
  ['https://a%b', /host name/],
  ['https://[::1', /host name/],
];

for (const [given, expected] of BAD_BASE_URLS)
  test(`the base URL ${JSON.stringify(given)} is refused`, () =>
    expect(baseUrl(given)).toEqual({ expected: expect.stringMatching(expected) }));

const TEMPLATES = [
  'https://other.example/find?m={marker}',
  'https://other.example:8443/{business}/{marker}',
  '/events?marker={marker}',
  'events?marker={marker}&again={marker}&b={business}',
  '/events:find/{marker}',
  'events:find/{marker}',
  '/a:80/{marker}',
  '/find?mail=a@b&m={marker}',
];

for (const given of TEMPLATES)
  test(`the look-up template ${given} is taken as it is`, () => expect(lookupTemplate(given)).toEqual({ value: given }));

const BAD_TEMPLATES: readonly (readonly [given: string, expected: RegExp])[] = [
  ['https://host/find', /\{marker\} where/],
  ['/find?b={business}', /\{marker\} where/],
  ['/find?m={Marker}', /\{marker\} where.*no other placeholder/],
  ['/find?m={marker}&b={busines}', /no other placeholder/],
  ['/find?m={marker}#x', /fragment/],
  ['ftp://host/{marker}', /http or https/],
  ['https://host:70000/{marker}', /port/],
  ['https://user:secret@host/{marker}', /without user and password/],
  ['//host/{marker}', /one slash/],
  ['localhost:4010/{marker}', /scheme/],
  ['user:secret@host/{marker}', /scheme/],
  ['/find events?m={marker}', /white space/],
  ['../find?m={marker}', /segments/],
  ['/a/./find?m={marker}', /segments/],
];

for (const [given, expected] of BAD_TEMPLATES)
  test(`the look-up template ${given} is refused`, () =>
    expect(lookupTemplate(given)).toEqual({ expected: expect.stringMatching(expected) }));

const VERSION_PLACES: readonly (readonly [given: string, read: object])[] = [
  ['/health', { value: { place: '/health', header: null } }],
  ['/health?full=1#X-Version', { value: { place: '/health?full=1', header: 'x-version' } }],
  ['https://other.example.com/version', { value: { place: 'https://other.example.com/version', header: null } }],
  ['#etag', { value: { place: '', header: 'etag' } }],
  ['/health#', { expected: 'the name of a header after the #' }],
  ['/health#two words', { expected: 'the name of a header after the #' }],
  ['//host/health', { expected: expect.stringContaining('a whole URL') }],
  ['/../health', { expected: expect.stringContaining('without . and ..') }],
];
for (const [given, read] of VERSION_PLACES) test(`the version at ${given}`, () => expect(versionPlace(given)).toEqual(read));
