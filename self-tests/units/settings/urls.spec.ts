import { encodeSegment, endpointUrl } from '../../../src/settings/urls.ts';
import { expect, test } from '../../test.ts';

for (const [title, base, template, id, query, expected] of [
  [
    'an endpoint is appended to the path prefix',
    'https://h/api',
    '/businesses/{id}/track',
    'a/b',
    '',
    'https://h/api/businesses/a%2Fb/track',
  ],
  ['a query goes behind the path as it is', 'https://h', '/flags/{business_id}', '1', 'p[]=a&p[]=b', 'https://h/flags/1?p[]=a&p[]=b'],
  ['an id that reads like a replacement pattern stays an id', 'http://h', '/a/{x}', '{y}$&$1', '', 'http://h/a/%7By%7D%24%26%241'],
  // A URL parser that follows RFC 3986 keeps such a segment, but `new URL` does not.
  ['the id .. stays a segment', 'http://h/api', '/events/{id}', '..', '', 'http://h/api/events/%2E%2E'],
] as const)
  test(title, () => expect(endpointUrl(base, template, encodeSegment(id), query)).toBe(expected));
