import { type Exchange, endOf } from '../http/exchange.ts';
import type { Deadline } from '../http/limits.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { counted } from '../specification/words.ts';
import { now, sleep } from './time.ts';

/** An account that is locked for wrong credentials is locked so soon, and lets no request of later through. */
const LOCKED_WITHIN_MS = 1000;
/** So often the good credentials were put off after further wrong ones: once or twice may be a limit of requests. */
const ENOUGH_PUT_OFF = 3;
/** Requests between two waits of a close series. A limit of requests lets more through; accounts are locked after five or ten wrong passwords. */
const MOST_BETWEEN = 100;
/** Wrong credentials are slowed down: so many answers to them took so long, and so much longer than any to good ones. */
const [ENOUGH_SLOW, SLOW_MS, SLOWER] = [6, 3000, 4];
const MINUTE_MS = 60_000;
const LINE_TICK_MS = 500;
const GUESSES_VARIABLE = 'CES_WRONG_CREDENTIALS_PER_MINUTE';

/** What the target did for wrong credentials: it refused the good ones too, asked to wait with wrong ones and no others, took long to reject them, or answered nothing any more. */
export type Lock = 'refuses' | 'puts off wrong ones' | 'is slow' | 'is silent';

/** Whether the target locks the account for wrong credentials. They keep to a pace of their own, and are sent no more where it does. */
export class Account {
  /** So many requests with wrong credentials were sent when the target refused the good ones as well, asked to wait, or fell silent; null where it did none of these. */
  lockedAfter: number | null = null;
  lock: Lock = 'refuses';
  readonly #guessesPerMinute: number | null;
  readonly #deadline: Deadline | null;
  #guesses = 0;
  /** Good credentials were asked to wait though no wrong ones were sent, or none since the last wait: that is a limit of requests. */
  #isPutOffAnyway = false;
  /** Good credentials were asked to wait after some wrong ones. */
  #isGoodPutOff = false;
  /** At each wait of a close series: how many wrong credentials had been sent by then. */
  readonly #putOffAfter = new Set<number>();
  /** Requests that were accepted or rejected since the last wait, when it was asked for, and how many wrong credentials had been sent by then. */
  #sincePutOff = 0;
  #putOffAt = Number.NEGATIVE_INFINITY;
  /** When the first request was sent that the target accepted after that. */
  #letThroughAt = Number.POSITIVE_INFINITY;
  #guessesAtPutOff = 0;
  #lockedAt = Number.POSITIVE_INFINITY;
  /** It was locked again, though no wrong credentials were sent any more: requests without any count too. */
  #isLockedAgain = false;
  /** When the latest request that was carried out was sent. */
  allowedAt = Number.NEGATIVE_INFINITY;
  /** When the latest request without the good credentials was answered. */
  #rejectedAt = 0;
  /** How many wrong credentials had been sent when the target last fell silent right after one. */
  #guessesAtSilence = 0;
  #slowGuesses = 0;
  /** By method: what was answered last, wrong credentials left out; and the slowest of all, in milliseconds. */
  readonly #latest = new Map<string, Exchange>();
  #slowestMs = 0;
  #nextGuessAt = Number.NEGATIVE_INFINITY;

  /** @param guessesPerMinute most requests a minute that carry wrong credentials; null: no ceiling */
  constructor(guessesPerMinute: number | null = null, deadline: Deadline | null = null) {
    this.#guessesPerMinute = guessesPerMinute;
    this.#deadline = deadline;
  }

  /** Wrong credentials may be sent out of turn: there is no ceiling, and the account is not locked for them. */
  get takesGuesses(): boolean {
    return this.#guessesPerMinute === null && this.lockedAfter === null;
  }

  /** The good credentials were accepted, in a request that was sent at this time (milliseconds since the Unix epoch, here and below). */
  allowed(sentAt: number): void {
    this.#sincePutOff += 1;
    this.allowedAt = Math.max(this.allowedAt, sentAt);
    if (sentAt > this.#putOffAt) this.#letThroughAt = Math.min(this.#letThroughAt, sentAt);
  }

  rejected(time: number, isGuess: boolean): void {
    if (isGuess) this.#guesses += 1;
    this.#sincePutOff += 1;
    this.#rejectedAt = time;
  }

  /** The good credentials are refused everywhere: for the wrong ones, unless good ones were accepted long after these. */
  refusedEverywhere(): void {
    this.#lock('refuses');
  }

  /** Something else explains the refusals, as a firewall that minds odd requests. */
  notLocked(): void {
    this.lockedAfter = null;
    this.#isLockedAgain = false;
  }

  /** How many wrong credentials had been sent, if one was rejected just before this time; else 0. */
  guessesBefore(at: number): number {
    return at - this.#rejectedAt < LOCKED_WITHIN_MS ? this.#guesses : 0;
  }

  /** The target answers nothing from this time on: firewalls ban who sends wrong credentials. Once may be an outage of its own. */
  silentFrom(at: number): void {
    const guesses = this.guessesBefore(at);
    const isRepeated = this.#guessesAtSilence > 0 && (guesses > this.#guessesAtSilence || this.lockedAfter !== null);
    if (guesses > 0) this.#guessesAtSilence = guesses;
    if (guesses > 0 && isRepeated) this.#lock('is silent');
  }

  /** An answer came to other than wrong credentials. */
  answered(exchange: Exchange): void {
    this.#slowestMs = Math.max(this.#slowestMs, exchange.durationMs);
    this.#latest.set(exchange.request.method, exchange);
  }

  /** How an attempt with wrong credentials ended. One counts as slow where another request of its method passed it: else the whole target may have stood still. */
  guessTook({ request: { method }, startedAt, durationMs }: Exchange): void {
    const latest = this.#latest.get(method);
    const isPassed = latest !== undefined && latest.startedAt > startedAt && endOf(latest) < startedAt + durationMs;
    if (!isPassed || durationMs < SLOW_MS || durationMs < SLOWER * this.#slowestMs) return;
    this.#slowGuesses += 1;
    if (this.#slowGuesses < ENOUGH_SLOW || this.lockedAfter !== null) return;
    this.lock = 'is slow';
    this.lockedAfter = this.#guesses;
  }

  /** Wrong credentials are put off for longer than is waited, and no good ones were. */
  guessesPutOff(): void {
    if (this.lockedAfter !== null || this.#isPutOffAnyway) return;
    this.lock = 'puts off wrong ones';
    this.lockedAfter = this.#guesses;
  }

  #lock(lock: Lock): void {
    if (this.#guesses === 0 || this.allowedAt >= this.#rejectedAt + LOCKED_WITHIN_MS) return;
    this.#isLockedAgain ||= this.allowedAt > this.#lockedAt;
    this.#lockedAt = this.#rejectedAt;
    this.lock = this.lockedAfter === null || this.lock === lock ? lock : 'refuses';
    this.lockedAfter ??= this.#guesses;
  }

  /** The target asked to wait. @param at when it did so last: the request may have waited since @param isPaced it has shown a limit of requests a second, which explains that @param isGood the request had the good credentials */
  putOff(at: number, isPaced = false, isGood = true): void {
    if (isPaced) return;
    if (isGood && this.lock === 'puts off wrong ones' && this.lockedAfter !== null) {
      // No wrong ones are sent any more, so it was a limit of requests that these met first.
      this.#isPutOffAnyway = true;
      this.lockedAfter = null;
    }
    // While an account is locked, no good request gets through.
    const isForGuesses = !isGood || this.allowedAt <= this.#rejectedAt;
    this.#isGoodPutOff ||= isGood && this.#guesses > 0;
    if (this.#sincePutOff > MOST_BETWEEN) this.#putOffAfter.clear();
    this.#sincePutOff = 0;
    const isLetThroughSince = this.#letThroughAt < at;
    if (this.#guesses === 0 || (isGood && isLetThroughSince && this.#guesses === this.#guessesAtPutOff)) this.#isPutOffAnyway = true;
    else if (isForGuesses) this.#putOffAfter.add(this.#guesses);
    if (at > this.#putOffAt) [this.#putOffAt, this.#letThroughAt] = [at, Number.POSITIVE_INFINITY];
    this.#guessesAtPutOff = this.#guesses;
    if (!this.#isPutOffAnyway && this.#putOffAfter.size >= ENOUGH_PUT_OFF)
      this.#lock(this.#isGoodPutOff ? 'refuses' : 'puts off wrong ones');
  }

  /** @param check throws where the target is given up @throws NotAssessed where the run has no time for wrong credentials, or the account is locked for them */
  async turnToBeRejected(isGuess: boolean, check: () => void = () => {}): Promise<void> {
    const [guessesPerMinute, deadline] = [this.#guessesPerMinute, this.#deadline];
    if (isGuess && guessesPerMinute !== null) {
      const at = Math.max(now(), this.#nextGuessAt);
      if (deadline && at - now() > deadline.left)
        throw new NotAssessed('The time of the run is too short for so many wrong credentials', [GUESSES_VARIABLE, 'CES_MAX_MINUTES']);
      this.#nextGuessAt = at + MINUTE_MS / guessesPerMinute;
      // Many may wait in line for minutes. Once no more are sent, none of them waits on.
      for (let left = at - now(); left > 0; left = at - now()) {
        this.#checkIsOpen(isGuess);
        check();
        await sleep(Math.min(left, LINE_TICK_MS));
      }
    }
    this.#checkIsOpen(isGuess);
  }

  #checkIsOpen(isGuess: boolean): void {
    if (this.lockedAfter !== null && (isGuess || this.#isLockedAgain))
      throw new NotAssessed(`${lockWords(this.lockedAfter, this.lock)}, so no more are sent`, [GUESSES_VARIABLE]);
  }
}

/** What the target did after so many requests with wrong credentials. */
export function lockWords(after: number, lock: Lock): string {
  const requests = counted(after, 'request');
  if (lock === 'is silent') return `The target answered nothing for a while after ${requests} with wrong credentials, and again after more`;
  if (lock === 'is slow') return `The target took seconds to reject wrong credentials, after ${requests} with them, and no others`;
  return lock === 'refuses'
    ? `The good credentials were refused after ${requests} with wrong ones`
    : `The target put wrong credentials off after ${requests} with them`;
}
