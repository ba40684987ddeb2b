import { text } from 'node:stream/consumers';
import { authorization, credentials, none } from '../../../src/http/authorization.ts';
import { answerOf, bodyOf, expect, get, test } from './fixtures.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

test('a body in chunks arrives whole and without a length', async ({ serve, transport }) => {
  const url = await serve(async (request, response) => response.end(JSON.stringify([request.headers, await text(request)])));
  for (const body of ['{"name":"Ada"}', 'x']) {
    const exchange = await transport().send({ method: 'POST', url, body, authorization: none, chunked: true });
    const [headers, arrived] = JSON.parse(bodyOf(exchange)) as [object, string];
    expect(arrived).toBe(body);
    expect(headers).toMatchObject({ 'transfer-encoding': 'chunked' });
    expect(headers).not.toHaveProperty('content-length');
  }
});

test.describe('Expect: 100-continue', () => {
  const expecting = (url: string) =>
    ({ method: 'POST', url, body: '{"name":"Ada"}', headers: { expect: '100-continue' }, authorization: none }) as const;
  const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
  const REFUSED = 'HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n';

  /** What a target says when the head has come, and when the body has. */
  const TALKS: readonly (readonly [title: string, atHead: string, atBody: string, status: number])[] = [
    ['the body follows when it is asked for', CONTINUE, OK, 200],
    ['a target that ignores the expectation gets the body after a while', '', OK, 200],
    ['a target may ask for the body when it has already come', '', `${CONTINUE}${OK}`, 200],
    ['a target that fails the expectation gets no body', REFUSED, '', 417],
  ];
  for (const [title, atHead, atBody, status] of TALKS)
    test(`${title}, and the next request goes out as usual`, async ({ serveRaw, transport }) => {
      const parts: string[] = [];
      const url = await serveRaw((socket) => {
        socket.on('data', (data) => {
          const text = data.toString('latin1');
          parts.push(text);
          socket.write(text.startsWith('GET ') ? OK : text.startsWith('POST ') ? atHead : atBody);
        });
      });
      const one = transport();
      expect(answerOf(await one.send(expecting(url))).status).toBe(status);
      expect(bodyOf(await one.send(get(url)))).toBe('ok');
      expect(parts).toEqual([
        expect.stringMatching(/^POST [^{]*content-length: 14\r\n[^{]*\r\n\r\n$/i),
        ...(status === 200 ? ['{"name":"Ada"}'] : []),
        expect.stringMatching(/^GET /),
      ]);
    });

  test('a connection that breaks, a target that stalls and one that is not there are failures', async ({ serveRaw, transport }) => {
    const broken = await serveRaw((socket) => socket.once('data', () => socket.destroy()));
    expect((await transport().send(expecting(broken))).failure).toMatchObject({ kind: 'reset' });
    const stalls = await serveRaw(() => undefined);
    expect((await transport().send({ ...expecting(stalls), timeoutMs: 100 })).failure).toMatchObject({ kind: 'timeout' });
    expect((await transport().send(expecting('http://127.0.0.1:1/'))).failure).toMatchObject({ kind: 'refused' });
    const nonsense = await serveRaw((socket) => socket.once('data', () => socket.end('nonsense')));
    expect((await transport().send(expecting(nonsense))).failure).toMatchObject({ kind: 'malformed' });
  });
});

test('two Authorization headers go out as two', async ({ serve, transport }) => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headersDistinct.authorization)));
  const twice = authorization(null, 'two headers', '', { fields: { authorization: ['Basic YQ==', 'Basic Yg=='] } });
  const exchange = await transport().send({ ...get(url), authorization: twice });
  expect(JSON.parse(bodyOf(exchange))).toEqual(['Basic YQ==', 'Basic Yg==']);
  expect(exchange.request.headers).toMatchObject({ authorization: 'two headers' });
});

const HEADERS = { CES_HEADERS: '{"X-Api-Key":"k-123456","User-Agent":"our agent"}' };

test('configured headers go to the base URL’s origin with each request, and no exchange holds them', async ({ serve, transportFor }) => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headers)));
  const one = transportFor(`${url}/api`, HEADERS);
  for (const authorization of [credentials('ada', 'secret'), credentials('ada', 'wrong'), none]) {
    const exchange = await one.send({ ...get(`${url}/anything`), authorization });
    expect(JSON.parse(bodyOf(exchange))).toMatchObject({ 'x-api-key': 'k-123456', 'user-agent': 'our agent' });
    expect(exchange.request.headers).toMatchObject({ 'x-api-key': '(redacted)', 'user-agent': '(redacted)' });
    expect(JSON.stringify(exchange.request)).not.toContain('k-123456');
  }
});

test('a request’s own word on a header wins', async ({ serve, transportFor }) => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headers)));
  const exchange = await transportFor(url, HEADERS).send({ ...get(url), headers: { accept: null } });
  expect(JSON.parse(bodyOf(exchange))).not.toHaveProperty('accept');
});

test('no other origin sees them: another port, another scheme, where a redirect leads', async ({ serve, transportFor }) => {
  const seen: unknown[] = [];
  const other = await serve((request, response) => {
    seen.push(request.headers['x-api-key'], request.headers['user-agent']);
    response.end();
  });
  const url = await serve((_request, response) => response.writeHead(302, { location: other }).end());
  const one = transportFor(url, HEADERS);
  expect(answerOf(await one.send(get(url))).status).toBe(302);
  expect(seen).toEqual([]);
  answerOf(await one.send(get(other)));
  answerOf(await transportFor(other.replace('http:', 'https:'), HEADERS).send(get(other)));
  expect(seen).toEqual([undefined, 'customer-engagement-conformance', undefined, 'customer-engagement-conformance']);
});
