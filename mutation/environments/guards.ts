import type { Interposition, Misbehaviour, PassingAnswer, PassingRequest } from '../interposition.ts';
import { page } from './gateways.ts';

/** What the usual rules of firewalls look for, in paths and bodies. */
const ODD = /<script|' or |%00|\\u0000|\$\{|<\?xml/i;

/** Who sends something odd gets nothing for a while. */
export function banning(milliseconds: number): Interposition {
  let until = 0;
  return async (request, forward) => {
    const isOdd = ODD.test(request.target) || ODD.test(Buffer.from(request.body).toString('latin1'));
    if (isOdd && Date.now() >= until) until = Date.now() + milliseconds;
    return Date.now() < until ? page(403) : forward(request);
  };
}

const ATTACKS = /(?:<|%3c)script|' or '|\.\.\/|union select|%00|\$\{|\/etc\/passwd/i;

const LONG_TEXT = /[^"]{1000}/;

/** What looks like an attack, or texts that are long as well, is refused, whoever asks. `inBodies`: nobody looks at addresses. */
export const blocking =
  (refusal: PassingAnswer, { alsoLong = false, inBodies = false } = {}) =>
  (): Interposition =>
  async (request, forward) => {
    const asked = `${inBodies ? '' : request.target} ${Buffer.from(request.body)}`;
    return ATTACKS.test(asked) || (alsoLong && LONG_TEXT.test(asked)) ? refusal : forward(request);
  };

/** Whoever is let in gets this refusal. */
export const barring =
  (isBarred: (request: PassingRequest) => boolean, refusal: PassingAnswer) => (): Interposition => async (request, forward) => {
    const answer = await forward(request);
    return answer.status !== 401 && isBarred(request) ? refusal : answer;
  };

type Refuse = (first: Promise<PassingAnswer>) => PassingAnswer | Promise<PassingAnswer>;

/** A form that is sent twice within so long is refused the second time, or gets the first answer once more. */
export function refusingDuplicates(milliseconds: number, refuse: Refuse): Interposition {
  const sent = new Map<string, { until: number; answer: Promise<PassingAnswer> }>();
  return async (request, forward) => {
    const { method, target, headers, body } = request;
    const whole = `${headers.authorization} ${target} ${Buffer.from(body)}`;
    const first = sent.get(whole);
    if (method === 'POST' && first !== undefined && Date.now() < first.until) return refuse(first.answer);
    const answer = forward(request);
    sent.set(whole, { until: Date.now() + milliseconds, answer });
    return answer;
  };
}

/** After so many wrong passwords, the account is locked for a while, for its good one too. `isForNone`: requests without credentials count. `isProlonged`: each request while it is locked begins the time anew. */
export function locking(
  most: number,
  milliseconds: number,
  refusal: () => PassingAnswer | Misbehaviour,
  { isForNone = false, isProlonged = false } = {},
): Interposition {
  let [wrong, until] = [0, 0];
  return async (request, forward) => {
    if (Date.now() < until) {
      if (isProlonged) until = Date.now() + milliseconds;
      return refusal();
    }
    const answer = await forward(request);
    if (answer.status !== 401 || (request.headers.authorization === undefined && !isForNone)) return answer;
    wrong += 1;
    if (wrong % most === 0) until = Date.now() + milliseconds;
    return answer;
  };
}

/** After so many wrong passwords, this becomes of the answers to further ones, and of no others. */
export const wearyOfGuesses =
  (most: number, then: (answer: PassingAnswer) => PassingAnswer | Misbehaviour | Promise<PassingAnswer>) => (): Interposition => {
    let wrong = 0;
    return async (request, forward) => {
      const answer = await forward(request);
      if (answer.status !== 401 || request.headers.authorization === undefined) return answer;
      wrong += 1;
      return wrong > most ? then(answer) : answer;
    };
  };
