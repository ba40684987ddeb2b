import { CLOCK, type Clock } from './pacer.ts';

/** A run begins with so many: enough for a far target, and few enough for one with a handful of processes. */
const START = 8;
/** More at once would be a load test. */
export const MOST_IN_FLIGHT = 64;
/** An answer within this time shows no load, however quick the others were. */
export const QUICK_MS = 250;
/** So many times the usual time shows load. */
const SLOW = 3;
/** So many broken ones, and such a share of all that were sent beside as many, are no accident. */
const ENOUGH = 3;
const SHARE = 0.15;
/** Weight of the newest answer in the usual time. */
const WEIGHT = 1 / 16;

/**
 * What a request showed of the load: `busy` is a target that takes no more now, `broken` no answer (refused, reset, timed out), `too-soon` a refusal
 * that a limit of requests a second explains.
 */
export type Sign = 'answered' | 'busy' | 'broken' | 'too-soon';

export interface Shown {
  readonly sign: Sign;
  /** In the time of `performance.now()`. */
  readonly sentAt: number;
  readonly durationMs: number;
  /** How many were under way when it began. */
  readonly atFirst: number;
  readonly alone?: boolean | undefined;
}

/**
 * How many requests may be under way at once follows the target: it doubles until the target shows load, then halves at each sign of load and
 * grows by one a round. Where most of what was sent beside so many others broke, and was answered alone, so many are not tried again. p-limit,
 * whose concurrency can be set, has no way to let one request go alone.
 */
export class InFlight {
  reached = 0;
  /** How many at once the target seems to take; null where it showed no such limit. */
  learned: number | null = null;
  /** By how many were under way when they began: how many requests were answered, and how many showed load. */
  #answeredAt: number[] = [];
  #brokenAt: number[] = [];
  readonly #waiting: { readonly alone: boolean; readonly begin: () => void }[] = [];
  /** How many may be under way now. */
  limit: number;
  readonly #most: number;
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
    this.#most = most;
    this.#ceiling = most;
    this.limit = Math.min(START, most);
  }

  /** Sends when its turn comes; `alone`: with nothing else under way, and nothing beside it. Tells how many were under way with it, itself included, and how many when it began. */
  async run<T>(send: () => Promise<T>, alone = false) {
    await this.#turn(alone);
    const [atFirst, begun] = [this.#active, this.#begun];
    try {
      const result = await send();
      return { result, atFirst, inFlight: Math.max(atFirst, this.#active, this.#begun > begun ? 2 : 1) };
    } finally {
      this.#active -= 1;
      if (alone) this.#isAlone = false;
      this.#admit();
    }
  }

  /** Nothing is under way, and nothing waits for its turn. */
  get isIdle(): boolean {
    return this.#active === 0 && this.#waiting.length === 0;
  }

  learn({ sign, sentAt, durationMs, atFirst, alone = false }: Shown): void {
    const counts = sign === 'answered' ? this.#answeredAt : this.#brokenAt;
    if (!alone && sign !== 'too-soon') counts[atFirst] = (counts[atFirst] ?? 0) + 1;
    if (alone) this.#confirm(sign);
    else if (sign !== 'answered' || this.#isSlow(durationMs)) this.#cut(sign, sentAt);
    else this.#grow();
    this.#admit();
  }

  /** What was refused was not refused for how many there were. */
  forget(): void {
    this.learned = null;
    this.#ceiling = this.#most;
    this.#answeredAt = [];
    this.#brokenAt = [];
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
      if (next === undefined || this.#isAlone || this.#active >= (next.alone ? 1 : this.limit)) return;
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
    if (this.#waiting.length === 0 || this.limit >= this.#ceiling) return;
    this.#answers += 1;
    if (!this.#doubles && this.#answers < this.limit) return;
    this.#answers = 0;
    this.limit += 1;
  }

  /** Once for all that were under way together. */
  #cut(sign: Sign, sentAt: number): void {
    if (sentAt < this.#cutAt) return;
    if (sign === 'busy' || sign === 'broken') this.#before ??= { limit: this.limit, doubles: this.#doubles };
    this.#cutAt = this.#clock.now();
    this.#doubles = false;
    this.#answers = 0;
    this.limit = Math.max(1, Math.floor(this.limit / 2));
  }

  /** An answer alone: load it was. Else so many may be tried again. */
  #confirm(sign: Sign): void {
    if (this.#before === null) return;
    if (sign === 'answered') this.#lower();
    else {
      this.limit = Math.min(this.#before.limit, this.#ceiling);
      this.#doubles = this.#before.doubles;
      this.#brokenAt = [];
    }
    this.#before = null;
  }

  /** To the most beside which requests are answered. */
  #lower(): void {
    const [answered, broken] = [this.#answeredAt, this.#brokenAt];
    for (let most = 1; most < this.#ceiling; most += 1) {
      const isBeyond = isMuch(broken[most + 1] ?? 0, answered[most + 1] ?? 0);
      const beyond = sumBeyond(broken, most);
      if (!isBeyond || beyond < ENOUGH || !isMuch(beyond, sumBeyond(answered, most))) continue;
      this.#ceiling = most;
      this.limit = Math.min(this.limit, most);
      this.learned = most;
      return;
    }
  }
}

const isMuch = (broken: number, answered: number): boolean => broken > 0 && broken >= SHARE * (broken + answered);

const sumBeyond = (counts: readonly number[], most: number): number =>
  counts.reduce((sum, count, atOnce) => (atOnce > most ? sum + count : sum), 0);
