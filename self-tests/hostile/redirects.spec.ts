import { createServer, type Server } from 'node:net';
import { onSuccess } from '../../mutation/answers.ts';
import { runSuite } from '../../mutation/run-suite.ts';
import type { Scenario } from '../../src/engine/scenario.ts';
import { listen, portOf } from '../servers.ts';
import { expect, test } from '../test.ts';
import { expectWholeReport } from './whole-report.ts';

/** A place to which redirects lead; it counts whoever comes. */
let elsewhere: Server;
let visits = 0;
let address = '';

test.beforeAll(async () => {
  elsewhere = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await listen(elsewhere);
  address = `http://127.0.0.1:${portOf(elsewhere)}`;
});

test.afterAll(() => {
  elsewhere.close();
});

for (const [status, endpoint] of [
  [302, 'getSegment'],
  [307, 'createBusiness'],
  [308, 'createBusiness'],
] as const)
  test(`a redirect (${status}) of ${endpoint} to another origin: nobody goes there, with or without credentials`, async () => {
    test.setTimeout(60_000);
    visits = 0;
    const redirected = onSuccess([endpoint], (answer) => ({ ...answer, status, headers: { location: `${address}/stolen` } }));
    const { result, failed, mistakes } = await runSuite(
      { interpose: redirected },
      { parts: [({ covers }) => covers.endpoint === endpoint], settles: () => false },
    );
    expect({ visits, mistakes }).toEqual({ visits: 0, mistakes: [] });
    expect(new Set(failed.map(({ requirement }) => requirement))).toEqual(new Set(['http.success-is-200']));
    expect(result.findings?.map(({ actual }) => actual)).toContainEqual(expect.stringContaining(`status ${status}`));
    expectWholeReport(result);
  });

test('a redirect to itself is asked no more often than any other answer', async () => {
  let asked = 0;
  const sound = await runSuite(
    { interpose: () => (request, forward) => forward(counted(request)) },
    { parts: [ofSegment], settles: () => false },
  );
  expect(sound.failed).toEqual([]);
  const soundly = asked;
  asked = 0;
  const loop = onSuccess(['getSegment'], (answer, { target }) => ({ ...answer, status: 302, headers: { location: target } }));
  const { failed } = await runSuite(
    { interpose: () => (request, forward) => loop()(counted(request), forward) },
    { parts: [ofSegment], settles: () => false },
  );
  expect([...new Set(failed.map(({ requirement }) => requirement))]).toEqual(['http.success-is-200']);
  expect(asked).toBeLessThanOrEqual(soundly);

  function counted<Request>(request: Request): Request {
    asked += 1;
    return request;
  }
});

function ofSegment({ covers }: Scenario): boolean {
  return covers.endpoint === 'getSegment';
}
