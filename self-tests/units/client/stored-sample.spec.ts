import { StoredSample } from '../../../src/client/stored-sample.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

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
  expect(sample.of('createBusiness')).toEqual([{ id: 'b1', madeBy: 'createBusiness', value: { email_addresses: [] }, readAt: 5 }]);
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
