import { refusedCredentialsAdvice } from '../../../src/client/refused-credentials.ts';
import { credentials } from '../../../src/http/authorization.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

const BASE = 'http://host/api';

function advice(CES_USERNAME: string, CES_PASSWORD: string, method: 'GET' | 'POST' = 'GET'): string {
  const { request } = exchange({ method, url: `${BASE}/businesses`, ...(method === 'POST' && { sent: { name: 'conformance-1' } }) });
  const settings = readSettings({ CES_BASE_URL: BASE, CES_USERNAME, CES_PASSWORD });
  const { words, command } = refusedCredentialsAdvice(settings, { ...request, authorization: credentials(CES_USERNAME, CES_PASSWORD) });
  return `${words} ${command}`;
}

const RARE: readonly (readonly [username: string, password: string, words: RegExp])[] = [
  ['ada', 'open:Sesame', /CES_PASSWORD holds a colon \(.*\): RFC 7617 allows it/],
  ['ada', 'open Sesame', /CES_PASSWORD holds a space \(/],
  ['ada', 'Sésame', /CES_PASSWORD holds a character beyond ASCII \(/],
  ['ada', 'open: Sésame', /CES_PASSWORD holds a colon \(.*\), and a space \(.*\), and a character beyond ASCII \(/],
  ['ädä', 'Sesame', /CES_USERNAME holds a character beyond ASCII \(/],
];
for (const [username, password, words] of RARE)
  test(`what servers rarely take is named, and no value: ${words}`, () => {
    const text = advice(username, password);
    expect(text).toMatch(words);
    expect(text).not.toContain(password);
    expect(text).not.toContain(username);
  });

test('of usual credentials nothing is said', () => expect(advice('ada', 'Sesame-77')).not.toContain('holds'));

test('the command that shows it is a read, and takes the credentials from variables', () => {
  expect(advice('ada', 'Sesame-77', 'POST')).toMatch(
    /: curl -sS -i .*-X GET 'http:\/\/host\/api\/segments\/unknown' .*-u "\$CES_USERNAME:\$CES_PASSWORD"$/,
  );
  expect(advice('ada', 'Sesame-77', 'POST')).not.toContain('--data');
});
