import { expect, test } from '@playwright/test';
import type { PassingAnswer, PassingRequest } from '../../../../mutation/interposition.ts';
import { respeltEndpoint } from '../../../../mutation/sensitivity/respelt-endpoint.ts';
import { Writes } from '../../../../mutation/sensitivity/writes.ts';
import { WriteBudget } from '../../../../src/client/write-budget.ts';
import { LeftBehindNotes } from '../../../../src/engine/evidence/left-behind-notes.ts';

const CREATION: PassingRequest = {
  connection: 1,
  method: 'POST',
  target: '/businesses',
  headers: {},
  body: Buffer.from('{"name":"a"}'),
  endpoint: 'createBusiness',
  id: '',
};
const answering =
  (status: number, headers: PassingAnswer['headers'] = {}) =>
  async () => ({ status, headers, body: Buffer.from('{"id":"b"}') });

function writesUnder(limit: number) {
  const notes = new LeftBehindNotes({ redact: (text) => text, file: null, listed: new Set(), run: 'k3' });
  const left = new WriteBudget(limit);
  return { writes: new Writes(left, notes, { origin: 'http://127.0.0.1:1', prefix: '' }), notes, left };
}

test('a creation that the target carried out stays taken, though the suite was shown a refusal', async () => {
  const { writes, left } = writesUnder(1);
  await writes.pass(CREATION, answering(201));
  expect(left.take()).toBe(false);
});

for (const [title, status, headers] of [
  ['a creation that the target refused', 422, {}],
  ['one that it put off', 503, { 'retry-after': '1' }],
] as const)
  test(`${title} is given back`, async () => {
    const { writes, notes, left } = writesUnder(1);
    await writes.pass(CREATION, answering(status, headers));
    expect(left.take()).toBe(true);
    expect(notes.drain()).toEqual([]);
  });

test('a creation that the suite sends again takes another record, and reaches the target only where one is left', async () => {
  const { writes, notes } = writesUnder(2);
  await writes.pass(CREATION, answering(201));
  await writes.pass(CREATION, answering(201));
  let reached = false;
  const third = writes.pass(CREATION, async () => {
    reached = true;
    return answering(201)();
  });
  await expect(third).rejects.toThrow('CES_WRITE_BUDGET');
  expect([reached, writes.withheld]).toEqual([false, 1]);
  expect(notes.drain()).toEqual([{ endpoint: 'createBusiness', count: 2, unanswered: 0, examples: ['b'] }]);
});

test('a creation at which the target breaks the connection may have left its record', async () => {
  const { writes, notes, left } = writesUnder(1);
  await expect(writes.pass(CREATION, () => Promise.reject(new Error('socket hang up')))).rejects.toThrow('socket hang up');
  expect(left.take()).toBe(false);
  expect(notes.drain()).toMatchObject([{ count: 0, unanswered: 1 }]);
});

const SPELLINGS: readonly (readonly [method: string, target: string, endpoint: string | null])[] = [
  ['POST', '/api/businesses/', 'createBusiness'],
  ['POST', '/api//businesses', 'createBusiness'],
  ['POST', '/api/BUSINESSES/B1/track', 'trackEvent'],
  ['POST', '/api/businesses/b%2F1/tr%61ck?x=1', 'trackEvent'],
  ['POST', '/api/businesses;x', 'createBusiness'],
  ['PUT', '/api/businesses', 'createBusiness'],
  ['POST', '/api/conformance/no-such-endpoint', null],
];
for (const [method, target, endpoint] of SPELLINGS)
  test(`${method} ${target} may be taken for ${endpoint}`, () => expect(respeltEndpoint({ method, target }, '/api')).toBe(endpoint));
