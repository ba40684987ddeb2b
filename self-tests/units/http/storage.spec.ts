import { credentials, WRONG_CREDENTIALS } from '../../../src/http/authorization.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { createRedactor } from '../../../src/http/redaction.ts';
import { storyTitleOf, toStored } from '../../../src/http/storage.ts';
import { visible, visibleLine } from '../../../src/http/text.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { exchange as exchangeOf } from '../checks/exchanges.ts';

const PASSWORD = 'open-sesame';
const options = { baseUrl: 'https://host/api/', redact: createRedactor({ username: 'ann', password: PASSWORD }) };

const authorization = credentials('ann', PASSWORD);

const SAID = {
  ...{ url: 'https://host/api/businesses', body: '{}', answer: '{"id":"b"}' as string | Uint8Array },
  /** Of the answer. */
  ...{ headers: {}, failure: null as Exchange['failure'] },
};

function exchange(changes: Partial<typeof SAID> = {}): Exchange {
  const { url, body, answer, headers: fields, failure } = { ...SAID, ...changes };
  const headers = { 'content-type': 'application/json', authorization: authorization.shown };
  return {
    ...exchangeOf({ headers: fields, body: answer }),
    request: { method: 'POST', url, headers, body, authorization },
    ...(failure && { answer: null, failure }),
    startedAt: Date.UTC(2024, 1, 29, 12),
    durationMs: 11.7,
  };
}

test('an exchange as it is stored', () => {
  expect(toStored(exchange(), options)).toEqual({
    title: 'POST /businesses → 200, 11 ms',
    request: {
      method: 'POST',
      url: 'https://host/api/businesses',
      headers: { 'content-type': 'application/json', authorization: 'Basic (credentials)' },
      body: '{}',
    },
    answer: { status: 200, headers: {}, body: '{"id":"b"}', bytes: 10, cut: false },
    failure: null,
    startedAt: '2024-02-29T12:00:00.000Z',
    durationMs: 11,
    curl: `curl -sS -i --globoff --path-as-is -X POST 'https://host/api/businesses' -H 'content-type: application/json' -H 'accept:' -u "$CES_USERNAME:$CES_PASSWORD" --data-raw '{}'`,
  });
});

test('a failure as it is stored', () => {
  const stored = toStored(exchange({ failure: { kind: 'timeout', message: `no answer, ${PASSWORD}`, status: null } }), options);
  const failure = { kind: 'timeout', message: 'no answer, (redacted)' };
  expect(stored).toMatchObject({ title: 'POST /businesses → no answer: timeout', answer: null, failure });
});

for (const [url, shown] of [
  ['https://host/api?a=b', '?a=b'],
  ['https://host/apis/x', 'https://host/apis/x'],
  ['https://other/look-up', 'https://other/look-up'],
  ['https://host/api/../x', '/../x'],
] as const) {
  test(`the title of ${url} names ${shown}`, () => expect(toStored(exchange({ url }), options).title).toBe(`POST ${shown} → 200, 11 ms`));
}

test('secrets are removed everywhere', () => {
  const value = `${credentials('ann', PASSWORD).value} ${WRONG_CREDENTIALS.flatMap(({ forms }) => forms('ann', PASSWORD).map(({ value }) => value)).join(' ')}`;
  const secrets = `${PASSWORD} ${value}`;
  const headers = { 'x-echo': secrets, 'set-cookie': 'session=1', authorization: 'abc' };
  const stored = toStored(exchange({ url: `https://host/api/${PASSWORD}`, body: secrets, answer: secrets, headers }), options);
  const text = JSON.stringify(stored);
  expect(text).not.toContain(PASSWORD);
  for (const token of value.split(' ').filter((part) => /^[A-Za-z0-9+/]{8,}=*$/.test(part))) expect(text).not.toContain(token);
  expect(stored.answer?.headers).toMatchObject({ 'set-cookie': '(redacted)', authorization: '(redacted)' });
  expect(stored.title).toBe('POST /(redacted) → 200, 11 ms');
});

test('the quoting of a shell hides no secret', () => {
  const password = `o'pen 100%\\d sés`;
  const redact = createRedactor({ username: 'ann', password });
  const { curl } = toStored(exchange({ url: `https://host/api/${password}`, body: `${password}\u0000` }), { ...options, redact });
  expect(curl).toMatch(/^printf '\(redacted\)\\000' \| curl .* 'https:\/\/host\/api\/\(redacted\)' /);
});

test('bodies are cut, the secret at the edge included', () => {
  const stored = toStored(exchange({ body: 'r'.repeat(4097), answer: `${'a'.repeat(4091)}${PASSWORD}` }), options);
  expect(stored.answer).toMatchObject({ body: `${'a'.repeat(4091)}(reda`, bytes: 4091 + PASSWORD.length, cut: true });
  expect(stored.request.body).toBe(`${'r'.repeat(4096)}… (4097 characters in all)`);
});

test('a pair of surrogates is not cut in two, and a body of the limit not at all', () => {
  const whole = `${'a'.repeat(4094)}😀`;
  expect(toStored(exchange({ answer: `a${whole}` }), options).answer).toMatchObject({ body: 'a'.repeat(4095), cut: true });
  expect(toStored(exchange({ answer: whole }), options).answer).toMatchObject({ body: whole, cut: false });
});

test('bytes that are not UTF-8 are shown as U+FFFD', () =>
  expect(toStored(exchange({ answer: new Uint8Array([0x61, 0xff, 0x62]) }), options).answer).toMatchObject({ body: 'a\ufffdb', bytes: 3 }));

test('of a head without measure, so much is stored and the rest is counted', () => {
  const fields = Array.from({ length: 150 }, (_, index) => [`x-${index}`, 'v']);
  const long = `${'a'.repeat(2040)}${PASSWORD}${'b'.repeat(5000)}`;
  const { answer } = toStored(exchange({ headers: { 'x-long': long, ...Object.fromEntries(fields) } }), options);
  expect(Object.keys(answer?.headers ?? {})).toHaveLength(101);
  expect(answer?.headers['…']).toBe('51 further fields');
  expect(answer?.headers['x-long']).toMatch(/^a{2040}\(redacte… \(7050 characters in all\)$/);
});

test('how characters that nobody sees are shown was approved', () =>
  expectCalls('http/text.txt', {
    visible: (text: string) => {
      expect(visible(visible(text))).toBe(visible(text));
      return visible(text);
    },
    visibleLine,
  }));

test('in a story, the beginning of what was sent stands in the title, where something was', () => {
  const titles = ['', '{}', '{"name":"→ $&"}', JSON.stringify('a'.repeat(200))].map((body) =>
    storyTitleOf(toStored(exchange({ body }), options)),
  );
  const [bare] = titles;
  expect(titles[1]).toBe(bare);
  expect(titles[2]).toBe('POST /businesses {"name":"→ $&"} → 200, 11 ms');
  expect(titles[3]).toMatch(/^POST \/businesses "a{119}… \(82 more characters\) → 200, 11 ms$/);
});
