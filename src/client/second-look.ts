import { isPage, objectIn } from '../http/body.ts';
import { type Exchange, endOf, isClientError, isGone, isSuccess, kindOf, mayRefuseAll } from '../http/exchange.ts';
import { isOwnError, isReplay, type Reading } from '../http/reading.ts';
import { encodeSegment } from '../settings/urls.ts';
import { type Absence, TargetGone } from './absence.ts';
import type { Ask, Going, Send, Sent } from './ask.ts';
import { OnlyHere } from './only-here.ts';
import { ENOUGH_BARRED } from './permissions.ts';

/** How a server answers what it cannot read as a request: an answer of HTTP/0.9 has no head. */
const OF_NONSENSE: readonly string[] = ['400', '405', '414', '431', '501', '505', 'malformed'];
/** Too many requests: whoever sends the next one meets it too. */
const TOO_MANY = 429;
/** Refused for what others do at the same time (RFC 9110 §15.5.10, RFC 4918 §11.3): a service may take writes one at a time. */
const [CONFLICT, LOCKED] = [409, 423];
const FOR_OTHERS: readonly number[] = [CONFLICT, LOCKED];
/** How a guard against forms that are sent twice refuses a duplicate (RFC 9110 §15.5.10 and §15.5.21, RFC 8470 §5.2). */
const FOR_DUPLICATES: readonly number[] = [CONFLICT, 422, 425];
const UNAUTHORISED = 401;
/** What a service says of the request itself, which is as it was before. A 404 is of the record, which somebody may have deleted. */
const FOR_ITSELF: readonly number[] = [400, 405, 406, 411, 413, 414, 415, 417, 422, 431];
/** So often an answer of a kind came the second time too: the next ones are judged at once. */
const ENOUGH = { behindRefusal: 8, page: 3, barred: 3, chance: 2, besideOthers: 3, error: 2, refused: 2 };

/** So often good credentials were refused at one endpoint, and accepted at once. Fewer times are an accident; refused at others too, what stands between. */
const LEAST_NOW_AND_THEN = 3;
/** So often a good request was refused for itself, and carried out at once when it was sent again: once is an accident. */
const LEAST_BY_CHANCE = 2;
/** Milliseconds. What was found so long ago is known to every copy of the data. */
const LONG_KNOWN_MS = 4000;
/** So often what was long known was not found, each time after it had been found again. Two gateways that come back make two times. */
const LEAST_LOST = 3;
/** So often a good request was refused behind a refusal, and not over another connection: fewer times may be an accident. */
const LEAST_BARRED = 3;
/** Good credentials were refused so often behind a refusal, and more than so many times as often as they were accepted there. Fewer may meet an instance that does not know them. */
const LEAST_UNKNOWN = { refused: 6, times: 4 };

/** Answers of the service that something else may have brought about, which shows when the same is sent again apart from that. */
export class SecondLook {
  readonly #absence: Absence;
  readonly #send: Send;
  /** By kind of an answer, and where it came: how often it came the second time too. */
  readonly #proven = new Map<string, number>();
  /** Good credentials were refused, and accepted the second time. */
  readonly #nowAndThen = new OnlyHere();
  /** What was answered with success, and when first: what is refused afterwards was not asked too early. */
  readonly #succeeded = new Map<string, number>();
  /** By kind of a refusal: good requests behind it that succeeded, and that were refused and not over another connection. */
  readonly #behind = new Map<string, { passed: number; refused: number }>();
  /** Creations that were carried out, by the whole request. */
  readonly #made = new Set<string>();
  /** Of the records that it made, as they stand in a path. */
  readonly #newIds = new Set<string>();
  #isBrokenDown = false;
  #refusedByChance = 0;
  /** How often what was long known was not found, and since when it is found again. */
  #lost = { times: 0, foundAt: 0 };
  /** How many creations were refused that equal one that was carried out. */
  refusedDuplicates = 0;

  constructor(absence: Absence, send: Send) {
    this.#absence = absence;
    this.#send = send;
  }

  succeeded(exchange: Exchange, { effect, route }: Ask): void {
    this.#nowAndThen.passed(route);
    if (!this.#succeeded.has(targetOf(exchange))) this.#succeeded.set(targetOf(exchange), endOf(exchange));
    if (effect !== 'creates') return;
    this.#made.add(wholeOf(exchange));
    const id = objectIn(exchange)?.id;
    if (typeof id === 'string') this.#newIds.add(encodeSegment(id));
  }

  /** Counts what equals a creation that was carried out, has nothing odd that may be why, and was refused, or answered as before. */
  countDuplicate({ credentials, shape }: Ask, exchange: Exchange): void {
    if (credentials === 'good' && shape !== null && (isReplay(exchange) || this.#isDuplicate(exchange))) this.refusedDuplicates += 1;
  }

  #isDuplicate(exchange: Exchange): boolean {
    return FOR_DUPLICATES.includes(exchange.answer?.status ?? 0) && this.#made.has(wholeOf(exchange));
  }

  /** Of a record that the run made: one of two replicas may not know it yet. */
  #isOfNew({ request }: Exchange): boolean {
    return request.url.split(/[/?]/).some((part) => this.#newIds.has(part));
  }

  /** A page of this status is the service's own: others were answered as they should be. */
  isOwnPage(exchange: Exchange): boolean {
    return this.#isProven(`page ${kindOf(exchange)}`, ENOUGH.page);
  }

  /** What comes in place of a page, or of a refusal of good credentials that may be over; null where it comes again. No update is sent again. */
  async apartFromTrouble(ask: Ask, exchange: Exchange, reading: Reading): Promise<Exchange | null> {
    const key = reading === 'page' ? `page ${kindOf(exchange)}` : `${ask.route} ${kindOf(exchange)}`;
    const isBarred = reading === 'barred';
    // A success in JSON that is no page may be what the service makes of a write, and it would be carried out twice.
    if (isSuccess(exchange) && !isPage(exchange) && ask.effect !== 'none') return null;
    const isNew = this.#nowAndThen.timesAt(ask.route) === 0;
    if (isBarred && (ask.effect === 'changes' || (isNew && this.#isProven(key, ENOUGH.barred)))) return null;
    const differs = (again: Sent) => again.reading === 'service' || (isBarred && again.reading !== reading);
    // One of several instances may not know them, or a gateway not this connection.
    const most = isBarred && (exchange.answer?.status === UNAUTHORISED || isPage(exchange)) ? ENOUGH_BARRED : 1;
    const again = await this.#again(ask, isBarred ? { freshConnection: true } : {}, key, differs, most);
    if (again?.reading !== 'service') return null;
    if (!isBarred || !isSuccess(again.exchange)) return again.exchange;
    const times = this.#nowAndThen.happened(ask.route);
    // A gateway that does not let some connections in answers a page.
    const isOfEndpoint = times >= LEAST_NOW_AND_THEN && this.#nowAndThen.isOnlyAt(ask.route) && !isPage(exchange);
    return isOfEndpoint ? { ...again.exchange, refusedNowAndThen: exchange } : again.exchange;
  }

  /** A refused request left unread may spoil the next on its connection (RFC 9112 §9.3). What never succeeded may only have come too early. */
  async apartFromRefusal(ask: Ask, sent: Sent): Promise<Sent> {
    const { afterRefusal } = sent.exchange;
    if (afterRefusal === undefined) return sent;
    const isGood = ask.credentials === 'good';
    const behind = this.#behind.get(kindOf(afterRefusal)) ?? { passed: 0, refused: 0 };
    this.#behind.set(kindOf(afterRefusal), behind);
    if (isGood && isSuccess(sent.exchange)) behind.passed += 1;
    const isNonsense = OF_NONSENSE.includes(kindOf(sent.exchange));
    const isRefused = isClientError(sent.exchange)
      ? sent.exchange.answer?.status !== TOO_MANY && this.#succeeded.has(targetOf(sent.exchange))
      : isNonsense;
    // Whoever is rejected anyway minds only a body that was left there.
    if (isGood ? !isRefused : !isNonsense || afterRefusal.request.body === null) return sent;
    const key = `${isGood ? '' : 'rejected '}behind ${isNonsense ? kindOf(afterRefusal) : 'any'}: ${kindOf(sent.exchange)}`;
    if (this.#isProven(key, isNonsense && isGood ? ENOUGH.behindRefusal : ENOUGH.barred)) return sent;
    const differs = (again: Sent) => again.reading === 'service' && kindOf(again.exchange) !== kindOf(sent.exchange);
    const apart = await this.#again(ask, { freshConnection: true }, key, differs);
    if (apart === null || !isGood || !isSuccess(apart.exchange)) return apart ?? sent;
    // A gateway that refuses a connection does so each time, with the same page.
    const isAlike = kindOf(afterRefusal) === kindOf(sent.exchange);
    if (isPage(sent.exchange) && isAlike && isPage(afterRefusal)) return apart;
    // Where the same credentials were refused just before, the connection leads to an instance that does not know them.
    const { value } = sent.exchange.request.authorization;
    if (sent.reading === 'barred' && isAlike && afterRefusal.request.authorization.value === value) return apart;
    behind.refused += 1;
    // Everything may be refused now and then, or for a moment, whatever the connection carried before; and odd input by one of several gateways.
    // One of two instances that does not know the credentials refuses every second one.
    const { refused, times } = LEAST_UNKNOWN;
    const isOfInstance = sent.reading === 'barred' && (behind.refused < refused || behind.refused <= times * behind.passed);
    const areFew = behind.refused < LEAST_BARRED || behind.refused <= behind.passed || isOfInstance;
    const isSure = isNonsense && ask.intent === 'typical';
    // So it is where they were refused behind no refusal as well.
    const isOfOthers = !isNonsense && (this.#absence.wasAway || (sent.reading === 'barred' && this.#nowAndThen.isSeen));
    const isAccident = this.#isOfNew(sent.exchange) || (!isSure && (areFew || isOfOthers));
    return isAccident ? apart : { ...apart, exchange: { ...apart.exchange, refusedBehind: sent.exchange } };
  }

  /** What was carried out before is refused now. Null where that was because everything was refused for a while, whatever the status. */
  async apartFromAll(ask: Ask, exchange: Exchange): Promise<Exchange | null> {
    const key = `refused ${ask.route} ${kindOf(exchange)}`;
    if (!mayRefuseAll(exchange) || this.#isProven(key, ENOUGH.refused)) return exchange;
    const judged = await this.#unlessAway(ask, exchange, exchange.answer?.status === LOCKED ? 'barred' : 'service');
    if (judged !== null) this.#note(key);
    return judged;
  }

  /** A check that keeps something from one request to the next refuses every second good one, or the one behind a malformed one. */
  async apartFromChance(ask: Ask, exchange: Exchange): Promise<Exchange> {
    const { status = 0 } = exchange.answer ?? {};
    const key = `by chance ${ask.route} ${kindOf(exchange)}`;
    if (isGone(exchange)) return this.#apartFromLoss(ask, exchange, key);
    if (
      this.#isOfNew(exchange) ||
      !FOR_ITSELF.includes(status) ||
      isPage(exchange) ||
      this.#isDuplicate(exchange) ||
      this.#isProven(key, ENOUGH.chance)
    )
      return exchange;
    const again = await this.#again(ask, {}, key, (sent) => isSuccess(sent.exchange));
    if (again === null) return exchange;
    this.#refusedByChance += 1;
    return this.#refusedByChance < LEAST_BY_CHANCE ? again.exchange : { ...again.exchange, refusedNowAndThen: exchange };
  }

  /** One of several connections of a service to its store may find nothing. A 404 by itself is of the record, which somebody may have deleted. */
  async #apartFromLoss(ask: Ask, exchange: Exchange, key: string): Promise<Exchange> {
    const isLongKnown = exchange.startedAt - (this.#succeeded.get(targetOf(exchange)) ?? exchange.startedAt) > LONG_KNOWN_MS;
    if (!isLongKnown || isPage(exchange) || this.#absence.wasAway || this.#isProven(key, ENOUGH.chance)) return exchange;
    const again = await this.#again(ask, { freshConnection: true }, key, (sent) => isSuccess(sent.exchange));
    if (again === null) return exchange;
    if (exchange.startedAt > this.#lost.foundAt) this.#lost.times += 1;
    this.#lost.foundAt = endOf(again.exchange);
    return this.#lost.times < LEAST_LOST ? exchange : { ...again.exchange, refusedNowAndThen: exchange };
  }

  /** What is refused for others is sent again when there are none. */
  async apartFromOthers(ask: Ask, exchange: Exchange): Promise<Exchange> {
    if (isOwnError(exchange)) return this.#apartFromLoad(ask, exchange);
    const { answer, inFlight = 1 } = exchange;
    if (ask.credentials !== 'good' || ask.effect === 'none' || inFlight === 1 || !FOR_OTHERS.includes(answer?.status ?? 0)) return exchange;
    const key = `${ask.route} ${kindOf(exchange)}`;
    if (this.#isProven(key, ENOUGH.besideOthers)) return exchange;
    const alone = await this.#again(ask, { alone: true }, key, (again) => kindOf(again.exchange) !== kindOf(exchange));
    return alone?.reading === 'service' ? alone.exchange : exchange;
  }

  /** Whether the load brought a 5xx about shows alone; whether everything ends so, a good read. No update is sent again: it may undo a later one. */
  async #apartFromLoad(ask: Ask, exchange: Exchange): Promise<Exchange> {
    const key = `${ask.route} ${kindOf(exchange)}`;
    // An event's look-up is judged by nothing, so it may not be the one that finds the service broken down.
    if ((exchange.inFlight ?? 1) === 1 || this.#isProven(key, ENOUGH.error) || ask.credentials === 'unlisted') return exchange;
    if (ask.effect === 'changes') this.#note(key);
    else {
      const alone = await this.#again(ask, { alone: true }, key, (again) => again.reading !== 'service' || !isOwnError(again.exchange));
      if (alone !== null) return alone.reading === 'service' ? { ...alone.exchange, brokenBeside: exchange } : exchange;
    }
    return (await this.#unlessAway(ask, exchange, 'service')) ?? exchange;
  }

  /** Null where the target was away and is back. */
  async #unlessAway(ask: Ask, exchange: Exchange, reading: Reading): Promise<Exchange | null> {
    try {
      return (await this.#absence.look(ask, exchange, reading)) === 'back' ? null : exchange;
    } catch (error) {
      const isOwnWord = reading === 'service' && error instanceof TargetGone && !this.#absence.isLocked;
      // The read that was good before is judged; nothing is known of what comes after it.
      if (!isOwnWord || this.#isBrokenDown || this.#absence.control === null) throw error;
      this.#isBrokenDown = true;
      return { ...exchange, brokenDown: { route: this.#absence.control.route, exchange: error.exchange } };
    }
  }

  #isProven(key: string, enough: number): boolean {
    return (this.#proven.get(key) ?? 0) >= enough;
  }

  /** Sends again, at most so often. Null where it never differs, which is noted: often enough, it need not be proven. */
  async #again(ask: Ask, going: Going, key: string, differs: (again: Sent) => boolean, most = 1): Promise<Sent | null> {
    for (let turn = 0; turn < most; turn += 1) {
      const again = await this.#send(ask, going);
      if (!differs(again)) continue;
      this.#proven.delete(key);
      return again;
    }
    this.#note(key);
    return null;
  }

  #note(key: string): void {
    this.#proven.set(key, (this.#proven.get(key) ?? 0) + 1);
  }
}

function targetOf({ request: { method, url } }: Exchange): string {
  return `${method} ${url}`;
}

const wholeOf = (exchange: Exchange): string => `${targetOf(exchange)} ${exchange.request.body}`;
