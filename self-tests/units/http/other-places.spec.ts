import { inspect } from 'node:util';
import { carrying, OTHER_PLACES, type Part } from '../../../src/http/other-places.ts';
import { createRedactor } from '../../../src/http/redaction.ts';
import { sentRequest, targetOf } from '../../../src/http/request.ts';
import { toStored } from '../../../src/http/storage.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';
import { runWithStubCurl } from './shell.ts';

const URL = 'http://127.0.0.1:4010/segments/s-1?a=1';
const SECRET = 'Correct-Horse-7';
const accepted = (headers: Readonly<Record<string, string>> = {}) => exchange({ url: URL, headers, body: '{}' });
const partsOf = (statement: string, headers: Readonly<Record<string, string>> = {}): readonly Part[] =>
  OTHER_PLACES.find((place) => place.statement === statement)?.make('ann', SECRET, accepted(headers)) ?? [];

test('the cookies that an answer set go back as a request carries them', () => {
  const set = 'session=a1; Path=/; Expires=Wed, 21 Oct 2037 07:28:00 GMT; HttpOnly, lb=node-2; Secure';
  expect(partsOf('authentication.rejects-cookie', { 'set-cookie': set })[0]?.fields).toEqual({ cookie: 'session=a1; lb=node-2' });
});

test('without a cookie, names of sessions are made up', () =>
  expect(partsOf('authentication.rejects-cookie')[0]?.fields?.cookie).toContain('JSESSIONID=1'));

test('an inner address is claimed for the path that is asked', () => {
  const fields = Object.assign({}, ...partsOf('authentication.rejects-inner-address').map((part) => part.fields)) as object;
  expect(fields).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-original-url': '/segments/s-1?a=1' });
});

for (const { statement } of OTHER_PLACES)
  test(`${statement}: no serialiser and no file holds the secret`, () => {
    const authorization = carrying(partsOf(statement, { 'set-cookie': `session=${SECRET}` }));
    for (const text of [JSON.stringify(authorization), inspect(authorization), JSON.stringify({ ...authorization })])
      expect(text).not.toContain(SECRET);
    const request = sentRequest({ method: 'GET', url: URL, authorization }, { accept: '*/*' }, null, { headers: {}, curl: '' });
    const stored = toStored(
      { ...accepted(), request },
      { baseUrl: 'http://127.0.0.1:4010', redact: createRedactor({ username: 'ann', password: SECRET }) },
    );
    expect(JSON.stringify(stored)).not.toContain(SECRET);
    expect(stored.curl).not.toContain(authorization.shown);
  });

test('the query goes behind the one that the request has', () => {
  const authorization = carrying(partsOf('authentication.rejects-query').slice(0, 1));
  expect(targetOf('/segments/s-1?a=1', authorization)).toBe(`/segments/s-1?a=1&username=ann&password=${SECRET}`);
  expect(targetOf('/segments/s-1', authorization)).toBe(`/segments/s-1?username=ann&password=${SECRET}`);
});

test('pasted curl arguments carry the same header', () => {
  const [, key] = partsOf('authentication.rejects-other-header');
  const { args } = runWithStubCurl(`curl ${key?.curl}`, { CES_USERNAME: 'ann', CES_PASSWORD: SECRET });
  expect(args).toEqual(['-H', `x-api-key: ${SECRET}`]);
});
