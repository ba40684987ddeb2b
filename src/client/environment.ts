import pLimit from 'p-limit';
import { type Exchange, endOf, isClientError, isSuccess, outcome, UNAUTHORISED } from '../http/exchange.ts';
import { isOwnError, mayBeCarriedOut, type Reading, readingOf, showsLoad } from '../http/reading.ts';
import type { Limits } from '../http/transport.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { Absence, type AbsenceOptions, TargetGone } from './absence.ts';
import { Account, type Lock } from './account.ts';
import { type Ask, type Going, type Sent, SetAside } from './ask.ts';
import { AskedWaits, namesNoTime } from './asked-waits.ts';
import { Bans } from './bans.ts';
import { Crawl } from './crawl.ts';
import { Firewall } from './firewall.ts';
import { GuessWaits } from './guess-waits.ts';
import { isBrokenOff } from './last-requests.ts';
import { LossSeries } from './loss-series.ts';
import { AnswerLost, answeredOrLost, LATE_ROOM, LostAnswers, lost, untilAnswered } from './lost-answers.ts';
import { OnlyHere } from './only-here.ts';
import { isUnavailable, PartWaits } from './part-waits.ts';
import { type Barred, isUsedUp, NotAllowed, Permissions } from './permissions.ts';
import { SecondLook } from './second-look.ts';
import { Stalls } from './stalls.ts';
import { StuckRoutes } from './stuck-routes.ts';
import { now, sleep } from './time.ts';

interface EnvironmentOptions extends AbsenceOptions {
  /** Most requests a minute that carry wrong credentials; no ceiling where absent. */
  readonly guessesPerMinute?: number | null;
}

export interface Refusals {
  readonly barred: readonly Barred[];
  /** So many wrong credentials were sent when the target did for them what `lock` says; null where it did nothing. */
  readonly lockedAfter: number | null;
  readonly lock?: Lock;
  /** So often odd requests made it refuse everything for a while, so that they were given up; absent where they were not. */
  readonly bans?: number;
  /** So often it refused them, and accepted them when they were sent again at once; absent where it never did. */
  readonly inTurn?: number;
  /** Routes that ask to wait for longer than the run does, with an answer in short; absent where none does. */
  readonly unavailable?: readonly (readonly [route: string, answer: string])[];
  /** How many creations were refused that equal one that was carried out; absent where none was. */
  readonly duplicates?: number;
  /** A cache hid how a record changed. */
  readonly cached?: true;
}

/** Before each time that a request goes alone. Idle connections are closed after half a second, so the second time nothing is beside it. */
const PAUSES_MS = [0, 600, 1500];
/** The same for a gateway's prompt answer: of four instances one may be away, and two tries in four meet it by chance. */
const PAUSES_OF_GATEWAY_MS = [...PAUSES_MS, 400, 700];
const PROMPT_MS = 1000;
/** So many in a row that broke alone each time: this target does not break for load, so the next ones go alone once. */
const ENOUGH_PROVEN = 2;
/** Where an endpoint seems to lose the answers of writes, so many reads show whether others lose theirs too: of three instances one may be away. */
const SHORT_SERIES = 25;
/** A request after which the target is away, alone and each time, brings it down. */
const ENOUGH_KNOCKS = 2;
/** Reads before the next try: none, one or two, so that no number of instances keeps step. */
const TURNS = 3;
/** Ends the waiting for a target that comes and goes. */
const MOST_RETURNS = 8;

/**
 * What stands between the run and the service, and the one policy for sending again.
 *
 * - What asks to wait is sent again when the wait is over (`AskedWaits`).
 * - The service's own word is judged as it is; where others may have brought it about, once it came alone as well.
 * - What gets no answer in time is asked once more with nothing beside it, and judged if it gets none again. What had nothing beside it is judged at
 *   once.
 * - What breaks otherwise is sent again alone, and twice more after pauses, while a read that was good before is answered. What breaks each time is
 *   judged, and so is what breaks in the same way at its route until that is answered. A route may be given up (`StuckRoutes`).
 * - A write that may have been carried out is not sent again, and proves nothing by itself (`LostAnswers`). Whoever may send another in its place
 *   asks for that (`answeredOrLost`).
 * - Where the read that was good before fails as well, the target is away: nothing is sent until it answers again (`Absence`).
 */
export class Environment {
  readonly account: Account;
  readonly permissions: Permissions;
  readonly absence: Absence;
  /** A cache hides how records change, so reads have to go past it. */
  isCached = false;
  /** Routes that were not available for longer than the run is patient (503), each with an answer in short. */
  readonly unavailable = new Map<string, string>();
  readonly #options: EnvironmentOptions;
  /** Good credentials were refused (401) beside other requests, and accepted alone. */
  wasRefusedAtOnce = false;
  readonly #alone = pLimit(1);
  readonly #waits: AskedWaits;
  readonly #guessWaits = new GuessWaits();
  readonly #bans = new Bans();
  readonly #firewall: Firewall;
  readonly #stuck = new StuckRoutes();
  readonly #lost = new LostAnswers();
  readonly series: LossSeries;
  readonly stalls = new Stalls();
  readonly #crawl = new Crawl();
  readonly #second: SecondLook;
  /** Good requests that were not answered in time, and were when they were sent again. */
  readonly #unanswered = new OnlyHere();
  readonly parts: PartWaits;
  #provenInRow = 0;
  #writesLost = 0;
  #isBrokenDown = false;

  constructor(options: EnvironmentOptions) {
    const { transport, patienceMs, guessesPerMinute } = options;
    this.#options = options;
    this.#waits = new AskedWaits(transport, patienceMs);
    this.account = new Account(guessesPerMinute, transport.deadline);
    const direct = (ask: Ask, going: Going) => this.#send(ask, going);
    const send = (ask: Ask, going: Going) => (going.alone ? this.#alone(() => this.#send(ask, going)) : this.#send(ask, going));
    this.absence = new Absence(options, { account: this.account, bans: this.#bans, waits: this.#waits }, direct);
    this.permissions = new Permissions(send, async (exchange) => {
      const { control } = this.absence;
      return control !== null && (await this.absence.look(control, exchange, 'barred')) === 'back';
    });
    this.#second = new SecondLook(this.absence, send);
    this.#firewall = new Firewall(direct);
    this.series = new LossSeries(direct, () => this.absence.control, transport.deadline);
    this.parts = new PartWaits(options, this.absence, this.permissions, direct);
  }

  get limits(): Limits {
    return this.#options.transport.limitsOf(this.#options.baseUrl);
  }

  /** Routes that it limits for themselves. */
  get limitedRoutes(): readonly string[] {
    return this.#waits.ofRoutes.routes;
  }

  /** What the target refuses to the good credentials; null where it refused nothing. */
  get refusals(): Refusals | null {
    const { barred } = this.permissions;
    const { lockedAfter, lock } = this.account;
    const { count: bans } = this.#bans;
    const { refusedInTurn: inTurn } = this.absence;
    const { refusedDuplicates: duplicates } = this.#second;
    if (lockedAfter === null && barred.length + bans + inTurn + duplicates + this.unavailable.size === 0 && !this.isCached) return null;
    return {
      barred,
      lockedAfter,
      ...(lockedAfter !== null && { lock }),
      ...(bans > 0 && { bans }),
      ...(inTurn > 0 && { inTurn }),
      ...(duplicates > 0 && { duplicates }),
      ...(this.unavailable.size > 0 && { unavailable: [...this.unavailable] }),
      ...(this.isCached && { cached: true as const }),
    };
  }

  /** The exchange to judge: the service's own word, or what is proven to be its own. @throws NotAssessed of the class that tells why there is none: TargetGone, AnswerLost, NotAllowed */
  async settle(ask: Ask): Promise<Exchange> {
    this.#stuck.check(ask);
    // A firewall that minds odd requests explains the refusals: they come though no more wrong credentials are sent.
    if (this.#bans.count > 0) this.account.notLocked();
    if (isToBeRejected(ask)) await this.account.turnToBeRejected(ask.credentials === 'wrong', () => this.absence.check());
    const exchange = await this.#settledOrBroken(ask);
    if (await this.#firewall.drops(ask, exchange, this.absence.control))
      throw new SetAside(exchange, `${ask.route}: what stands in front of the service drops what looks like an attack`);
    this.#stuck.judged(ask, exchange, this.permissions.hasCarriedOut(ask));
    if (showsLoad(readingOf(exchange, ask))) this.#stuck.broke(ask.route, exchange);
    this.parts.reached(ask, exchange);
    // A scenario that fails by such a time is played again.
    if (isOwnError(exchange)) await this.parts.writesReturn(ask, exchange);
    try {
      const judged = await this.permissions.judged(ask, exchange);
      this.#second.countDuplicate(ask, judged);
      return judged;
    } catch (error) {
      // A feature may be switched off for a while, or its data be loaded anew.
      if (!(error instanceof NotAllowed) || isUsedUp(exchange) || !(await this.parts.returns(ask, exchange, 'barred'))) throw error;
      return this.permissions.judged(ask, await this.#settled(ask));
    }
  }

  /** The exchange of a request to another origin, as it comes: nothing is known there. */
  async sendElsewhere(ask: Ask): Promise<Exchange> {
    const waits = new AskedWaits(this.#options.transport, this.#options.patienceMs);
    const exchange = await waits.waitOut(ask, (going) => ask.send(going));
    ask.ended(exchange);
    return exchange;
  }

  /** As `untilAnswered`. Where all lose their answers and others do not, one more is taken as it comes: of three instances one may be away. @throws AnswerLost */
  async answeredOrProven(send: () => Promise<Exchange>, most: number): Promise<Exchange> {
    try {
      return await untilAnswered(send, most);
    } catch (error) {
      if (!(error instanceof AnswerLost)) throw error;
      if (error.exchange.failure?.kind === 'timeout') return error.exchange;
      if (!(await this.#answersOthers())) throw error;
    }
    return answeredOrLost(send);
  }

  /** The first that finds the service hanging for good reports it, with the read that was answered before. */
  async #settledOrBroken(ask: Ask): Promise<Exchange> {
    try {
      return await this.#settled(ask);
    } catch (error) {
      const { control } = this.absence;
      if (!(error instanceof TargetGone) || !error.isHanging || control === null || this.#isBrokenDown) throw error;
      this.#isBrokenDown = true;
      return { ...error.exchange, brokenDown: { route: control.route, exchange: error.exchange } };
    }
  }

  async #settled(ask: Ask): Promise<Exchange> {
    for (let returns = 0; ; returns += 1) {
      const { refusedInTurn } = this.absence;
      // What is refused over one connection may be accepted over another.
      const sent = await this.#second.apartFromRefusal(ask, await this.#send(ask, returns > 0 ? { freshConnection: true } : {}));
      const { exchange, reading } = sent;
      if (reading === 'service') {
        const wasCarriedOut = ask.credentials === 'good' && this.permissions.hasCarriedOut(ask);
        const judged = wasCarriedOut && returns < MOST_RETURNS ? await this.#second.apartFromAll(ask, exchange) : exchange;
        if (judged === null) continue;
        const second = wasCarriedOut && !judged.brokenDown ? await this.#second.apartFromChance(ask, judged) : judged;
        return this.#second.apartFromOthers(ask, second);
      }
      if (returns === MOST_RETURNS || this.series.losesAnswers || this.#stuck.isKnown(ask.route, exchange)) return exchange;
      const settled = await this.#between(ask, sent);
      if (settled !== null) return settled;
      const isInTurn = this.absence.refusedInTurn > refusedInTurn;
      if (returns > 0 && !showsLoad(reading) && !isInTurn) this.#bans.shownBy(ask, returns + 1);
    }
  }

  /** What may be the word of what stands between. Null where the target was away: it was asked in vain, and is asked anew. */
  async #between(ask: Ask, { exchange, reading }: Sent): Promise<Exchange | null> {
    if (showsLoad(reading) && reading !== 'put-off') {
      if (ask.effect !== 'none' && this.#mayBeDone(ask, reading, exchange)) return this.#lostWrite(ask, exchange, reading);
      const proven = await this.#alone(() => this.#provenAlone(ask, exchange, reading));
      if (proven === null || !isUnavailable(proven) || ask.effect === 'none') return proven;
      const since = { ...proven, startedAt: exchange.startedAt };
      return (await this.parts.writesReturn(ask, since)) || (await this.parts.returns(ask, since, reading)) ? null : proven;
    }
    if (reading === 'page' && (await this.#firewall.answered(ask, exchange, this.absence.control))) return { ...exchange, isBlocked: true };
    if (reading === 'page' && this.#second.isOwnPage(exchange)) return exchange;
    if ((await this.absence.look(ask, exchange, reading)) === 'back') return null;
    if (reading === 'put-off' || this.absence.control === null) return exchange;
    const again = await this.#second.apartFromTrouble(ask, exchange, reading);
    return again === null ? exchange : this.#answeredAlone(ask, exchange, again);
  }

  async #send(ask: Ask, going: Going = {}): Promise<Sent> {
    this.absence.check();
    // Of many that wait for their turn, the first ones may bring a ban about.
    const onTurn = () => {
      this.#bans.check(ask);
      this.#bans.sent(ask, now());
    };
    // A guard that takes its time for wrong credentials is not at its limit, nor is the target where only the look-up of events is.
    const isOfPart = ask.credentials === 'wrong' || ask.credentials === 'unlisted';
    const how = { ...this.#stuck.going(ask.route), ...(isOfPart && { showsNoLoad: true }), ...going, onTurn };
    const [isWelcome, isGuess] = [ask.credentials === 'good', ask.credentials === 'wrong'];
    const send = (apart: Going) => ask.send({ ...how, ...apart });
    // Who limits log-ins minds what comes without credentials too, and nobody else waits for that.
    const isApart = isToBeRejected(ask) && !this.#waits.hasPutOff;
    const exchange = isApart
      ? await this.#guessWaits.waitOut(send)
      : await this.#waits.waitOut(ask, send, (answer) => how.impatient === true || (isGuess && namesNoTime(answer)));
    ask.ended(exchange);
    this.stalls.ended(ask, exchange);
    // While the run waits for a target that is away, its patience counts.
    const crawled = going.impatient ? null : this.#crawl.ended(ask, exchange);
    if (crawled !== null) this.absence.crawls(crawled.from, crawled.words, exchange);
    const reading = readingOf(exchange, ask);
    // A 429 that names no time may be how wrong credentials are rejected.
    const isPutOff = reading === 'put-off' && (isWelcome || !namesNoTime(exchange.answer));
    const isOfRoute = this.#waits.ofRoutes.isLimited(ask.route);
    const isOfLookUp = ask.credentials === 'unlisted';
    if (!isApart && !isOfRoute && !isOfLookUp && (isPutOff || exchange.waits.length > 0))
      this.account.putOff(exchange.putOffAt ?? endOf(exchange), this.#options.transport.isPaced, isWelcome);
    if (isGuess) this.account.guessTook(exchange);
    if (isToBeRejected(ask)) this.account.rejected(exchange.startedAt + exchange.durationMs, isGuess);
    else if (exchange.answer !== null) this.account.answered(exchange);
    if (isApart && isPutOff) this.account.guessesPutOff();
    if (exchange.answer !== null) this.#stuck.answered(ask.route, exchange.durationMs, reading === 'service');
    if (reading !== 'service') return { exchange, reading };
    this.#lost.answered(ask.effect === 'none' ? null : [ask.route, exchange.startedAt]);
    if (isWelcome && isSuccess(exchange)) {
      this.#second.succeeded(exchange, ask);
      this.account.allowed(exchange.startedAt);
      this.permissions.carriedOut(ask);
      this.#unanswered.passed(ask.route);
      if (ask.effect === 'none') this.absence.answered(ask);
    }
    return { exchange, reading };
  }

  /** A connection that is closed before a byte of an answer, and no gateway's answer: a target that takes few closes others unread. */
  #mayBeDone({ route }: Ask, reading: Reading, { failure, inFlight = 1 }: Exchange): boolean {
    if (failure?.kind === 'timeout' && (inFlight === 1 || this.#stuck.mayWake(route))) return false;
    return mayBeCarriedOut(reading) && !(failure?.kind === 'reset' && failure.status === null);
  }

  /** A write is not sent again. It is judged where none at its endpoint gets an answer, while others do. */
  async #lostWrite(ask: Ask, exchange: Exchange, reading: Reading): Promise<Exchange> {
    this.#lost.lost([ask.route, exchange.startedAt]);
    const isThere = (await this.absence.look(ask, exchange, reading)) === 'there';
    const { backAt } = this.absence;
    if (isThere && this.#lost.isOwn(ask.route, exchange.startedAt, backAt)) {
      if (exchange.answer !== null && (await this.parts.returns(ask, exchange, reading))) throw lost(ask, exchange);
      return exchange;
    }
    if (isThere && this.#lost.areMany(ask.route, backAt)) {
      if (await this.#answersOthers()) this.#lost.othersAnswer(ask.route, now());
    }
    // Of instances that take turns, another one is to get what is sent in its place.
    this.#writesLost += 1;
    for (let turn = this.#writesLost % TURNS; this.absence.control !== null && turn > 0; turn -= 1)
      await this.#send(this.absence.control, { alone: true });
    // What is carried out late should not meet what the next request does.
    await sleep(Math.min(LATE_ROOM * exchange.durationMs, this.#options.transport.deadline?.left ?? Number.POSITIVE_INFINITY));
    throw lost(ask, exchange);
  }

  /** The answer that comes alone, or the break that comes each time. Null where the target was away. */
  async #provenAlone(ask: Ask, first: Exchange, reading: Reading): Promise<Exchange | null> {
    // What was under way in an outage proves nothing, unless it may have brought it about.
    if (first.startedAt < this.absence.backAt && !isBrokenOff(first)) return null;
    if (this.series.losesAnswers || this.#stuck.isKnown(ask.route, first)) return first;
    const { failure, inFlight = 1, besideOthers = false } = first;
    // Alone it was already, and a time-out takes its whole time.
    const isProven = inFlight === 1 && !besideOthers && !this.#stuck.mayWake(ask.route);
    if (reading === 'late' && failure !== null && isProven) return first;
    const pauses = first.answer === null || first.durationMs > PROMPT_MS ? PAUSES_MS : PAUSES_OF_GATEWAY_MS;
    let [knocks, returns, turn] = [0, 0, 0];
    while (turn < pauses.length) {
      await sleep(pauses[turn] ?? 0);
      // What broke off is not sent over a connection that the target may have closed.
      // The last try goes over one that is open, where there is one: new ones may be too many.
      const freshConnection = turn + returns > 0 && turn < pauses.length - 1;
      const timeoutMs = failure?.kind === 'timeout' ? this.#stuck.limitBehind(first.durationMs) : undefined;
      const { exchange, reading: again } = await this.#send(ask, { alone: true, freshConnection, timeoutMs });
      if (again === 'service') return this.#answeredAlone(ask, first, exchange);
      // One of two instances that take turns may be away. A look before each try would leave every try to that one, so one look is left out.
      const isBack = turn !== 1 && (await this.absence.look(ask, exchange, again)) === 'back';
      if (isBack || first.startedAt < this.absence.backAt) {
        returns += 1;
        if (isBrokenOff(exchange)) knocks += 1;
        if (knocks === ENOUGH_KNOCKS) return exchange;
        if (returns === MOST_RETURNS) throw new NotAssessed(`${ask.route} meets a target that comes and goes: ${outcome(exchange)}`);
        continue;
      }
      turn += 1;
      const isEnough = turn === pauses.length || this.#provenInRow >= ENOUGH_PROVEN || exchange.failure?.kind === 'timeout';
      if (!isEnough) continue;
      // Whether all writes are refused so is asked for alone, and so later.
      const isLeft = exchange.answer === null || (isUnavailable(exchange) && ask.effect !== 'none');
      if (!isLeft && (await this.parts.returns(ask, { ...exchange, startedAt: first.startedAt }, again))) return null;
      this.#provenInRow += 1;
      this.#stuck.broke(ask.route, exchange);
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
    if (this.#lost.lost(null)) await this.series.play();
    if (this.series.losesAnswers) return first;
    const { failure, answer, inFlight = 1 } = first;
    const how = failure?.kind ?? answer?.status;
    // A read that meets a lock, or what is worked on, hangs at one endpoint, and not by chance.
    const times = how === 'timeout' && ask.credentials === 'good' ? this.#unanswered.happened(ask.route) : 0;
    if (times >= LEAST_UNANSWERED && this.#unanswered.isOnlyAt(ask.route)) return { ...answered, brokenBeside: first };
    if (how === UNAUTHORISED) this.wasRefusedAtOnce = true;
    return how === undefined ? answered : { ...answered, underLoad: { how, inFlight } };
  }

  /** Whether the read that was good before is answered each time. */
  async #answersOthers(): Promise<boolean> {
    const { control } = this.absence;
    for (let turn = 0; control !== null && turn < SHORT_SERIES; turn += 1)
      if ((await this.#send(control, { alone: true })).reading !== 'service') return false;
    return true;
  }
}

/** So often an endpoint gave no answer in time, and no other one did. Fewer times may be a stall that met it alone. */
const LEAST_UNANSWERED = 4;

/** Some services lock an account for wrong credentials, some for missing ones too. */
const isToBeRejected = ({ credentials }: Ask): boolean => credentials === 'wrong' || credentials === 'none';
