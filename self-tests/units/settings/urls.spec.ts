import { endpointUrl } from '../../../src/settings/urls.ts';
import { expect, test } from '../../test.ts';

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
