import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { WRONG_CREDENTIALS } from '../../../src/http/authorization.ts';
import { createRedactor } from '../../../src/http/redaction.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { ENCODERS } from '../../encodings.ts';
import { revealedBy } from '../../revealed.ts';
import { expect, test } from '../../test.ts';

const USERNAME = 'opérator';
const PASSWORD = `o'd"d&%zz <pä:ss>\\wörd/+=😀x`;
const KEY = 'k/1+2 "quoted" <välue>';
const redact = createRedactor({ username: USERNAME, password: PASSWORD }, [KEY]);

const SECRETS = { 'the password': PASSWORD, 'user and password': `${USERNAME}:${PASSWORD}`, 'a further secret': KEY };
const ALL = Object.values(SECRETS);
const ways = Object.entries(ENCODERS);

/** Beside the encodings below. */
const FORMS: Readonly<Record<string, string>> = {
  'with its letter case turned': `O'D"D&%ZZ <Pä:SS>\\WöRD/+=😀X`,
  'without its end': PASSWORD.slice(0, -1),
  'as ISO 8859-1': Buffer.from(PASSWORD, 'utf8').toString('latin1'),
  'in HTML-safe JSON': JSON.stringify(PASSWORD)
    .slice(1, -1)
    .replace(/[<&']/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
};

for (const [name, form] of Object.entries(FORMS))
  test(`the password ${name} is redacted`, () => expect(redact(`a<${form}>b, ${form}`)).toBe('a<(redacted)>b, (redacted)'));

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
    for (const { statement, forms } of WRONG_CREDENTIALS) {
      const value = forms(username, password)[0]?.value ?? null;
      if (value === null || value === 'Basic Og==' || WITHOUT_PASSWORD.includes(statement)) continue;
      const shown = createRedactor({ username, password })(`authorization: ${value};`);
      expect(shown, statement).toMatch(/^authorization: (?:(?:Basic|Bearer|NoBasic) )?(?:[^ ]*:)?\(redacted\);$/);
    }
  });
}

test('the longer of two secrets wins', () => {
  expect(createRedactor({ username: 'a', password: 'hunter22' })('hunter22 hunter2 HUNTER22 hunter')).toBe(
    '(redacted) (redacted) (redacted) hunter',
  );
  expect(createRedactor(null, ['to/ken', 'to/ken and more'])('<to/ken and more> to/ke')).toBe('<(redacted)> to/ke');
});

test('the name of a setting is left whole, whatever stands in it', () =>
  expect(createRedactor({ username: 'user', password: 'pass' })('-u "$CES_USERNAME:$CES_PASSWORD" pass PASS CES_PASSPORT')).toBe(
    '-u "$CES_USERNAME:$CES_PASSWORD" (redacted) (redacted) CES_(redacted)PORT',
  ));

test('forms derived from a short password are left alone', () =>
  expect(createRedactor({ username: 'a', password: 'abc' })('abc ABC ab')).toBe('(redacted) ABC ab'));

test('expressions in a password are no regular expressions', () =>
  expect(createRedactor({ username: 'a', password: '.*$1[x]' })('all .*$1[x] stays')).toBe('all (redacted) stays'));

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

for (const [secret, text] of Object.entries(SECRETS)) {
  for (const [name, encode] of ways) {
    test(`${secret} as ${name} is redacted, however that is written`, () => {
      for (const [outer, wrap] of [['itself', (form: string) => form] as const, ...ways]) {
        const given = `before ${wrap(encode(text))} after`;
        expect(revealedBy(given, ALL), outer).toContain(text === `${USERNAME}:${PASSWORD}` ? PASSWORD : text);
        const shown = redact(given);
        expect(revealedBy(shown, ALL), `${outer}: ${shown}`).toEqual([]);
        expect(shown, outer).toMatch(/^before .*\(redacted\).* after$/s);
      }
    });
  }
}

test('any three encodings in one another are undone', () => {
  const encoders = fc.array(fc.constantFrom(...ways), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(encoders, fc.constantFrom(...ALL), (chosen, secret) => {
      const form = chosen.reduce((written, [, encode]) => encode(written), secret);
      expect(revealedBy(redact(`before ${form} after`), ALL)).toEqual([]);
    }),
    { seed: 20_240_229, numRuns: 500 },
  );
});

test('nothing but the secret is replaced', () => {
  for (const [name, encode] of ways.filter(([way]) => !way.startsWith('base64 behind')))
    expect(redact(`<${encode(PASSWORD)}>, "${encode(PASSWORD)}"`), name).toBe('<(redacted)>, "(redacted)"');
});

test('a short password is not found in what words are as base64, nor in what escapes mean', () => {
  const page = readFileSync('README.md', 'utf8');
  const shown = createRedactor(null)(page);
  for (const password of ['q7', 'Zq9', '\\u0020', '&#32;', 'xK9w'])
    expect(createRedactor({ username: 'u', password })(page), password).toBe(shown);
});
