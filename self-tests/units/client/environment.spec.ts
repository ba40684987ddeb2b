import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Client } from '../../../src/client/client.ts';
import { AnswerLost, Environment } from '../../../src/client/environment.ts';
import { credentials } from '../../../src/http/authorization.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { Transport } from '../../../src/http/transport.ts';
import { LimitReached } from '../../../src/settings/not-assessed.ts';
import { exchange as exchangeOf, failed } from '../checks/exchanges.ts';
import { test as base, expect } from '../http/fixtures.ts';

/** A service that can be taken away and brought back at the same port. */
interface Service {
  readonly baseUrl: string;
  readonly asked: () => number;
  leave(): void;
  comeBack(): Promise<void>;
  /** Answers everything with this status. */
  answer(status: number): void;
}

interface Fixtures {
  service: Service;
  /** A client, what it heard of, and what people are told. */
  client(patienceMs?: number, timeoutMs?: number): { client: Client; environment: Environment; seen: Exchange[]; said: string[] };
}

const test = base.extend<Fixtures>({
  service: async ({ cleanUps }, use) => {
    let asked = 0;
    let refusing = 200;
    const answer = (status: number) => {
      refusing = status;
    };
    const leave = () => {
      server.close();
      server.closeAllConnections();
    };
    const refusedBefore = new WeakSet<Socket>();
    let [pages, held]: [number, ServerResponse | null] = [0, null];
    const json = (response: ServerResponse, status: number) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    const page = (response: ServerResponse) => response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Nothing here</p>');
    const server: Server = createServer((request, response) => {
      asked += 1;
      const { url, socket } = request;
      if (refusedBefore.has(socket)) response.writeHead(400).end();
      else if (url === '/segments/odd') response.writeHead(400).end();
      else if (url === '/segments/leaves-unread') refusedBefore.add(socket) && response.writeHead(400).end();
      else if (url === '/segments/kills' || (url === '/segments/kills-once' && asked === 1)) leave();
      else if (url === '/segments/waits' && asked <= 3) return;
      else if (url === '/segments/hangs') return;
      else if (url === '/segments/broken') response.destroy();
      else if (url === '/segments/page') page(response);
      else if (url === '/segments/page-once' && ++pages === 1) page(response);
      else if (url === '/segments/conflict') json(response, 409);
      else if (url === '/segments/one-write' && held === null) held = response;
      else if (url === '/segments/one-write' && !held?.writableEnded) {
        json(response, 409);
        if (held) json(held, 200);
      } else json(response, refusing);
    });
    const open = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    await open(0);
    const { port } = server.address() as AddressInfo;
    cleanUps.push(async () => leave());
    await use({ baseUrl: `http://127.0.0.1:${port}`, asked: () => asked, leave, comeBack: () => open(port), answer });
  },
  client: async ({ cleanUps, service: { baseUrl } }, use) => {
    await use((patienceMs = 20_000, timeoutMs = 5000) => {
      const transport = new Transport({ timeoutMs, maxRps: null, redact: (text) => text });
      cleanUps.push(() => transport.close());
      const [seen, said]: [Exchange[], string[]] = [[], []];
      const environment = new Environment({ transport, baseUrl, patienceMs, say: (line) => said.push(line) });
      const client = new Client({
        baseUrl,
        authorization: credentials('ada', 'secret'),
        readOnly: false,
        transport,
        environment,
        onExchange: (_name, exchange) => seen.push(exchange),
      });
      return { client, environment, seen, said };
    });
  },
});

const read = (client: Client, id: string) => client.send('getSegment', { id });
const post = (client: Client, id: string) => client.send('getSegment', { id, method: 'POST', rawBody: '{}' });

test('a target that is away for a while is waited for, and asked again what could not reach it', async ({ service, client }) => {
  const { client: one, seen, environment, said } = client();
  expect((await read(one, 's')).answer?.status).toBe(200);
  service.leave();
  const waiting = Promise.all(['a', 'b', 'c'].map((id) => read(one, id)));
  await expect.poll(() => seen.filter(({ failure }) => failure?.kind === 'refused').length).toBeGreaterThan(3);
  await service.comeBack();
  expect((await waiting).map(({ answer }) => answer?.status)).toEqual([200, 200, 200]);
  expect(environment.absence.drain()).toEqual([
    { from: expect.any(Number), milliseconds: expect.any(Number), words: 'took no connections' },
  ]);
  expect(environment.absence.drain()).toEqual([]);
  expect(environment.absence.gone).toBeNull();
  expect(said[0]).toContain('took no connections: the run waits for it, up to 20 s (CES_PATIENCE_MS)');
});

for (const status of [401, 502, 503, 504])
  test(`${status} to everything is waited out, and everything else is held back`, async ({ service, client }) => {
    const { client: one, seen, environment, said } = client();
    await read(one, 's');
    service.answer(status);
    const waiting = Promise.all(['a', 'b', 'c'].map((id) => read(one, id)));
    await expect.poll(() => said.length).toBe(1);
    const late = read(one, 'd');
    const isSent = () => seen.some(({ request }) => request.url.endsWith('/d'));
    await expect.poll(() => seen.length).toBeGreaterThan(6);
    expect(isSent()).toBe(false);
    service.answer(200);
    expect((await Promise.all([waiting, late])).flat().map(({ answer }) => answer?.status)).toEqual([200, 200, 200, 200]);
    expect(environment.absence.drain()).toMatchObject([{ words: `answered ${status} to everything` }]);
  });

test('credentials that were never good are no fault of the service', async ({ service, client }) => {
  service.answer(401);
  const never = client();
  await expect(read(never.client, 's')).rejects.toThrow(/These credentials may not GET \/segments\/\{id\}: status 401/);
  expect(never.seen).toHaveLength(1);
});

test('a target that breaks a connection and is there is reported as it is, when it did so each time', async ({ client }) => {
  const { client: one, environment } = client();
  await read(one, 's');
  const { failure } = await read(one, 'broken');
  expect(failure?.kind).toBe('reset');
  expect(environment.absence.drain()).toEqual([]);
});

test('an innocent request that was under way when the target broke down is answered', async ({ service, client }) => {
  const { client: one, seen, environment } = client();
  const sent = read(one, 'kills-once');
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  await service.comeBack();
  expect((await sent).answer?.status).toBe(200);
  expect(seen[0]?.failure?.kind).toBe('reset');
  expect(environment.absence.gone).toBeNull();
});

test('a request that breaks the target down each time, alone, is reported', async ({ service, client }) => {
  const { client: one, seen, environment, said } = client();
  await read(one, 's');
  const sent = read(one, 'kills');
  // Three times away, of which the last two are for this request alone.
  for (const lines of [1, 3, 5]) {
    await expect.poll(() => said.length).toBe(lines);
    await service.comeBack();
  }
  expect((await sent).answer).toBeNull();
  expect(seen.filter(({ request, resentAfter }) => request.url.endsWith('/kills') && resentAfter).length).toBeLessThanOrEqual(3);
  expect(environment.absence.drain()).toHaveLength(3);
});

test('a target that does not come back is given up, and nothing more is sent', async ({ service, client }) => {
  const { client: one, seen, environment } = client(300);
  await read(one, 's');
  service.leave();
  const outcomes = await Promise.allSettled(['a', 'b'].map((id) => read(one, id)));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(LimitReached) });
  const reason = environment.absence.gone?.reason ?? '';
  expect(reason).toMatch(
    /^The target stopped answering at \d\d:\d\d:\d\d UTC: no connection to http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/,
  );
  await service.comeBack();
  const sent = seen.length;
  await expect(read(one, 'c')).rejects.toThrow(reason);
  expect(seen.length).toBe(sent);
});

test('a write that lost its answer is set aside, until none at its endpoint gets one', async ({ service, client }) => {
  const { client: one } = client();
  await read(one, 's');
  service.answer(502);
  const create = () => one.send('createBusiness', { body: {} }).catch((error: unknown) => error);
  const sent = create();
  await expect.poll(service.asked).toBeGreaterThan(2);
  service.answer(200);
  expect(await sent).toBeInstanceOf(AnswerLost);
  const asked = service.asked();
  expect(await create()).toMatchObject({ answer: { status: 200 } });
  expect(service.asked()).toBe(asked + 1);
});

test('a page among good answers is asked for once more', async ({ client }) => {
  const { client: one } = client();
  await read(one, 's');
  expect((await read(one, 'page-once')).answer?.status).toBe(200);
});

test('a write that is refused beside another is sent again alone, and judged by that', async ({ service, client }) => {
  const { client: one } = client();
  const statuses = async (id: string) => {
    const before = service.asked();
    const [first, second] = await Promise.all([post(one, id), post(one, id)]);
    return [first.answer?.status, second.answer?.status, service.asked() - before];
  };
  expect(await statuses('one-write')).toEqual([200, 200, 3]);
  const refused: unknown[] = [];
  for (let time = 0; time < 4; time += 1) refused.push(...(await statuses('conflict')));
  expect(refused.filter((status) => status === 409)).toHaveLength(8);
  expect(refused.at(-1)).toBe(2);
});

test('the fourth page of a status is taken for the service’s own at once', async ({ service, client }) => {
  const { client: one } = client();
  await read(one, 's');
  const costs: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const before = service.asked();
    expect((await read(one, 'page')).answer?.status).toBe(404);
    costs.push(service.asked() - before);
  }
  expect(costs).toEqual([3, 3, 3, 1, 1]);
});

for (const [title, effect, exchange, outcomes] of [
  ['takes the first refusal as it is', 'none', failed('refused'), ['refused']],
  ['judges the third write that is lost', 'creates', exchangeOf({ status: 504, durationMs: 1 }), ['AnswerLost', 'AnswerLost', 504]],
] as const)
  test(`a run that waits for nobody ${title}`, async () => {
    const transport = new Transport({ timeoutMs: 500, maxRps: null, redact: (text) => text });
    const environment = new Environment({ transport, baseUrl: 'http://127.0.0.1:9', patienceMs: 0 });
    const ask = { route: 'POST /x', effect, welcome: true, guesses: false, json: true, send: async () => exchange } as const;
    for (const expected of outcomes) {
      const outcome = environment.settle(ask).then(
        ({ answer, failure }) => answer?.status ?? failure?.kind,
        (error: Error) => error.constructor.name,
      );
      expect(await outcome).toBe(expected);
    }
    await transport.close();
  });

test('a good request that is refused behind a refused one is sent over a connection of its own, and both are kept', async ({ client }) => {
  const { client: one, seen } = client();
  await read(one, 's');
  await post(one, 'leaves-unread');
  const { answer, refusedBehind } = await read(one, 's');
  expect([answer?.status, refusedBehind?.answer?.status]).toEqual([200, 400]);
  expect(refusedBehind?.afterRefusal?.request.url).toMatch(/leaves-unread$/);
  expect(seen).toHaveLength(4);
});

test('what has never succeeded is not asked twice: it may succeed later over any connection', async ({ client, service }) => {
  const { client: one } = client();
  await read(one, 's');
  for (let time = 0; time < 3; time += 1) {
    await post(one, 'odd');
    expect((await read(one, 'odd')).refusedBehind).toBeUndefined();
  }
  expect(service.asked()).toBe(1 + 2 * 3);
});

test('behind a refused request without a body nothing is asked twice', async ({ client, service }) => {
  const { client: one } = client();
  await read(one, 's');
  for (let time = 0; time < 3; time += 1) await read(one, 'odd');
  expect(service.asked()).toBe(4);
});

test('behind refusals that leave nothing unread, nothing is asked twice any more', async ({ client, service }) => {
  const { client: one } = client();
  await read(one, 's');
  service.answer(400);
  for (let time = 0; time < 20; time += 1) {
    await post(one, 'odd');
    expect((await read(one, 's')).refusedBehind).toBeUndefined();
  }
  expect(service.asked()).toBe(1 + 2 * 20 + 8);
});

test('behind a request that hung, the next one at its endpoint waits less, until one is answered', async ({ client, service }) => {
  const { client: sender } = client(20_000, 800);
  const waited = async () => Number((await read(sender, 'hangs')).failure?.message.match(/(\d+) ms/)?.[1]);
  expect([await waited(), await waited()]).toEqual([800, expect.closeTo(200, -2)]);
  await read(sender, 'fine');
  expect(await waited()).toBe(800);
  expect(service.asked()).toBe(4);
});
