import type { Exchange } from '../http/exchange.ts';
import { orderDeviations } from './answers.ts';

/** Fewer may lie evenly by chance. */
const FEWEST = 5;
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

/** What is right the second time, with nothing beside it: something that came before may be to blame. */
export const RIGHT_AGAIN = 'sent again alone, it is right';

export const isLoadToBlame = (contrast = ''): boolean =>
  [RIGHT_ALONE, RIGHT_BEFORE].some((words) => contrast.startsWith(words)) && contrast.includes(' in flight: ');

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
    if (this.#broken.length < FEWEST || period < SHORTEST || !isEven) return null;
    const shown = `${this.#broken.slice(0, SHOWN).join(', ')} …`;
    return `${EVERY} ${ordinal(Math.round(period))} of ${this.#count} answers breaks: nos. ${shown}`;
  }
}

function ordinal(number: number): string {
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10] ?? 'th';
  return `${number}${Math.floor(number / 10) % 10 === 1 ? 'th' : ending}`;
}
