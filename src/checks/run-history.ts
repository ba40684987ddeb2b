import { areAtOnce, type Exchange, endOf, isSuccess } from '../http/exchange.ts';
import { orderDeviations } from './answers.ts';

/** Fewer may lie evenly by chance. */
const FEWEST_BROKEN = 5;
/** The next but one is no rhythm that anybody would have to be told. */
const SHORTEST = 3;
const SHOWN = 3;
/** So many answers may overtake one, as the lanes of a run do. What breaks at some endpoint lies less evenly. */
const OVERTAKEN = 8;
/** Begins the words for a rhythm. */
export const EVERY = 'whatever was in flight, every';

/** Begins the words for what is wrong only beside others. */
export const RIGHT_ALONE = 'alone: right; ';

/** The same where it was not tried alone. */
export const RIGHT_BEFORE = 'right before; with ';

/** Begins the words for an answer that an earlier request got, which asked for something else. */
export const VERY_ANSWER = 'this is the very answer to another request';

/** Begins the words for an update that is stored, and is shown by some answers only. */
export const IN_SOME_ANSWERS = 'some answers show it and some do not';

/** Of an id of another kind of record. */
export const ASKED_WHERE_IT_BELONGS = 'its own endpoint was asked for it before';

/** Of a new record that nobody writes: each read shows something else, whatever else it is held against. */
export const FIRST_READS = 'the first reads of a new record differ from each other';

/** Begins what is expected of a read that fails behind a refused request, whose route follows. */
export const ALSO_BEHIND_REFUSED = 'a success, also behind a refused ';

/** What is right the second time, with nothing beside it: something that came before may be to blame. */
export const RIGHT_AGAIN = 'sent again alone, it is right';

/** Begins the words for a failure that comes back where another request goes before it. */
export const BEHIND = 'behind ';

/** Said of an answer that an equal request got before. */
export const AS_REMEMBERED = 'the request is answered as an equal one was before it, whatever came in between';

/** Begins the words for two further events, of which one was treated otherwise than the other. */
export const TRACKED_TWICE = 'tracked twice more: ';

/** Said of customers whom a later campaign leaves out as well. */
export const EXCLUDED_BEFORE = 'whom an earlier campaign excluded';

/** Whether the words name a cause that was tried: with it wrong, and right without. */
export const namesTriedCause = (contrast = ''): boolean =>
  contrast.includes(AS_REMEMBERED) || [TRACKED_TWICE, `${RIGHT_AGAIN}; ${BEHIND}`].some((words) => contrast.startsWith(words));

/** Begins the words for a read that differs from those around it: the first after a pause, or every n-th one. */
export const NOW_AND_THEN = 'the reads before and after it agree';

/** Begins the words for a good request that was refused, and carried out when it was sent again. */
export const AGAIN_AT_ONCE = 'the same request again, at once: ';

/** Stands between the kind of wrong credentials that were accepted and their form. */
export const AS_FORM = ', sent as ';

/** Begins the words for a form of the request that breaks, and which means the same as the usual one. */
export const AS_USUAL = 'as for the same request in its usual form: ';
/** Stands between what is unusual about one form. */
export const ALSO_IN_FORM = ' and ';

/** Begins the words for credentials near the good ones, of which each endpoint is sent another form. */
export const ONE_FORM = 'each endpoint is sent another form of these, so more may accept this one';

/** Said of what may be remembered for the request that breaks. */
export const JUST_BEFORE = 'just before';

/** Said of an event whose name, or something like it, another one had. */
export const TRACKED_BEFORE = 'was tracked before';

/** Begins the words on events that a worker may have stopped for. */
export const TRACKED_BEHIND = 'tracked behind events with ';

/** Of a record that is gone or has changed: so many of its kind were made since. */
export const moreMadeSince = (records: number): string => `with ${records} more made since`;

/** Finds the number of records in these words. */
export const MADE_SINCE = /with (\d+) more made since/;

/** Said of records of which some are gone, or have changed, at the end of the run. */
export const READ_AGAIN = 'that were read again';

/** Begins the words for a failure that many requests show, and one does not, though each goes alone. */
export const HOW_MANY = 'the number of requests decides, ';

/** *…and not how many go at once: one is right; 16 times in turn, alone: wrong the 4th time*, or *…in a short time, …* where as many are right with pauses between them. */
export function howManyWords(turns: number, wrong: readonly number[], pauseMs: number | null): string {
  const [which, paced] = pauseMs === null ? ['and', ''] : ['in a short time, and', `; with ${pauseMs / 1000} s between them, all right`];
  return `${HOW_MANY}${which} not how many go at once: one is right; ${inTurnsWords(turns, wrong)}${paced}`;
}

/** *16 times in turn, alone: wrong the 4th, 8th, 12th and 16th time*, or *wrong from the 11th time on*. */
export function inTurnsWords(turns: number, wrong: readonly number[]): string {
  const [first = turns] = wrong;
  const areLast = wrong.length > 2 && wrong.length === turns - first + 1;
  const which = areLast ? `from the ${ordinal(first)} time on` : `the ${new Intl.ListFormat('en-GB').format(wrong.map(ordinal))} time`;
  return `${turns} times in turn, alone: wrong ${which}`;
}

/** After so many turns the last request is sent once more. Else a service that fails every n-th request may meet the same step in each turn. */
export const SHIFTED = 4;

/** Finds the number of turns in these words. */
export const IN_TURNS = /(\d+) times in turn, alone/;

/** Said of a record whose id an earlier one has: so many were made between the two. */
export const otherIdsBetween = (records: number): string => `the ${records} made between the two have ids of their own`;

/** Finds the number of records in these words. */
export const IDS_BETWEEN = /the (\d+) made between the two/;

/** Said where what is wrong has something in its id that nothing else has. */
export const IN_IDS = 'whose id holds';

/** The check says that the number of requests under way counts. */
export const OF_THE_LOAD = /in flight|at once/;

/** Said of what is wrong at once with others, and alone as well, when it is as old. */
export const ALSO_ALONE = 'not only at once';

/** Said where a record is held against a list that shows it: either may be wrong. */
export const AS_LISTED = 'expected is what the list shows';

/** The check says that time has to pass between its requests. */
export const OF_TIME = /\d s later/;

/** Said of a 5xx that came beside others, and not alone: *alone: 201; 21 in flight: status 500*. */
export const BREAK_OF_LOAD = /^alone: \d+; (\d+) in flight: /;

export const isLoadToBlame = (contrast = ''): boolean =>
  BREAK_OF_LOAD.test(contrast) || ([RIGHT_ALONE, RIGHT_BEFORE].some((words) => contrast.startsWith(words)) && OF_THE_LOAD.test(contrast));

/** Which requests of a run break, by their numbers in the order in which they end. A fault that counts differs so from one that minds the load. */
export class Rhythm {
  #count = 0;
  readonly #broken: number[] = [];

  note(exchange: Exchange): void {
    this.#count += 1;
    if (orderDeviations(exchange).length > 0) this.#broken.push(this.#count);
  }

  /** *whatever was in flight, every 10th of 412 answers breaks: nos. 10, 20, 31 …* Null where they lie unevenly, or are too few to tell. */
  words(): string | null {
    const period = (this.#broken.at(-1) ?? 0) / this.#broken.length;
    // Answers overtake one another, and the load does not make up for what it broke too early.
    const isEven = this.#broken.every((number, index) => Math.abs(number - (index + 1) * period) <= Math.min(period / 2, OVERTAKEN));
    if (this.#broken.length < FEWEST_BROKEN || period < SHORTEST || !isEven) return null;
    const shown = `${this.#broken.slice(0, SHOWN).join(', ')} …`;
    return `${EVERY} ${ordinal(Math.round(period))} of ${this.#count} answers breaks: nos. ${shown}`;
  }
}

function ordinal(number: number): string {
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10] ?? 'th';
  return `${number}${Math.floor(number / 10) % 10 === 1 ? 'th' : ending}`;
}

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

/** Begins the words for a URL that answers everything out of order from some request on. */
export const NO_MATTER_OF_INPUT = 'no matter of the input';

/** What was asked for at each URL: a mistake of history lies in a request before the one that shows it. */
export class UrlHistory {
  readonly #courses = new Map<string, Course>();
  #recent: Exchange[] = [];

  note(exchange: Exchange): void {
    const { url } = exchange.request;
    const { changing, right, broken } = this.#courses.get(url) ?? { changing: [], right: 0, broken: 0 };
    const isBroken = orderDeviations(exchange).length > 0;
    // What refuses a request may stand before what has broken.
    const isOver = broken > 0 && isSuccess(exchange);
    const isRight = broken === 0 && !isBroken;
    this.#courses.set(url, {
      changing: exchange.request.method === 'GET' && isSuccess(exchange) ? changing : [...changing, exchange].slice(-MOST_RECENT),
      right: isOver ? 0 : right + Number(isRight),
      broken: isOver ? 0 : broken + Number(isBroken),
    });
    this.#recent = [...this.#recent, exchange].slice(-MOST_RECENT);
  }

  /** The latest requests, whatever their URL, the latest last. */
  get recent(): readonly Exchange[] {
    return this.#recent;
  }

  /** The latest one that had ended at this URL, or on the connection, and may have left something. */
  before({ request: { url }, startedAt, afterRefusal }: Exchange): Exchange[] {
    const earlier = this.#courses.get(url)?.changing.findLast((other) => endOf(other) <= startedAt) ?? afterRefusal;
    return earlier === undefined ? [] : [earlier];
  }

  /** Those of its method that were under way with it, at the same place or one beside it. @param isAlso which count */
  beside(exchange: Exchange, isAlso: typeof isAlike = isAlike): Exchange[] {
    return this.#recent.filter((other) => other !== exchange && areAtOnce(other, exchange) && isAlso(other, exchange));
  }

  /** *the first 20 answers were in order, and none of the 31 since*; null where this one is in order, or others are since. */
  since(exchange: Exchange): string | null {
    const { right = 0, broken = 0 } = this.#courses.get(exchange.request.url) ?? {};
    if (right < FEWEST.right || broken < FEWEST.broken || orderDeviations(exchange).length === 0) return null;
    return `${NO_MATTER_OF_INPUT}: the first ${right} answers were in order, and none of the ${broken} since`;
  }
}

/** The URLs differ in one step at most, which may be the id. */
function isAlike(one: Exchange, other: Exchange): boolean {
  const [steps = [], others = []] = [one, other].map(({ request: { method, url } }) => [method, ...(url.split('?')[0] ?? '').split('/')]);
  const isId = (_step: string, index: number) => index > 0 && steps[index] !== others[index];
  return steps.length === others.length && steps[0] === others[0] && steps.filter(isId).length <= 1;
}

/** Begins what is expected of whatever lacks the good credentials. */
export const REJECTION = 'a rejection';

/** Ends the words for how many passed beside credentials that were let in. */
export const ARE_REJECTED = 'other wrong credentials are rejected';
