import { credentials, none } from '../../../src/http/authorization.ts';
import { EARLIER_COOKIE, inOneCall, toCurl } from '../../../src/http/curl.ts';
import type { SentRequest } from '../../../src/http/exchange.ts';
import { sentRequest, USUAL_CODINGS } from '../../../src/http/request.ts';
import { expect, test } from '../../test.ts';
import { authorizationIn, runWithStubCurl } from './shell.ts';

const POST: SentRequest = {
  method: 'POST',
  url: 'https://host/businesses',
  headers: {
    ...{ accept: 'text/html', 'accept-encoding': USUAL_CODINGS, 'user-agent': 'us' },
    ...{ 'content-type': 'application/json', authorization: 'Basic (credentials)' },
  },
  body: '{"name":"x"}',
  authorization: credentials('ann', 'pw'),
};

test('a line repeats method, URL, headers, credentials and body', () => {
  expect(toCurl(POST, true)).toContain(' --compressed ');
  expect(toCurl({ ...POST, headers: { 'accept-encoding': 'identity' } })).toContain("-H 'accept-encoding: identity'");
  expect(toCurl(POST)).toBe(
    `curl -sS -i --globoff --path-as-is -X POST 'https://host/businesses' -H 'accept: text/html' -H 'content-type: application/json' -u "$CES_USERNAME:$CES_PASSWORD" --data-raw '{"name":"x"}'`,
  );
});

test('headers that curl would add are taken away, empty ones kept', () => {
  const { args } = runWithStubCurl(toCurl({ ...POST, headers: { 'x-empty': '', 'x-quote': "it's $HOME" } }));
  expect(args.filter((_arg, index) => args[index - 1] === '-H')).toEqual(['x-empty;', "x-quote: it's $HOME", 'accept:', 'content-type:']);
});

test('a body in chunks is one in chunks again', () => {
  const body = Buffer.from('{}');
  const request = { method: 'POST', url: POST.url, body, chunked: true, authorization: none } as const;
  const { args } = runWithStubCurl(toCurl(sentRequest(request, { accept: 'a/b' }, body, { headers: {}, curl: '' })));
  expect(args).toEqual(expect.arrayContaining(['transfer-encoding: chunked', '-T', '-']));
});

const SECRET = { ...POST, headers: { 'x-api-key': '(redacted)', "x-it's$": '(redacted)', 'user-agent': '(redacted)' } };

test('a header whose value is secret takes it from a variable', () => {
  const { args } = runWithStubCurl(toCurl(SECRET), { HEADER_X_API_KEY: 'k "1" $HOME', HEADER_X_IT_S_: 'two', HEADER_USER_AGENT: 'three' });
  const headers = args.filter((_arg, index) => args[index - 1] === '-H');
  expect(headers).toEqual(['x-api-key: k "1" $HOME', "x-it's$: two", 'user-agent: three', 'accept:', 'content-type:']);
});

test('without the variable nothing is sent, and the shell says what to put there', () =>
  expect(() => runWithStubCurl(toCurl(SECRET))).toThrow(/HEADER_X_API_KEY: \(redacted\): set it to the value of x-api-key in CES_HEADERS/));

for (const url of ["https://host/a'b", 'https://host/..//%00?p[]=a&b={c}', 'https://host/$HOME`id`$(id)"\\!#'])
  test(`the URL ${url} survives the shell`, () => {
    const { args } = runWithStubCurl(toCurl({ ...POST, url }));
    expect(args[args.indexOf('POST') + 1]).toBe(url);
  });

const BODIES: Readonly<Record<string, string>> = {
  'a quote': "it's",
  'shell syntax': '$HOME `id` $(id) "\\" \\n !! & | > ~ * ;',
  'an at sign first': '@/etc/passwd',
  nothing: '',
  'beyond ASCII': 'é漢😀 ',
  'line breaks': '{\n\t"a": \'b\'\r\n}\n\n',
  'control characters': '\u0000\u0001\u001b[31m\u007f\u0085%s%%\\101\\\\',
  'digits after an escape': '\u00017\n8',
  'a dash and a line break': '-n\n',
  'invisible characters': '\ufeffa\u200d\u202e\u2028b',
  'lone surrogates': 'a\ud800b',
  'very much': `'${'x%'.repeat(100_000)}`,
};

for (const [name, body] of Object.entries(BODIES))
  test(`a body with ${name} survives pasting`, () => {
    const line = toCurl({ ...POST, body });
    expect(line).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]*$/u);
    const { args, input } = runWithStubCurl(line, { CES_USERNAME: 'ann', CES_PASSWORD: 'pw' });
    const sent = input ?? Buffer.from(args.at(-1) ?? '');
    expect(args.at(-2)).toBe(input === null ? '--data-raw' : '--data-binary');
    expect(sent.equals(Buffer.from(body))).toBe(true);
    expect(authorizationIn(args)).toBe(`Basic ${btoa('ann:pw')}`);
  });

const PRINTED = "a\u0001 | curl 'b'";

function line(body: string | null, path = 'a'): string {
  return toCurl({ ...POST, url: `https://host/${path}`, headers: { accept: 'a/b' }, body });
}

/** The options of each part. */
function partsOf(args: readonly string[]): string[][] {
  return args
    .join('\0')
    .split('\0--next\0')
    .map((part) => part.split('\0'));
}

test('each part has all that its line has', () => {
  const [command = '', ...more] = inOneCall([line('{}'), line(null, 'b')]);
  expect(more).toEqual([]);
  const argsOf = (text: string) => runWithStubCurl(text, { CES_USERNAME: 'ann', CES_PASSWORD: 'pw' }).args;
  expect(partsOf(argsOf(command))).toEqual([[...argsOf(line('{}')), '-w', '\\n'], argsOf(line(null, 'b'))]);
});

for (const [which, bodies] of [
  ['first', [PRINTED, null]],
  ['second', [null, PRINTED]],
] as const)
  test(`what only printf writes reaches the ${which} part`, () => {
    const [command = ''] = inOneCall(bodies.map((body) => line(body)));
    expect(command).toMatch(/^printf /);
    expect(command.match(/--next/g)).toHaveLength(1);
    expect(partsOf(runWithStubCurl(command).args).map((part) => part.includes('@-'))).toEqual(bodies.map((body) => body !== null));
  });

test('two bodies for one standard input take two calls', () =>
  expect(inOneCall([line(PRINTED), line(PRINTED)])).toEqual([`${line(PRINTED)} -w '\\n'`, line(PRINTED)]));

test('a cookie goes from one answer to the next request', () =>
  expect(inOneCall(["curl 'a'", `curl 'a' ${EARLIER_COOKIE}`])).toEqual(["curl 'a' -b '' -w '\\n' --next 'a' -b ''"]));
