import { isDeepStrictEqual } from 'node:util';
import type { Forward, Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';

/**
 * Lets an interposition deal with one request and reports whether it made a difference: it did not ask the implementation, asked something
 * else, asked twice, or gave another answer than it got.
 */
export async function interposed(interposition: Interposition, request: PassingRequest, forward: Forward) {
  const asked: { readonly request: PassingRequest; readonly answer: PassingAnswer }[] = [];
  const watched: Forward = async (forwarded) => {
    const answer = await forward(forwarded);
    asked.push({ request: forwarded, answer });
    return answer;
  };
  const outcome = await interposition(request, watched);
  return { outcome, changed: !isDeepStrictEqual(asked, [{ request, answer: outcome }]) };
}
