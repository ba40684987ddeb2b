import { Deadline } from '../../../src/http/deadline.ts';
import { LimitReached } from '../../../src/settings/not-assessed.ts';
import { answerOf, expect, get, test } from './fixtures.ts';

const SOON_MS = 400;
const soon = () => new Deadline(SOON_MS / 60_000, Date.now() + SOON_MS);
const over = () => new Deadline(0.5, Date.now() - 1);

test('past the end nothing is sent, and the reason names the limit', async ({ serveStatuses, transport }) => {
  const server = await serveStatuses([200]);
  const late = transport({ deadline: over() }).send(get(server.url));
  await expect(late).rejects.toMatchObject({ message: 'The run reached its limit of 0.5 minutes', variables: ['CES_MAX_MINUTES'] });
  await expect(late).rejects.toBeInstanceOf(LimitReached);
  expect(server.requests).toBe(0);
});

test('a wait that the run has no time for is not begun', async ({ serveStatuses, transport }) => {
  const server = await serveStatuses([429, { 'retry-after': '20' }]);
  expect(answerOf(await transport({ deadline: soon() }).send(get(server.url))).status).toBe(429);
  expect(server.requests).toBe(1);
});

test('those that wait for their turn are let go at the end', async ({ serveStatuses, transport }) => {
  const server = await serveStatuses([200]);
  const one = transport({ maxRps: 10, deadline: soon() });
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => one.send(get(server.url))));
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(rejected.every(({ reason }) => reason instanceof LimitReached)).toBe(true);
  expect(server.requests + rejected.length).toBe(100);
  expect(server.requests).toBeLessThanOrEqual(5);
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
