import fc from 'fast-check';
import { absoluteUrl } from '../specification/absolute-url.ts';

/** Absolute URLs of the web, in canonical form, so that normalising changes nothing. */
export function urls(): fc.Arbitrary<string> {
  return fc
    .webUrl({ validSchemes: ['https', 'http'], withQueryParameters: true, withFragments: true })
    .filter((url) => absoluteUrl(url)?.href === url);
}

export function urlBoundaries(): { label: string; value: string }[] {
  const values = [
    'https://example.com/',
    'http://example.com/',
    'https://example.com/path/to/page',
    'https://example.com/Path/Case',
    'https://example.com/a?b=c&d=e&b=f',
    'https://example.com/a#fragment',
    'https://example.com/a%20b/%C3%A9',
    'https://example.com/trailing/',
    'https://example.com:8443/',
    'https://sub.domain.example.co.uk/',
    'https://xn--bcher-kva.example/',
    `https://example.com/${'a'.repeat(200)}`,
    `https://example.com/${'a'.repeat(1000)}`,
    "https://example.com/it's?q=%27x%27&r=(1)",
  ];
  return values.map((value) => ({ label: value.length > 60 ? `a URL of ${value.length} characters` : value, value }));
}
