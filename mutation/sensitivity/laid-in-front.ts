import { isDeepStrictEqual } from 'node:util';
import { removeCodings } from '../../src/http/content-coding.ts';
import type { Interposition, Misbehaviour, PassingAnswer, PassingRequest } from '../interposition.ts';

/** A body that is larger once decoded reaches the suite as it came. */
const MAX_DECODED_BYTES = 16 * 2 ** 20;

/** A fault wanted to ask the implementation something that the suite did not ask. */
class Withheld extends Error {
  override readonly name = 'Withheld';
}

type Ask = () => Promise<PassingAnswer>;

/**
 * A fault laid in front of somebody's own implementation. The implementation receives what the suite sends, each request at most once and
 * unaltered, whatever the fault wants. A fault that accepts wrong credentials gets the answer that the suite itself got for the same method
 * and target with the good ones: that of the control request, which the suite always sends first. A fault that reads another record gets
 * what the suite read there. Where that is not enough for a fault, the implementation's own answer stands.
 */
export class LaidInFront {
  /** Requests to which the suite got another answer than the implementation gave. */
  changes = 0;
  /** Requests at which the fault would have changed what reaches the implementation. */
  withheld = 0;
  /** Why the fault could not change an answer: it expected a documented shape. */
  readonly unfit = new Set<string>();
  readonly #fault: Interposition;
  readonly #accepted = new Map<string, PassingAnswer>();

  constructor(fault: Interposition) {
    this.#fault = fault;
  }

  readonly interposition: Interposition = async (request, forward) => {
    const asked: Promise<PassingAnswer>[] = [];
    const ask: Ask = () => {
      const [pending = forward(request).then(decoded)] = asked;
      asked[0] = pending;
      return pending;
    };
    const outcome = await this.#outcome(request, ask);
    const sound = (await asked[0]) ?? null;
    if (sound !== null && sound.status < 300) for (const key of keysOf(request)) this.#accepted.set(key, sound);
    if (!isDeepStrictEqual(sound, outcome)) this.changes += 1;
    return outcome;
  };

  async #outcome(request: PassingRequest, ask: Ask): Promise<PassingAnswer | Misbehaviour> {
    let controls = 0;
    try {
      const outcome = await this.#fault(request, async (wanted) => {
        if (isDeepStrictEqual(wanted, request)) return ask();
        controls += 1;
        return this.#control(wanted, request);
      });
      // That a refused request is carried out shows only in what the implementation does, and it did nothing.
      if (controls > 0 && isDeepStrictEqual(outcome, await ask())) this.withheld += 1;
      return outcome;
    } catch (error) {
      const sound = await ask(); // rejects where the implementation itself broke the connection
      if (error instanceof Withheld) this.withheld += 1;
      else this.unfit.add(error instanceof Error ? error.message : String(error));
      return sound;
    }
  }

  /** The answer that the suite got itself, where the fault wants the control request or reads what the suite has read. */
  #control(wanted: PassingRequest, request: PassingRequest): PassingAnswer {
    const { authorization = '' } = wanted.headers;
    const isControl = isDeepStrictEqual(wanted, { ...request, headers: { ...request.headers, authorization } });
    const [answer] = isControl || wanted.method === 'GET' ? keysOf(wanted).flatMap((key) => this.#accepted.get(key) ?? []) : [];
    if (answer === undefined) throw new Withheld();
    return answer;
  }
}

/** By the body too, then by method and target alone: a refused request may hold a name of its own. */
function keysOf({ method, target, headers, body }: PassingRequest): string[] {
  const key = JSON.stringify([method, target, headers.authorization]);
  return [`${key}${Buffer.from(body).toString('latin1')}`, key];
}

/** Faults read and write JSON, so compression is removed first. What does not decode stays as it is, for the suite to judge. */
export async function decoded(answer: PassingAnswer): Promise<PassingAnswer> {
  const { 'content-encoding': coding, ...headers } = answer.headers;
  if (typeof coding !== 'string') return answer;
  const body = await removeCodings(answer.body, coding, { maxBytes: MAX_DECODED_BYTES }).catch(() => null);
  return body === null ? answer : { ...answer, headers, body };
}
