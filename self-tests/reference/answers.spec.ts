import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { variablesOf } from '../../reference/routes/templates.ts';
import { createReferenceService } from '../../reference/service.ts';
import { basic } from '../../src/http/authorization.ts';
import { portOf } from '../servers.ts';
import { expectTranscript } from '../transcript.ts';
import { CREDENTIALS, test } from './service.ts';

/*
 * A line of these transcripts is a request to a service of its own: the path, and the body as it goes. `{SEGMENT_ID}` is that fixture, `{id}` the id that was
 * answered last, `{x*9}` nine of them.
 */
for (const file of readdirSync(new URL('../report/golden/reference', import.meta.url)))
  test(`what is asked in ${file} is answered as it was approved`, async ({ service }) => {
    let id = '';
    await expectTranscript(`reference/${file}`, async (line) => {
      const filled = service.path(line.replaceAll('{id}', id)).replace(/\{(.)\*(\d+)\}/, (_all, one: string, times) => one.repeat(times));
      const [path = '', body] = filled.split(/ (.*)/s);
      const askedAt = Date.now();
      const { status, headers, text } = await service.call(path, body);
      id = idIn(text) ?? id;
      return [`${status} ${headers['content-type']}`, lasting(text.trimEnd(), askedAt)];
    });
  });

const idIn = (text: string): string | undefined => /"id":"([^"]+)"/.exec(text)?.[1];

/** Without ids that are new; a time that is to come says how long after the request it is, to ten seconds. */
function lasting(text: string, askedAt: number): string {
  return text
    .replace(/\b(biz|cmp|emb|emt|evt)_[\w-]{20}/g, '$1_(new)')
    .replace(/"((?:created|updated|enabled|expires)_at)":"([^"]*)"/g, (whole, name: string, time: string) => {
      const seconds = Math.round((Date.parse(time) - askedAt) / 10_000) * 10;
      return seconds < 0 ? whole : `"${name}":"now + ${seconds} s"`;
    });
}

const MEDIA: readonly (readonly [what: string, status: number, headers: Readonly<Record<string, string>>, body?: string | Buffer])[] = [
  ['a byte order mark', 400, {}, '\ufeff{}'],
  ['bytes that are not UTF-8', 400, {}, Buffer.from('{"name":"\xff"}', 'latin1')],
  ['no media type', 415, { 'content-type': '' }],
  ['another media type', 415, { 'content-type': 'text/plain' }],
  ['a media type that is none', 415, { 'content-type': 'json' }],
  ['a content coding', 415, { 'content-encoding': 'gzip' }, gzipSync('{}')],
  ['a parameter of the media type', 200, { 'content-type': 'application/json; charset=utf-8' }],
  ['a media type in capitals', 200, { 'content-type': 'APPLICATION/JSON' }],
  ['nothing where a body may be missing', 400, {}, ''],
];
for (const [what, status, headers, body = '{}'] of MEDIA)
  test(`${status}: ${what}`, async ({ service }) => expect(await service.call('/businesses', body, headers)).toMatchObject({ status }));

test('a connection survives the refusal of a body that is never read', async () => {
  const { app, close } = createReferenceService(CREDENTIALS);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: basic(CREDENTIALS.username, CREDENTIALS.password), 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${portOf(app.server)}/businesses`;
  const refused = await fetch(url, { method: 'POST', headers, body: 'x'.repeat(5 * 2 ** 20) });
  expect([refused.status, refused.headers.get('connection')]).toEqual([413, null]);
  await refused.text();
  await close();
});

/** Members as JSON text: what a JavaScript object could not spell is written out. */
const KEPT: readonly (readonly [what: string, members: string])[] = [
  ['keys of every object', '"":1,"__proto__":{"a":1},"constructor":{"prototype":{}},"toString":"x","hasOwnProperty":null,"toJSON":"y"'],
  ['lone surrogates and NUL', '"\\ud800":"\\udfff","a\\u0000b":"\\u0000"'],
  ['the limits of numbers', '"max":1.7976931348623157e+308,"min":5e-324,"safe":9007199254740991,"low":-9007199254740991'],
  ['long numbers', '"a":0.1234567890123456,"b":123456789.12345679,"c":1e+21,"d":1e-7,"e":1152921504606847000,"f":100000000000000000000'],
  ['line separators', '"a":"\\u2028\\u2029\\r\\n\\t\\b\\f"'],
  ['more than letters', '"😀":"👩‍👩‍👧","\\u00e9":1,"e\\u0301":2,"10":1,"9":2,"-1":3'],
  ['nesting', `"a":[[[[{}]]],[],{"b":[null,true,false]}],"b":${'['.repeat(500)}${']'.repeat(500)}`],
  ['long text, and text that looks like JSON', `"a":"{\\"b\\":1e999}","c":"[[[[","d":"${'é'.repeat(100_000)}"`],
];

const CAMPAIGNS = '/businesses/{BUSINESS_ID}/campaigns';
const CUSTOMERS = '/businesses/{BUSINESS_ID}/customers/batch_update';

/** Requests that hold a JSON text; the answer to the last shows it. */
const HELD: Readonly<Record<string, (sent: string) => readonly (readonly [path: string, body?: string])[]>> = {
  'a business': (sent) => [['/businesses', `{"metadata":{"kept":${sent}}}`]],
  'a campaign': (sent) => [[CAMPAIGNS, `{"metadata":{"kept":${sent}}}`]],
  'a step': (sent) => [[CAMPAIGNS, `{"steps":[{"type":"other","kept":${sent}}]}`]],
  'a customer': (sent) => [
    [CUSTOMERS, `{"customers":[{"id":"cus_ada","metadata":{"kept":${sent}}}]}`],
    [CUSTOMERS, '{"customers":[{"id":"cus_ada"}]}'],
  ],
  'an event': (sent) => [
    ['/businesses/{BUSINESS_ID}/track', `{"event":"a","data":{"conformance_marker":"m","kept":${sent}}}`],
    ['/conformance/events?marker=m'],
    ['/events/{id}'],
  ],
};
for (const [what, members] of KEPT)
  test(`kept exactly: ${what}`, async ({ service }) => {
    for (const [where, requests] of Object.entries(HELD)) {
      let shown = '';
      for (const [path, body] of requests(`{${members}}`))
        shown = (await service.call(service.path(path).replace('{id}', idIn(shown) ?? ''), body)).text;
      expect(shown, where).toContain(`"kept":${JSON.stringify(JSON.parse(`{${members}}`))}`);
    }
  });

for (const [text, names] of [
  ['{{a}} {{ b.c }} {{\n d \t}} {{a}}', ['a', 'b.c', 'd']],
  ['{{ größe }} {{ $x-1 }} {{_}}', ['größe', '$x-1', '_']],
  ['{{}} {{ }} { a } {{ a b }} {{ a }', []],
  ['{{{ a }}} {{ __proto__ }} {{ constructor }}', ['a', '__proto__', 'constructor']],
] as const)
  test(`the variables of ${JSON.stringify(text)}`, () => expect(variablesOf(null, text)).toEqual(names));
