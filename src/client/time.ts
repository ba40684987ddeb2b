import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** The time by which scenarios and their clients wait. */
export interface Time {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

const ORDINARY: Time = { now: Date.now, sleep: (milliseconds) => pause(milliseconds) };
const own = new AsyncLocalStorage<Time>();

export const now = (): number => (own.getStore() ?? ORDINARY).now();

export const sleep = (milliseconds: number): Promise<void> => (own.getStore() ?? ORDINARY).sleep(milliseconds);

/** Whatever `act` begins goes by this time. */
export const byTime = <T>(time: Time, act: () => Promise<T>): Promise<T> => own.run(time, act);

/** By then it is known that this target loses events, or resolves none. */
const ENOUGH = 2;
/** Enough for a sound target on a good day. */
export const LITTLE_TIME_MS = 1000;
/** A sound but slow target gets room beyond the slowest that came. */
const ROOM = 2;

interface Wait {
  /** When to give up, in milliseconds since the Unix epoch. */
  readonly until: number;
  /** Cut short though nothing has shown how slow the target is: what does not come in this time may still be on its way. */
  readonly isGuess: boolean;
}

/** How long to wait for something that may never come. After two disappointments only a little, since a run waits for many. */
export class WaitPolicy {
  #disappointments = 0;
  #slowestMs: number | null = null;

  /** At most `limitMs` after `since`. Both are in milliseconds, `since` since the Unix epoch. */
  wait(since: number, limitMs: number): Wait {
    const littleMs = Math.max(LITTLE_TIME_MS, ROOM * (this.#slowestMs ?? 0));
    if (this.#disappointments < ENOUGH || limitMs <= littleMs) return { until: since + limitMs, isGuess: false };
    return { until: since + littleMs, isGuess: this.#slowestMs === null };
  }

  came(afterMs: number): void {
    this.#slowestMs = Math.max(this.#slowestMs ?? 0, afterMs);
  }

  disappointed(): void {
    this.#disappointments += 1;
  }
}

/** Half of each wait is fixed and half varies, so that polls of many events do not coincide. */
const FIRST_MS = 40;
const GROWTH = 1.6;
const LONGEST_MS = 400;
/** What has not come after some six seconds is asked for less and less often, down to every two seconds. */
const [RARER_FROM, RARER, RAREST_MS] = [22, 1.1, 2000];
/** Its multiples have evenly spread fractional parts, the same in every run. */
const GOLDEN_RATIO = 0.618033988749895;

/** The pause before poll number `attempt` (from 0), in milliseconds: back-off with jitter. */
export function pauseBefore(attempt: number): number {
  const often = Math.min(LONGEST_MS, FIRST_MS * GROWTH ** attempt);
  const full = Math.min(RAREST_MS, often * RARER ** Math.max(0, attempt - RARER_FROM));
  return full / 2 + (full / 2) * ((attempt * GOLDEN_RATIO) % 1);
}

/** Asks until the answer is not null or the deadline (milliseconds since the Unix epoch) has passed. Asks at least once. */
export async function pollUntil<T>(deadline: number, ask: () => Promise<T | null>): Promise<T | null> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await ask();
    if (answer !== null) return answer;
    const pause = pauseBefore(attempt);
    if (now() + pause >= deadline) return null;
    await sleep(pause);
  }
}
