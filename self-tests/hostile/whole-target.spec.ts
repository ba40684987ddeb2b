import { createServer, type Socket } from 'node:net';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { startTarget, type Target } from '../runs/target.ts';
import { listen, portOf } from '../servers.ts';
import { expect, test } from '../test.ts';
import { failedIn, runInProcess } from './run-in-process.ts';
import { expectWholeReport } from './whole-report.ts';

const CREDENTIALS = { CES_USERNAME: 'ada', CES_PASSWORD: 'secret', CES_SEGMENT_ID: 's' };

/** What a server does with each connection, and what stands in the way of a verdict then. */
const SERVERS: readonly (readonly [what: string, talk: ((socket: Socket) => unknown) | null, words: RegExp])[] = [
  ['takes no connection', null, /does not answer: no connection to http:.* \(ECONNREFUSED\)\. Check CES_BASE_URL/],
  ['closes every connection', (socket) => socket.destroy(), /does not answer: the connection was closed before any byte/],
  ['resets every connection', (socket) => socket.resetAndDestroy(), /does not answer: the connection was closed/],
  ['says nothing', (socket) => socket.resume(), /does not answer: no answer within 1,500 ms/],
  ['speaks another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), /does not answer: what came is not HTTP\/1\.1/],
  ['speaks HTTP/0.9', (socket) => socket.end('<html>hello</html>'), /does not answer: what came is not HTTP\/1\.1/],
];

for (const [what, talk, words] of SERVERS)
  test(`a target that ${what} gets no verdict, with the reason, and no claim about it`, async () => {
    test.setTimeout(60_000);
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      talk?.(socket);
    });
    await listen(server);
    const CES_BASE_URL = `http://127.0.0.1:${portOf(server)}`;
    if (talk === null) await new Promise((resolve) => server.close(resolve));
    const result = await runInProcess({ ...CREDENTIALS, CES_BASE_URL, CES_TIMEOUT_MS: '1500', CES_PATIENCE_MS: '1500' }, () => true);
    server.close();
    expect(result.verdict).toBe('no-verdict');
    expect(result.noVerdictReason).toMatch(words);
    expect(failedIn(result)).toEqual([]);
    expect(result.counts.passed).toBe(0);
    expectWholeReport(result);
  });

const ASKED: readonly (EndpointName | null)[] = ['getEvent', 'createBusiness', 'getSegment', 'trackEvent'];

test('a base URL of an IPv6 address with a prefix: endpoints, credentials, event look-up', async () => {
  test.setTimeout(60_000);
  const target = await startTarget({ host: '::1', prefix: '/api/v1' }).catch((error: NodeJS.ErrnoException): Target | null => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return null;
    throw error;
  });
  test.skip(target === null, 'this machine has no IPv6 loopback');
  if (target === null) return;
  try {
    expect(target.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+\/api\/v1$/);
    const result = await runInProcess(target.variables, ({ covers }) => ASKED.includes(covers.endpoint));
    expect(failedIn(result)).toEqual([]);
    expect(result.verdict).toBe('conformant');
    expect(result.target.baseUrl).toBe(target.baseUrl);
    expect(result.notices).toEqual([]);
    expect(target.seen.length).toBeGreaterThan(50);
  } finally {
    await target.close();
  }
});
