import { inspect } from 'node:util';
import { credentials, none, WRONG_CREDENTIALS } from '../../../src/http/authorization.ts';
import type { Authorization } from '../../../src/http/exchange.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { argsWithStubCurl, authorizationIn } from './shell.ts';

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const wrong = (statement: StatementId, username: string, password: string) =>
  WRONG_CREDENTIALS.find((kind) => kind.statement === statement)?.forms(username, password)[0];

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

test('the kinds of wrong credentials', () => {
  const made = WRONG_CREDENTIALS.map(({ statement, forms }) => {
    const [simplest] = forms('ann', 'Secret:1');
    return [statement, simplest?.value, simplest?.shown];
  });
  expect(made).toEqual([
    ['authentication.rejects-missing', null, 'none'],
    ['authentication.rejects-empty', 'Basic Og==', 'Basic (empty credentials)'],
    ['authentication.rejects-wrong-password', `Basic ${base64('ann:wrong-password')}`, 'Basic (wrong password)'],
    ['authentication.rejects-wrong-user', `Basic ${base64('no-such-user:Secret:1')}`, 'Basic (wrong user)'],
    ['authentication.rejects-password-case', `Basic ${base64('ann:sECRET:1')}`, 'Basic (password with its letter case turned)'],
    ['authentication.rejects-password-prefix', `Basic ${base64('ann:Secret:')}`, 'Basic (beginning of the password)'],
    ['authentication.rejects-password-extension', `Basic ${base64('ann:Secret:1x')}`, 'Basic (password with more behind it)'],
    ['authentication.rejects-other-scheme', `Bearer ${base64('ann:Secret:1')}`, 'Bearer (another scheme with the right value)'],
    ['authentication.rejects-not-base64', 'Basic %%%not-base64%%%', 'Basic (value that is not base64)'],
    ['authentication.rejects-no-colon', `Basic ${base64('ann')}`, 'Basic (value without a colon)'],
    ['authentication.rejects-empty-password', `Basic ${base64('ann:')}`, 'Basic (empty password)'],
    ['authentication.rejects-user-alone', `Basic ${base64('ann')}`, 'Basic (user name alone)'],
    ['authentication.rejects-empty-user', `Basic ${base64(':Secret:1')}`, 'Basic (empty user name)'],
    ['authentication.rejects-exchanged', `Basic ${base64('Secret:1:ann')}`, 'Basic (user name and password exchanged)'],
    ['authentication.rejects-scheme-alone', 'Basic', 'Basic (nothing behind the scheme)'],
    ['authentication.rejects-no-scheme', base64('ann:Secret:1'), 'a header (right value without a scheme)'],
    ['authentication.rejects-clear-text', 'Basic ann:Secret:1', 'Basic (clear text in place of base64)'],
  ]);
});

for (const [statement, username, password, expected] of [
  ['authentication.rejects-password-case', 'ann', '1234-ä', null],
  ['authentication.rejects-password-prefix', 'ann', '', null],
  ['authentication.rejects-empty', '', '', null],
  ['authentication.rejects-no-colon', '', '', null],
  ['authentication.rejects-no-colon', '', 'a:b', null],
  ['authentication.rejects-no-colon', 'ann', 'secret', `Basic ${base64('annsecret')}`],
  ['authentication.rejects-wrong-password', 'ann', 'wrong-password', `Basic ${base64('ann:other-password')}`],
  ['authentication.rejects-wrong-user', 'no-such-user', 'x', `Basic ${base64('other-user:x')}`],
  ['authentication.rejects-password-prefix', 'ann', 'pässword é', `Basic ${base64('ann:p')}`],
  ['authentication.rejects-empty-password', 'ann', '', null],
  ['authentication.rejects-empty-user', '', 'x', null],
  ['authentication.rejects-exchanged', 'ann', 'ann', null],
  ['authentication.rejects-user-alone', '', 'x', null],
  ['authentication.rejects-clear-text', 'ann', 'pässword', null],
] as const) {
  test(`${statement} with ${username}:${password} sends ${expected}`, () =>
    expect(wrong(statement, username, password)?.value ?? null).toBe(expected));
}

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
    const sent: Authorization[] = [
      credentials(username, password),
      none,
      ...WRONG_CREDENTIALS.flatMap(({ forms }) => forms(username, password)),
    ];
    const right = credentials(username, password).value;
    expect(sent.slice(1).map(({ value }) => value)).not.toContain(right);
    const lines = sent.map(({ curl }) => `curl ${curl}`);
    const called = argsWithStubCurl(lines, { CES_USERNAME: username, CES_PASSWORD: password });
    expect(called.map(authorizationIn)).toEqual(sent.map(({ value }) => value));
    if (password.length > 3) expect(lines.join()).not.toContain(password);
  });
