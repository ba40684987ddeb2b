import { jsonOf } from '../http/body.ts';
import { type Exchange, outcome } from '../http/exchange.ts';
import type { Deadline } from '../http/limits.ts';
import type { Reading } from '../http/reading.ts';
import { visibleLine } from '../http/text.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { type Ask, SetAside } from './ask.ts';
import { now, sleep } from './time.ts';

/** Good credentials are refused at an endpoint, whatever is asked there. Whether that is right is not for the suite to say. */
export class NotAllowed extends SetAside {}

/** Nothing is paid for, or no room is left: what speaks of the account, and never of an input. */
const OF_THE_ACCOUNT: readonly number[] = [402, 507];
/** So often it was shown that an endpoint refuses inputs in this way, and not the credentials. */
const ENOUGH_REFUSALS = 3;
/** An account that is locked for wrong credentials is locked so soon, and lets no request of later through. */
const LOCKED_WITHIN_MS = 1000;
const MINUTE_MS = 60_000;
const GUESSES_VARIABLE = 'CES_WRONG_CREDENTIALS_PER_MINUTE';
const LONGEST_WORDS = 120;

/** What the target refuses to the good credentials. */
export interface Refusals {
  /** Routes that they may not use. */
  readonly barred: readonly string[];
  /** The answer at one of these, in short. */
  readonly answer: string | null;
  /** So many requests with wrong credentials were sent when the good ones were refused as well; null where they were not. */
  readonly lockedAfter: number | null;
}

/** What the target lets the good credentials do, and whether it locks them for wrong ones. */
export class Account {
  readonly #guessesPerMinute: number | null;
  readonly #deadline: Deadline | null;
  /** By route: the latest request with good credentials that was carried out. */
  readonly #allowed = new Map<string, Ask>();
  /** By route: how often something was refused there, while what was carried out before still was. */
  readonly #ownRefusals = new Map<string, number>();
  /** By route that these credentials may not use: the answer in short. */
  readonly #barred = new Map<string, string>();
  #guesses = 0;
  /** When the latest wrong credentials were answered, and when the latest request that was carried out was sent. */
  #guessedAt = 0;
  #allowedAt = Number.NEGATIVE_INFINITY;
  #nextGuessAt = Number.NEGATIVE_INFINITY;
  /** After so many wrong credentials the good ones were refused as well; null where they were not. */
  #lockedAfter: number | null = null;

  /** @param guessesPerMinute most requests a minute that carry wrong credentials; null: no ceiling */
  constructor(guessesPerMinute: number | null = null, deadline: Deadline | null = null) {
    this.#guessesPerMinute = guessesPerMinute;
    this.#deadline = deadline;
  }

  /** What the target refuses to the good credentials; null where it refused nothing. */
  get refusals(): Refusals | null {
    const [[, answer = null] = []] = this.#barred;
    if (answer === null && this.#lockedAfter === null) return null;
    return { barred: [...this.#barred.keys()], answer, lockedAfter: this.#lockedAfter };
  }

  /** The good credentials were accepted, in a request that was sent at this time (milliseconds since the Unix epoch, here and below). */
  allowed(ask: Ask, sentAt: number): void {
    this.#allowedAt = Math.max(this.#allowedAt, sentAt);
    this.#allowed.set(ask.route, ask);
    this.#barred.delete(ask.route);
  }

  /** Whether a request at this route was carried out before, and none was barred since. */
  mayUse(route: string): boolean {
    return this.#allowed.has(route);
  }

  /** Wrong credentials were answered. */
  guessed(time: number): void {
    this.#guesses += 1;
    this.#guessedAt = time;
  }

  /** The good credentials are refused everywhere: for the wrong ones, unless good ones were accepted long after these. */
  refusedEverywhere(): void {
    if (this.#guesses > 0 && this.#allowedAt < this.#guessedAt + LOCKED_WITHIN_MS) this.#lockedAfter ??= this.#guesses;
  }

  /** What the endpoint refuses to these credentials, whatever is asked, is no rule that it breaks. The refusal of one input is its own word. */
  async refused(ask: Ask, exchange: Exchange, send: (allowed: Ask) => Promise<Reading>): Promise<Exchange> {
    const { route } = ask;
    const allowed = this.#allowed.get(route);
    const refusals = this.#ownRefusals.get(route) ?? 0;
    if (allowed !== undefined && !OF_THE_ACCOUNT.includes(exchange.answer?.status ?? 0)) {
      // An update that is sent again would undo later ones.
      if (refusals >= ENOUGH_REFUSALS || allowed.effect === 'changes') return exchange;
      if ((await send(allowed)) !== 'barred') {
        this.#ownRefusals.set(route, refusals + 1);
        return exchange;
      }
    }
    this.#allowed.delete(route);
    const answer = `${outcome(exchange)}${refusalWords(exchange)}`;
    this.#barred.set(route, answer);
    throw new NotAllowed(exchange, `These credentials may not ${route}: ${answer}. Ask the owner of the service for the right`);
  }

  /** Wrong credentials keep to their own pace, and are sent no more where the target locks the account for them. */
  async turnToGuess(): Promise<void> {
    const [guessesPerMinute, deadline] = [this.#guessesPerMinute, this.#deadline];
    if (guessesPerMinute !== null) {
      const at = Math.max(now(), this.#nextGuessAt);
      if (deadline && at - now() > deadline.left)
        throw new NotAssessed('The time of the run is too short for so many wrong credentials', [GUESSES_VARIABLE, 'CES_MAX_MINUTES']);
      this.#nextGuessAt = at + MINUTE_MS / guessesPerMinute;
      await sleep(at - now());
    }
    if (this.#lockedAfter !== null)
      throw new NotAssessed(`The good credentials were refused after ${this.#lockedAfter} requests with wrong ones, so no more are sent`, [
        GUESSES_VARIABLE,
      ]);
  }
}

/** A refusal's own words, after a colon; empty where it has none. */
export function refusalWords({ answer }: Exchange): string {
  const json = answer === null ? { problem: '' } : jsonOf(answer);
  const value = 'value' in json ? json.value : null;
  const members = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  const words = members.find((member): member is string => typeof member === 'string' && /\w \w/.test(member));
  return words === undefined ? '' : `: ${visibleLine(words).slice(0, LONGEST_WORDS)}`;
}
