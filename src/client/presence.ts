import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, Failure } from '../http/exchange.ts';
import { LimitReached } from '../settings/not-assessed.ts';

const PAUSE_MS = 200;
/** A restart takes less, and a run whose target is gone should end soon. */
const PATIENCE_MS = 5000;

/** After these failures the target may be gone. */
const DOUBTFUL: readonly Failure['kind'][] = ['refused', 'reset', 'timeout'];

/** A time during which nobody could connect to the target. */
export interface Absence {
  /** Milliseconds since the Unix epoch. */
  readonly from: number;
  readonly milliseconds: number;
}

/** A target that was given up. */
export interface Loss {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** When and why, in a sentence for people. */
  readonly reason: string;
}

/** Opens a connection and closes it again. Returns why that failed, or null. */
export type Reach = () => Promise<Failure | null>;

/**
 * Whether the target is still there. A target that is gone broke no rule by going: what it can no longer be asked is *not assessed*. A target that
 * stays and breaks connections does break a rule.
 */
export class Presence {
  readonly #patienceMs: number;
  readonly #absences: Absence[] = [];
  #waiting: Promise<void> | null = null;
  #backAt = Number.NEGATIVE_INFINITY;
  /** Null while the target is not given up. */
  gone: Loss | null = null;

  /** @param patienceMs the target counts as gone after so long without a connection */
  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /** @throws LimitReached when the target is known to be gone */
  check(): void {
    if (this.gone !== null) throw new LimitReached(this.gone.reason);
  }

  /**
   * Whether an exchange met the target: `there` if it did, `back` if the target was away and is back now. Waits for a target that is away.
   * @throws LimitReached when the target does not come back
   */
  async after(exchange: Exchange, reach: Reach): Promise<'there' | 'back'> {
    const { failure, startedAt, durationMs } = exchange;
    if (failure === null || !DOUBTFUL.includes(failure.kind)) return 'there';
    this.#waiting ??= this.#wait(Math.round(startedAt + durationMs), reach).finally(() => {
      this.#waiting = null;
    });
    await this.#waiting;
    return startedAt < this.#backAt ? 'back' : 'there';
  }

  /** Absences that ended since the last call. */
  drain(): Absence[] {
    return this.#absences.splice(0);
  }

  async #wait(from: number, reach: Reach): Promise<void> {
    let obstacle = await reach();
    if (obstacle === null) return;
    while (obstacle !== null) {
      this.check();
      if (Date.now() - from >= this.#patienceMs) this.#giveUp(from, obstacle);
      await sleep(PAUSE_MS);
      obstacle = await reach();
    }
    this.#backAt = Date.now();
    this.#absences.push({ from, milliseconds: this.#backAt - from });
  }

  #giveUp(from: number, { message }: Failure): never {
    const reason = `The target stopped answering at ${new Date(from).toISOString().slice(11, 19)} UTC: ${message}`;
    this.gone = { at: from, reason };
    throw new LimitReached(reason);
  }
}
