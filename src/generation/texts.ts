import fc from 'fast-check';

/** Lengths at which columns, buffers and indexes have just ended. Where one fails, others tell which is the longest that passes. */
export const LENGTHS: readonly number[] = [0, 1, 65, 129, 256, 257, 1000, 10_000];

/** Texts that implementations damage: trimming, folding, normalising, (un)escaping, interpolating, misreading. All are I-JSON (RFC 7493). */
export const NASTY_TEXTS: readonly string[] = [
  // Patterns that match in many ways try them all before they give up at the last character.
  ...[`${'a'.repeat(48)}!`, `${'1'.repeat(48)}!`],
  ...[' leading', 'trailing ', '  both  ', '\ttab\t', 'two  spaces', 'line\nbreak'],
  ...['line\r\nbreak', 'line\rbreak', '\u00a0no-break\u00a0', ' ', '\n'],
  // Who trims bytes takes parts of these for those of a no-break space: C2 A3 first, C3 A0 last.
  '£5 for voilà',
  ...['ÄÖÜäöüß', 'İstanbul ıI', 'Ǆungla ﬁne', 'Ａｆｕｌｌ', 'e\u0301 decomposed', '\u00e9 composed', 'Å\u212b'],
  ...['ZALGO\u0300\u0301\u0302\u0303', '日本語テキスト 𠮷野家', '각 \u1112\u1161\u11ab', 'العربية', 'עברית', '\u202eright to left\u202c'],
  ...['😀', '👩‍👩‍👧‍👦', '🏳️‍🌈', '🇩🇪 👍🏽', '𝒜𝓈𝓉𝓇𝒶𝓁', 'a\u200bzero\u200dwidth', '\ufeffmark', 'soft\u00adhyphen', '\ue000 private'],
  ...['\u0001\u0002\u001f', '\u001b[31mred\u001b[0m', '\u007f\u0080\u009f', '\u2028\u2029', '\u0085next line'],
  ...['123', '0', '007', '1e3', '0x1F', '١٢٣', 'NaN', 'true', 'false', 'null', 'undefined', 'None', 'yes'],
  ...['2024-01-31', '2024-01-31T12:00:00Z', '2024-01-31T12:00:00.500+02:00', '2024-01-31 12:00:00.000'],
  ...['<b>bold</b>', '<script>alert(1)</script>', '<!-- comment -->', '&amp; &lt; &#39;', 'a & b < c > d', "O'Brien", '"quoted"'],
  ...['“typographic” ‘quotes’ – and… dashes — € £ ™', "'; DROP TABLE customers; --", '%s %d %n', '%20 %2F %', '%41%C3%A9 100%25'],
  ...['+1 + 1', 'a+b=c&d', '{{ x }}', '{{{x}}}', '${x}', '$$ $& $1', '#{x}', '<%= x %>', '[object Object]'],
  ...['{} {0} {x}', '%(x)s %1$s', '~~ ~a ~% ~s', '$(x) [x] {$x}', '\\1 \\0 %1 \\&'],
  ...['\\', '\\n', 'a\\u0041', 'C:\\temp\\new', '/slash/', 'a;b,c|d', '`backtick`', '$HOME', '../..'],
  ...['=1+1', '@name', '#tag', ':)', ':name', 'UPPER lower', 'CamelCase snake_case'],
];

/** Any text that a JSON string may hold and that two parsers read alike, short ones first. */
export function texts(): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }), weight: 3 },
    { arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 20 }), weight: 2 },
    { arbitrary: fc.constantFrom(...NASTY_TEXTS), weight: 3 },
    { arbitrary: fc.tuple(fc.constantFrom(...NASTY_TEXTS), fc.string({ maxLength: 5 })).map((parts) => parts.join('')), weight: 1 },
  );
}

/** A text of exactly this many UTF-16 code units. Its end differs from its middle. */
export function textOfLength(length: number): string {
  const text = Array.from({ length: Math.ceil(length / 5) }, (_, index) => `${String(index % 10_000).padStart(4, '0')}-`).join('');
  return text.slice(0, length);
}
