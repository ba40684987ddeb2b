import fc from 'fast-check';
import { absoluteUrl } from '../specification/absolute-url.ts';
import { labelled, type Values } from './values.ts';

const PLAIN = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~'];
const SEPARATORS = [...'!$&()*+,;=:@'];

/** What may stand between two slashes (RFC 3986 §3.3). fast-check's `webUrl` maps all of Unicode first: 0.6 s and 120 MB. */
function part(minLength: number): fc.Arbitrary<string> {
  const character = fc.oneof(
    { arbitrary: fc.constantFrom(...PLAIN), weight: 8 },
    { arbitrary: fc.constantFrom(...SEPARATORS), weight: 1 },
    { arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).map(encodeURIComponent), weight: 1 },
  );
  return fc.array(character, { minLength, maxLength: 12 }).map((characters) => characters.join(''));
}

/** Absolute web URLs in canonical form, so that normalising changes nothing. */
function urls(): fc.Arbitrary<string> {
  const nothingOr = (prefix: string, text: fc.Arbitrary<string>) =>
    fc.option(
      text.map((value) => `${prefix}${value}`),
      { nil: '' },
    );
  return fc
    .tuple(
      fc.constantFrom('https://', 'http://'),
      fc.domain(),
      nothingOr(':', fc.integer({ min: 1024, max: 65_535 }).map(String)),
      fc.array(part(0), { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
      nothingOr('?', part(1)),
      nothingOr('#', part(1)),
    )
    .map((pieces) => pieces.join(''))
    .filter((url) => absoluteUrl(url)?.href === url);
}

const BOUNDARIES = [
  ...['https://example.com/', 'http://example.com/', 'https://example.com/path/to/page', 'https://example.com/Path/Case'],
  ...['https://example.com/a?b=c&d=e&b=f', 'https://example.com/a#fragment', 'https://example.com/a%20b/%C3%A9'],
  ...['https://example.com/trailing/', 'https://example.com:8443/'],
  ...['http://example.com:8080/shop/index.html?table=4&at=19%3A30#book', 'https://example.com/?q=a+b'],
  ...['https://sub.domain.example.co.uk/', 'https://xn--bcher-kva.example/', `https://example.com/${'a'.repeat(200)}`],
  ...[`https://example.com/${'a'.repeat(1000)}`, "https://example.com/it's?q=%27x%27&r=(1)"],
];

export const URLS: Values = { arbitrary: urls, boundaries: () => labelled(BOUNDARIES, 'a URL') };
