import { inspect } from 'node:util';
import { expect, test } from '@playwright/test';
import { credentials, none, WRONG_WAYS } from '../../../src/http/authorization.ts';
import type { Authorization } from '../../../src/http/exchange.ts';
import { authorizationIn, runWithStubCurl } from './shell.ts';

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const wrong = (id: string, username: string, password: string) => WRONG_WAYS.find((way) => way.id === id)?.make(username, password);

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

test('the ways of being wrong', () => {
  const made = WRONG_WAYS.map((way) => [way.id, way.make('ann', 'Secret:1')?.value, way.make('ann', 'Secret:1')?.shown]);
  expect(made).toEqual([
    ['missing', null, 'none'],
    ['empty', 'Basic Og==', 'Basic (empty credentials)'],
    ['wrong-password', `Basic ${base64('ann:wrong-password')}`, 'Basic (wrong password)'],
    ['wrong-user', `Basic ${base64('no-such-user:Secret:1')}`, 'Basic (wrong user)'],
    ['password-case', `Basic ${base64('ann:sECRET:1')}`, 'Basic (password with its letter case turned)'],
    ['password-prefix', `Basic ${base64('ann:Secret:')}`, 'Basic (beginning of the password)'],
    ['password-extension', `Basic ${base64('ann:Secret:1x')}`, 'Basic (password with a character more)'],
    ['other-scheme', `Bearer ${base64('ann:Secret:1')}`, 'Bearer (another scheme with the right value)'],
    ['not-base64', 'Basic %%%not-base64%%%', 'Basic (value that is not base64)'],
    ['no-colon', `Basic ${base64('ann')}`, 'Basic (value without a colon)'],
  ]);
});

for (const [id, username, password, expected] of [
  ['password-case', 'ann', '1234-ä', null],
  ['password-prefix', 'ann', '', null],
  ['empty', '', '', null],
  ['no-colon', '', '', null],
  ['no-colon', '', 'a:b', null],
  ['no-colon', 'ann', 'secret', `Basic ${base64('annsecret')}`],
  ['wrong-password', 'ann', 'wrong-password', `Basic ${base64('ann:other-password')}`],
  ['wrong-user', 'no-such-user', 'x', `Basic ${base64('other-user:x')}`],
  ['password-prefix', 'ann', 'pässword é', `Basic ${base64('ann:p')}`],
] as const) {
  test(`${id} of ${username}:${password} is ${expected}`, () => {
    expect(wrong(id, username, password)?.value ?? null).toBe(expected);
  });
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

for (const [username, password] of ACCOUNTS) {
  test(`pasted curl arguments repeat every way for ${JSON.stringify(password)}`, () => {
    const ways: Authorization[] = [
      credentials(username, password),
      none,
      ...WRONG_WAYS.flatMap((way) => way.make(username, password) ?? []),
    ];
    const right = credentials(username, password).value;
    expect(ways.slice(1).map(({ value }) => value)).not.toContain(right);
    for (const { value, curl, shown } of ways) {
      const { args } = runWithStubCurl(`curl ${curl}`, { CES_USERNAME: username, CES_PASSWORD: password });
      expect(authorizationIn(args), shown).toBe(value);
      if (password.length > 3) expect(curl).not.toContain(password);
    }
  });
}
