import { excessDeviations, jsonDeviations, jsonValue, mediaTypeDeviations } from '../../../src/checks/answers.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from './exchanges.ts';

test('JSON that nests deeper than is read is not assessed: a reader may have a limit, and the target need not know it', () => {
  const deep = exchange({ body: `${'['.repeat(5000)}${']'.repeat(5000)}` });
  expect(() => jsonDeviations(deep)).toThrow(NotAssessed);
  expect(() => jsonValue(deep)).toThrow(/not read: the body nests deeper/);
});

test('what no client can be expected to read is a deviation of its own; what merely this suite does not read is none', () => {
  const nested = (depth: number) => exchange({ body: `${'['.repeat(depth)}${']'.repeat(depth)}` });
  expect([exchange(), nested(99_999), failed('unread'), failed('reset')].flatMap(excessDeviations)).toEqual([]);
  expect(excessDeviations(nested(100_000))).toEqual([
    { expected: 'JSON that a client can parse', actual: expect.stringContaining('nests at least 100,000 levels deep') },
  ]);
  const bomb = { ...failed(), failure: { kind: 'unread', message: 'the body is larger', status: 200, excessive: true } } as const;
  expect(excessDeviations(bomb)).toEqual([{ expected: 'a body that a client can unpack', actual: 'the body is larger' }]);
});

test('a content-type without measure is shortened', () => {
  const [deviation] = mediaTypeDeviations(exchange({ headers: { 'content-type': 'x'.repeat(1000) } }), 'application/json');
  expect(deviation?.actual).toBe(`content-type ${'x'.repeat(200)}… (1000 characters)`);
});
