import type { RequestListener } from 'node:http';
import { downBehindGateway, type Preflight, preflight, refusedCredentialsAdvice } from '../../../src/client/preflight.ts';
import { RunState } from '../../../src/engine/run-state.ts';
import { Session } from '../../../src/engine/session.ts';
import { credentials } from '../../../src/http/authorization.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expectCalls } from '../../transcript.ts';
import { exchange } from '../checks/exchanges.ts';
import { expect, test } from '../http/fixtures.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json' };
const THREE = { CES_SEGMENT_ID: 's', CES_SENT_EMAIL_ID: 'm', CES_EMAIL_BLAST_ID: 'b', CES_BUSINESS_ID: 'o' };
const READ_ONLY = { CES_READ_ONLY: '1' };

async function preflightAt(variables: Record<string, string>): Promise<Preflight> {
  const session = new Session(new RunState(readSettings({ CES_USERNAME: 'ada', CES_PASSWORD: 'Sesame-77', ...variables })), 'preflight');
  try {
    return await preflight(session.implementation);
  } finally {
    await session.run.close();
  }
}

test('which typical answers are those of a service that is down behind its gateway was approved', () =>
  expectCalls('client/preflight.txt', {
    downBehindGateway: (...said: Parameters<typeof exchange>) => downBehindGateway(said.map((each) => exchange(each).answer)),
  }));

/** What a server in front answers with status 400, and the sentence with what to do. */
const SAYINGS: readonly (readonly [said: string, words: RegExp | null, scheme?: string])[] = [
  ['<center>No required SSL certificate was sent</center>', /wants a certificate of the client.*CES_CLIENT_CERT_FILE/],
  ['<center>The SSL certificate error</center>', /refuses the certificate of CES_CLIENT_CERT_FILE/],
  ['Client sent an HTTP request to an HTTPS server.\n', /speaks TLS at this port\. Give CES_BASE_URL with https:/],
  ['plain HTTP, whatever it is asked', /does not speak TLS.*http:/, 'https:'],
  ['{"error":"no such thing"}', null],
];
for (const [said, words, scheme = 'http:'] of SAYINGS)
  test(`what stands in the way where a server says ${said}`, async ({ serve }) => {
    const url = await serve((_request, response) => response.writeHead(400, HTML).end(said));
    const { obstacle } = await preflightAt({ CES_BASE_URL: url.replace('http:', scheme), CES_SEGMENT_ID: 's' });
    if (words === null) return expect(obstacle).toBeNull();
    expect(obstacle).toMatch(words);
    expect(obstacle).toMatch(/^The target https?:\/\/127\.0\.0\.1:\d+ [^\n]*$/);
  });

test('an endpoint that hangs does not hold up the preflight, and is left to the run', async ({ serve }) => {
  const CES_BASE_URL = await serve((request, response) => {
    if (request.url !== '/segments/s') response.writeHead(200, JSON_TYPE).end('{}');
  });
  const { CES_BUSINESS_ID: _business, ...reads } = THREE;
  // Longer than the test's own time.
  const { obstacle, answers } = await preflightAt({ ...reads, CES_BASE_URL, CES_TIMEOUT_MS: '600000' });
  expect(obstacle).toBeNull();
  expect(answers.map(({ name }) => name)).toEqual(['getSentEmail', 'listEmailBlastExecutions']);
});

type Answering = (request: Parameters<RequestListener>[0]) => readonly [status: number, headers: Record<string, string>, body: string];

/** What the preflight says of a server, and what it sent: routes, and bodies behind them. */
async function obstacleAt(serve: (listener: RequestListener) => Promise<string>, answering: Answering, variables: Record<string, string>) {
  const asked: string[] = [];
  const origin = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push(`${request.method} ${request.url}${body === '' ? '' : ` ${body}`}`);
    const [status, headers, text] = answering(request);
    response.writeHead(status, headers).end(text);
  });
  return { ...(await preflightAt({ CES_BASE_URL: `${origin}/api/v2`, ...variables })), asked };
}

const nothing: Answering = ({ url }) => [404, JSON_TYPE, JSON.stringify({ message: `no route ${url}`, at: performance.now() })];

const ASTRAY: readonly (readonly [title: string, answering: Answering, words: RegExp])[] = [
  ['404 with words of its own each time', nothing, /answers status 404 at every endpoint asked.*Check the path of CES_BASE_URL\./],
  [
    '404 as a page, and 405 to POST',
    ({ method, url }) => [method === 'GET' ? 404 : 405, HTML, `<pre>Cannot ${method} ${url}</pre>`],
    /Check the path of CES_BASE_URL\..*status 404 at GET .*/,
  ],
  ['one page, new each time', () => [200, HTML, `<p>${performance.now()}`], /answers the same HTML page \(status 200\).*Check the path/],
  [
    'a redirect to a login that repeats the address',
    ({ url }) => [302, { location: `/login?next=${url}` }, ''],
    /answers a redirect \(status 302\) to \/login\?next=.*Check the path/,
  ],
  [
    'a redirect to another scheme',
    ({ url }) => [301, { location: `https://service.example${url}` }, ''],
    /Check scheme and host of CES_BASE_URL: the redirects lead to https:\/\/service\.example\./,
  ],
];
for (const [title, answering, words] of ASTRAY)
  test(`a base URL where everything is ${title} is reported, with what was tried`, async ({ serve }) => {
    for (const variables of [{}, THREE, { ...THREE, ...READ_ONLY }, READ_ONLY]) {
      const { obstacle } = await obstacleAt(serve, answering, variables);
      expect(obstacle).toMatch(words);
      expect(obstacle).toMatch(/Tried with the credentials: status \d+ at .*GET \/segments\/\{id\}/);
      if (!('CES_READ_ONLY' in variables)) expect(obstacle).toMatch(/(, |status 405 at )POST \/businesses\./);
    }
  });

test('a redirect to the same address that sets a cookie is told, with the setting for it', async ({ serve }) => {
  const headers = (url = '') => ({ location: url, 'set-cookie': 'challenge=passed; Path=/' });
  const { obstacle } = await obstacleAt(serve, ({ url }) => [307, headers(url), ''], THREE);
  expect(obstacle).toMatch(/redirects every request to its own address and sets a cookie \(status 307\).*CES_HEADERS \(Cookie\)/);
});

test('in a read-only run, wrong ids are named as the other reason', async ({ serve }) => {
  const otherReason = 'If the path is right, none of the records that the settings name is there.';
  expect((await obstacleAt(serve, nothing, { ...THREE, ...READ_ONLY })).obstacle).toContain(otherReason);
  expect((await obstacleAt(serve, nothing, THREE)).obstacle).not.toContain(otherReason);
});

/** A service below a right path that knows none of the ids, and words each 404 alike. */
const right: Answering = ({ method, url, headers }) => {
  if (headers.authorization === undefined) return [401, JSON_TYPE, '{}'];
  return method === 'POST' && url === '/api/v2/businesses' ? [400, JSON_TYPE, '{"message":"a body is wanted"}'] : nothing({ url } as never);
};

test('a right path whose ids are all wrong is judged, and gets no record for it', async ({ serve }) => {
  const { obstacle, asked } = await obstacleAt(serve, right, THREE);
  expect(obstacle).toBeNull();
  expect(asked.filter((request) => !request.startsWith('GET '))).toEqual(['POST /api/v2/businesses']);
});

test('what asks for credentials before it looks at the path leaves a doubt, unless something is written', async ({ serve }) => {
  for (const variables of [READ_ONLY, { ...READ_ONLY, CES_SEGMENT_ID: 's' }])
    expect(await obstacleAt(serve, right, variables)).toMatchObject({
      obstacle: null,
      doubt:
        'Every read was answered with status 404, as is an address that does not exist: no read tells whether the path of CES_BASE_URL is right, unless a setting names a record that is there.',
    });
  expect((await obstacleAt(serve, right, {})).doubt).toBeNull();
  expect((await obstacleAt(serve, nothing, READ_ONLY)).doubt).toBeNull();
});

test('what a service says of a missing record tells the path from a wrong one, without a POST', async ({ serve }) => {
  const told: Answering = ({ url = '' }) =>
    url.includes('no-such-endpoint') ? [404, HTML, '<p>no route'] : [404, JSON_TYPE, '{"message":"no record"}'];
  const { obstacle, asked } = await obstacleAt(serve, told, THREE);
  expect(obstacle).toBeNull();
  expect(asked.filter((request) => request.startsWith('POST'))).toEqual([]);
  const inWords: Answering = ({ url = '', headers }) => {
    const words = url.includes('/conformance/') ? `no route for ${url}` : 'no record';
    return headers.authorization === undefined ? [401, JSON_TYPE, '{}'] : [404, JSON_TYPE, JSON.stringify({ message: words })];
  };
  expect((await obstacleAt(serve, inWords, READ_ONLY)).doubt).toBeNull();
});

test('one answer that is there settles it, without a further request', async ({ serve }) => {
  const oneIsThere: Answering = (request) => (request.url?.includes('/segments/') ? [200, JSON_TYPE, '{"id":"s"}'] : nothing(request));
  const { obstacle, asked } = await obstacleAt(serve, oneIsThere, THREE);
  expect(obstacle).toBeNull();
  expect(asked.sort()).toEqual([
    'GET /api/v2/businesses/o/email_addresses',
    'GET /api/v2/email_blasts/b/executions',
    'GET /api/v2/segments/s',
    'GET /api/v2/sent_emails/m',
  ]);
});

const BASE = 'http://host/api';

function advice(CES_USERNAME: string, CES_PASSWORD: string, method: 'GET' | 'POST' = 'GET'): string {
  const { request } = exchange({ method, url: `${BASE}/businesses`, ...(method === 'POST' && { sent: { name: 'conformance-1' } }) });
  const settings = readSettings({ CES_BASE_URL: BASE, CES_USERNAME, CES_PASSWORD });
  const { words, command } = refusedCredentialsAdvice(settings, { ...request, authorization: credentials(CES_USERNAME, CES_PASSWORD) });
  return `${words} ${command}`;
}

const RARE: readonly (readonly [username: string, password: string, words: RegExp])[] = [
  ['ada', 'open:Sesame', /CES_PASSWORD holds a colon \([^)]*\): RFC 7617 allows it/],
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
