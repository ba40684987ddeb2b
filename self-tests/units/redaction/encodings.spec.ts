import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { createRedactor } from '../../../src/http/redaction.ts';
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
