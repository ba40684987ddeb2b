import { CARDS } from '../../src/client/api/cards.ts';
import { fateOf } from '../../src/client/fate.ts';
import type { RecordBudget } from '../../src/client/write-budget.ts';
import type { LeftBehindNotes } from '../../src/engine/evidence/left-behind-notes.ts';
import { none } from '../../src/http/authorization.ts';
import type { Exchange, Method } from '../../src/http/exchange.ts';
import { isAskedToWait } from '../../src/http/outcome.ts';
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
  /** For the sessions of the run; null: no limit. */
  readonly budget: RecordBudget | null;
  readonly #notes: LeftBehindNotes;
  readonly #target: { readonly origin: string; readonly prefix: string };
  /** Records taken from the budget for this run, and requests on their way to the target or carried out there. */
  #taken = 0;
  #made = 0;

  /** @param target origin of the target, and the path of its base URL without a slash at its end */
  constructor(budget: RecordBudget | null, notes: LeftBehindNotes, target: { readonly origin: string; readonly prefix: string }) {
    this.budget = budget && this.#heldTo(budget);
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
      const isRefused = isAskedToWait(exchange) || fateOf(exchange) === 'refused';
      if (creates && isRefused) this.#made -= 1;
      if (!isRefused) this.#notes.note(name, exchange);
      return answer;
    } catch (error) {
      this.#notes.note(name, this.#exchange(request, startedAt, null));
      throw error;
    }
  }

  #make(): void {
    if (this.#made === this.#taken && this.budget?.take(true) === false) {
      this.withheld += 1;
      throw new Error('CES_WRITE_BUDGET leaves nothing more to create');
    }
    this.#made += 1;
  }

  /** The budget, from which a record is given back only where the target did not make it. */
  #heldTo(budget: RecordBudget): RecordBudget {
    return {
      limit: budget.limit,
      unreserved: budget.unreserved,
      take: (reserved) => {
        const had = budget.take(reserved);
        if (had) this.#taken += 1;
        return had;
      },
      giveBack: (reserved) => {
        if (this.#taken <= this.#made) return;
        this.#taken -= 1;
        budget.giveBack(reserved);
      },
    };
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
