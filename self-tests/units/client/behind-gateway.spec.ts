import { downBehindGateway } from '../../../src/client/preflight.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

const HTML = { 'content-type': 'text/html' };
const times = (number: number, said: Parameters<typeof exchange>[0]) => Array.from({ length: number }, () => exchange(said).answer);

const DOWN: readonly (readonly [string, ReturnType<typeof times>, string])[] = [
  ['one 502', times(1, { status: 502, headers: HTML, body: '<h1>Bad gateway</h1>' }), 'status 502'],
  ['503 whose pages differ', [...times(2, { status: 503, body: 'a' }), ...times(1, { status: 503, body: 'b' })], 'status 503'],
  ['500 at three endpoints', times(3, { status: 500 }), 'status 500'],
  ['999 at three endpoints', times(3, { status: 999 }), 'status 999'],
];
for (const [title, answers, words] of DOWN)
  test(`${title} is a service that is down`, () => expect(downBehindGateway(answers)).toBe(words));

const UP: readonly (readonly [string, ReturnType<typeof times>])[] = [
  ['nothing', []],
  ['500 at two endpoints, which may have a bug each', times(2, { status: 500 })],
  ['one sound answer among 502', [...times(5, { status: 502 }), ...times(1, {})]],
  ['500 and 502', [...times(3, { status: 500 }), ...times(3, { status: 502 })]],
  ['JSON that is the same everywhere', times(5, { body: {} })],
  ['404 everywhere', times(5, { status: 404 })],
];
for (const [title, answers] of UP) test(`${title} says nothing of the kind`, () => expect(downBehindGateway(answers)).toBeNull());
