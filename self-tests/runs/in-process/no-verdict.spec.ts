import { createServer, type Socket } from 'node:net';
import { expect } from '@playwright/test';
import { exitReason } from '../../../src/result/exit-reason.ts';
import { makeCertificate } from '../../certificates.ts';
import { expectWholeReport, runInProcess } from '../../hostile/run-in-process.ts';
import { listen, portOf } from '../../servers.ts';
import { split, test, type Variables } from '../run.ts';
import type { Reply, TargetOptions } from '../target.ts';

test.describe.configure({ timeout: 90_000 });

const answering = (status: number, type: string, body: string): TargetOptions => ({
  change: (): Reply => ({ status, headers: { 'content-type': type }, body: Buffer.from(body) }),
});

const putOff = (): Reply => ({ status: 429, headers: { 'retry-after': '0' }, body: Buffer.from('') });
/** A target, what the settings say otherwise, and why there is no verdict. Where `alone`, there are no fixtures. */
const ROWS: readonly (readonly [title: string, TargetOptions, given: Variables, reason: RegExp, alone?: true])[] = [
  ['503 without a time for everything', answering(503, 'text/html', '<h1>Not here</h1>'), {}, /status 503/],
  ['one HTML page for everything', answering(200, 'text/html', '<h1>Not here</h1>'), {}, /the same HTML page/],
  [
    'a page for whoever comes (403)',
    answering(403, 'text/html', '<title>Access denied</title>'),
    {},
    /answers everything with a page \(status 403: Access denied\)\. Something in front .* CES_HEADERS/,
  ],
  ['a proxy that is not there', {}, { ALL_PROXY: 'http://127.0.0.1:1' }, /the proxy http:\/\/127\.0\.0\.1:1 cannot be reached.*ALL_PROXY/],
  ['429 for everything', { change: putOff }, {}, /asks to wait at all \d+ endpoints asked/],
  ['no time at all', {}, { CES_MAX_MINUTES: '0.00001' }, /^No requirement was assessed\.$/],
  ['only reads, and nothing to read', {}, { CES_READ_ONLY: '1' }, /^No requirement was assessed\.$/, true],
];

for (const [title, options, given, reason, alone] of ROWS)
  test(`no verdict, and nothing is judged: ${title}`, async ({ target }) => {
    const { variables, seen } = await target(options);
    const settings: Variables = { CES_PATIENCE_MS: '1000', ...(alone ? split(variables)[0] : variables), ...given };
    const result = await runInProcess(settings, ({ title: scenario }) => scenario.endsWith('the typical answer is as documented'));
    expect(result).toMatchObject({ verdict: 'no-verdict', complete: false, noVerdictReason: expect.stringMatching(reason) });
    expect(result.counts).toMatchObject({ passed: 0, failed: 0, notAssessed: result.requirements.length });
    if (!alone) expect(seen.length).toBeLessThan(25);
    if (settings.CES_READ_ONLY !== '1') return;
    expect(seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(exitReason(2, result)).toMatch(/^Exit 2: No requirement was assessed\. Give records to look at: CES_.*; npm run doctor /);
  });

/** What a server does with each connection, and what stands in the way of a verdict then. */
const SERVERS: readonly (readonly [what: string, talk: (socket: Socket) => unknown, words: RegExp])[] = [
  ['resets every connection', (socket) => socket.resetAndDestroy(), /does not answer: the connection was closed/],
  ['says nothing', (socket) => socket.resume(), /does not answer: no answer within 1,500 ms/],
  ['speaks HTTP/0.9', (socket) => socket.end('<html>hello</html>'), /does not answer: what came is not HTTP\/1\.1/],
];
for (const [what, talk, words] of SERVERS)
  test(`a target that ${what} gets no verdict, with the reason, and no claim about it`, async () => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      talk(socket);
    });
    await listen(server);
    const CES_BASE_URL = `http://127.0.0.1:${portOf(server)}`;
    const limits = { CES_TIMEOUT_MS: '1500', CES_PATIENCE_MS: '1500' };
    const result = await runInProcess({ CES_BASE_URL, CES_USERNAME: 'ada', CES_PASSWORD: 'secret', ...limits }, () => true);
    server.close();
    expect(result).toMatchObject({ verdict: 'no-verdict', noVerdictReason: expect.stringMatching(words) });
    expect(result.counts).toMatchObject({ passed: 0, failed: 0 });
    expectWholeReport(result);
  });

test('a certificate that nobody vouches for is reported with what to do, and nothing turns that off', async ({ target }) => {
  const { certificate, key } = await makeCertificate({});
  const { variables, seen } = await target({ tls: { cert: certificate, key } });
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  try {
    const { verdict, noVerdictReason } = await runInProcess(variables, () => true);
    expect({ verdict, seen }).toEqual({ verdict: 'no-verdict', seen: [] });
    expect(noVerdictReason).toContain('CES_CA_FILE');
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  }
});

test('a token that names no input of the test', async ({ target }) => {
  const { variables } = await target();
  const replay = { ...variables, CES_SEED: '42', CES_REPLAY: 'b999999' };
  const result = await runInProcess(replay, ({ title }) => title === 'any business that is accepted comes back');
  expect(result.verdict).toBe('no-verdict');
  // From which the last line tells it.
  expect(result.requirements.flatMap(({ checks }) => checks.flatMap((check) => check.variables ?? []))).toContain('CES_REPLAY');
});
