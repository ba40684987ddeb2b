import { CARDS } from '../../src/client/api/cards.ts';
import { fateOf } from '../../src/client/fate.ts';
import type { WriteBudget } from '../../src/client/write-budget.ts';
import type { LeftBehindNotes } from '../../src/engine/evidence/left-behind-notes.ts';
import { none } from '../../src/http/authorization.ts';
import type { Exchange, Method } from '../../src/http/exchange.ts';
import { readingOf } from '../../src/http/reading.ts';
import type { Forward, PassingAnswer, PassingRequest } from '../interposition.ts';
import { decoded } from './laid-in-front.ts';
import { respeltEndpoint } from './respelt-endpoint.ts';

/**
 * What one run behind the proxy writes at the target. The budget and the list follow what the target itself answered: a fault may turn a success
 * into a refusal, or break the connection so that the suite sends once more.
 */
export class Writes {
  /** A request was not sent on, since the budget has nothing left for it. */
  withheld = 0;
  /** Null: no limit. */
  readonly #budget: WriteBudget | null;
  readonly #notes: LeftBehindNotes;
  readonly #target: { readonly origin: string; readonly prefix: string };

  /** @param target origin of the target, and the path of its base URL without a slash at its end */
  constructor(budget: WriteBudget | null, notes: LeftBehindNotes, target: { readonly origin: string; readonly prefix: string }) {
    this.#budget = budget;
    this.#notes = notes;
    this.#target = target;
  }

  /** Sends a request on, if it is no creation or the budget has a record for it. Rejects where it has none. */
  async pass(request: PassingRequest, forward: Forward): Promise<PassingAnswer> {
    const name = request.endpoint ?? respeltEndpoint(request, this.#target.prefix);
    if (name === null || request.method === 'GET') return forward(request);
    const creates = CARDS[name].creates !== undefined;
    if (creates) this.#make();
    const startedAt = Date.now();
    try {
      const answer = await forward(request);
      const exchange = this.#exchange(request, startedAt, await decoded(answer));
      // Put off, so the suite sends it once more.
      const isRefused = 'put-off' === readingOf(exchange) || fateOf(exchange) === 'refused';
      if (creates && isRefused) this.#budget?.giveBack();
      if (!isRefused) this.#notes.note(name, exchange);
      return answer;
    } catch (error) {
      this.#notes.note(name, this.#exchange(request, startedAt, null));
      throw error;
    }
  }

  #make(): void {
    if (this.#budget === null || this.#budget.take()) return;
    this.withheld += 1;
    throw new Error('CES_WRITE_BUDGET leaves nothing more to create');
  }

  #exchange({ method, target, body }: PassingRequest, startedAt: number, answer: PassingAnswer | null): Exchange {
    return {
      request: {
        method: method as Method,
        url: `${this.#target.origin}${target}`,
        headers: {},
        body: Buffer.from(body).toString('utf8'),
        authorization: none,
      },
      answer: answer && {
        ...answer,
        headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
      },
      failure: answer === null ? { kind: 'reset', message: 'the target broke the connection', status: null } : null,
      startedAt,
      durationMs: Date.now() - startedAt,
      waits: [],
    };
  }
}
