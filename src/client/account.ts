import type { Deadline } from '../http/limits.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { now, sleep } from './time.ts';

/** An account that is locked for wrong credentials is locked so soon, and lets no request of later through. */
const LOCKED_WITHIN_MS = 1000;
const MINUTE_MS = 60_000;
const GUESSES_VARIABLE = 'CES_WRONG_CREDENTIALS_PER_MINUTE';

/** Whether the target locks the account for wrong credentials. They keep to a pace of their own, and are sent no more where it does. */
export class Account {
  /** After so many wrong credentials the good ones were refused as well; null where they were not. */
  lockedAfter: number | null = null;
  readonly #guessesPerMinute: number | null;
  readonly #deadline: Deadline | null;
  #guesses = 0;
  /** When the latest wrong credentials were answered, and when the latest request that was carried out was sent. */
  #guessedAt = 0;
  #allowedAt = Number.NEGATIVE_INFINITY;
  #nextGuessAt = Number.NEGATIVE_INFINITY;

  /** @param guessesPerMinute most requests a minute that carry wrong credentials; null: no ceiling */
  constructor(guessesPerMinute: number | null = null, deadline: Deadline | null = null) {
    this.#guessesPerMinute = guessesPerMinute;
    this.#deadline = deadline;
  }

  /** The good credentials were accepted, in a request that was sent at this time (milliseconds since the Unix epoch, here and below). */
  allowed(sentAt: number): void {
    this.#allowedAt = Math.max(this.#allowedAt, sentAt);
  }

  /** Wrong credentials were answered. */
  guessed(time: number): void {
    this.#guesses += 1;
    this.#guessedAt = time;
  }

  /** The good credentials are refused everywhere: for the wrong ones, unless good ones were accepted long after these. */
  refusedEverywhere(): void {
    if (this.#guesses > 0 && this.#allowedAt < this.#guessedAt + LOCKED_WITHIN_MS) this.lockedAfter ??= this.#guesses;
  }

  /**
   * Resolves when wrong credentials may be sent.
   * @throws NotAssessed where the run has no time for them, or the account is locked for them
   */
  async turnToGuess(): Promise<void> {
    const [guessesPerMinute, deadline] = [this.#guessesPerMinute, this.#deadline];
    if (guessesPerMinute !== null) {
      const at = Math.max(now(), this.#nextGuessAt);
      if (deadline && at - now() > deadline.left)
        throw new NotAssessed('The time of the run is too short for so many wrong credentials', [GUESSES_VARIABLE, 'CES_MAX_MINUTES']);
      this.#nextGuessAt = at + MINUTE_MS / guessesPerMinute;
      await sleep(at - now());
    }
    if (this.lockedAfter !== null)
      throw new NotAssessed(`The good credentials were refused after ${this.lockedAfter} requests with wrong ones, so no more are sent`, [
        GUESSES_VARIABLE,
      ]);
  }
}
