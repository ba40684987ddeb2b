import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, Failure } from '../http/exchange.ts';
import { LimitReached } from '../settings/not-assessed.ts';

const PAUSE_MS = 200;
/** A restart takes less, and a run whose target is gone should end soon. */
const PATIENCE_MS = 5000;

/** Failures after which the target may be gone: no connection, one that broke, and silence. */
const DOUBTFUL: readonly Failure['kind'][] = ['refused', 'reset', 'timeout'];

/** A time in which nobody could connect to the target. */
export interface Absence {
  /** Milliseconds since the Unix epoch. */
  readonly from: number;
  readonly milliseconds: number;
}

/** Asks for a connection and closes it again; why there is none, or null. */
export type Reach = () => Promise<Failure | null>;

/**
 * Whether the target is still there. One that is gone broke no rule in going, so what cannot be asked any more is *not assessed*; one that is there
 * all the time, and breaks connections, breaks a rule. The processes of a run know of each other that it is gone.
 */
export class Presence {
  readonly #patienceMs: number;
  readonly #file: string | null;
  readonly #absences: Absence[] = [];
  #waiting: Promise<void> | null = null;
  #backAt = Number.NEGATIVE_INFINITY;
  #gone: string | null = null;

  /**
   * @param file where the run's processes tell each other, made when it is first needed; null where there is one process only
   * @param patienceMs how long nobody may be able to connect before the target counts as gone
   */
  constructor(file: string | null, patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
    this.#file = file;
  }

  /** When and why the target was given up, in a sentence for people; null while it is not. */
  get gone(): string | null {
    if (this.#gone === null && this.#file !== null && existsSync(this.#file)) this.#gone = readFileSync(this.#file, 'utf8');
    return this.#gone;
  }

  /** @throws LimitReached when the target is known to be gone */
  check(): void {
    if (this.gone !== null) throw new LimitReached(this.gone);
  }

  /**
   * What an exchange means that may have met an absent target: `there` where it met the target, `back` where it did not, and the target is there
   * again. Waits for it to come back.
   * @throws LimitReached when it does not
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
    this.#gone = `The target stopped answering at ${new Date(from).toISOString().slice(11, 19)} UTC: ${message}`;
    if (this.#file !== null) tell(this.#file, this.#gone);
    throw new LimitReached(this.#gone);
  }
}

function tell(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  // Under another name first, so that nobody reads half of it.
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
