import { isDeepStrictEqual } from 'node:util';
import type { Forward, Interposition, Misbehaviour, PassingAnswer, PassingRequest } from '../interposition.ts';

/** An interposition's outcome, and whether it differs from what the implementation alone would have answered. */
interface Interposed {
  readonly outcome: PassingAnswer | Misbehaviour;
  readonly changed: boolean;
}

/**
 * Lets an interposition deal with one request and reports whether it made a difference: it did not ask the implementation, asked something
 * else, asked twice, or gave another answer than it got.
 */
export async function interposed(interposition: Interposition, request: PassingRequest, forward: Forward): Promise<Interposed> {
  const asked: { readonly request: PassingRequest; readonly answer: PassingAnswer }[] = [];
  const watched: Forward = async (forwarded) => {
    const answer = await forward(forwarded);
    asked.push({ request: forwarded, answer });
    return answer;
  };
  const outcome = await interposition(request, watched);
  const [only] = asked;
  const untouched =
    asked.length === 1 && only !== undefined && isDeepStrictEqual(only.request, request) && isDeepStrictEqual(only.answer, outcome);
  return { outcome, changed: !untouched };
}
