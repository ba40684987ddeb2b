import type { RequestListener } from 'node:http';
import { Implementation } from '../../../src/client/implementation.ts';
import { credentialsTried, knock, reached } from '../../../src/doctor/access.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { clientOf, expect, test } from '../http/fixtures.ts';

function implementation(baseUrl: string, transport: Transport): Implementation {
  const settings = readSettings({ CES_BASE_URL: baseUrl, CES_USERNAME: 'user', CES_PASSWORD: 'secret' });
  return new Implementation(settings, clientOf(baseUrl, transport), () => Promise.resolve(null), 'doctor');
}

test('one endpoint that hangs does not make a target that is out of reach', async ({ serve, transport }) => {
  const origin = await serve((request, response) => {
    if (!request.url?.startsWith('/segments/')) response.writeHead(404).end();
  });
  const read = await knock(implementation(origin, transport({ timeoutMs: 300 })));
  expect(reached(read)).toMatchObject({ words: expect.stringMatching(/^reached: status 404/), remedy: null });
});

test('a port that speaks something else', async ({ serveRaw, transport }) => {
  const origin = await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
  expect(reached(await knock(implementation(origin, transport()))).remedy).toContain('Something else than HTTP answers at this port.');
});

test('TLS on one side only', async ({ serve, transport }) => {
  const origin = await serve((_request, response) => void response.end());
  const secure = origin.replace('http:', 'https:');
  expect(reached(await knock(implementation(secure, transport()))).remedy).toContain('http:');
});

const CREDENTIALS: readonly (readonly [what: string, listener: RequestListener, words: RegExp, isOpen: boolean])[] = [
  [
    'refused at one endpoint only',
    (request, response) =>
      void response.writeHead(request.url?.startsWith('/segments/') || !request.headers.authorization ? 403 : 404).end(),
    /^accepted: status 404 with them, status 403 without$/,
    true,
  ],
  ['of an account that wrong ones lock', locking(3), /^locked: good ones were accepted, and after 3 wrong passwords status 401$/, false],
  ['that nobody needs', (_, response) => void response.end('{}'), /^not needed: the same read succeeds without them/, true],
];

/** Refuses everything after so many wrong passwords. */
function locking(most: number): RequestListener {
  let wrong = 0;
  return ({ headers: { authorization = '' } }, response) => {
    const isWrong = authorization !== '' && Buffer.from(authorization.slice(6), 'base64').toString().endsWith(':wrong-password');
    if (isWrong) wrong += 1;
    response.writeHead(authorization === '' || isWrong || wrong >= most ? 401 : 404).end();
  };
}

for (const [what, listener, words, isOpen] of CREDENTIALS)
  test(`credentials ${what}`, async ({ serve, transport }) => {
    const target = implementation(await serve(listener), transport());
    const read = await knock(target);
    const tried = await credentialsTried(target, typeof read === 'string' ? [] : [read]);
    expect(tried.words).toMatch(words);
    expect(tried.remedy === null).toBe(isOpen);
  });
