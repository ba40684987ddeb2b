import pLimit from 'p-limit';
import { type Exchange, isClientError, isSuccess, outcome } from '../http/exchange.ts';
import { isOwnError, mayBeCarriedOut, type Reading, readingOf } from '../http/reading.ts';
import type { Transport } from '../http/transport.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { Absence, type AbsenceOptions, TargetGone } from './absence.ts';
import { Account } from './account.ts';
import { type Ask, type Going, type Sent, SetAside } from './ask.ts';
import { isBrokenOff } from './last-requests.ts';
import { sleep } from './time.ts';

export interface EnvironmentOptions extends AbsenceOptions {
  /** Most requests a minute that carry wrong credentials; no ceiling where absent. */
  readonly guessesPerMinute?: number | null;
}

/** A request that writes lost its answer, so nobody knows whether it was carried out, or will be. It is not sent again, and proves nothing. */
export class AnswerLost extends SetAside {}

/** Before each time that a request goes alone. Idle connections are closed after half a second, so the second time nothing is beside it. */
const PAUSES_MS = [0, 600, 1500];
/** So many in a row that broke alone each time: this target does not break for load, so the next ones go alone once. */
const ENOUGH_PROVEN = 2;
/** So many answers lost for nothing, and such a share of all, are no accident: then the target is asked the same so often, alone. */
const ENOUGH_LOST = 10;
const LOST_SHARE = 0.04;
const SERIES = 30;
/** A request after which the target is away, alone and each time, brings it down. */
const ENOUGH_KNOCKS = 2;
/** Ends the waiting for a target that comes and goes. */
const MOST_RETURNS = 8;
/** How a server answers what it cannot read as a request. */
const OF_NONSENSE: readonly number[] = [400, 405];
/** So many requests behind a refusal of a status were refused over another connection too: these refusals leave nothing unread. */
const ENOUGH_APART = 8;
/** So many pages, or conflicts, of a status were the service's own word: the next ones are taken for its as well. */
const ENOUGH_OWN = 3;
/** Refused for what others do at the same time (RFC 9110 §15.5.10, RFC 4918 §11.3): a service may take writes one at a time. */
const FOR_OTHERS: readonly number[] = [409, 423];
/** So often a 5xx came alone as well: it is bound to what is asked at this endpoint, and not to what is under way beside it. */
const ENOUGH_ALONE = 2;
/** So many times as long as the slowest answer is enough for what timed out beside others. */
const ROOM_ALONE = 4;
/** A late write is given so many times its own time to be carried out. */
const LATE_ROOM = 2;

/**
 * What stands between the run and the service, and the one policy for sending again.
 *
 * - The service's own word is judged as it is.
 * - What gets no answer in time is asked once more with nothing beside it, and judged if it gets none again. What had nothing beside it is judged at
 *   once.
 * - What breaks otherwise is sent again alone, and twice more after pauses, while a read that was good before is answered. What breaks each time is
 *   judged.
 * - A write that may have been carried out is not sent again, and proves nothing by itself.
 * - Where the read that was good before fails as well, the target is away: nothing is sent until it answers again (`Absence`).
 */
export class Environment {
  readonly #options: EnvironmentOptions;
  readonly #alone = pLimit(1);
  #slowestMs = 0;
  #answered = 0;
  #lost = 0;
  /** When so many are lost, the next series is asked. */
  #nextSeries = ENOUGH_LOST;
  /** It loses answers whatever is asked, and however quietly. */
  #losesAnswers = false;
  #provenInRow = 0;
  /** By route and outcome: how often in a row it was proven, with no answer of the service between. */
  readonly #steady = new Map<string, string>();
  /** By route: how long the last request waited in vain, where the service itself was to blame, and nothing was answered since. */
  readonly #hangingMs = new Map<string, number>();
  readonly #writes = new LostWrites();
  /** By status: how often a page was the service's own, since others were answered as they should be. */
  readonly #ownPages = new Map<number | undefined, number>();
  /** By route and status: how often it was refused alone as well, for what it asks and not for others. */
  readonly #ownConflicts = new Map<string, number>();
  /** By status of a refusal: how many requests behind it were sent over another connection, with no success since. */
  readonly #triedApart = new Map<number | undefined, number>();
  /** What was answered with success: what is refused afterwards was not asked too early. */
  readonly #succeeded = new Set<string>();
  /** It answers 5xx to everything. */
  #isBrokenDown = false;
  readonly account: Account;
  readonly absence: Absence;

  constructor(options: EnvironmentOptions) {
    this.#options = options;
    this.account = new Account(options.guessesPerMinute, options.transport.deadline);
    this.absence = new Absence(options, this.account, (ask, going) => this.#send(ask, going));
  }

  /** What the target seems to take at most, where it showed that. */
  get limits(): ReturnType<Transport['limitsOf']> {
    return this.#options.transport.limitsOf(this.#options.baseUrl);
  }

  /**
   * The exchange to judge: the service's own word, or what is proven to be its own.
   * @throws TargetGone when the target does not come back
   * @throws AnswerLost where a request that writes may have been carried out
   * @throws NotAllowed where good credentials are refused, whatever is asked at this endpoint
   * @throws NotAssessed where wrong credentials would lock the account
   */
  async settle(ask: Ask): Promise<Exchange> {
    const exchange = await this.#settled(ask);
    if (exchange.failure?.kind === 'timeout')
      this.#hangingMs.set(ask.route, Math.max(exchange.durationMs, this.#hangingMs.get(ask.route) ?? 0));
    return exchange;
  }

  async #settled(ask: Ask): Promise<Exchange> {
    if (ask.guesses) await this.account.turnToGuess();
    for (let returns = 0; ; returns += 1) {
      const { exchange, reading } = await this.#apartFromRefusal(ask, await this.#send(ask, {}));
      if (reading === 'service') return isOwnError(exchange) ? this.#apartFromLoad(ask, exchange) : this.#apartFromOthers(ask, exchange);
      if (returns === MOST_RETURNS) return exchange;
      if (this.#isKnown(ask, exchange)) return exchange;
      if (reading === 'barred' || reading === 'page' || reading === 'put-off') {
        // The same for others, and no word of the service: ask again when it is over.
        const ownPages = this.#ownPages.get(exchange.answer?.status) ?? 0;
        if (reading === 'page' && ownPages >= ENOUGH_OWN) return exchange;
        const isThere = (await this.absence.look(ask, exchange, reading)) === 'there';
        if (isThere && reading === 'page' && this.absence.control !== null) {
          const again = await this.#send(ask, {});
          if (again.reading === 'service') return this.#answeredAlone(ask, exchange, again.exchange);
          this.#ownPages.set(exchange.answer?.status, ownPages + 1);
        }
        if (isThere)
          return reading === 'barred'
            ? this.account.refused(ask, exchange, async (allowed) => (await this.#send(allowed, {})).reading)
            : exchange;
      } else {
        if (ask.effect !== 'none' && this.#mayBeDone(reading, exchange)) return this.#lostWrite(ask, exchange, reading);
        const settled = await this.#alone(() => this.#provenAlone(ask, exchange, reading));
        if (settled !== null) return settled;
      }
    }
  }

  /**
   * A service that leaves a refused request unread in part, or remembers that it refused one, takes it out on the next request on the connection
   * (RFC 9112 §9.3). What never succeeded may only have come too early, and succeed later over any connection.
   */
  async #apartFromRefusal(ask: Ask, sent: Sent): Promise<Sent> {
    const { answer, afterRefusal } = sent.exchange;
    const isNonsense = answer !== null && OF_NONSENSE.includes(answer.status) && this.#succeeded.has(targetOf(sent.exchange));
    if (!ask.welcome || afterRefusal === undefined || !isNonsense || !this.account.mayUse(ask.route)) return sent;
    const behind = afterRefusal.answer?.status;
    const tried = this.#triedApart.get(behind) ?? 0;
    if (tried >= ENOUGH_APART) return sent;
    this.#triedApart.set(behind, tried + 1);
    const apart = await this.#send(ask, { freshConnection: true });
    if (!isSuccess(apart.exchange)) return sent;
    this.#triedApart.delete(behind);
    return { ...apart, exchange: { ...apart.exchange, refusedBehind: sent.exchange } };
  }

  /** What is refused for others is sent again when there are none. */
  async #apartFromOthers(ask: Ask, exchange: Exchange): Promise<Exchange> {
    const { answer, inFlight = 1 } = exchange;
    if (!ask.welcome || ask.effect === 'none' || inFlight === 1 || !FOR_OTHERS.includes(answer?.status ?? 0)) return exchange;
    const key = `${ask.route} ${answer?.status}`;
    const conflicts = this.#ownConflicts.get(key) ?? 0;
    if (conflicts >= ENOUGH_OWN) return exchange;
    const alone = await this.#alone(() => this.#send(ask, { alone: true }));
    if (alone.exchange.answer?.status === answer?.status) this.#ownConflicts.set(key, conflicts + 1);
    return alone.reading === 'service' ? alone.exchange : exchange;
  }

  /**
   * A 5xx of the service beside others is its own word. Whether the load brought it about shows when it is sent again alone; whether everything
   * ends so, the read that was good before. An update is not sent again: it may have been carried out, and undo a later one.
   */
  async #apartFromLoad(ask: Ask, exchange: Exchange): Promise<Exchange> {
    const key = `${ask.route} ${exchange.answer?.status}`;
    const errors = this.#ownConflicts.get(key) ?? 0;
    if ((exchange.inFlight ?? 1) === 1 || errors >= ENOUGH_ALONE) return exchange;
    const isSentAgain = ask.effect !== 'changes';
    const { exchange: alone, reading } = isSentAgain
      ? await this.#alone(() => this.#send(ask, { alone: true }))
      : { exchange, reading: 'service' };
    if (reading !== 'service') return exchange;
    if (!isOwnError(alone)) return { ...alone, brokenBeside: exchange };
    this.#ownConflicts.set(key, errors + 1);
    try {
      await this.absence.look(ask, alone, 'service');
      return exchange;
    } catch (error) {
      // The read that was good before is judged; nothing is known of what comes after it.
      if (!(error instanceof TargetGone) || this.#isBrokenDown || this.absence.control === null) throw error;
      this.#isBrokenDown = true;
      return { ...exchange, brokenDown: { route: this.absence.control.route, exchange: error.exchange } };
    }
  }

  async #send(ask: Ask, going: Going): Promise<Sent> {
    this.absence.check();
    const hangingMs = this.#hangingMs.get(ask.route);
    const exchange = await ask.send(
      hangingMs === undefined ? going : { timeoutMs: this.#timeAlone(hangingMs), ...going, showsNoLoad: true },
    );
    const reading = readingOf(exchange, ask);
    if (ask.guesses) this.account.guessed(exchange.startedAt + exchange.durationMs);
    if (exchange.answer !== null) this.#slowestMs = Math.max(this.#slowestMs, exchange.durationMs);
    if (reading !== 'service') return { exchange, reading };
    this.#answered += 1;
    this.#steady.delete(ask.route);
    this.#hangingMs.delete(ask.route);
    if (ask.effect !== 'none') this.#writes.answered(ask.route, exchange.startedAt);
    if (ask.welcome && isSuccess(exchange)) {
      this.#succeeded.add(targetOf(exchange));
      this.account.allowed(ask, exchange.startedAt);
      if (ask.effect === 'none') this.absence.control ??= ask;
    }
    return { exchange, reading };
  }

  /** A connection that is closed before a byte of an answer, and no gateway's answer: a target that takes few closes others unread. */
  #mayBeDone(reading: Reading, { failure, inFlight = 1 }: Exchange): boolean {
    if (failure?.kind === 'timeout' && inFlight === 1) return false;
    return mayBeCarriedOut(reading) && !(failure?.kind === 'reset' && failure.status === null);
  }

  /** A write is not sent again. It is judged where none at its endpoint gets an answer, while others do. */
  async #lostWrite(ask: Ask, exchange: Exchange, reading: Reading): Promise<Exchange> {
    this.#writes.lost(ask.route, exchange.startedAt);
    this.#lost += 1;
    const isThere = (await this.absence.look(ask, exchange, reading)) === 'there';
    if (isThere && this.#writes.areMany(ask.route)) return exchange;
    // What is carried out late should not meet what the next request does.
    await sleep(Math.min(LATE_ROOM * exchange.durationMs, this.#options.transport.deadline?.left ?? Number.POSITIVE_INFINITY));
    throw lost(ask, exchange);
  }

  #isKnown(ask: Ask, exchange: Exchange): boolean {
    return this.#losesAnswers || this.#steady.get(ask.route) === kindOf(exchange);
  }

  /** The answer that comes alone, or the break that comes each time. Null where the target was away: it was asked in vain, and is asked anew. */
  async #provenAlone(ask: Ask, first: Exchange, reading: Reading): Promise<Exchange | null> {
    // What was under way in an outage proves nothing, unless it may have brought it about.
    if (first.startedAt < this.absence.backAt && !isBrokenOff(first)) return null;
    if (this.#isKnown(ask, first)) return first;
    const { failure, inFlight = 1, besideOthers = false } = first;
    // Alone it was already, and a time-out takes its whole time.
    if (reading === 'late' && failure !== null && inFlight === 1 && !besideOthers) return first;
    let [knocks, returns, turn] = [0, 0, 0];
    while (turn < PAUSES_MS.length) {
      await sleep(PAUSES_MS[turn] ?? 0);
      // What broke off is not sent over a connection that the target may have closed.
      const freshConnection = turn + returns > 0;
      const timeoutMs = failure?.kind === 'timeout' ? this.#timeAlone(first.durationMs) : undefined;
      const { exchange, reading: again } = await this.#send(ask, { alone: true, freshConnection, timeoutMs });
      if (again === 'service') return this.#answeredAlone(ask, first, exchange);
      const found = await this.absence.look(ask, exchange, again);
      if (found === 'back') {
        returns += 1;
        if (isBrokenOff(exchange)) knocks += 1;
        if (knocks === ENOUGH_KNOCKS) return exchange;
        if (returns === MOST_RETURNS) throw new NotAssessed(`${ask.route} meets a target that comes and goes: ${outcome(exchange)}`);
        continue;
      }
      turn += 1;
      const isEnough = turn === PAUSES_MS.length || this.#provenInRow >= ENOUGH_PROVEN || exchange.failure?.kind === 'timeout';
      if (!isEnough) continue;
      this.#provenInRow += 1;
      this.#steady.set(ask.route, kindOf(exchange));
      // The first one waited longer, and says so.
      return exchange.failure?.kind === 'timeout' ? first : exchange;
    }
    return first;
  }

  /** An accident, or the load. Too many accidents are the target's own. */
  async #answeredAlone(ask: Ask, first: Exchange, answered: Exchange): Promise<Exchange> {
    // Perhaps because the record exists, from the first time.
    if (ask.effect === 'creates' && first.failure !== null && isClientError(answered)) throw lost(ask, first);
    this.#provenInRow = 0;
    // The outage it was.
    if (first.startedAt < this.absence.backAt) return answered;
    this.#lost += 1;
    if (this.#lost >= this.#nextSeries && this.#lost > LOST_SHARE * this.#answered) {
      this.#nextSeries = 2 * this.#lost;
      this.#losesAnswers = await this.#failsInSeries();
    }
    const { failure, inFlight = 1 } = first;
    return failure === null ? answered : { ...answered, underLoad: { failure, inFlight } };
  }

  /** Whether the read that was good before fails now and then, though nothing else is asked, and answers follow. */
  async #failsInSeries(): Promise<boolean> {
    const { control } = this.absence;
    if (control === null) return false;
    let [lost, isLastLost] = [0, false];
    for (let time = 0; time < SERIES; time += 1) {
      const { reading } = await this.#send(control, { alone: true });
      // Two after the other are an outage, or a limit.
      if (reading !== 'service' && (isLastLost || !mayBeCarriedOut(reading))) return false;
      isLastLost = reading !== 'service';
      if (isLastLost) lost += 1;
    }
    return lost > 1;
  }

  /**
   * How long what timed out may take alone, or behind one that hung, in milliseconds. A target under load answers late, and gets much longer than it
   * took for any answer. What hangs, while everything else is quick, has cost its whole time limit once.
   */
  #timeAlone(waitedMs: number): number {
    return Math.round(Math.min(waitedMs, Math.max(waitedMs / 4, ROOM_ALONE * this.#slowestMs)));
  }
}

function lost({ route }: Ask, exchange: Exchange): AnswerLost {
  return new AnswerLost(exchange, `${route} lost its answer, and may have been carried out: ${outcome(exchange)}`);
}

function targetOf({ request: { method, url } }: Exchange): string {
  return `${method} ${url}`;
}

/** *503*, *reset* */
function kindOf({ answer, failure }: Exchange): string {
  return String(answer?.status ?? failure?.kind);
}

/** So many writes at one endpoint lost their answers, and no more than these were answered meanwhile. */
const ENOUGH = 3;

/** Which writes lost their answers, and which were answered: a write is not sent again, so only their number proves anything. */
export class LostWrites {
  /** By route, when they were sent. */
  readonly #answered = new Map<string, number[]>();
  readonly #lost = new Map<string, number[]>();

  /** Times are milliseconds since the Unix epoch, here and below. */
  answered(route: string, sentAt: number): void {
    note(this.#answered, route, sentAt);
  }

  lost(route: string, sentAt: number): void {
    note(this.#lost, route, sentAt);
  }

  /**
   * Whether the endpoint itself loses answers: at least three, and as many as were answered since the third-last was sent. It goes by the times of
   * sending: among many at once, those that are lost end last, and nothing seems to be answered between.
   */
  areMany(route: string): boolean {
    const lost = this.#lost.get(route) ?? [];
    const from = lost.toSorted((one, other) => other - one)[ENOUGH - 1];
    if (from === undefined) return false;
    const since = (times: readonly number[] = []) => times.filter((at) => at >= from).length;
    return since(lost) >= since(this.#answered.get(route));
  }
}

function note(times: Map<string, number[]>, route: string, at: number): void {
  times.set(route, [...(times.get(route) ?? []), at]);
}
