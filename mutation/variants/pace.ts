import type { Interposition, PassingAnswer, Variant } from '../interposition.ts';
import { answerOf } from './answers.ts';

const LIMITS = 'Limits: rate limits are not shown (reading rule 12)';
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Every nth request gets this answer instead of being carried out. */
function everyNth(n: number, refuse: () => PassingAnswer): () => Interposition {
  return () => {
    let count = 0;
    return (request, forward) => {
      count += 1;
      return count % n === 0 ? Promise.resolve(refuse()) : forward(request);
    };
  };
}

/** After so many requests, the next few are refused, as a limiter of the rate does. */
function inBursts(between: number, refused: number): () => Interposition {
  return () => {
    let count = 0;
    return (request, forward) => {
      count += 1;
      const isRefused = count % (between + refused) >= between;
      return isRefused ? Promise.resolve(answerOf(429, { message: 'slow down' }, { 'retry-after': '0' })) : forward(request);
    };
  };
}

function slow(milliseconds: (count: number) => number): () => Interposition {
  return () => {
    let count = 0;
    return async (request, forward) => {
      count += 1;
      const wait = milliseconds(count);
      const answer = await forward(request);
      await pause(wait);
      return { ...answer, headers: { ...answer.headers, 'server-timing': `wait;dur=${wait}` } };
    };
  };
}

const inASecond = () => new Date(Date.now() + 1000).toUTCString();

export const PACE_VARIANTS: readonly Variant[] = [
  {
    name: 'every 40th request: 429, again at once',
    permitted: LIMITS,
    interpose: everyNth(40, () => answerOf(429, null, { 'retry-after': '0' })),
  },
  {
    name: 'every 700th request: 429, again after a second',
    permitted: LIMITS,
    interpose: everyNth(700, () => answerOf(429, { code: 1 }, { 'retry-after': '1' })),
  },
  {
    name: 'every 700th request: 429 until a date',
    permitted: LIMITS,
    interpose: everyNth(700, () => answerOf(429, null, { 'retry-after': inASecond() })),
  },
  { name: 'every 900th request: 429 without saying when', permitted: LIMITS, interpose: everyNth(900, () => answerOf(429, 'slow down')) },
  {
    name: 'every 17th request: 503, again at once',
    permitted: LIMITS,
    interpose: everyNth(17, () => answerOf(503, '<h1>busy</h1>', { 'retry-after': '0' })),
  },
  {
    name: 'every 800th request: 503 until a date',
    permitted: LIMITS,
    interpose: everyNth(800, () => answerOf(503, null, { 'retry-after': inASecond() })),
  },
  { name: 'five of 100 requests in a row: 429', permitted: LIMITS, interpose: inBursts(95, 5) },
  { name: 'slow: 20 to 60 ms an answer', permitted: 'No time is promised', interpose: slow((count) => 20 + ((count * 7) % 41)) },
  { name: 'slow: every 10th answer 150 ms', permitted: 'No time is promised', interpose: slow((count) => (count % 10 === 0 ? 150 : 0)) },
  { name: 'slow: every 100th answer 500 ms', permitted: 'No time is promised', interpose: slow((count) => (count % 100 === 0 ? 500 : 0)) },
];
