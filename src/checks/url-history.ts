import { type Exchange, isSuccess } from '../http/exchange.ts';
import { orderDeviations } from './answers.ts';

/** The latest requests of a run; more are not under way at once. */
const MOST_RECENT = 64;
/** So many answers in order, and so many that are not, are no chance. */
const FEWEST = { right: 5, broken: 3 };

interface Course {
  /** The latest one that may have left something. */
  readonly changing: readonly Exchange[];
  /** Answers in order, before the first that is not. */
  right: number;
  /** All since then, unless one of them was in order. */
  broken: number;
}

/** What was asked for at each URL: a mistake of history lies in a request before the one that shows it. */
export class UrlHistory {
  readonly #courses = new Map<string, Course>();
  #recent: Exchange[] = [];

  note(exchange: Exchange): void {
    const { url } = exchange.request;
    const { changing, right, broken } = this.#courses.get(url) ?? { changing: [], right: 0, broken: 0 };
    const isBroken = orderDeviations(exchange).length > 0;
    const isOver = broken > 0 && !isBroken;
    this.#courses.set(url, {
      changing: exchange.request.method === 'GET' && isSuccess(exchange) ? changing : [...changing, exchange].slice(-MOST_RECENT),
      right: isOver ? 0 : right + Number(!isBroken),
      broken: isBroken ? broken + 1 : 0,
    });
    this.#recent = [...this.#recent, exchange].slice(-MOST_RECENT);
  }

  /** The latest one that had ended at this URL, or on the connection, and may have left something. */
  before({ request: { url }, startedAt, afterRefusal }: Exchange): Exchange[] {
    const earlier = this.#courses.get(url)?.changing.findLast((other) => other.startedAt + other.durationMs <= startedAt) ?? afterRefusal;
    return earlier === undefined ? [] : [earlier];
  }

  /** Those of its method that were under way with it, at the same place or one beside it. */
  beside(exchange: Exchange): Exchange[] {
    const overlaps = (other: Exchange) =>
      other.startedAt < exchange.startedAt + exchange.durationMs && exchange.startedAt < other.startedAt + other.durationMs;
    return this.#recent.filter((other) => other !== exchange && overlaps(other) && isAlike(other, exchange));
  }

  /** *the first 20 answers were in order, and none of the 31 since*; null where this one is in order, or others are since. */
  since(exchange: Exchange): string | null {
    const { right = 0, broken = 0 } = this.#courses.get(exchange.request.url) ?? {};
    if (right < FEWEST.right || broken < FEWEST.broken || orderDeviations(exchange).length === 0) return null;
    return `no matter of the input: the first ${right} answers were in order, and none of the ${broken} since`;
  }
}

/** The URLs differ in one step at most, which may be the id. */
function isAlike(one: Exchange, other: Exchange): boolean {
  const [steps = [], others = []] = [one, other].map(({ request: { method, url } }) => [method, ...(url.split('?')[0] ?? '').split('/')]);
  const isId = (_step: string, index: number) => index > 0 && steps[index] !== others[index];
  return steps.length === others.length && steps[0] === others[0] && steps.filter(isId).length <= 1;
}
