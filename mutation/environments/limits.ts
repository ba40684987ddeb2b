import type { EndpointName } from '../../src/specification/endpoints.ts';
import { answerOf, pause, succeeded, type Where } from '../answers.ts';
import type { Interposition, Misbehaviour, PassingAnswer } from '../interposition.ts';
import { here, hereKeeping } from '../rows.ts';
import { AS_TEXT, page, slower } from './gateways.ts';

/** At most so many are carried out at once. */
export function atOnce(most: number, refusal = page(503), ms = 2): Interposition {
  let underWay = 0;
  return async (request, forward) => {
    if (underWay >= most) return refusal;
    underWay += 1;
    return forward(request).finally(async () => {
      await pause(ms);
      underWay -= 1;
    });
  };
}

/** At each endpoint one write at a time, and 409 for whoever comes beside. */
export function oneWriteAtOnce(): Interposition {
  const writing = new Set<string | null>();
  return async (request, forward) => {
    const { method, endpoint } = request;
    if (method === 'GET') return forward(request);
    if (writing.has(endpoint)) return answerOf(409, { error: 'Another update is in progress' });
    writing.add(endpoint);
    return forward(request).finally(() => writing.delete(endpoint));
  };
}

/** These endpoints carry out one request at a time, which takes a moment, and whoever comes beside has to wait a while. */
export const inTurn = (endpoints: Where, waitS: number) => here(() => atOnce(1, page(429, { 'retry-after': `${waitS}` }), 30))(endpoints);

/** As nginx's `limit_req` with a burst: a bucket that takes so many at once and fills evenly; whoever finds it empty waits a second, or is refused otherwise. */
export function bucket(most: number, perSecond: number, refusal: () => PassingAnswer | Misbehaviour = slower): Interposition {
  let [taken, at] = [0, Date.now()];
  return async (request, forward) => {
    const now = Date.now();
    taken = Math.max(0, taken - ((now - at) * perSecond) / 1000);
    at = now;
    if (taken > most) return refusal();
    taken += 1;
    return forward(request);
  };
}

/** So many requests in a window; what comes beyond gets this answer. */
export function inWindow(most: number, windowMs: number, refusal: () => PassingAnswer): Interposition {
  let [window, count] = [0, 0];
  return async (request, forward) => {
    const now = Math.floor(Date.now() / windowMs);
    if (now !== window) [window, count] = [now, 0];
    if (count >= most) return refusal();
    count += 1;
    return forward(request);
  };
}

/** So many client errors at an endpoint within ten seconds, whoever is to blame, and a gateway asks there no more for a while. */
export function breaker(most: number, milliseconds: number): Interposition {
  const refused = new Map<string | null, number[]>();
  const open = new Map<string | null, number>();
  return async (request, forward) => {
    const { endpoint } = request;
    if (Date.now() < (open.get(endpoint) ?? 0)) return answerOf(503, 'upstream circuit open', AS_TEXT);
    const answer = await forward(request);
    if (answer.status < 400 || answer.status > 499) return answer;
    const lately = [...(refused.get(endpoint) ?? []), Date.now()].filter((at) => at > Date.now() - 10_000);
    refused.set(endpoint, lately.length < most ? lately : []);
    if (lately.length >= most) open.set(endpoint, Date.now() + milliseconds);
    return answer;
  };
}

/** So many records of an endpoint, and no more. */
export const limitedTo = (most: number, endpoint: EndpointName, refusal: PassingAnswer) =>
  hereKeeping({ count: 0 }, async (request, forward, memory) => {
    if (memory.count >= most) return refusal;
    const answer: PassingAnswer = await forward(request);
    if (succeeded(answer)) memory.count += 1;
    return answer;
  })([endpoint]);
