import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Ask } from '../../../src/client/ask.ts';
import type { Client } from '../../../src/client/client.ts';
import { Environment } from '../../../src/client/environment.ts';
import { none } from '../../../src/http/authorization.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { exchange as exchangeOf, failed } from '../checks/exchanges.ts';
import { test as base, clientOf, expect } from '../http/fixtures.ts';
import { ASK } from './asks.ts';

interface Service {
  readonly baseUrl: string;
  readonly asked: () => number;
  /** Answers everything with this status, or everything but `s`. */
  answer(status: number, exceptS?: boolean): void;
  /** Whether every third answer of `s` is lost. */
  loseEveryThird(does: boolean): void;
}

interface Fixtures {
  service: Service;
  /** A client that was answered once, what it heard of, and what people are told. */
  client(timeoutMs?: number): Promise<{ client: Client; environment: Environment; seen: Exchange[]; said: string[] }>;
}

const test = base.extend<Fixtures>({
  service: async ({ serve }, use) => {
    let [asked, status, pages, seconds, isSFine, isLossy] = [0, 200, 0, 0, false, false];
    const refusedBefore = new WeakSet<Socket>();
    let held: ServerResponse | null = null;
    const json = (response: ServerResponse, status: number) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    const page = (response: ServerResponse) => response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Nothing here</p>');
    const baseUrl = await serve(({ url, socket }, response) => {
      asked += 1;
      if (refusedBefore.has(socket)) response.writeHead(url === '/segments/unimplemented' ? 501 : 400).end();
      else if (url === '/segments/odd') response.writeHead(400).end();
      else if (url === '/segments/leaves-unread') refusedBefore.add(socket) && response.writeHead(400).end();
      else if (url === '/segments/rejected') response.writeHead(401).end();
      else if (url === '/segments/hangs') return;
      else if (url === '/segments/lost' || (url === '/segments/s' && isLossy && asked % 3 === 0)) response.writeHead(502).end();
      else if (url === '/segments/every-second') json(response, ++seconds % 2 === 0 ? 400 : 200);
      else if (url === '/segments/page') page(response);
      else if (url === '/segments/page-once' && ++pages === 1) page(response);
      else if (url === '/segments/conflict') json(response, 409);
      else if (url === '/segments/put-off') response.writeHead(429, { 'retry-after': '0' }).end();
      else if (url === '/segments/one-write' && held === null) held = response;
      else if (url === '/segments/one-write' && !held?.writableEnded) {
        json(response, 409);
        if (held) json(held, 200);
      } else json(response, url === '/segments/s' && isSFine ? 200 : status);
    });
    await use({
      baseUrl,
      asked: () => asked,
      answer: (now, exceptS = false) => {
        [status, isSFine] = [now, exceptS];
      },
      loseEveryThird: (does) => {
        isLossy = does;
      },
    });
  },
  client: async ({ transport: open, service: { baseUrl } }, use) => {
    await use(async (timeoutMs = 5000) => {
      const transport = open({ timeoutMs });
      const [seen, said]: [Exchange[], string[]] = [[], []];
      const environment = new Environment({ transport, baseUrl, patienceMs: 20_000, say: (line) => said.push(line) });
      const client = clientOf(baseUrl, transport, { environment, onExchange: (_name, exchange) => seen.push(exchange) });
      await read(client, 's');
      return { client, environment, seen, said };
    });
  },
});

const read = (client: Client, id: string) => client.send('getSegment', { id });
const post = (client: Client, id: string) => client.send('getSegment', { id, method: 'POST', rawBody: '{}' });

for (const status of [401, 502, 503, 504])
  test(`${status} to everything is waited out, and everything else is held back`, async ({ service, client }) => {
    const { client: one, seen, environment, said } = await client();
    service.answer(status);
    const waiting = Promise.all(['a', 'b', 'c'].map((id) => read(one, id)));
    await expect.poll(() => said[0]).toContain('the run waits for it, up to 20 s (CES_PATIENCE_MS)');
    const late = read(one, 'd');
    await expect.poll(() => seen.length).toBeGreaterThan(6);
    expect(seen.some(({ request }) => request.url.endsWith('/d'))).toBe(false);
    service.answer(200);
    expect((await Promise.all([waiting, late])).flat().map(({ answer }) => answer?.status)).toEqual([200, 200, 200, 200]);
    expect(environment.absence.drain()).toMatchObject([{ words: `answered ${status} to everything` }]);
  });

test('what is rejected while good credentials are refused may be of the lock; what came before is not', async ({ service, client }) => {
  const { client: one, environment, seen, said } = await client();
  const answered = await post(one, 'conflict');
  // Well before the read: times are in whole milliseconds.
  const early = { ...answered, startedAt: answered.startedAt - 1000 };
  await read(one, 's');
  service.answer(401);
  const waiting = read(one, 'a');
  await expect.poll(() => said[0]).toContain('the run waits for it');
  const late = { ...early, startedAt: Date.now(), durationMs: 0 };
  service.answer(200);
  await waiting;
  await expect(environment.absence.mayBeOfLock(early)).resolves.toBe(false);
  await expect(environment.absence.mayBeOfLock(late)).resolves.toBe(true);
  // Nothing good was asked for since: it is asked for now.
  const before = seen.length;
  await expect(environment.absence.mayBeOfLock({ ...early, startedAt: Date.now(), durationMs: 1 })).resolves.toBe(false);
  expect(seen.length).toBe(before + 1);
});

test('a page among good answers is asked for once more', async ({ client }) => {
  const { client: one } = await client();
  expect((await read(one, 'page-once')).answer?.status).toBe(200);
});

test('a write that is refused beside another is sent again alone, until that shows nothing new', async ({ service, client }) => {
  const { client: one } = await client();
  const statuses = async (id: string) => {
    const before = service.asked();
    const both = await Promise.all([post(one, id), post(one, id)]);
    return [...both.map(({ answer }) => answer?.status), service.asked() - before];
  };
  expect(await statuses('one-write')).toEqual([200, 200, 3]);
  for (let time = 0; time < 3; time += 1) expect(await statuses('conflict')).toMatchObject([409, 409, expect.any(Number)]);
  expect(await statuses('conflict')).toEqual([409, 409, 2]);
});

test('a good request that is refused by chance is sent again, and told the second time', async ({ client }) => {
  const { client: one } = await client();
  const told: boolean[] = [];
  for (let time = 0; time < 5; time += 1) {
    const { answer, refusedNowAndThen } = await read(one, 'every-second');
    expect(answer?.status).toBe(200);
    told.push(refusedNowAndThen?.answer?.status === 400);
  }
  expect(told).toEqual([false, false, true, true, true]);
});

test('good credentials that are refused now and then at one endpoint are told once others are accepted beyond chance', async ({
  transport,
}) => {
  const environment = new Environment({ transport: transport(), baseUrl: 'http://127.0.0.1:9', patienceMs: 0 });
  const read = async (route: string, ...statuses: readonly number[]) => {
    const left = [...statuses];
    const send = async () => exchangeOf({ url: `http://127.0.0.1:9${route}`, status: left.shift() ?? 200, durationMs: 1 });
    const { answer, refusedNowAndThen } = await environment.settle({ ...ASK, route: `GET ${route}`, effect: 'none', shape: 's', send });
    return [answer?.status, refusedNowAndThen?.answer?.status];
  };
  await read('/a', 200);
  for (let time = 0; time < 5; time += 1) expect(await read('/a', 401, 200)).toEqual([200, undefined]);
  for (let time = 0; time < 20; time += 1) await read('/b', 200);
  expect(await read('/a', 401, 200)).toEqual([200, 401]);
  await read('/b', 401, 200);
  expect(await read('/a', 401, 200)).toEqual([200, undefined]);
});

/** Asks whose answers are these, of one environment that has a control read. */
function asking(transport: Transport) {
  const environment = new Environment({ transport, baseUrl: 'http://127.0.0.1:9', patienceMs: 0 });
  const answering = (answer: () => Exchange): Ask => ({
    ...{ ...ASK, effect: 'none', json: true },
    send: async () => ({ ...answer(), startedAt: Date.now() }),
  });
  const [fine, reset] = [answering(() => exchangeOf({ durationMs: 1 })), answering(() => failed('reset', { durationMs: 1 }))];
  return { environment, answering, fine, reset };
}

test('a guard that drops an attack, and not its harmless twin, explains what hostile input meets', async ({ transport }) => {
  for (const [isGuard, outcome] of [
    [true, 'drops what looks like an attack'],
    [false, 'reset'],
  ] as const) {
    const { environment, fine, reset } = asking(transport());
    await environment.settle({ ...fine, attacks: () => [[reset, isGuard ? fine : reset]] });
    const settled = environment.settle({ ...reset, route: 'GET /b', intent: 'hostile' });
    const told = await settled.then(({ failure }) => failure?.kind, String);
    expect(told).toContain(outcome);
  }
});

test('a service that hangs for whoever is let in, and rejects others at once, is judged by it', async ({ transport }) => {
  for (const [bareStatus, isJudged] of [
    [401, true],
    [200, false],
  ] as const) {
    const { environment, answering } = asking(transport());
    const bare = { ...answering(() => exchangeOf({ status: bareStatus, durationMs: 1 })), credentials: 'none' as const };
    let isUp = true;
    const control = {
      ...answering(() => (isUp ? exchangeOf({ durationMs: 1 }) : { ...failed('timeout', { durationMs: 1 }), inFlight: 2 })),
      bare: () => bare,
    };
    await environment.settle(control);
    isUp = false;
    const told = await environment.settle(control).then(({ brokenDown }) => brokenDown?.route, String);
    expect(told).toContain(isJudged ? control.route : 'stopped answering');
    await expect(environment.settle(control)).rejects.toThrow(isJudged ? 'is rejected at once' : 'stopped answering');
  }
});

test('what was found for long and is not now and then is told the third time, and at once with others it is no third time', async ({
  transport,
}) => {
  const at = (seconds: number, status: number) => ({ ...exchangeOf({ status, durationMs: 1 }), startedAt: seconds * 1000 });
  const told = async (...times: readonly number[]) => {
    const environment = new Environment({ transport: transport(), baseUrl: 'http://127.0.0.1:9', patienceMs: 0 });
    const answers = [at(0, 200), ...times.flatMap((seconds) => [at(seconds, 404), at(seconds + 0.1, 200)])];
    const ask = { ...ASK, effect: 'none' as const, shape: 's', send: async () => answers.shift() ?? failed('reset') };
    await environment.settle(ask);
    const last = [];
    for (const _ of times) last.push((await environment.settle(ask)).refusedNowAndThen?.answer?.status);
    return last;
  };
  expect(await told(5, 6, 7)).toEqual([undefined, undefined, 404]);
  expect(await told(5, 5.05, 5.09)).toEqual([undefined, undefined, undefined]);
  // It may come late to a copy of the data.
  expect(await told(1, 2, 3)).toEqual([undefined, undefined, undefined]);
});

test('the fourth page of a status is taken for the service’s own at once', async ({ service, client }) => {
  const { client: one } = await client();
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
  test(`a run that waits for nobody ${title}`, async ({ transport }) => {
    const environment = new Environment({ transport: transport(), baseUrl: 'http://127.0.0.1:9', patienceMs: 0, impatient: true });
    const ask = { ...ASK, effect, send: async () => exchange };
    for (const expected of outcomes) {
      const outcome = await environment.settle(ask).catch((error: Error) => error.constructor.name);
      expect(typeof outcome === 'string' ? outcome : (outcome.answer?.status ?? outcome.failure?.kind)).toBe(expected);
    }
  });

test('a write that loses each answer is proven where others are answered, and only there', async ({ client, service }) => {
  const { client: one, environment } = await client();
  const proven = () => environment.answeredOrProven(() => post(one, 'lost'), 1);
  service.loseEveryThird(true);
  await expect(proven()).rejects.toThrow('lost its answer');
  service.loseEveryThird(false);
  expect((await proven()).answer?.status).toBe(502);
});

test('a good request that is refused behind a refused one is sent over a connection of its own, and both are kept', async ({ client }) => {
  const { client: one, seen } = await client();
  await post(one, 'leaves-unread');
  const { answer, refusedBehind } = await read(one, 's');
  expect([answer?.status, refusedBehind?.answer?.status]).toEqual([200, 400]);
  expect(refusedBehind?.afterRefusal?.request.url).toMatch(/leaves-unread$/);
  expect(seen).toHaveLength(4);
});

for (const [call, status] of [
  [{ id: 'rejected', authorization: none }, 401],
  [{ id: 'unimplemented' }, 200],
] as const)
  test(`behind a refused body, ${call.id} is sent over a connection of its own`, async ({ client }) => {
    const { client: one } = await client();
    await post(one, 'leaves-unread');
    expect((await one.send('getSegment', call)).answer?.status).toBe(status);
  });

// What is refused first over the same connection, and what is asked behind it.
for (const [title, refused] of [
  ['what has never succeeded is not asked twice: it may succeed later over any connection', post],
  ['behind a refused request without a body nothing is asked twice', read],
] as const)
  test(title, async ({ client, service }) => {
    const { client: one } = await client();
    for (let time = 0; time < 3; time += 1) {
      await refused(one, 'odd');
      expect((await read(one, 'odd')).refusedBehind).toBeUndefined();
    }
    expect(service.asked()).toBe(1 + 2 * 3);
  });

test('behind refusals that leave nothing unread, nothing is asked twice, nor whether all is refused', async ({ client, service }) => {
  const { client: one } = await client();
  await read(one, 'other');
  service.answer(400, true);
  for (let time = 0; time < 20; time += 1) {
    await post(one, 'odd');
    expect((await read(one, 'other')).refusedBehind).toBeUndefined();
  }
  // Twice each: whether all is refused, and whether it is by chance.
  expect(service.asked()).toBe(2 + 2 * 20 + 8 + 2 + 2);
});

test('what is put off for longer than the run is patient is sent no further time', async ({ transport: open, service }) => {
  const transport = open();
  const environment = new Environment({ transport, baseUrl: service.baseUrl, patienceMs: 300 });
  const client = clientOf(service.baseUrl, transport, { environment });
  await read(client, 's');
  await expect(read(client, 'put-off')).rejects.toThrow('asked to wait');
  // The first read, two that are put off, and a look whether the target is there.
  expect(service.asked()).toBe(4);
});

test('a target that refuses everything from some time on is judged by it', async ({ client, service }) => {
  const { client: one } = await client();
  service.answer(400);
  const { brokenDown } = await read(one, 's');
  expect([brokenDown?.route, brokenDown?.exchange.answer?.status]).toEqual(['GET /segments/{id}', 400]);
  await expect(read(one, 's')).rejects.toThrow('answered 400 to everything');
});

test('behind a request that hung, the next one at its endpoint waits less, until one is answered', async ({ client, service }) => {
  const { client: sender } = await client(2000);
  // A quarter of 2 s is more than four times the slowest answer, on a busy machine as well.
  const waited = async () => Number((await read(sender, 'hangs')).failure?.message.match(/([\d,]+) ms/)?.[1]?.replace(',', ''));
  expect([await waited(), await waited()]).toEqual([2000, expect.closeTo(500, -2)]);
  await read(sender, 'fine');
  expect(await waited()).toBe(2000);
  expect(service.asked()).toBe(5);
});
