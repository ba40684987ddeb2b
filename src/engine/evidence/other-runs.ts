import { recordsOf } from '../../checks/shape.ts';
import { objectIn } from '../../http/body.ts';
import { type Exchange, isSuccess } from '../../http/exchange.ts';
import type { CheckEvidence } from './evidence.ts';

/** A name that a run of this suite makes up: when that run began, which one it is, its session, and how many names that had made. */
const MADE_UP = /conformance-(([\da-z]{8})[\da-z]{1,3})-([\da-z]+)-(\d{5})/g;

/** Statements that compare customers with what updates sent. Shape and ids of an answer hold whoever else writes. */
export const COMPARES_CUSTOMERS = /^customer\.(update-|.+-comes-back$)/;

/** Begins the reason why a check is left open: customers turn to values that the run has not sent. */
export const SOMEBODY_ELSE = 'Somebody else changes customer';

/** What another run does, for people. @param underWay what its names begin with */
export const otherRunWords = (underWay: string): string =>
  `Another run of this suite (${underWay}-…) changes the same customers at the same time`;

/** The check, left open where it failed and another run changes the same customers. @param underWay what that run's names begin with */
export function unlessOfOtherRun(check: CheckEvidence, underWay: string | null): CheckEvidence {
  const { status, requirement, endpoint, category } = check;
  if (underWay === null || status !== 'failed' || !COMPARES_CUSTOMERS.test(requirement)) return check;
  const reason = otherRunWords(underWay);
  return { requirement, endpoint, ...(category && { category }), status: 'not-assessed', reason, variables: ['CES_CUSTOMER_IDS'] };
}

interface Mark {
  readonly run: string;
  readonly startedAt: number;
  readonly session: string;
  readonly number: number;
}

/** Finds out whether another run of this suite writes to the same customers, by names in answers that this run has not made up. */
export class OtherRuns {
  readonly #own: string;
  readonly #isShard: boolean;
  readonly #shown = new Set<unknown>();
  /** Names in the first answer that showed each customer: of runs that may have ended long ago. */
  readonly #left: Mark[] = [];
  /** What the names of a run that is under way at the same time begin with; null where none is known. */
  underWay: string | null = null;

  /** @param own the id of this run @param isShard other shards of it have ids of their own, and are no other run */
  constructor(own: string, isShard = false) {
    this.#own = own;
    this.#isShard = isShard;
  }

  /** Notes the customers whom the answer to a batch update shows. */
  note(exchange: Exchange): void {
    if (this.#isShard || !isSuccess(exchange) || this.underWay !== null) return;
    for (const customer of recordsOf('batchUpdateCustomers', objectIn(exchange))) {
      const marks = this.#othersIn(JSON.stringify(customer));
      const isFirst = !this.#shown.has(customer.id);
      this.#shown.add(customer.id);
      if (isFirst) this.#left.push(...marks);
      else this.underWay ??= marks.find((mark) => this.#isNew(mark))?.run ?? null;
    }
  }

  /** Whether this holds a name that another run has made up, now or long ago. */
  areIn(json: string): boolean {
    return this.#othersIn(json).length > 0;
  }

  #othersIn(json: string): Mark[] {
    return [...json.matchAll(MADE_UP)]
      .map(([, id = '', start = '', session = '', number]) => ({
        run: `conformance-${id}`,
        startedAt: Number.parseInt(start, 36),
        session,
        number: Number(number),
      }))
      .filter(({ run }) => run !== `conformance-${this.#own}`);
  }

  /** Newer than all names that were there at first. A service may bring back what is older. */
  #isNew({ startedAt, session, number }: Mark): boolean {
    const latest = Math.max(...this.#left.map((mark) => mark.startedAt));
    if (startedAt !== latest) return startedAt > latest;
    const numbers = this.#left.flatMap((mark) => (mark.startedAt === latest && mark.session === session ? [mark.number] : []));
    return numbers.length > 0 && number > Math.max(...numbers);
  }
}
