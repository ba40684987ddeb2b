import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerOf, bodyOf, expect, get, onRequests, test } from './fixtures.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

test('a connection is kept and used again', async ({ serveRaw, transport }) => {
  let connections = 0;
  const url = await serveRaw((socket) => {
    connections += 1;
    onRequests(socket, () => socket.write(OK));
  });
  const one = transport();
  for (let count = 0; count < 5; count += 1) answerOf(await one.send(get(url)));
  expect(connections).toBe(1);
});

test('at most 64 connections are open to an origin', async ({ serveRaw, transport }) => {
  let open = 0;
  let most = 0;
  const url = await serveRaw((socket) => {
    open += 1;
    most = Math.max(most, open);
    socket.once('close', () => {
      open -= 1;
    });
    onRequests(socket, () => setImmediate(() => socket.write(OK)));
  });
  const one = transport();
  const exchanges = await Promise.all(Array.from({ length: 400 }, () => one.send(get(url))));
  expect(exchanges.every(({ answer }) => answer?.status === 200)).toBe(true);
  // How many it comes to depends on the latency.
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(64);
});

test('a target that closes after each answer without a word costs nothing', async ({ serveRaw, transport }) => {
  const url = await serveRaw((socket) => onRequests(socket, () => socket.end(OK)));
  const one = transport();
  for (let count = 0; count < 50; count += 1) expect(bodyOf(await one.send(get(url)))).toBe('ok');
});

for (const how of ['end', 'resetAndDestroy'] as const) {
  test(`a used connection that is closed (${how}) at the next request is no fault, and the request goes out once more`, async ({
    serveRaw,
    transport,
  }) => {
    const requests: number[] = [];
    const url = await serveRaw((socket) => {
      const index = requests.push(0) - 1;
      onRequests(socket, () => {
        requests[index] = (requests[index] ?? 0) + 1;
        if (requests[index] === 1) socket.write(OK);
        else socket[how]();
      });
    });
    const one = transport();
    for (let count = 0; count < 3; count += 1) expect(bodyOf(await one.send(get(url)))).toBe('ok');
    expect(requests).toEqual([2, 2, 1]);
  });
}

test('it goes out once more only once', async ({ serveRaw, transport }) => {
  let requests = 0;
  const url = await serveRaw((socket) =>
    onRequests(socket, () => {
      requests += 1;
      if (requests === 1) socket.write(OK);
      else socket.end();
    }),
  );
  const one = transport();
  answerOf(await one.send(get(url)));
  expect((await one.send(get(url))).failure).toMatchObject({ kind: 'reset', message: expect.stringContaining('before any byte') });
  expect(requests).toBe(3);
});

test('a reset on a fresh connection is reported at once', async ({ serveRaw, transport }) => {
  let requests = 0;
  const url = await serveRaw((socket) =>
    onRequests(socket, () => {
      requests += 1;
      socket.end();
    }),
  );
  expect((await transport().send(get(url))).failure?.kind).toBe('reset');
  expect(requests).toBe(1);
});

test('a reset after the first byte on a used connection is reported', async ({ serveRaw, transport }) => {
  let requests = 0;
  const url = await serveRaw((socket) =>
    onRequests(socket, () => {
      requests += 1;
      if (requests === 1) socket.write(OK);
      else socket.end('HTTP/1.1 2');
    }),
  );
  const one = transport();
  answerOf(await one.send(get(url)));
  expect((await one.send(get(url))).failure).toMatchObject({
    kind: 'reset',
    message: expect.stringContaining('in the middle of the head'),
  });
  expect(requests).toBe(2);
});

test('a host may be an IPv6 address', async ({ transport }) => {
  const server = createServer((request, response) => response.end(request.headers.host));
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(0, '::1', () => resolve(true));
  });
  test.skip(!listening, 'this machine has no IPv6 loopback');
  const host = `[::1]:${(server.address() as AddressInfo).port}`;
  expect(bodyOf(await transport().send(get(`http://${host}/`)))).toBe(host);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('it goes out once more on a fresh connection, not on another that may be closed too', async ({ serveRaw, transport }) => {
  const waiting: (() => void)[] = [];
  let connections = 0;
  const url = await serveRaw((socket) => {
    connections += 1;
    let requests = 0;
    onRequests(socket, () => {
      requests += 1;
      if (connections > 2) return socket.write(OK);
      if (requests > 1) return socket.end();
      // Both connections are needed at once, so that two are idle afterwards.
      waiting.push(() => socket.write(OK));
      if (waiting.length === 2) for (const answer of waiting) answer();
      return undefined;
    });
  });
  const one = transport();
  for (const exchange of await Promise.all([one.send(get(url)), one.send(get(url))])) answerOf(exchange);
  expect(bodyOf(await one.send(get(url)))).toBe('ok');
  expect(connections).toBe(3);
});

test('once the transport is closed, the target has closed its idle connections too', async ({ serve, transport }) => {
  let open = 0;
  const counted = (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  };
  const baseUrl = await serve((_request, response) => response.end('{}'), counted);
  const closing = transport();
  await Promise.all([1, 2, 3].map((path) => closing.send(get(`${baseUrl}/${path}`))));
  expect(open).toBe(3);
  await closing.close();
  expect(open).toBe(0);
});

test('a target that keeps its end open does not hold up the end', async ({ serveRaw, transport }) => {
  const baseUrl = await serveRaw((socket) => {
    socket.allowHalfOpen = true;
    onRequests(socket, () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'));
  });
  const closing = transport();
  await closing.send(get(baseUrl));
  await closing.close();
  await expect(closing.send(get(baseUrl))).rejects.toThrow('closed');
});
