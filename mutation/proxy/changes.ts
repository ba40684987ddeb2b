import { isDeepStrictEqual } from 'node:util';
import type { Forward, Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';

/** Whether an interposition made a difference: it asked nothing, something else or twice, or gave another answer than it got. */
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
