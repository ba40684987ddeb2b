import { createServer as createPlain, type RequestListener, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { PassingRequest } from '../../../../mutation/interposition.ts';
import { Upstream } from '../../../../mutation/proxy/upstream.ts';
import { PLAIN_ROUTE, type Route } from '../../../../src/http/routes.ts';
import { makeCertificate } from '../../../certificates.ts';
import { expect, test } from '../../../test.ts';

const HOST = '127.0.0.1';
const REQUEST: PassingRequest = {
  connection: 1,
  method: 'GET',
  target: '/a',
  headers: { host: 'proxy:1' },
  body: new Uint8Array(),
  endpoint: null,
  id: '',
};

async function withServer(
  server: Server,
  scheme: string,
  use: (upstream: Upstream, authority: string) => Promise<void>,
  route?: Route,
): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const authority = `${HOST}:${(server.address() as AddressInfo).port}`;
  const upstream = new Upstream(`${scheme}://${authority}`, route);
  try {
    await use(upstream, authority);
  } finally {
    upstream.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const tellsHost: RequestListener = (request, response) => response.end(request.headers.host);

test('over TLS, the implementation is asked by its own name, where its certificate is accepted', async () => {
  const { certificate, key } = await makeCertificate();
  const secure = () => createSecure({ cert: certificate, key }, tellsHost);
  await withServer(secure(), 'https', async (upstream) => {
    await expect(upstream.ask(REQUEST)).rejects.toThrow('self-signed certificate');
  });
  const route = { ...PLAIN_ROUTE, secureContext: createSecureContext({ ca: certificate }) };
  const asks = async (upstream: Upstream, authority: string) => {
    expect(Buffer.from((await upstream.ask(REQUEST)).body).toString()).toBe(authority);
  };
  await withServer(secure(), 'https', asks, route);
});

/** Answers the first request of a connection, and drops the connection at the second. */
function dropsSecond(): { listener: RequestListener; asked: () => number } {
  const served = new Set<Socket>();
  let count = 0;
  return {
    asked: () => count,
    listener: ({ socket }, response) => {
      count += 1;
      if (served.has(socket)) socket.resetAndDestroy();
      else response.end();
      served.add(socket);
    },
  };
}

test('a connection that closed while idle is no trouble, one that breaks at once is', async () => {
  const { listener, asked } = dropsSecond();
  await withServer(createPlain(listener), 'http', async (upstream) => {
    await upstream.ask(REQUEST);
    expect(await upstream.ask(REQUEST)).toMatchObject({ status: 200 });
    expect(asked()).toBe(3);
  });
  await withServer(
    createPlain(({ socket }) => socket.resetAndDestroy()),
    'http',
    async (upstream) => {
      await expect(upstream.ask(REQUEST)).rejects.toMatchObject({ code: 'ECONNRESET' });
    },
  );
});
