import type { OutgoingHttpHeaders } from 'node:http';
import { answerOf, expect, get, jumpingClock, test } from './fixtures.ts';

const IN_ONE_SECOND = { date: 'Sun, 06 Nov 1994 08:49:37 GMT', 'retry-after': 'Sun, 06 Nov 1994 08:49:38 GMT' };

/** The first answer, the second being 200; the waits that are due. */
const WAITED_OUT: readonly { name: string; status: 429 | 503; headers: OutgoingHttpHeaders; milliseconds: number }[] = [
  { name: '429 with seconds', status: 429, headers: { 'retry-after': '1' }, milliseconds: 1000 },
  { name: '503 with seconds', status: 503, headers: { 'retry-after': '1' }, milliseconds: 1000 },
  { name: '503 with a date', status: 503, headers: IN_ONE_SECOND, milliseconds: 1000 },
  { name: '429 without a time', status: 429, headers: {}, milliseconds: 1000 },
];

for (const { name, status, headers, milliseconds } of WAITED_OUT) {
  test(`${name} is waited out, and the wait is no part of the duration`, async ({ serve, transport }) => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(status, headers).end();
      else response.end('ok');
    });
    const clock = jumpingClock();
    const exchange = await transport({ clock }).send(get(url));
    expect(answerOf(exchange).status).toBe(200);
    expect(exchange).toMatchObject({ waits: [{ status, milliseconds }], durationMs: 0 });
    expect(requests).toBe(2);
    expect(clock.slept).toEqual([milliseconds]);
  });
}

for (const [name, status, headers, patienceMs, waits] of [
  ['503 without a time is taken as it is', 503, {}, 30_000, 0],
  ['another status is taken as it is', 500, { 'retry-after': '0' }, 30_000, 0],
  ['a wait beyond the limit is not begun', 429, { 'retry-after': '31' }, 30_000, 0],
  ['who puts off whatever is asked is taken at its word', 429, { 'retry-after': '0' }, 6200, 5],
] as const) {
  test(name, async ({ serve, transport }) => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.writeHead(status, headers).end();
    });
    const exchange = await transport({ patienceMs, clock: jumpingClock() }).send(get(url));
    expect(answerOf(exchange).status).toBe(status);
    expect(exchange.waits).toHaveLength(waits);
    expect(requests).toBe(waits + 1);
  });
}

test('several that wait for the same wait once', async ({ serve, transport }) => {
  let asked = 0;
  const url = await serve((_request, response) => {
    asked += 1;
    response.writeHead(asked <= 3 ? 429 : 200, { 'retry-after': '1' }).end();
  });
  const one = transport();
  const exchanges = await Promise.all([1, 2, 3].map(() => one.send(get(url))));
  expect(exchanges.map((exchange) => answerOf(exchange).status)).toEqual([200, 200, 200]);
  expect(exchanges.flatMap(({ waits }) => waits)).toHaveLength(1);
});

test('while one request waits, others to the origin hold back, and those to another do not', async ({ serve, transport }) => {
  const seen: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    seen.push(request.url);
    response.writeHead(seen.length === 1 ? 429 : 200, { 'retry-after': '1' }).end();
  });
  const other = await serve((_request, response) => response.end());
  let time = 0;
  let wake = () => {};
  const opened = new Promise<void>((resolve) => (wake = resolve));
  let fallAsleep = () => {};
  const asleep = new Promise<void>((resolve) => (fallAsleep = resolve));
  const sleepUntil = () => {
    fallAsleep();
    return opened;
  };
  const one = transport({ clock: { now: () => time, sleepUntil } });
  const first = one.send(get(`${url}/a`));
  await asleep;
  const held = ['/b', '/c'].map((path) => one.send(get(url + path)));
  answerOf(await one.send(get(other)));
  expect(seen).toEqual(['/a']);
  time = 1000;
  wake();
  const exchanges = await Promise.all([first, ...held]);
  expect(exchanges.map(({ waits }) => waits.length)).toEqual([1, 0, 0]);
});
