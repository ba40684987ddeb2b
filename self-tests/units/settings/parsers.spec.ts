import { eventData } from '../../../src/settings/parsing/event-data.ts';
import { headerFields } from '../../../src/settings/parsing/json.ts';
import {
  credential,
  customerIds,
  directory,
  featureFlags,
  flag,
  integer,
  milliseconds,
  oneOf,
  parameterName,
  positiveNumber,
} from '../../../src/settings/parsing/parsers.ts';
import type { Parser } from '../../../src/settings/variable.ts';
import { expect, test } from '../../test.ts';

interface Rows {
  readonly name: string;
  readonly parse: Parser<unknown>;
  /** By text: its value, or what is expected in its place. */
  readonly right: Readonly<Record<string, unknown>>;
  readonly wrong: Readonly<Record<string, RegExp>>;
}

const all = (words: RegExp, ...texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, words]));

const TABLES: readonly Rows[] = [
  {
    name: 'flag',
    parse: flag,
    right: { '1': true, true: true, '0': false, false: false },
    wrong: all(/1 \(on\) or 0 \(off\)/, 'yes', 'on', 'TRUE', '2', ' 1', '01', 'off'),
  },
  {
    name: 'integer from 0 to 100',
    parse: integer(0, 100),
    right: { '0': 0, '100': 100, '007': 7 },
    wrong: all(/from 0 to 100/, '-1', '101', '1.5', '1e1', '0x1', ' 1', '1 ', 'many', '+1', '1_0', 'NaN', '9'.repeat(400)),
  },
  {
    name: 'milliseconds from 1',
    parse: milliseconds(1),
    right: { '1': 1, '86400000': 86_400_000 },
    wrong: { '0': /milliseconds from 1/, '86400001': /to 86400000/, '10s': /digits only/ },
  },
  {
    name: 'positive number',
    parse: positiveNumber(1000),
    right: { '20': 20, '0.5': 0.5, '1000': 1000 },
    wrong: all(/above 0 and up to 1000/, '0', '0.0', '-1', '1001', '1e2', 'Infinity', 'fast', '.', '1.', '1,5'),
  },
  {
    name: 'one of two words',
    parse: oneOf('repeat', 'json'),
    right: { json: 'json' },
    wrong: all(/one of repeat, json/, 'JSON', 'csv', ' json'),
  },
  {
    name: 'username',
    parse: credential('username'),
    right: { '': '', 'Zoë 测试': 'Zoë 测试' },
    wrong: { 'a:b': /without a colon/, 'a\n': /control characters/, 'a\0b': /control characters/ },
  },
  {
    name: 'password',
    parse: credential('password'),
    right: { '': '', 'a:b#c $d 測': 'a:b#c $d 測' },
    wrong: { 'secret\r\n': /control characters/, 'a\u0085': /control characters/ },
  },
  {
    name: 'directory',
    parse: directory,
    right: { 'out/reports': 'out/reports' },
    wrong: { '  ': /path of a directory/ },
  },
  {
    name: 'customer ids',
    parse: customerIds,
    right: { a: ['a'], 'a,b': ['a', 'b'], 'a%2Cb,100%25,%C3%A9': ['a,b', '100%', 'é'], 'a, b+c': ['a', ' b+c'] },
    wrong: {
      'a,,b': /entry 2 is empty/,
      ',a': /entry 1 is empty/,
      ',,': /^comma-separated ids, but entry 1 is empty, entry 2 is empty, entry 3 is empty$/,
      'a,': /entry 2 is empty/,
      'a,100%': /entry 2 has a percent sign/,
      '%zz': /entry 1 has a percent sign/,
      '%C3': /entry 1 has a percent sign/,
      'a,b,a': /entry 3 repeats/,
      'a,%61': /entry 2 repeats/,
      '%,,x,x': /entry 2 is empty.*entry 1 has a percent sign.*entry 4 repeats/,
    },
  },
  {
    name: 'feature flags',
    parse: featureFlags,
    right: { a: ['a'], 'a,b c,100%': ['a', 'b c', '100%'] },
    wrong: { 'a,,b': /entry 2 is empty/, 'a, ': /entry 2 is empty/, 'a, b': /entry 2 has white space/, 'a,a': /entry 2 repeats/ },
  },
  {
    name: 'parameter name',
    parse: parameterName,
    right: { names: 'names' },
    wrong: { 'names[]': /bare name/ },
  },
  {
    name: 'event data',
    parse: eventData,
    right: { '{}': {}, '{"a":{"conformance_marker":1},"b":null}': { a: { conformance_marker: 1 }, b: null } },
    wrong: {
      '{': /not JSON/,
      "{'a':1}": /not JSON/,
      '[]': /not an array/,
      null: /not null/,
      '"a"': /not a string/,
      '1': /not a number/,
      true: /not a boolean/,
      '{"conformance_marker":"x"}': /no member conformance_marker/,
    },
  },
];

for (const { name, parse, right, wrong } of TABLES) {
  for (const [given, value] of Object.entries(right)) {
    test(`${name}: ${JSON.stringify(given)} is read`, () => expect(parse(given)).toEqual({ value }));
  }
  for (const [given, expected] of Object.entries(wrong)) {
    test(`${name}: ${JSON.stringify(given).slice(0, 40)} is refused`, () =>
      expect(parse(given)).toEqual({ expected: expect.stringMatching(expected) }));
  }
}

const SAMPLES: readonly [string, Readonly<Record<string, string>> | RegExp][] = [
  ['{"X-Environment":"staging","x-tenant":"a b"}', { 'x-environment': 'staging', 'x-tenant': 'a b' }],
  ['{}', {}],
  ['X-Environment: staging', /JSON object/],
  ['["X-Environment"]', /JSON object/],
  ['{"X Environment":"staging"}', /entry 1 has a name that is no field name/],
  ['{"":"staging"}', /entry 1/],
  ['{"X-A":"staging\\r\\nX-B: 1"}', /X-A needs a text of visible ASCII/],
  ['{"X-A":1}', /X-A needs a text/],
  ['{"X-A":""}', /X-A needs a text/],
  ['{"Authorization":"Bearer x"}', /Authorization is the suite’s own/],
  ['{"host":"elsewhere"}', /host is the suite’s own/],
  ['{"X-A":"1","x-a":"2"}', /one name occurs twice/],
  ['{"X B":"secret","X-A":1}', /entry 1 .*; X-A needs/],
];

for (const [given, outcome] of SAMPLES)
  test(`header fields ${given}`, () => {
    const reading = headerFields(given);
    if (outcome instanceof RegExp) expect('expected' in reading && reading.expected).toMatch(outcome);
    else expect(reading).toEqual({ value: outcome });
  });

test('a problem never shows a value', () => {
  const reading = headerFields('{"X-A":"s\\u0000cret","X B":"secret"}');
  expect(JSON.stringify(reading)).not.toMatch(/cret/);
});
