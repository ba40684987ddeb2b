import { jsonOf, mediaTypeOf, textOf } from '../../../src/http/body.ts';
import { namesQuota, readingOf, writeOutcome } from '../../../src/http/reading.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { of, type Told, told } from '../checks/exchanges.ts';

const answer = (body: Told['body'] | string) => told({ body } as Told).answer;

test('what a body holds, and what a field says of it, was approved', () =>
  expectCalls('http/body.txt', {
    textOf: (body: string) => textOf(answer(body)),
    jsonOf: (body: string) => jsonOf(answer(body)),
    mediaTypeOf: (type?: string) => mediaTypeOf(told({ headers: type === undefined ? {} : { 'content-type': type } }).answer),
  }));

test('2,000 levels are read, more are a problem; brackets in strings are none', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(jsonOf(answer(nested(2000)))).toHaveProperty('value');
  const problem = expect.stringMatching(/^the body nests deeper than the 2,000 levels that are read; it begins with "\[/);
  expect(jsonOf(answer(nested(2001)))).toEqual({ problem, unread: true });
  expect(jsonOf(answer(JSON.stringify(`\\"${nested(3000)}`)))).toHaveProperty('value');
});

test('what an exchange says of its target, and of what it was to write, was approved', () =>
  expectCalls('http/reading.txt', { readingOf: of(readingOf), writeOutcome: of(writeOutcome), namesQuota: of(namesQuota) }));
