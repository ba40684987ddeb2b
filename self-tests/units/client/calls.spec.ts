import { flagQuery } from '../../../src/client/call.ts';
import { LastRequests } from '../../../src/client/last-requests.ts';
import { StoredSample } from '../../../src/client/stored-sample.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { exchange, failed } from '../checks/exchanges.ts';

const NOW = 1_800_000_000_000;

test('requests that broke off and those answered shortly before are kept; a refused one reached nobody', () => {
  const last = new LastRequests();
  last.note('getSegment', {}, { ...exchange(), startedAt: NOW - 5000 });
  last.note('getSegment', {}, { ...exchange(), startedAt: NOW - 500 });
  last.note('getSegment', {}, failed('refused'));
  last.note('getSegment', {}, { ...failed('refused'), resentAfter: { kind: 'reset', message: 'closed', status: null } });
  last.note('getEvent', {}, failed('reset'));
  last.note('getEvent', {}, failed('timeout'));
  expect(last.drain(NOW).map(({ endpoint, brokenOff, outcome }) => [endpoint, brokenOff, outcome.split(':')[0]])).toEqual([
    ['getSegment', false, 'status 200'],
    ['getSegment', true, 'no answer (refused)'],
    ['getEvent', true, 'no answer (reset)'],
    ['getEvent', true, 'no answer (timeout)'],
  ]);
  expect(last.drain(NOW)).toEqual([]);
});

test('a request is as unusual as its test, and a spoilt one is hostile', () => {
  const last = new LastRequests();
  last.note('getSegment', { id: 's' }, exchange());
  last.intent = 'generated';
  last.test = 'any segment';
  last.note('getSegment', { id: 's' }, exchange());
  last.note('getSegment', { rawId: '%00' }, exchange());
  last.note('getSegment', { id: 's\0' }, exchange());
  expect(last.drain(0).map(({ test: title, intent }) => [title, intent])).toEqual([
    ['', 'typical'],
    ['any segment', 'generated'],
    ['any segment', 'hostile'],
    ['any segment', 'hostile'],
  ]);
});

test('neither the bodies of answers nor more than 64 requests are kept', () => {
  const last = new LastRequests();
  for (let n = 0; n < 100; n += 1) last.note('getSegment', {}, exchange({ body: 'x'.repeat(1000), durationMs: n }));
  const kept = last.drain(0);
  expect(kept).toHaveLength(64);
  expect(kept.at(-1)?.exchange.durationMs).toBe(99);
  expect(kept.every(({ exchange: { answer } }) => answer?.body.length === 0)).toBe(true);
});

test('odd requests, failures and answers that are no JSON object are not kept', () => {
  const sample = new StoredSample();
  sample.made('e1', 'trackEvent');
  const note = (given: Parameters<typeof exchange>[0], query = {}) => sample.note('getEvent', { id: 'e1', ...query }, exchange(given));
  note({ body: { id: 'e1' } }, { query: 'a=b' });
  note({ status: 404, body: { id: 'e1' } });
  for (const body of ['no JSON', null]) note({ body });
  expect(sample.of('trackEvent')).toEqual([]);
});

test('of a record in the path or the body, the request that made it is known', () => {
  const sample = new StoredSample();
  const made = exchange({ body: { id: 'b/1' } });
  sample.note('createBusiness', {}, made);
  const asking = (url: string, body: string | null = null) => sample.creationsFor({ ...made, request: { ...made.request, url, body } });
  expect(asking('http://host/businesses/b%2F1/email_addresses')).toEqual([made]);
  expect(asking('http://host/businesses?id=other', '{"business":"other"}')).toEqual([]);
  expect(asking('http://host/copies', '{"business":"b\\/1","b/1":0}')).toEqual([made]);
});

test('how a query holds the names of flags was approved', () => expectCalls('client/queries.txt', { flagQuery }));
