import { answerOf, pause, withHeaders } from '../answers.ts';
import type { PassingAnswer, Variant } from '../interposition.ts';
import { counting, permits } from '../rows.ts';

const LIMITS = 'Limits: rate limits are not shown (reading rule 12)';

/** Requests of certain numbers get this answer instead of being carried out. */
const refusing = (isRefused: (count: number) => boolean, refuse: () => PassingAnswer) =>
  counting(async (count, request, forward) => (isRefused(count) ? refuse() : forward(request)));

const everyNth = (n: number, refuse: () => PassingAnswer) => refusing((count) => count % n === 0, refuse);

/** After so many requests, the next few are refused, as a limiter of the rate does. */
const inBursts = (between: number, refused: number) => refusing((count) => count % (between + refused) >= between, slowDown);
const slowDown = () => refusal(429, { message: 'slow down' }, '0');

const slow = (milliseconds: (count: number) => number) =>
  counting(async (count, request, forward) => {
    const wait = milliseconds(count);
    const answer = await forward(request);
    await pause(wait);
    return withHeaders(answer, { 'server-timing': `wait;dur=${wait}` });
  });

const inASecond = () => new Date(Date.now() + 1000).toUTCString();

const refusal = (status: number, content: unknown, wait: string) => answerOf(status, content, { 'retry-after': wait });

export const PACE_VARIANTS: readonly Variant[] = [
  ...permits(LIMITS, [
    ['every 40th request: 429, again at once', everyNth(40, () => refusal(429, null, '0'))],
    ['every 700th request: 429, again after a second', everyNth(700, () => refusal(429, { code: 1 }, '1'))],
    ['every 700th request: 429 until a date', everyNth(700, () => refusal(429, null, inASecond()))],
    ['every 900th request: 429 without saying when', everyNth(900, () => answerOf(429, 'slow down'))],
    ['every 17th request: 503, again at once', everyNth(17, () => refusal(503, '<h1>busy</h1>', '0'))],
    ['every 800th request: 503 until a date', everyNth(800, () => refusal(503, null, inASecond()))],
    ['five of 100 requests in a row: 429', inBursts(95, 5)],
  ]),
  ...permits('No time is promised', [
    ['slow: 20 to 60 ms an answer', slow((count) => 20 + ((count * 7) % 41))],
    ['slow: every 10th answer 150 ms', slow((count) => (count % 10 === 0 ? 150 : 0))],
    ['slow: every 100th answer 500 ms', slow((count) => (count % 100 === 0 ? 500 : 0))],
  ]),
];
