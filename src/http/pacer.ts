import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const SECOND_MS = 1000;
/** Over so long the requests of a second are spread: some take a little less time on their way than those before them. */
const SPACED_MS = 1020;
/** Refused again so soon after the last time: the pace is to blame, and not an outage. Of a pace that was learned, fewer refusals say so. */
const SOON_MS = { free: 3000, paced: 10_000 };
/** Of what the target took in the second before it refused more. */
const ROOM = 0.9;
/** So much quicker each second, while a learned pace is never refused: what was taken before may have been a burst, and little else. */
const GROWTH = 2;
/** Not refused for so long: the limit may lie higher than what was taken. Tried in small steps, a step each second. */
const QUIET_MS = 10_000;
const STEP = 1.1;
/** Refused as before at such a part of the first pace that was refused: the pace is not to blame. */
const NO_BETTER = 1 / 4;
/** Nothing is taken for so long: no limit of requests a second, but an outage or a lock, and so may the next one be. */
const LONG_MS = 900;
/** Requests a second. A pace that was never refused up to here is none. */
const FASTEST = 1000;

/** Spaces sends evenly, without bursts. `null` paces nothing, until the target shows twice that it takes no more in a second; from then on the pace doubles each second, until it is refused. */
export class Pacer {
  /** A pace that the target taught, in requests a second. */
  #pacedRps: number | null = null;
  /** The first pace that the target refused. */
  #refusedRps: number | null = null;
  /** Slower was no better. */
  #isNoPace = false;
  /** What the target took of a pace that it refused. */
  #takenRps = Number.POSITIVE_INFINITY;
  #changedAt = Number.NEGATIVE_INFINITY;
  #intervalMs: number;
  readonly #most: number | null;
  readonly #clock: Clock;
  #nextSlot = Number.NEGATIVE_INFINITY;
  /** When the latest was let go. */
  #sentAt = Number.NEGATIVE_INFINITY;
  /** When the latest answers came, the oldest first, in the time of the clock. */
  readonly #answered: number[] = [];
  /** When the latest request was sent that the target took. */
  #takenAt = Number.NEGATIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;
  /** The latest refusal lasted. */
  #wasLong = false;

  constructor(maxRps: number | null, clock: Clock) {
    this.#most = maxRps;
    this.#intervalMs = maxRps === null ? 0 : SPACED_MS / maxRps;
    this.#clock = clock;
  }

  /** Requests a second that the target seems to take; null where it showed no such limit. */
  get learned(): number | null {
    return Number.isFinite(this.#takenRps) ? this.#pacedRps : null;
  }

  get isPaced(): boolean {
    return this.#pacedRps !== null;
  }

  /** Resolves when the caller may send so many at once: before and behind them, as many turns are left out. Rejects with an `AbortError` once `signal` is aborted. */
  async turn(signal: AbortSignal, atOnce = 1): Promise<void> {
    if (this.#intervalMs === 0) return;
    this.#grow();
    const slot = Math.max(this.#clock.now(), this.#nextSlot) + (atOnce - 1) * this.#intervalMs;
    this.#nextSlot = slot + atOnce * this.#intervalMs;
    await this.#clock.sleepUntil(slot, signal);
    // After a pause of this machine several are due at once.
    for (let due = this.#sentAt + this.#intervalMs; due > this.#clock.now(); due = this.#sentAt + this.#intervalMs)
      await this.#clock.sleepUntil(due, signal);
    this.#sentAt = this.#clock.now();
  }

  /** @param sentAt in the time of the clock */
  answered(sentAt: number): void {
    const now = this.#clock.now();
    this.#takenAt = Math.max(this.#takenAt, sentAt);
    this.#answered.push(now);
    while ((this.#answered[0] ?? now) < now - 2 * SECOND_MS) this.#answered.shift();
  }

  /** The target refused more, alone as well. Returns whether that shows a limit. @param at when it was sent, in the time of the clock */
  refused(at: number): boolean {
    const last = this.#refusedAt;
    this.#refusedAt = this.#clock.now();
    // Unless something was taken in between, it is the same refusal.
    const isSame = this.#takenAt <= last;
    const isRepeated = !isSame && !this.#wasLong && at > last && at - last < SOON_MS[this.#pacedRps === null ? 'free' : 'paced'];
    this.#wasLong = isSame && (this.#wasLong || (Number.isFinite(last) && at - last >= LONG_MS));
    if (!isRepeated || this.#isNoPace) return false;
    const taken = this.#answered.filter((time) => time > at - SECOND_MS && time <= at).length;
    // Nothing at all in a second is an outage, or a lock.
    if (taken === 0) return false;
    if (this.#pacedRps === null) this.#pace(taken * ROOM);
    else {
      // It may have grown far beyond what was sent.
      this.#refusedRps ??= Math.min(this.#pacedRps, taken);
      // Beside others who share a limit, what is taken says little of it. What was set says more.
      if (this.#pacedRps <= Math.max(this.#refusedRps, this.#most ?? 0) * NO_BETTER) return this.#giveUp();
      // As much was taken at half of this pace.
      this.#takenRps = Math.min(this.#takenRps, this.#pacedRps, Math.max(taken, this.#pacedRps / GROWTH));
      this.#pace(this.#takenRps * ROOM);
    }
    return true;
  }

  #giveUp(): boolean {
    this.#isNoPace = true;
    this.#takenRps = Number.POSITIVE_INFINITY;
    this.#pace(Number.POSITIVE_INFINITY);
    return false;
  }

  /** Only while others wait for their turn: else a quicker pace would not be tried. */
  #grow(): void {
    const now = this.#clock.now();
    if (this.#pacedRps === null || this.#nextSlot <= now || now - Math.max(this.#changedAt, this.#refusedAt) < SECOND_MS) return;
    if (now - this.#refusedAt >= QUIET_MS) this.#takenRps *= STEP;
    this.#pace(Math.max(this.#pacedRps, Math.min(this.#pacedRps * GROWTH, this.#takenRps * ROOM)));
  }

  /** Never quicker than was asked for. */
  #pace(rps: number): void {
    this.#changedAt = this.#clock.now();
    const isNone = rps > FASTEST || rps >= (this.#most ?? Number.POSITIVE_INFINITY);
    this.#pacedRps = isNone ? null : Math.max(1, Math.floor(rps));
    const paced = this.#pacedRps ?? this.#most;
    this.#intervalMs = paced === null ? 0 : SPACED_MS / paced;
  }
}

export interface Clock {
  /** In milliseconds; never goes back. */
  now(): number;
  /** Resolves when `now()` reaches `time`. Rejects with an `AbortError` once `signal` is aborted. */
  sleepUntil(time: number, signal: AbortSignal): Promise<void>;
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  // Timers may fire a fraction of a millisecond early, hence the loop.
  async sleepUntil(time, signal) {
    for (let left = time - performance.now(); left > 0; left = time - performance.now()) {
      await sleep(Math.ceil(left), undefined, { signal });
    }
  },
};

/** Holds back all requests to one origin: until a time that the target named, or while it is away. */
export class Gate {
  readonly #clock: Clock;
  #closedUntil = Number.NEGATIVE_INFINITY;
  #away: Promise<void> | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get closed(): boolean {
    return this.#away !== null || this.#clock.now() < this.#closedUntil;
  }

  /** Keeps the gate closed for at least this long from now. Returns whether it was open: else others wait for the same. */
  hold(milliseconds: number): boolean {
    const isNew = !this.closed;
    this.#closedUntil = Math.max(this.#closedUntil, this.#clock.now() + milliseconds);
    return isNew;
  }

  /** Keeps it closed until the returned function is called; with an error, whoever waits gets that. */
  close(): (lost?: Error) => void {
    let open: (lost?: Error) => void = () => {};
    this.#away = new Promise((resolve, reject) => {
      open = (lost) => {
        this.#away = null;
        if (lost) reject(lost);
        else resolve();
      };
    });
    // Perhaps nobody waits.
    this.#away.catch(() => {});
    return (lost) => open(lost);
  }

  /** Resolves when the gate is open. Rejects with an `AbortError` once `signal` is aborted, and where the target is given up. */
  async pass(signal: AbortSignal): Promise<void> {
    while (this.closed) {
      signal.throwIfAborted();
      if (this.#away) await Promise.race([this.#away, once(signal, 'abort')]);
      else await this.#clock.sleepUntil(this.#closedUntil, signal);
    }
  }
}
