import { answerOf, expect, get, onRequests, test } from './fixtures.ts';

test('maxRps spaces sends evenly, repeated ones too', async ({ serve, transport }) => {
  const times: number[] = [];
  const url = await serve((_request, response) => {
    times.push(performance.now());
    response.writeHead(times.length === 3 ? 429 : 200, { 'retry-after': '0' }).end();
  });
  const one = transport({ maxRps: 50 });
  // Its connection is open, so that connecting does not count.
  answerOf(await one.send(get(url)));
  await Promise.all(Array.from({ length: 50 }, () => one.send(get(url))));
  expect(times).toHaveLength(52);
  expect((times.at(-1) ?? 0) - (times[1] ?? 0)).toBeGreaterThan(1000 * 0.95);
});

test('over five seconds, to two origins, the ceiling is kept within 5 %', async ({ serve, transport }) => {
  const times: number[] = [];
  const note = () => times.push(performance.now());
  const urls = [
    await serve((_request, response) => {
      note();
      response.end();
    }),
    await serve((_request, response) => {
      note();
      response.end();
    }),
  ];
  const one = transport({ maxRps: 60 });
  for (const url of urls) answerOf(await one.send(get(url)));
  await Promise.all(Array.from({ length: 300 }, (_, index) => one.send(get(urls[index % 2] ?? ''))));
  const seconds = ((times.at(-1) ?? 0) - (times[1] ?? 0)) / 1000;
  expect(300 / seconds).toBeLessThan(60 * 1.05);
});

test('nothing is saved up while idle', async ({ serve, transport }) => {
  const times: number[] = [];
  const url = await serve((_request, response) => {
    times.push(performance.now());
    response.end();
  });
  const one = transport({ maxRps: 20 });
  answerOf(await one.send(get(url)));
  await new Promise((resolve) => setTimeout(resolve, 300));
  await Promise.all([1, 2, 3].map(() => one.send(get(url))));
  expect((times[3] ?? 0) - (times[1] ?? 0)).toBeGreaterThan(95);
});

test('pacing opens no more connections than it needs', async ({ serveRaw, transport }) => {
  let connections = 0;
  const url = await serveRaw((socket) => {
    connections += 1;
    onRequests(socket, () => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  });
  const one = transport({ maxRps: 50 });
  await Promise.all(Array.from({ length: 10 }, () => one.send(get(url))));
  expect(connections).toBeLessThan(6);
});
