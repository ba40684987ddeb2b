import { jsonOf, mediaTypeOf, textOf } from '../../../src/http/body.ts';
import type { Answer } from '../../../src/http/exchange.ts';
import { expect, test } from '../../test.ts';

function answer(body: string | readonly number[] | Buffer, headers: Answer['headers'] = {}): Answer {
  return { status: 200, headers, body: typeof body === 'string' ? Buffer.from(body) : Uint8Array.from(body) };
}

const problemOf = (result: object) => ('problem' in result ? result.problem : null);

test('text is UTF-8; a byte order mark is reported and left out', () => {
  expect(textOf(answer('é😀\u0000'))).toEqual({ text: 'é😀\u0000' });
  expect(textOf(answer('\ufeff\ufeffa'))).toEqual({ text: '\ufeffa', bom: true });
  expect(jsonOf(answer('\ufeff{"a":1}'))).toEqual({ value: { a: 1 } });
});

for (const [name, bytes, problem] of [
  ['an invalid byte', [0x61, 0x62, 0xff, 0x63], 'the body is not UTF-8: invalid from byte 3 of 4 on'],
  ['an invalid first byte', [0x80], 'the body is not UTF-8: invalid from byte 1 of 1 on'],
  ['a cut character', [0x61, 0xe2, 0x82], 'the body is not UTF-8: invalid from byte 2 of 3 on'],
  ['UTF-16', [0xff, 0xfe, 0x7b, 0x00], 'the body is not UTF-8: it begins with a UTF-16 byte order mark'],
  ['UTF-16, big end first', [0xfe, 0xff, 0x00, 0x7b], 'the body is not UTF-8: it begins with a UTF-16 byte order mark'],
  ['UTF-32', [0xff, 0xfe, 0x00, 0x00], 'the body is not UTF-8: it begins with a UTF-32 byte order mark'],
] as const) {
  test(`${name} is a problem`, () => {
    expect(textOf(answer(bytes))).toEqual({ problem });
    expect(jsonOf(answer(bytes))).toEqual({ problem });
  });
}

const BROKEN: readonly (readonly [json: string, where: string])[] = [
  ['<html>', "Unexpected token '<'"],
  ['{"a":1', "Expected ',' or '}' after property value in JSON at position 6"],
  ['{"a":1,}', 'Expected double-quoted property name in JSON at position 7'],
  ['[1,]', "Unexpected token ']'"],
  ['"abc', 'Unterminated string in JSON at position 4'],
  ['"a\nb"', 'Bad control character in string literal in JSON at position 2'],
  ['{} {}', 'Unexpected non-whitespace character after JSON at position 3'],
  ['{"a":[{"b":😀}]}', "Unexpected token '\ufffd'"],
];

for (const [json, where] of BROKEN)
  test(`${JSON.stringify(json)} is no JSON: ${where}`, () =>
    expect(problemOf(jsonOf(answer(json)))).toBe(`the body is not JSON: ${where}; it begins with ${JSON.stringify(json)}`));

for (const json of [' {"a" : [1, -0.5e+3, true, null, "\\u00e9\\"", {}, []]} \n', '""', '0', '[[],[[]]]'])
  test(`${JSON.stringify(json)} is JSON`, () => expect(jsonOf(answer(json))).toEqual({ value: JSON.parse(json) }));

test('empty, blank and UTF-16 bodies are named', () => {
  expect(problemOf(jsonOf(answer('')))).toBe('the body is not JSON: it is empty');
  expect(problemOf(jsonOf(answer(' \n')))).toBe('the body is not JSON: it is blank');
  expect(problemOf(jsonOf(answer(Buffer.from('{"a":1}', 'utf16le'))))).toContain('it looks like UTF-16');
});

test('at most 80 characters are quoted', () => expect(problemOf(jsonOf(answer('x'.repeat(81))))).toMatch(/begins with "x{80}"…$/));

test('2,000 levels are read, more are a problem; brackets in strings are none', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(jsonOf(answer(nested(2000)))).toHaveProperty('value');
  const deep = jsonOf(answer(nested(2001)));
  expect(problemOf(deep)).toMatch(/^the body nests deeper than the 2,000 levels that are read; it begins with "\[/);
  expect(deep).toHaveProperty('unread', true);
  expect(jsonOf(answer(JSON.stringify(`\\"${nested(3000)}`)))).toHaveProperty('value');
});

for (const [field, expected] of [
  ['application/json', 'application/json'],
  ['Application/JSON ; Charset="utf-8"', 'application/json'],
  ['', null],
  [';charset=utf-8', null],
  [undefined, null],
] as const) {
  test(`the media type of ${field} is ${expected}`, () =>
    expect(mediaTypeOf(answer('', field === undefined ? {} : { 'content-type': field }))).toBe(expected));
}
