import type { Ask } from '../../../src/client/ask.ts';
import { StuckRoutes } from '../../../src/client/stuck-routes.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';
import { ASK } from './asks.ts';

const GOOD: Ask = { ...ASK, effect: 'creates', shape: 'x', renewed: () => GOOD, send: async () => exchange({}) };
const took = (durationMs: number, status: number): Exchange => ({ ...exchange({ status }), durationMs });
const behind = (exchanges: readonly Exchange[], wasCarriedOut = true) => {
  const routes = new StuckRoutes();
  for (const each of exchanges) routes.judged(GOOD, each, wasCarriedOut);
  return (ask: Ask = GOOD) => routes.check(ask);
};
const SLOW = [1, 2, 3, 4].map(() => took(3000, 503));

test('a route that slowly fails what it carried out before is given up, for good credentials only', () => {
  const check = behind(SLOW);
  expect(() => check()).toThrow('POST /x no longer carries out what it carried out before, and is given up: 4 requests and 12 s');
  for (const ask of [
    { ...GOOD, credentials: 'wrong' as const },
    { ...GOOD, route: 'POST /y' },
  ])
    expect(() => check(ask)).not.toThrow();
});

for (const [title, exchanges, wasCarriedOut] of [
  ['fails what it never carried out', SLOW, false],
  ['fails quickly', SLOW.map(() => took(20, 503)), true],
  ['refuses', SLOW.map(() => took(3000, 422)), true],
  ['carries out one in between', [...SLOW.slice(1), took(10, 200), ...SLOW.slice(1)], true],
] as const)
  test(`a route is not given up where it ${title}`, () => {
    expect(behind(exchanges, wasCarriedOut)).not.toThrow();
  });
