import { answerOf, expect, get, jumpingClock, test } from './fixtures.ts';

const IN_ONE_SECOND = { date: 'Sun, 06 Nov 1994 08:49:37 GMT', 'retry-after': 'Sun, 06 Nov 1994 08:49:38 GMT' };

for (const [title, status, headers] of [
  ['429 with seconds', 429, { 'retry-after': '1' }],
  ['503 with seconds', 503, { 'retry-after': '1' }],
  ['503 with a date', 503, IN_ONE_SECOND],
  ['503 with no time that can be read', 503, { 'retry-after': 'soon' }],
  ['429 without a time', 429, {}],
] as const)
  test(`${title} is waited out, and the wait is no part of the duration`, async ({ serveStatuses, transport }) => {
    const server = await serveStatuses([status, headers], [200]);
    const clock = jumpingClock();
    const exchange = await transport({ clock }).send(get(server.url));
    expect(answerOf(exchange).status).toBe(200);
    expect(exchange).toMatchObject({ waits: [{ status, milliseconds: 1000 }], durationMs: 0 });
    expect(server.requests).toBe(2);
    expect(clock.slept).toEqual([1000]);
  });

for (const [title, status, headers, patienceMs, waits] of [
  ['503 without a time is taken as it is', 503, {}, 30_000, 0],
  ['another status is taken as it is', 500, { 'retry-after': '0' }, 30_000, 0],
  ['a wait beyond the limit is not begun', 429, { 'retry-after': '31' }, 30_000, 0],
  ['who puts off whatever is asked is taken at its word', 429, { 'retry-after': '0' }, 6200, 5],
] as const)
  test(title, async ({ serveStatuses, transport }) => {
    const server = await serveStatuses([status, headers]);
    const exchange = await transport({ patienceMs, clock: jumpingClock() }).send(get(server.url));
    expect(answerOf(exchange).status).toBe(status);
    expect(exchange.waits).toHaveLength(waits);
    expect(server.requests).toBe(waits + 1);
  });

test('several that wait for the same wait once', async ({ serveStatuses, transport }) => {
  const later = [429, { 'retry-after': '1' }] as const;
  const { url } = await serveStatuses(later, later, later, [200]);
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
