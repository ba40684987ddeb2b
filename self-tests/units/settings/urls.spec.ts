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

for (const [id, encoded] of SEGMENTS) {
  test(`the id ${JSON.stringify(id)} is written ${encoded}`, () => {
    expect(encodeSegment(id)).toBe(encoded);
  });
}

test('an endpoint is appended to the path prefix of the base URL', () => {
  const url = endpointUrl('https://host/api/v1', '/businesses/{id}/track', { id: 'a/b' });
  expect(url).toBe('https://host/api/v1/businesses/a%2Fb/track');
});

test('a query goes behind the path as it is', () => {
  expect(endpointUrl('https://host', '/flags/{business_id}', { business_id: '1' }, 'p[]=a&p[]=b')).toBe('https://host/flags/1?p[]=a&p[]=b');
});

test('an id that reads like a placeholder or a replacement pattern stays an id', () => {
  expect(endpointUrl('http://h', '/a/{x}/{y}', { x: '{y}', y: '$&$1' })).toBe('http://h/a/%7By%7D/%24%26%241');
});

const MISMATCHES: readonly Readonly<Record<string, string>>[] = [{}, { ID: '1' }, { id: '1', more: '2' }];

for (const parameters of MISMATCHES) {
  test(`the parameters ${JSON.stringify(parameters)} do not fit {id}`, () => {
    expect(() => endpointUrl('http://h', '/events/{id}', parameters)).toThrow(/expected the parameters \[id\]/);
  });
}

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

for (const [template, url] of LOOKUPS) {
  test(`the look-up ${template} leads to ${url}`, () => {
    expect(lookupUrl('https://host/api', template, 'm&1', 'b/$&')).toBe(url);
  });
}

test('a business whose id reads {marker} is not filled in again', () => {
  expect(lookupUrl('http://h', '/{business}/{marker}', 'm', '{marker}')).toBe('http://h/%7Bmarker%7D/m');
});

const ORIGINS: readonly (readonly [url: string, base: string, same: boolean])[] = [
  ['https://host/find', 'https://host/api', true],
  ['https://HOST:443/find', 'https://host/api', true],
  ['http://host/find', 'https://host', false],
  ['https://host:8443/find', 'https://host', false],
  ['https://host.example/find', 'https://host', false],
  ['https://sub.host/find', 'https://host', false],
  ['https://host@evil.example/find', 'https://host', false],
];

for (const [url, base, same] of ORIGINS) {
  test(`${url} ${same ? 'is' : 'is not'} of the origin of ${base}`, () => {
    expect(sameOrigin(url, base)).toBe(same);
  });
}
