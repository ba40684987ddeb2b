import { visible, visibleLine } from '../../../src/http/visible.ts';
import { expect, test } from '../../test.ts';

for (const [title, text, shown] of [
  ['what is seen, and layout', 'Ünïcode 日本 😀\n\tplain ~', 'Ünïcode 日本 😀\n\tplain ~'],
  ['controls, also beside plain text', 'a\u0000b\r\u007fc\u001b[31m', 'a\\u0000b\\u000D\\u007Fc\\u001B[31m'],
  ['marks and odd spaces, alone and in a row', 'a\u202eb\u00a0\u2028\ufeffc', 'a\\u202Eb\\u00A0\\u2028\\uFEFFc'],
  ['lone surrogates, but no pair', '\ud83d x \ude00 😀', '\\uD83D x \\uDE00 😀'],
  ['beyond the basic plane', 'tag \u{e0041} and 👩\u200d👧', 'tag \\u{E0041} and 👩\\u200D👧'],
] as const)
  test(`invisible characters are shown as escapes: ${title}`, () => {
    expect(visible(text)).toBe(shown);
    expect(visible(shown)).toBe(shown);
  });

test('on one line, layout is an escape too', () => expect(visibleLine('a\n\tb')).toBe('a\\n\\tb'));
