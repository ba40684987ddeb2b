import { headerFields } from '../../../src/settings/parsing/json.ts';
import { expect, test } from '../../test.ts';

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

for (const [given, outcome] of SAMPLES) {
  test(`header fields ${given}`, () => {
    const reading = headerFields(given);
    if (outcome instanceof RegExp) expect('expected' in reading && reading.expected).toMatch(outcome);
    else expect(reading).toEqual({ value: outcome });
  });
}

test('a problem never shows a value', () => {
  const reading = headerFields('{"X-A":"s\\u0000cret","X B":"secret"}');
  expect(JSON.stringify(reading)).not.toMatch(/cret/);
});
