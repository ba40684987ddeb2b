import { createRedactor } from '../../../src/http/redaction.ts';
import { WRONG_CREDENTIALS } from '../../../src/http/wrong-credentials.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';

const PASSWORD = 'Pä"s\\s /&<\'😀+x%';
const USERNAME = 'ann';
const redact = createRedactor({ username: USERNAME, password: PASSWORD });
const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const ascii = (json: string) => json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const html = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const lowerEscapes = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

const FORMS: Readonly<Record<string, string>> = {
  plain: PASSWORD,
  'percent-encoded': encodeURIComponent(PASSWORD),
  'percent-encoded in lower case': lowerEscapes(encodeURIComponent(PASSWORD)),
  'every byte percent-encoded': [...Buffer.from(PASSWORD)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'form-encoded': new URLSearchParams([['', PASSWORD]]).toString().slice(1),
  'encoded twice': encodeURIComponent(encodeURIComponent(PASSWORD)),
  'in JSON': inJson(PASSWORD),
  'in JSON within JSON': inJson(inJson(PASSWORD)),
  'in ASCII JSON': ascii(inJson(PASSWORD)),
  'in ASCII JSON, upper case': ascii(inJson(PASSWORD)).replace(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`),
  'in JSON with escaped slashes': inJson(PASSWORD).replaceAll('/', '\\/'),
  'in HTML-safe JSON': inJson(PASSWORD).replace(/[<&']/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
  'in HTML': html(PASSWORD).replace(/'/g, '&#39;'),
  'in HTML with hexadecimal references': html(PASSWORD).replace(/'/g, '&#x27;').replace('ä', '&#XE4;'),
  'in HTML with names': html(PASSWORD).replace('ä', '&auml;'),
  'in XML': html(PASSWORD).replace(/'/g, '&apos;').replace(/>/g, '&gt;'),
  'as ISO 8859-1': Buffer.from(PASSWORD, 'utf8').toString('latin1'),
  'with its letter case turned': 'pä"S\\S /&<\'😀+X%',
  'without its end': PASSWORD.slice(0, -1),
  'in base64': base64(PASSWORD),
  'with the user in base64': base64(`${USERNAME}:${PASSWORD}`),
  'with the user in base64 without padding': base64(`${USERNAME}:${PASSWORD}`).replace(/=+$/, ''),
  'with the user in URL-safe base64': Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64url'),
  'with the user in base64, percent-encoded': encodeURIComponent(base64(`${USERNAME}:${PASSWORD}`)),
};

for (const [name, form] of Object.entries(FORMS)) {
  test(`the password ${name} is redacted`, () => {
    expect(redact(`a<${form}>b, ${form}`)).toMatch(/^a<\(redacted\)%?>b, \(redacted\)%?$/);
  });
}

const WITHOUT_PASSWORD: readonly StatementId[] = [
  'authentication.rejects-empty',
  'authentication.rejects-not-base64',
  'authentication.rejects-empty-password',
  'authentication.rejects-user-alone',
  'authentication.rejects-scheme-alone',
];

for (const [username, password] of [
  [USERNAME, PASSWORD],
  ['ann', 'secret'],
  ['user', 'Correct-Horse-7'],
  ['', 'é?>~ÿ'],
] as const) {
  test(`what wrong credentials make of ${password} is redacted`, () => {
    const redactThis = createRedactor({ username, password });
    for (const { statement, forms } of WRONG_CREDENTIALS) {
      const value = forms(username, password)[0]?.value ?? null;
      if (value === null || value === 'Basic Og==' || WITHOUT_PASSWORD.includes(statement)) continue;
      const shown = redactThis(`authorization: ${value};`);
      expect(shown, statement).toMatch(/^authorization: (?:(?:Basic|Bearer) )?(?:[^ ]*:)?\(redacted\);$/);
    }
  });
}

test('the longer of two secrets wins', () => {
  expect(createRedactor({ username: 'a', password: 'hunter22' })('hunter22 hunter2 HUNTER22 hunter')).toBe(
    '(redacted) (redacted) (redacted) hunter',
  );
});

test('forms derived from a short password are left alone', () => {
  expect(createRedactor({ username: 'a', password: 'abc' })('abc ABC ab')).toBe('(redacted) ABC ab');
});

test('expressions in a password are no regular expressions', () => {
  expect(createRedactor({ username: 'a', password: '.*$1[x]' })('all .*$1[x] stays')).toBe('all (redacted) stays');
});

for (const credentials of [null, { username: 'ann', password: '' }]) {
  const redactor = createRedactor(credentials);
  test(`without a password nothing but userinfo is redacted (${JSON.stringify(credentials)})`, () => {
    expect(redactor('ann: {"a":""} Basic YW5uOg== a@b.c //comment: a@b')).toBe('ann: {"a":""} Basic YW5uOg== a@b.c //comment: a@b');
    expect(redactor('http://ann:pw@host/a https:\\/\\/ann:@host')).toBe('http://(redacted)@host/a https:\\/\\/(redacted)@host');
    expect(redactor('http://host:80/a@b "http://host:80", "a@b"')).toBe('http://host:80/a@b "http://host:80", "a@b"');
  });
}

test('no text makes it slow', () => {
  const slow = createRedactor({ username: 'a', password: '\\\\a\\"%&' });
  for (const text of ['\\', '%25', '&amp;', '//a:', '&#0']) {
    // Quadratic time would take minutes, and meet the time limit of this test.
    expect(slow(text.repeat(200_000)).length, text).toBeGreaterThan(0);
  }
});

test('other secrets are found as they are, escaped, and in base64', () => {
  const others = createRedactor(null, ['to/ken "1"', 'to/ken "1" and more']);
  for (const form of ['to/ken "1"', 'to%2Fken%20%221%22', 'to/ken \\"1\\"', base64('to/ken "1"'), 'to/ken "1" and more'])
    expect(others(`<${form}>`)).toBe('<(redacted)>');
  expect(others('to/ken')).toBe('to/ken');
});
