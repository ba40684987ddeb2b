import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '../../../src/client/client.ts';
import { Presence } from '../../../src/client/presence.ts';
import { credentials } from '../../../src/http/authorization.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { Transport } from '../../../src/http/transport.ts';
import { LimitReached } from '../../../src/settings/not-assessed.ts';
import { exchange, failed } from '../checks/exchanges.ts';
import { test as base, expect } from '../http/fixtures.ts';

function clientOver(transport: Transport): Client {
  return new Client({
    baseUrl: 'http://127.0.0.1:9',
    authorization: credentials('ada', 'secret'),
    readOnly: false,
    transport,
    hung: new Map(),
    presence: new Presence(20_000),
    onExchange: () => {},
  });
}

/** A service that can be taken away and brought back at the same port. */
interface Service {
  readonly baseUrl: string;
  readonly asked: () => number;
  leave(): void;
  comeBack(): Promise<void>;
}

interface Fixtures {
  service: Service;
  /** A client and what it heard of. */
  client(presence: Presence, timeoutMs?: number): { client: Client; seen: Exchange[] };
}

const test = base.extend<Fixtures>({
  service: async ({ cleanUps }, use) => {
    let asked = 0;
    const leave = () => {
      server.close();
      server.closeAllConnections();
    };
    const server: Server = createServer((request, response) => {
      asked += 1;
      const { url } = request;
      if (url === '/segments/kills' || (url === '/segments/kills-once' && asked === 1)) leave();
      else if (url === '/segments/waits' && asked <= 3) return;
      else if (request.url === '/segments/broken') response.destroy();
      else response.end('{}');
    });
    const open = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    await open(0);
    const { port } = server.address() as AddressInfo;
    cleanUps.push(async () => leave());
    await use({ baseUrl: `http://127.0.0.1:${port}`, asked: () => asked, leave, comeBack: () => open(port) });
  },
  client: async ({ cleanUps, service }, use) => {
    await use((presence, timeoutMs = 5000) => {
      const transport = new Transport({ timeoutMs, maxRps: null, redact: (text) => text });
      cleanUps.push(() => transport.close());
      const seen: Exchange[] = [];
      const client = new Client({
        baseUrl: service.baseUrl,
        authorization: credentials('ada', 'secret'),
        readOnly: false,
        transport,
        hung: new Map(),
        presence,
        onExchange: (_name, exchange) => seen.push(exchange),
      });
      return { client, seen };
    });
  },
});

test('a target that is away for a while is waited for, and asked again what could not reach it', async ({ service, client }) => {
  const presence = new Presence(20_000);
  const { client: one, seen } = client(presence);
  expect((await one.send('getSegment', { id: 's' })).answer?.status).toBe(200);
  service.leave();
  const waiting = Promise.all(['a', 'b', 'c'].map((id) => one.send('getSegment', { id })));
  await expect.poll(() => seen.filter(({ failure }) => failure?.kind === 'refused').length).toBe(3);
  await service.comeBack();
  expect((await waiting).map(({ answer }) => answer?.status)).toEqual([200, 200, 200]);
  expect(service.asked()).toBe(4);
  expect(presence.drain()).toEqual([{ from: expect.any(Number), milliseconds: expect.any(Number) }]);
  expect(presence.drain()).toEqual([]);
  expect(presence.gone).toBeNull();
});

test('a target that breaks a connection and is there is reported as it is', async ({ service, client }) => {
  const presence = new Presence(20_000);
  const { failure } = await client(presence).client.send('getSegment', { id: 'broken' });
  expect(failure?.kind).toBe('reset');
  expect(service.asked()).toBe(1);
  expect(presence.drain()).toEqual([]);
});

test('what was under way when the target broke down is sent once more, alone: an innocent request is answered', async ({
  service,
  client,
}) => {
  const presence = new Presence(20_000);
  const { client: one, seen } = client(presence);
  const sent = one.send('getSegment', { id: 'kills-once' });
  await expect.poll(() => seen.length).toBe(1);
  await service.comeBack();
  expect((await sent).answer?.status).toBe(200);
  expect(seen[0]?.failure?.kind).toBe('reset');
  expect(service.asked()).toBe(2);
  expect(presence.drain()).toHaveLength(1);
});

test('a request that breaks the target down again when it is sent alone is reported, and no other one', async ({ service, client }) => {
  const presence = new Presence(20_000);
  const { client: one, seen } = client(presence);
  const broken = () => seen.filter(({ failure }) => failure?.kind === 'reset').length;
  const waiting = ['waits', 'waits'].map((id) => one.send('getSegment', { id }));
  await expect.poll(service.asked).toBe(2);
  const sent = Promise.all([...waiting, one.send('getSegment', { id: 'kills' })]);
  await expect.poll(broken).toBe(3);
  await service.comeBack();
  await expect.poll(broken).toBe(4);
  await service.comeBack();
  expect((await sent).map(({ answer, failure }) => answer?.status ?? failure?.kind)).toEqual([200, 200, 'reset']);
  expect(presence.drain()).toHaveLength(2);
});

test('a target that does not come back is given up, and nothing more is sent', async ({ service, client }) => {
  const presence = new Presence(300);
  const { client: one, seen } = client(presence);
  service.leave();
  const outcomes = await Promise.allSettled(['a', 'b'].map((id) => one.send('getSegment', { id })));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(LimitReached) });
  const [{ reason }] = outcomes as [PromiseRejectedResult];
  expect(String(reason.message)).toMatch(
    /^The target stopped answering at \d\d:\d\d:\d\d UTC: no connection to http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/,
  );
  await service.comeBack();
  await expect(one.send('getSegment', { id: 'c' })).rejects.toThrow(reason.message);
  expect(presence.gone).toEqual({ at: expect.any(Number), reason: reason.message });
  expect([seen.length, service.asked()]).toEqual([2, 0]);
});

test('silence is reported as silence, where a connection can be had', async ({ serveRaw, cleanUps }) => {
  const baseUrl = await serveRaw((socket) => socket.resume());
  const transport = new Transport({ timeoutMs: 100, maxRps: null, redact: (text) => text });
  cleanUps.push(() => transport.close());
  const presence = new Presence(20_000);
  const authorization = credentials('ada', 'secret');
  const client = new Client({
    baseUrl,
    authorization,
    readOnly: false,
    transport,
    hung: new Map(),
    presence,
    onExchange: () => {},
  });
  expect((await client.send('getSegment', { id: 's' })).failure?.kind).toBe('timeout');
});

test('a connection that was refused while others are let in is reported', async () => {
  const presence = new Presence(20_000);
  const refused = { ...failed('refused'), startedAt: Date.now() };
  expect(await presence.after(refused, async () => null)).toBe('there');
  expect(presence.drain()).toEqual([]);
});

test('a reset beside idle connections is judged alone, even where nobody could connect after the one before', async () => {
  const reset = () => ({ ...failed('reset'), startedAt: Date.now(), besideOthers: true as const });
  const outcomes = [reset, reset, exchange];
  const reached = [{ kind: 'reset', message: 'no place', status: null } as const, null];
  const transport = { send: async () => outcomes.shift()?.(), reach: async () => reached.shift() ?? null } as unknown as Transport;
  const client = clientOver(transport);
  expect((await client.send('getSegment', { id: 's' })).answer?.status).toBe(200);
});

for (const [code, sent] of [
  ['EADDRNOTAVAIL', 2],
  ['ECONNREFUSED', 1],
] as const) {
  test(`${code}, while others are let in, is ${sent === 1 ? 'reported of the target' : 'no trouble of the target, and tried again'}`, async () => {
    const refused = { ...failed('refused'), failure: { kind: 'refused', message: `no connection (${code})`, status: null } as const };
    const outcomes = [{ ...refused, startedAt: Date.now() }, exchange()];
    const transport = { send: async () => outcomes.shift(), reach: async () => null } as unknown as Transport;
    const client = clientOver(transport);
    expect((await client.send('getSegment', { id: 's' })).answer === null).toBe(sent === 1);
    expect(outcomes).toHaveLength(2 - sent);
  });
}
