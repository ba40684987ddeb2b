import { expect, test } from '@playwright/test';
import { DocumentedAnswers } from '../../../src/checks/documented-answers.ts';
import type { Call } from '../../../src/client/client.ts';
import { none } from '../../../src/http/authorization.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { exchange } from './exchanges.ts';

const { fixtures } = readSettings({
  CES_BASE_URL: 'https://host',
  CES_USERNAME: 'u',
  CES_PASSWORD: 'p',
  CES_BUSINESS_ID: 'bus',
  CES_CUSTOMER_IDS: 'c1,c2',
  CES_SEGMENT_ID: 'seg',
  CES_FEATURE_FLAGS_PARAM: 'names[x]',
});
const broken = (number: number, call: Call, answer: Parameters<typeof exchange>[0]) =>
  new DocumentedAnswers(fixtures).breaches(number, call, exchange(answer)).map(({ requirement }) => requirement);

const NO_SEGMENT = { body: '{"name":5}' };

test('the answer to a documented request is held to status, media type and shape', () => {
  expect(broken(13, { id: 'seg' }, { body: '{"id":"seg","name":"Guests"}' })).toEqual([]);
  expect(broken(13, { id: 'seg' }, NO_SEGMENT)).toEqual(['segment.fields']);
  expect(broken(13, { id: 'seg' }, { status: 203, body: '{"id":"seg"}' })).toEqual(['http.success-is-200']);
  expect(broken(13, { id: 'seg' }, { body: '{"id":' })).toEqual(['http.json-body']);
  expect(broken(9, { id: 'bus' }, { body: '{"email_addresses":null}' })).toEqual(['email-address.fields']);
});

const UNDOCUMENTED: readonly [string, number, Call][] = [
  ['an unknown id', 13, { id: 'other' }],
  ['an id that was escaped by hand', 13, { rawId: 'seg' }],
  ['a query', 13, { id: 'seg', query: 'a=1' }],
  ['other credentials', 13, { id: 'seg', authorization: none }],
  ['a media type of its own', 5, { body: { name: 'n' }, headers: { 'content-type': 'text/plain' } }],
  ['a body by hand', 5, { rawBody: '{"name":"n"}' }],
  ['a body of wrong types', 5, { body: { name: 5 } }],
  ['an unknown customer', 3, { id: 'bus', body: { customers: [{ id: 'c1' }, { id: 'c3' }] } }],
  ['a customer without id', 3, { id: 'bus', body: { customers: [{ full_name: 'n' }] } }],
  ['garbage for the names of flags', 14, { id: 'bus', query: 'a=1' }],
];

for (const [what, number, call] of UNDOCUMENTED) {
  test(`the answer to a request with ${what} is let be`, () => {
    expect(broken(number, call, NO_SEGMENT)).toEqual([]);
  });
}

test('a refusal is let be', () => {
  expect(broken(13, { id: 'seg' }, { status: 404, body: '{"error":"none"}' })).toEqual([]);
});

test('flags are asked for by their parameter, customers by their ids', () => {
  expect(broken(14, { id: 'bus', query: 'names%5Bx%5D=a' }, { body: '{"feature_flags":null}' })).toEqual(['feature-flag.fields']);
  expect(broken(3, { id: 'bus', body: { customers: [{ id: 'c1' }] } }, { body: '{"customers":null}' })).toEqual(['customer.fields']);
});

test('a record that was answered is known from then on, and one that was found otherwise when it is told', () => {
  const answers = new DocumentedAnswers(fixtures);
  answers.breaches(5, { body: { name: 'n' } }, exchange({ body: '{"id":"new"}' }));
  expect(answers.breaches(9, { id: 'new' }, exchange({ body: '{}' })).map(({ requirement }) => requirement)).toEqual([
    'email-address.fields',
  ]);
  expect(answers.breaches(1, { id: 'evt' }, exchange({ body: '{}' }))).toEqual([]);
  answers.know('evt');
  expect(answers.breaches(1, { id: 'evt' }, exchange({ body: '{}' })).map(({ requirement }) => requirement)).toEqual(['event.fields']);
});
