import type { RequestListener } from 'node:http';
import { preflight } from '../../../src/client/preflight.ts';
import { RunState } from '../../../src/engine/run-state.ts';
import { Session } from '../../../src/engine/session.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../http/fixtures.ts';

const CREDENTIALS = { CES_USERNAME: 'ada', CES_PASSWORD: 'Sesame-77' };
const THREE = { CES_SEGMENT_ID: 's', CES_SENT_EMAIL_ID: 'm', CES_EMAIL_BLAST_ID: 'b', CES_BUSINESS_ID: 'o' };
const READ_ONLY = { CES_READ_ONLY: '1' };

type Answering = (request: Parameters<RequestListener>[0]) => readonly [status: number, headers: Record<string, string>, body: string];

interface Asked {
  readonly route: string;
  readonly body: string;
}

/** What the preflight says of a server, and what it sent. */
async function obstacleAt(serve: (listener: RequestListener) => Promise<string>, answering: Answering, variables: Record<string, string>) {
  const asked: Asked[] = [];
  const origin = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ route: `${request.method} ${request.url}`, body });
    const [status, headers, text] = answering(request);
    response.writeHead(status, headers).end(text);
  });
  const session = new Session(new RunState(readSettings({ ...CREDENTIALS, CES_BASE_URL: `${origin}/api/v2`, ...variables })), 'preflight');
  try {
    return { ...(await preflight(session.implementation)), asked };
  } finally {
    await session.run.close();
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };
const HTML = { 'content-type': 'text/html; charset=utf-8' };
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
for (const [title, answering, words] of ASTRAY) {
  test(`a base URL where everything is ${title} is reported, with what was tried`, async ({ serve }) => {
    for (const variables of [{}, THREE, { ...THREE, ...READ_ONLY }, READ_ONLY]) {
      const { obstacle } = await obstacleAt(serve, answering, variables);
      expect(obstacle).toMatch(words);
      expect(obstacle).toMatch(/Tried with the credentials: status \d+ at .*GET \/segments\/\{id\}/);
      if (!('CES_READ_ONLY' in variables)) expect(obstacle).toMatch(/(, |status 405 at )POST \/businesses\./);
    }
  });
}

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
  expect(asked.filter(({ route }) => !route.startsWith('GET '))).toEqual([{ route: 'POST /api/v2/businesses', body: '' }]);
});

test('what asks for credentials before it looks at the path leaves a doubt where nothing is written, and none where it is', async ({
  serve,
}) => {
  for (const variables of [READ_ONLY, { ...READ_ONLY, CES_SEGMENT_ID: 's' }])
    expect(await obstacleAt(serve, right, variables)).toMatchObject({
      obstacle: null,
      doubt:
        'Every read was answered with status 404, as at an address that does not exist: the path of CES_BASE_URL may be wrong. Where no record is known, a right path can look the same.',
    });
  expect((await obstacleAt(serve, right, {})).doubt).toBeNull();
  expect((await obstacleAt(serve, nothing, READ_ONLY)).doubt).toBeNull();
});

test('what a service says of a missing record tells the path from a wrong one, without a POST', async ({ serve }) => {
  const told: Answering = ({ url = '' }) =>
    url.includes('no-such-endpoint') ? [404, HTML, '<p>no route'] : [404, JSON_TYPE, '{"message":"no record"}'];
  const { obstacle, asked } = await obstacleAt(serve, told, THREE);
  expect(obstacle).toBeNull();
  expect(asked.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
});

test('one answer that is there settles it, without a further request', async ({ serve }) => {
  const { obstacle, asked } = await obstacleAt(
    serve,
    (request) => (request.url?.includes('/segments/') ? [200, JSON_TYPE, '{"id":"s"}'] : nothing(request)),
    THREE,
  );
  expect(obstacle).toBeNull();
  expect(asked.map(({ route }) => route).sort()).toEqual([
    'GET /api/v2/businesses/o/email_addresses',
    'GET /api/v2/email_blasts/b/executions',
    'GET /api/v2/segments/s',
    'GET /api/v2/sent_emails/m',
  ]);
});
