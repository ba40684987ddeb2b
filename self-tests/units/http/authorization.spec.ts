import { inspect } from 'node:util';
import { base64, credentials, none, WRONG_CREDENTIALS } from '../../../src/http/authorization.ts';
import type { Authorization } from '../../../src/http/exchange.ts';
import { carrying, OTHER_PLACES, type Part } from '../../../src/http/other-places.ts';
import { createRedactor } from '../../../src/http/redaction.ts';
import { authorised, headersOf, sentRequest, targetOf } from '../../../src/http/request.ts';
import { toStored } from '../../../src/http/storage.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { exchange } from '../checks/exchanges.ts';
import { argsWithStubCurl, authorizationIn, runWithStubCurl } from './shell.ts';

const wrongValue = (statement: StatementId, username: string, password: string) =>
  WRONG_CREDENTIALS.find((kind) => kind.statement === statement)?.forms(username, password)[0]?.value ?? null;

test('good credentials are the base64 of their UTF-8', () => {
  expect(credentials('jürgen', 'p:ä').value).toBe('Basic asO8cmdlbjpwOsOk');
  expect(credentials('ann', 'x')).toEqual({ shown: 'Basic (credentials)', curl: '-u "$CES_USERNAME:$CES_PASSWORD"' });
});

test('no serialiser writes the value', () => {
  const good = credentials('ann', 'secret');
  expect(good.value).toBe(`Basic ${base64('ann:secret')}`);
  for (const text of [JSON.stringify(good), inspect(good), JSON.stringify({ ...good }), Object.values(good).join()])
    expect(text).not.toContain(base64('ann:secret'));
});

test('what is sent for each kind of wrong credentials was approved', () => expectCalls('http/wrong-credentials.txt', { wrongValue }));

test('who reads ASCII only is sent another letter in place of one beyond it', () => {
  const values = (password: string) => WRONG_CREDENTIALS.flatMap(({ forms }) => forms('ann', password)).map(({ value }) => value);
  expect(values('pä-é')).toContain(`Basic ${base64('ann:pǿ-é')}`);
  expect(values('plain')).not.toContain(`Basic ${base64('ann:pǿain')}`);
});

const ACCOUNTS = [
  ['ann', 'Secret:1'],
  ['ann', 'plain'],
  ['jürgen', 'Pässwörd-é'],
  ['a n n', `q"u'o\`t\\e $HOME $(id) %s !`],
  ['ann', ''],
  ['', 'x'],
  ['ann', '-n\\c%'],
  ['u'.repeat(80), 'Long'.repeat(40)],
] as const;

for (const [username, password] of ACCOUNTS)
  test(`pasted curl arguments send what the suite sends for ${JSON.stringify(password)}`, () => {
    const wrong = WRONG_CREDENTIALS.flatMap(({ forms }) => forms(username, password));
    const sent: Authorization[] = [credentials(username, password), none, ...wrong];
    expect(sent.slice(1).map(({ value }) => value)).not.toContain(credentials(username, password).value);
    const lines = sent.map(({ curl }) => `curl ${curl}`);
    const called = argsWithStubCurl(lines, { CES_USERNAME: username, CES_PASSWORD: password });
    // A header is bytes; the stand-in for curl reads them as UTF-8.
    const bytes = called.map(authorizationIn).map((text) => text && Buffer.from(text).toString('latin1'));
    expect(bytes).toEqual(sent.map(({ value }) => value));
    if (password.length > 3) expect(lines.join()).not.toContain(password);
  });

const URL = 'http://127.0.0.1:4010/segments/s-1?a=1';
const SECRET = 'Correct-Horse-7';
const accepted = (headers: Readonly<Record<string, string>> = {}) => exchange({ url: URL, headers, body: '{}' });
const partsOf = (statement: string, headers: Readonly<Record<string, string>> = {}): readonly Part[] =>
  OTHER_PLACES.find((place) => place.statement === statement)?.make('ann', SECRET, accepted(headers)) ?? [];

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
    const redact = createRedactor({ username: 'ann', password: SECRET });
    const stored = toStored({ ...accepted(), request }, { baseUrl: 'http://127.0.0.1:4010', redact });
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

test('a cookie of the settings and one of a check go in one field', () => {
  const request = { method: 'GET', url: 'https://host/', authorization: none } as const;
  const own = { ...request, headers: { Cookie: 'theme=dark' } };
  expect(headersOf(own, { cookie: 'gateway=1' })).toMatchObject({ cookie: 'gateway=1; theme=dark' });
  expect(headersOf(request, { cookie: 'gateway=1' })).toMatchObject({ cookie: 'gateway=1' });
  const session = carrying([{ shown: 'a cookie', curl: '', fields: { cookie: 'session=1' } }]);
  expect(authorised({ cookie: 'gateway=1' }, session)).toEqual({ cookie: 'gateway=1; session=1' });
  expect(authorised({}, session)).toEqual({ cookie: 'session=1' });
});
