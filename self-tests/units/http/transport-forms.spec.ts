import { authorization, none } from '../../../src/http/authorization.ts';
import { answerOf, bodyOf, expect, get, onRequests, test } from './fixtures.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

test('a body in chunks arrives whole and without a length', async ({ serve, transport }) => {
  const url = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => response.end(JSON.stringify({ headers: request.headers, body: Buffer.concat(chunks).toString() })));
  });
  for (const body of ['{"name":"Ada"}', 'x']) {
    const exchange = await transport().send({ method: 'POST', url, body, authorization: none, chunked: true });
    const seen = JSON.parse(bodyOf(exchange)) as { headers: object; body: string };
    expect(seen.body).toBe(body);
    expect(seen.headers).toMatchObject({ 'transfer-encoding': 'chunked' });
    expect(seen.headers).not.toHaveProperty('content-length');
  }
});

test('a request may ask for a connection that has carried none before', async ({ serveRaw, transport }) => {
  let connections = 0;
  const url = await serveRaw((socket) => {
    connections += 1;
    onRequests(socket, () => socket.write(OK));
  });
  const one = transport();
  answerOf(await one.send(get(url)));
  answerOf(await one.send({ ...get(url), freshConnection: true }));
  expect(connections).toBe(2);
  answerOf(await one.send(get(url)));
  expect(connections).toBe(2);
});

test('two Authorization headers go out as two', async ({ serve, transport }) => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headersDistinct.authorization)));
  const twice = authorization(null, 'two headers', '', { fields: { authorization: ['Basic YQ==', 'Basic Yg=='] } });
  const exchange = await transport().send({ ...get(url), authorization: twice });
  expect(JSON.parse(bodyOf(exchange))).toEqual(['Basic YQ==', 'Basic Yg==']);
  expect(exchange.request.headers).toMatchObject({ authorization: 'two headers' });
});

for (const method of ['HEAD', 'OPTIONS', 'PUT', 'GET'] as const)
  test(`${method} goes out as it is, and the next request finds a connection in order`, async ({ serve, transport }) => {
    const url = await serve((request, response) => response.writeHead(200, { 'x-method': request.method }).end('ok'));
    const one = transport();
    const body = method === 'PUT' || method === 'GET' ? '{}' : null;
    for (let count = 0; count < 3; count += 1)
      expect(answerOf(await one.send({ method, url, body, authorization: none })).headers).toMatchObject({ 'x-method': method });
    expect(bodyOf(await one.send(get(url)))).toBe('ok');
  });
