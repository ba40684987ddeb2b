import { LastRequests } from '../../../src/client/last-requests.ts';
import { StoredSample } from '../../../src/client/stored-sample.ts';
import { expect, test } from '../../test.ts';
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

const plain = (text: string) => text;
const answer = (body: unknown, startedAt = 0) => ({ ...exchange({ body }), startedAt });
const idsOf = (sample: StoredSample) => sample.of('trackEvent').map(({ id, value }) => [id, value.customer]);

test('what nobody made in the run is not noted', () => {
  const sample = new StoredSample();
  sample.note('getEvent', { id: 'e1' }, answer({ id: 'e1', customer: null }), plain);
  expect(sample.of('trackEvent')).toEqual([]);
});

test('a created record is noted once it is read, as it was first read', () => {
  const sample = new StoredSample();
  sample.note('createBusiness', {}, answer({ id: 'b1' }), plain);
  sample.note('listEmailAddresses', { id: 'b1' }, answer({ email_addresses: [] }, 5), plain);
  sample.note('listEmailAddresses', { id: 'b1' }, answer({ email_addresses: [{ id: 'a' }] }, 6), plain);
  expect(sample.of('createBusiness')).toEqual([
    { id: 'b1', madeBy: 'createBusiness', value: { email_addresses: [] }, read: expect.objectContaining({ startedAt: 5 }) },
  ]);
});

test('a copy is noted with the endpoint that made it', () => {
  const sample = new StoredSample();
  sample.note('copyProjectEmailTemplate', { id: 'p' }, answer({ id: 't1' }), plain);
  sample.note('listEmailTemplateVariables', { id: 't1' }, answer({ variables: ['a'] }), plain);
  expect(sample.of('copyEmailTemplate')).toEqual([]);
  expect(sample.of('copyProjectEmailTemplate').map(({ id }) => id)).toEqual(['t1']);
});

test('events are noted with and without a customer, three of each, the oldest ones', () => {
  const sample = new StoredSample();
  for (let number = 1; number <= 5; number += 1) {
    sample.made(`e${number}`, 'trackEvent');
    sample.note('getEvent', { id: `e${number}` }, answer({ id: `e${number}`, customer: null }, number), plain);
  }
  sample.note('getEvent', { id: 'e5' }, answer({ id: 'e5', customer: 'c' }, 9), plain);
  expect(idsOf(sample)).toEqual([
    ['e5', 'c'],
    ['e1', null],
    ['e2', null],
    ['e3', null],
  ]);
});

test('odd requests, failures and answers that are no JSON object are not noted', () => {
  const sample = new StoredSample();
  sample.made('e1', 'trackEvent');
  sample.note('getEvent', { id: 'e1', query: 'a=b' }, answer({ id: 'e1' }), plain);
  sample.note('getEvent', { id: 'e1' }, exchange({ status: 404, body: { id: 'e1' } }), plain);
  sample.note('getEvent', { id: 'e1' }, answer('no JSON'), plain);
  sample.note('getEvent', { id: 'e1' }, answer(null), plain);
  expect(sample.of('trackEvent')).toEqual([]);
});

test('what holds a secret is not kept', () => {
  const sample = new StoredSample();
  sample.made('e1', 'trackEvent');
  sample.note('getEvent', { id: 'e1' }, answer({ id: 'e1', name: 'swordfish' }), (text) => text.replace('swordfish', '***'));
  expect(sample.of('trackEvent')).toEqual([]);
});
