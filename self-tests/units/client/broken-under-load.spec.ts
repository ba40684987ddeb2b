import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Client } from '../../../src/client/client.ts';
import { AnswerLost } from '../../../src/client/lost-answers.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { exchange, failed } from '../checks/exchanges.ts';
import { clientOf, expect, test } from '../http/fixtures.ts';

/** Treats the first requests as it says, which come together, and others while more than one is under way. Answers each that is alone. */
function underLoad(mistreat: RequestListener, together: number, status = 200): { readonly listener: RequestListener; seen(): number } {
  let [underWay, seen] = [0, 0];
  return {
    seen: () => seen,
    listener: (request, response) => {
      seen += 1;
      underWay += 1;
      const isOfFirst = seen <= together;
      response.once('close', () => {
        underWay -= 1;
      });
      // Those that come together are counted first.
      setTimeout(() => {
        if (underWay > 1 || isOfFirst) return mistreat(request, response);
        response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      }, 30);
    },
  };
}

const RESET: RequestListener = (request) => request.socket.destroy();

/** Two creations at once: each its exchange, or why nothing is said of it. */
const created = (client: Client) =>
  Promise.all([1, 2].map(() => client.send('createBusiness', { body: {} }).catch((error: unknown) => error)));
const LOST = [expect.any(AnswerLost), expect.any(AnswerLost)];

test('a creation closed unread is sent again; one that times out is not, and nothing is said of it', async ({ serve, transport }) => {
  const closing = underLoad(RESET, 2);
  const closed = clientOf(await serve(closing.listener), transport());
  expect(await created(closed)).toMatchObject([{ answer: { status: 200 } }, { answer: { status: 200 } }]);

  const hanging = underLoad(() => {}, 2);
  // The first request to an endpoint may have to wait until something has started.
  let isAwake = false;
  const listener: RequestListener = (request, response) => {
    if (isAwake) return hanging.listener(request, response);
    isAwake = true;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const hung = clientOf(await serve(listener), transport({ timeoutMs: 300 }));
  await hung.send('createBusiness', { body: {} });
  expect(await created(hung)).toEqual(LOST);
  expect(hanging.seen()).toBe(2);
});

test('nothing is said of a creation refused when it is sent again: it may have left its record', async ({ serve, transport }) => {
  const { listener } = underLoad(RESET, 2, 409);
  const client = clientOf(await serve(listener), transport());
  expect(await created(client)).toEqual(LOST);
});

test('what breaks alone as well is judged, and a target that always hangs is soon not asked twice', async ({ serve, transport }) => {
  let asked = 0;
  const baseUrl = await serve(() => {
    asked += 1;
  });
  const client = clientOf(baseUrl, transport({ timeoutMs: 1000 }));
  const exchanges = await Promise.all(Array.from({ length: 8 }, (_, index) => client.send('getSegment', { id: String(index) })));
  expect(exchanges.every(({ failure, underLoad }) => failure?.kind === 'timeout' && underLoad === undefined)).toBe(true);
  expect(asked).toBe(9);
});

for (const [slowestMs, aloneMs, of] of [
  [100, 2500, 'a quick target: a quarter of its time limit'],
  [1000, 4000, 'a slow one: four times its slowest answer'],
  [9000, 10_000, 'a very slow one: the whole time limit again'],
] as const)
  test(`what timed out beside others gets some time alone at ${of}`, async () => {
    const limits: (number | undefined)[] = [];
    const hung = { ...failed('timeout', { durationMs: 10_000 }), inFlight: 7 };
    const outcomes = [exchange({ durationMs: slowestMs }), hung, failed('timeout', { durationMs: aloneMs })];
    const send = async ({ timeoutMs }: { timeoutMs?: number }) => {
      limits.push(timeoutMs);
      return outcomes.shift();
    };
    const client = clientOf('http://127.0.0.1:9', { send } as unknown as Transport);
    await client.send('getSegment', { id: 'a' });
    // The first one waited longer, so it is what people are shown.
    expect(await client.send('getSegment', { id: 'b' })).toBe(hung);
    expect(limits).toEqual([undefined, undefined, aloneMs]);
  });

test('nothing is said of a creation refused after its idle connection closed: it may have left it', async ({ serve, transport }) => {
  const answered = new Set<Socket>();
  const baseUrl = await serve((request, response) => {
    if (answered.has(request.socket)) return request.socket.destroy();
    response.writeHead(answered.size === 0 ? 200 : 409, { 'content-type': 'application/json' }).end('{}');
    answered.add(request.socket);
  });
  const client = clientOf(baseUrl, transport());
  await client.send('createBusiness', { body: {} });
  await expect(client.send('createBusiness', { body: {} })).rejects.toThrow('the first time may have left the record');
});

test('a lone request that is closed unread beside an idle connection is sent again when that is closed', async ({ serve, transport }) => {
  let open = 0;
  const places = (socket: Socket) => {
    open += 1;
    if (open > 1) socket.resetAndDestroy();
    socket.once('close', () => {
      open -= 1;
    });
  };
  const baseUrl = await serve((_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'), places);
  const client = clientOf(baseUrl, transport());
  await client.send('getSegment', { id: 'a' });
  const underLoad = { how: 'reset', inFlight: 1 };
  expect(await client.send('getSegment', { id: 'b', freshConnection: true })).toMatchObject({ answer: { status: 200 }, underLoad });
});
