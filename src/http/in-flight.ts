import { CLOCK, type Clock } from './clock.ts';

/** A run begins with so many: enough for a far target, and few enough for one with a handful of processes. */
const START = 8;
/** More at once would be a load test. */
export const MOST_IN_FLIGHT = 64;
/** An answer within this time shows no load, however quick the others were. */
const QUICK_MS = 250;
/** So many times the usual time shows load. */
const SLOW = 3;
/** Weight of the newest answer in the usual time. */
const WEIGHT = 1 / 16;

/** What a request showed of the load: `busy` is a target that asks for a pause, `broken` no answer (refused, reset, timed out). */
export type Sign = 'answered' | 'busy' | 'broken';

/** A request that ran, and how many were under way with it, itself included. */
export interface Ran<T> {
  readonly result: T;
  readonly inFlight: number;
}

/**
 * How many requests may be under way at once follows the target: it doubles until the target shows load, then halves at each sign of load and
 * grows by one a round. What broke beside others and is answered alone was broken by load, so that many are not tried again. p-limit, whose
 * concurrency can be set, has no way to let one request go alone.
 */
export class InFlight {
  /** The most that were under way at once. */
  reached = 0;
  readonly #waiting: { readonly alone: boolean; readonly begin: () => void }[] = [];
  #limit: number;
  #ceiling: number;
  #doubles = true;
  #active = 0;
  #begun = 0;
  #isAlone = false;
  #answers = 0;
  #usualMs: number | null = null;
  readonly #clock: Clock;
  #cutAt = Number.NEGATIVE_INFINITY;
  /** As it was before requests broke, for which it is not known yet whether load broke them. */
  #before: { readonly limit: number; readonly doubles: boolean } | null = null;

  constructor(most = MOST_IN_FLIGHT, clock = CLOCK) {
    this.#clock = clock;
    this.#ceiling = most;
    this.#limit = Math.min(START, most);
  }

  get limit(): number {
    return this.#limit;
  }

  /** Sends when its turn comes; `alone`: when nothing else is under way, and nothing else starts beside it. */
  async run<T>(send: () => Promise<T>, alone = false): Promise<Ran<T>> {
    await this.#turn(alone);
    const [atFirst, begun] = [this.#active, this.#begun];
    try {
      const result = await send();
      return { result, inFlight: Math.max(atFirst, this.#active, this.#begun > begun ? 2 : 1) };
    } finally {
      this.#active -= 1;
      if (alone) this.#isAlone = false;
      this.#admit();
    }
  }

  /** Takes in what a request showed. `sentAt` is in the time of the clock. */
  learn(sign: Sign, sentAt: number, durationMs: number, alone = false): void {
    if (alone) this.#confirm(sign);
    else if (sign !== 'answered' || this.#isSlow(durationMs)) this.#cut(sign, sentAt);
    else this.#grow();
    this.#admit();
  }

  #turn(alone: boolean): Promise<void> {
    return new Promise((begin) => {
      // What is repeated goes first: its caller has waited once.
      this.#waiting[alone ? 'unshift' : 'push']({ alone, begin });
      this.#admit();
    });
  }

  #admit(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined || this.#isAlone || this.#active >= (next.alone ? 1 : this.#limit)) return;
      this.#waiting.shift();
      this.#isAlone = next.alone;
      this.#active += 1;
      this.#begun += 1;
      this.reached = Math.max(this.reached, this.#active);
      next.begin();
    }
  }

  #isSlow(durationMs: number): boolean {
    const usualMs = this.#usualMs ?? durationMs;
    this.#usualMs = usualMs + WEIGHT * (durationMs - usualMs);
    return durationMs > QUICK_MS && durationMs > SLOW * usualMs;
  }

  /** Only where requests wait for their turn: otherwise the limit would grow without being tried. */
  #grow(): void {
    if (this.#waiting.length === 0 || this.#limit >= this.#ceiling) return;
    this.#answers += 1;
    if (!this.#doubles && this.#answers < this.#limit) return;
    this.#answers = 0;
    this.#limit += 1;
  }

  /** Once for all that were under way together. */
  #cut(sign: Sign, sentAt: number): void {
    if (sentAt < this.#cutAt) return;
    if (sign === 'broken') this.#before ??= { limit: this.#limit, doubles: this.#doubles };
    this.#cutAt = this.#clock.now();
    this.#doubles = false;
    this.#answers = 0;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  /** An answer alone: load it was. Half of the half is left, since the other workers of the run meet the same target. */
  #confirm(sign: Sign): void {
    if (this.#before === null) return;
    if (sign === 'broken') {
      this.#limit = Math.min(this.#before.limit, this.#ceiling);
      this.#doubles = this.#before.doubles;
    } else {
      this.#ceiling = Math.max(1, Math.min(this.#limit, Math.floor(this.#before.limit / 4)));
      this.#limit = this.#ceiling;
    }
    this.#before = null;
  }
}
