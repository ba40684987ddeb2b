import type { Ask } from '../../../src/client/ask.ts';
import { Stalls } from '../../../src/client/stalls.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';
import { ASK } from './asks.ts';

type Request = readonly [route: string, from: number, to: number, isTimeout?: true];

function stallsIn(...requests: readonly Request[]) {
  const stalls = new Stalls();
  // Most answers are quick.
  for (let at = 0; at < 20; at += 1) stalls.ended(ask('GET /quick'), { ...exchange(), startedAt: at, durationMs: 1 });
  for (const [route, from, to, isTimeout] of requests)
    stalls.ended(ask(route), { ...(isTimeout ? failed('timeout') : exchange()), startedAt: from, durationMs: to - from });
  return stalls.drain();
}

const ask = (route: string): Ask => ({ ...ASK, route, effect: route.startsWith('GET') ? 'none' : 'creates', send: async () => exchange() });

const QUICK: readonly Request[] = [1000, 3000, 5000, 7000].map((at) => ['GET /r', at, at + 1]);

for (const [title, requests, told] of [
  [
    'everything',
    [
      ['GET /a', 20, 8000],
      ['POST /b', 20, 8001],
      ['GET /c', 25, 8002],
    ],
    'gave no answer to anything',
  ],
  [
    'everything, with requests that ran out of time',
    [
      ['GET /a', 20, 6020, true],
      ['POST /b', 20, 6020, true],
      ['GET /c', 20, 6020, true],
      ['GET /c', 20, 6020, true],
      ['GET /c', 6030, 8000],
    ],
    'gave no answer to anything',
  ],
  [
    'writes alone',
    [['POST /a', 0, 1], ...QUICK, ['POST /a', 20, 8000], ['POST /b', 20, 8001], ['POST /c', 25, 8002]],
    'gave no answer to any write',
  ],
  [
    'one endpoint alone',
    [
      ['GET /a', 20, 8000],
      ['GET /a', 20, 8000],
      ['GET /a', 30, 8001],
    ],
    null,
  ],
] as readonly (readonly [string, readonly Request[], string | null])[])
  test(`a target that stands still for ${title} is ${told === null ? 'not told' : 'told'} as that`, () =>
    expect(stallsIn(...requests).map(({ words }) => words)).toEqual(told === null ? [] : [told]));

test('a stall is told once, from the last answer before it to the first one behind it', () => {
  const stalls = new Stalls();
  const play = (...requests: readonly Request[]) => {
    for (const [route, from, to] of requests) stalls.ended(ask(route), { ...exchange(), startedAt: from, durationMs: to - from });
    return stalls.drain();
  };
  for (let at = 0; at < 20; at += 1) play(['GET /quick', at, at + 1]);
  expect(play(['GET /a', 20, 8000], ['GET /b', 20, 8001], ['GET /c', 25, 8002])).toEqual([
    { from: 20, milliseconds: 7980, words: 'gave no answer to anything' },
  ]);
  expect(play(['GET /d', 8003, 8004])).toEqual([]);
});
