import type { PassingAnswer, Variant } from '../interposition.ts';
import { answerOf, answersThrough, textOf } from './answers.ts';

const PERMITTED = 'Errors: status codes, body shape and codes are not shown';

const REFUSALS: readonly (readonly [name: string, refuse: (body: string) => PassingAnswer])[] = [
  ['422 with a map of members', () => answerOf(422, { errors: { body: ['is invalid'] } })],
  ['400 without a body', () => answerOf(400, null)],
  ['400 as HTML', () => answerOf(400, '<html><body><h1>Bad Request</h1></body></html>')],
  ['400 as text that repeats the input', (body) => answerOf(400, `cannot read: ${body}`, { 'content-type': 'text/plain; charset=utf-8' })],
  ['409', () => answerOf(409, { message: 'conflict' })],
  ['403', () => answerOf(403, { message: 'not permitted on your plan' })],
  ['402', () => answerOf(402, { message: 'not in your plan' })],
  ['404', () => answerOf(404, { message: 'not found' })],
  ['415', () => answerOf(415, { message: 'unsupported' })],
  ['413', () => answerOf(413, null)],
];

export const REFUSAL_VARIANTS: readonly Variant[] = REFUSALS.map(([name, refuse]) => ({
  name: `refuses a bad body: ${name}`,
  permitted: PERMITTED,
  interpose: answersThrough((answer, { endpoint, method, body }) =>
    answer.status === 400 && method === 'POST' && endpoint !== null ? refuse(textOf(body).slice(0, 200)) : answer,
  ),
}));
