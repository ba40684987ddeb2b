import { setTimeout as sleep } from 'node:timers/promises';

const SECOND_MS = 1000;
/** Refused again so soon after the last time: the pace is to blame, and not an outage. */
const SOON_MS = 3000;
/** Of what the target took in the second before it refused more. */
const ROOM = 0.9;

/**
 * Spaces sends evenly: one every `1000 / maxRps` milliseconds. Idle time saves nothing up, so there is never a burst. `null` paces nothing, until
 * the target shows twice that it takes no more in a second.
 */
export class Pacer {
  /** Requests a second that the target seems to take; null where it showed no such limit. */
  learned: number | null = null;
  #intervalMs: number;
  readonly #clock: Clock;
  #nextSlot = Number.NEGATIVE_INFINITY;
  /** When the latest answers came, the oldest first, in the time of the clock. */
  readonly #answered: number[] = [];
  /** When the latest request was sent that the target took. */
  #takenAt = Number.NEGATIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;

  constructor(maxRps: number | null, clock: Clock) {
    this.#intervalMs = maxRps === null ? 0 : SECOND_MS / maxRps;
    this.#clock = clock;
  }

  /** Resolves when the caller may send. Rejects with an `AbortError` once `signal` is aborted. */
  async turn(signal: AbortSignal): Promise<void> {
    if (this.#intervalMs === 0) return;
    const slot = Math.max(this.#clock.now(), this.#nextSlot);
    this.#nextSlot = slot + this.#intervalMs;
    await this.#clock.sleepUntil(slot, signal);
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
    const isRepeated = this.#takenAt > last && at > last && at - last < SOON_MS;
    if (!isRepeated) return false;
    const taken = this.#answered.filter((time) => time > at - SECOND_MS && time <= at).length;
    // Nothing at all in a second is an outage, or a lock.
    if (taken === 0) return false;
    const rps = Math.max(1, Math.floor(taken * ROOM));
    if (this.#intervalMs > 0 && rps >= SECOND_MS / this.#intervalMs) return true;
    this.#intervalMs = SECOND_MS / rps;
    this.learned = rps;
    return true;
  }
}

/** The time that the transport measures and waits by. */
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
  /** Since when nothing was taken, and all put off; null where the latest answer was none of these. */
  #putOffSince: number | null = null;
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
    this.#putOffSince ??= this.#clock.now();
    this.#closedUntil = Math.max(this.#closedUntil, this.#clock.now() + milliseconds);
    return isNew;
  }

  /** The target took a request. */
  taken(): void {
    this.#putOffSince = null;
  }

  /** For how long the target has put off whatever was asked, in milliseconds. */
  get putOffMs(): number {
    return this.#putOffSince === null ? 0 : this.#clock.now() - this.#putOffSince;
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
      if (this.#away) await Promise.race([this.#away, aborted(signal)]);
      else await this.#clock.sleepUntil(this.#closedUntil, signal);
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
