import { Deadline } from '../../../src/http/deadline.ts';
import { LimitReached } from '../../../src/settings/not-assessed.ts';
import { answerOf, expect, get, test } from './fixtures.ts';

const SOON_MS = 400;
const soon = () => new Deadline(SOON_MS / 60_000, Date.now() + SOON_MS);
const over = () => new Deadline(0.5, Date.now() - 1);

test('past the end nothing is sent, and the reason names the limit', async ({ serve, transport }) => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests += 1;
    response.end();
  });
  const late = transport({ deadline: over() }).send(get(url));
  await expect(late).rejects.toMatchObject({ message: 'The run reached its limit of 0.5 minutes', variables: ['CES_MAX_MINUTES'] });
  await expect(late).rejects.toBeInstanceOf(LimitReached);
  expect(requests).toBe(0);
});

test('those that wait for their turn are let go at the end', async ({ serve, transport }) => {
  const times: number[] = [];
  const url = await serve((_request, response) => {
    times.push(performance.now());
    response.end();
  });
  const one = transport({ maxRps: 10, deadline: soon() });
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => one.send(get(url))));
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(rejected.every(({ reason }) => reason instanceof LimitReached)).toBe(true);
  expect(times.length + rejected.length).toBe(100);
  expect(times.length).toBeLessThanOrEqual(5);
});

test('a wait that the run has no time for is not begun', async ({ serve, transport }) => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests += 1;
    response.writeHead(429, { 'retry-after': '20' }).end();
  });
  expect(answerOf(await transport({ deadline: soon() }).send(get(url))).status).toBe(429);
  expect(requests).toBe(1);
});

test('a request under way has a second to end, and fails with a time-out after that', async ({ serve, transport }) => {
  const url = await serve((request, response) => {
    if (request.url === '/slow') setTimeout(() => response.end('late'), SOON_MS + 200);
  });
  const one = transport({ deadline: soon(), timeoutMs: 60_000 });
  const begin = performance.now();
  const [slow, hanging] = await Promise.all([one.send(get(`${url}/slow`)), one.send(get(`${url}/hanging`))]);
  expect(answerOf(slow).status).toBe(200);
  expect(hanging.failure?.kind).toBe('timeout');
  expect(performance.now() - begin).toBeGreaterThan(SOON_MS + 900);
});
