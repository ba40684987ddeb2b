import { createReferenceService } from '../../reference/service.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { answerOf, jsonIn } from '../answers.ts';
import type { Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';
import { WithoutHop } from '../proxy/without-hop.ts';
import { counting } from '../rows.ts';
import { TEST_SERVICE } from '../test-service.ts';

/** Whoever is let in gets this refusal. */
export const barring =
  (isBarred: (request: PassingRequest) => boolean, refusal: PassingAnswer) => (): Interposition => async (request, forward) => {
    const answer = await forward(request);
    return answer.status !== 401 && isBarred(request) ? refusal : answer;
  };

/** What stands between from this request on. */
export const fromRequest = (first: number, then: Interposition) =>
  counting((count, request, forward) => (count < first ? forward(request) : then(request, forward)));

/** So many records of an endpoint, and no more. */
export function limitedTo(most: number, endpoint: EndpointName, refusal: PassingAnswer): Interposition {
  let count = 0;
  return async (request, forward) => {
    if (request.endpoint !== endpoint) return forward(request);
    if (count >= most) return refusal;
    const answer = await forward(request);
    if (answer.status < 300) count += 1;
    return answer;
  };
}

/** After so many wrong passwords, the account is locked for a while, for its good one too. `isForNone`: requests without credentials count. */
export function locking(most: number, milliseconds: number, refusal: () => PassingAnswer, isForNone = false): Interposition {
  let [wrong, until] = [0, 0];
  return async (request, forward) => {
    if (Date.now() < until) return refusal();
    const answer = await forward(request);
    if (answer.status !== 401 || (request.headers.authorization === undefined && !isForNone)) return answer;
    wrong += 1;
    if (wrong % most === 0) until = Date.now() + milliseconds;
    return answer;
  };
}

/** Read late: what one server has stored, another knows only after a while. */
export function replicated(milliseconds: number, status = 404): Interposition {
  const made = new Map<string, number>();
  return async (request, forward) => {
    const answer = await forward(request);
    const { id } = (answer.status < 300 && (jsonIn(answer.body) as { id?: unknown } | null)) || {};
    if (request.method === 'POST' && typeof id === 'string') made.set(id, Date.now() + milliseconds);
    const [, , asked = ''] = request.target.split('/');
    return Date.now() < (made.get(asked) ?? 0) ? answerOf(status, { error: 'not found' }) : answer;
  };
}

/** Somebody else renames the customers that the run has updated. */
export function renaming(): Interposition {
  let renamed = 0;
  const known = new Set<unknown>();
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.endpoint !== 'batchUpdateCustomers' || answer.status >= 300) return answer;
    const { customers = [] } = (jsonIn(request.body) ?? {}) as { customers?: { id?: unknown }[] };
    for (const { id } of customers) known.add(id);
    const now = Date.now();
    if (now - renamed < 300) return answer;
    renamed = now;
    const others = [...known].map((id) => ({ id, full_name: `Ada ${now}` }));
    await forward({ ...request, body: Buffer.from(JSON.stringify({ customers: others })) });
    return answer;
  };
}

/** From so many requests on another instance answers, which begins with the seeded records only. */
export function redeployed(after: number): Interposition {
  const { app } = createReferenceService(TEST_SERVICE);
  const other = new WithoutHop(app);
  return fromRequest(after, async (request) => {
    await app.ready();
    return other.ask(request);
  })();
}
