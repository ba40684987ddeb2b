import { isPage, isWakingPage } from '../http/body.ts';
import { type Exchange, endOf, isRedirect, mayRefuseAll, UNAUTHORISED } from '../http/exchange.ts';
import { isOwnError, mayBeCarriedOut, namesQuota, type Reading, readingOf, showsLoad } from '../http/reading.ts';
import { refusalOf, refusalWords } from '../http/refusal.ts';
import { clip, visibleLine } from '../http/text.ts';
import type { Transport } from '../http/transport.ts';
import { LimitReached } from '../settings/not-assessed.ts';
import { counted } from '../specification/words.ts';
import type { Account } from './account.ts';
import type { Ask, Going, Send, Sent } from './ask.ts';
import { type AskedWaits, namesNoTime, retryAfterMs } from './asked-waits.ts';
import type { Bans } from './bans.ts';
import { ENOUGH_BARRED } from './permissions.ts';
import { now, sleep } from './time.ts';

export interface AbsenceOptions {
  readonly transport: Transport;
  readonly baseUrl: string;
  /** How long the run waits for a target that is away, or puts off whatever is asked. */
  readonly patienceMs: number;
  /** The same where it has taken no connection yet: the port may be wrong. As long as any other where absent. */
  readonly firstPatienceMs?: number;
  /** A target that is away is not waited for; false where absent. */
  readonly impatient?: boolean;
  /** Tells people, while the run waits, a line each. */
  readonly say?: (line: string) => void;
}

/** A time during which everything that was asked was answered alike, or not at all. */
export interface Disturbance {
  /** Milliseconds since the Unix epoch. */
  readonly from: number;
  readonly milliseconds: number;
  /** What the target did in it, in the words of a sentence about it. */
  readonly words: string;
  /** It was still so when the run could ask no more; absent where it ended. */
  readonly goesOn?: true;
}

export class TargetGone extends LimitReached {
  readonly exchange: Exchange;

  /** Whether it hangs for whoever has the good credentials, and rejects at once whoever has none: the service is there, and broke down by itself. */
  readonly isHanging: boolean;

  constructor(reason: string, exchange: Exchange, isHanging = false) {
    super(reason, ['CES_PATIENCE_MS']);
    this.exchange = exchange;
    this.isHanging = isHanging;
  }
}

/** Nobody has to hear of a refusal that was over sooner. */
const MOMENT_MS = 500;
/** Said of a target that hangs for whoever has the good credentials. */
export const REJECTS_AT_ONCE = ', while whoever has no credentials is rejected at once';
/** A rejection that needs no look into the store. */
const AT_ONCE_MS = 2000;
const REJECTED = [401, 403];
/** Who comes and goes, one of two instances that hangs for instance, is waited for so many times the patience in all, and so long at least. */
const [PATIENCES, LEAST_IN_ALL_MS] = [2, 120_000];
const PROBE_MS = { first: 100, growth: 1.5, longest: 1000 };
/** A try may make a lock last longer, so the pauses grow until one of them outlasts it. */
const PROBE_LOCK_MS = { ...PROBE_MS, growth: 2, longest: 30_000 };
/** For trouble of this machine, a name or a proxy, before the target has answered once; and for a service that answers 5xx to everything. */
const SHORT_PATIENCE_MS = 5000;
/** Endpoints whose reads may show whether the target is there: the part of the first may go. */
const MOST_READS = 3;
/** Mixed, and so many, so that one of two instances that is away shows each of its faces. */
const IN_TURNS = ['other', 'first', 'other', 'other', 'first', 'first', 'other', 'first', 'other', 'first'] as const;
/** While the target is away, the others are asked at each so many looks. */
const TURNS_PER_PART = 5;
/** Any other code comes from this machine (no free port, no name server), the network or a proxy. */
const REFUSED_BY_TARGET = /\(ECONNREFUSED\)$/;

const UNUSED_PORT = 'Nothing listens at this port: start the service, or correct the port in CES_BASE_URL.';
const UNKNOWN_HOST =
  'There is no way to this host: correct its name in CES_BASE_URL, or look at the network and the proxy of this machine.';
/** An HTTP date has 29 characters (RFC 9110 §5.6.7). */
const MOST_OF_WAIT = 40;
const MOST_OF_PLACE = 100;

type Causes = Readonly<{ account: Account; bans: Bans; waits: AskedWaits }>;

/** Waits for a target that is away, by a read that was good before, and holds all other requests back until that is answered again. */
export class Absence {
  /** Null while the target is not given up: since when, in milliseconds since the Unix epoch, and when and why, in a sentence for people. */
  gone: { readonly at: number; readonly reason: string; readonly exchange: Exchange } | null = null;
  /** When the target came back last, in milliseconds since the Unix epoch. */
  backAt = Number.NEGATIVE_INFINITY;
  /** When a record was missed last that was there before. It may be a fault as well as data that were loaded anew, so it excuses nothing. */
  lostAt = Number.NEGATIVE_INFINITY;
  /** So often the good credentials were refused, and accepted when they were sent again at once. */
  refusedInTurn = 0;
  readonly #options: AbsenceOptions;
  readonly #causes: Causes;
  readonly #send: Send;
  readonly #disturbances: Disturbance[] = [];
  /** Reads that were answered as they should be, of different endpoints. The first is the control. */
  readonly #reads: Ask[] = [];
  #looking: Promise<void> | null = null;
  /** How often it was away and came back, and how long in all. */
  #away = { times: 0, milliseconds: 0 };
  /** From the last request that was let through, until the good credentials were accepted again. */
  readonly #locks: { readonly from: number; readonly until: number }[] = [];

  constructor(options: AbsenceOptions, causes: Causes, send: Send) {
    this.#options = options;
    this.#causes = causes;
    this.#send = send;
  }

  /** The target was away, or refused everything, for a while. */
  get wasAway(): boolean {
    return Number.isFinite(this.backAt);
  }

  /** The read that shows whether the target is there; null until one was answered. */
  get control(): Ask | null {
    return this.#reads[0] ?? null;
  }

  /** A read was answered as it should be. */
  answered(read: Ask): void {
    // Where a page is in order, one of maintenance looks like it.
    if (!read.json && this.control !== null) return;
    if (this.control?.json === false) this.#reads.shift();
    if (this.#reads.length < MOST_READS && this.#reads.every(({ route }) => route !== read.route)) this.#reads.push(read);
  }

  get isLocked(): boolean {
    return this.#causes.account.lockedAfter !== null;
  }

  check(): void {
    if (this.gone !== null) throw new TargetGone(this.gone.reason, this.gone.exchange);
  }

  drain(): Disturbance[] {
    return this.#disturbances.splice(0);
  }

  /** Whether the target answers others in order, and has done so all the time. If not, waits: not for long where it answers 5xx to all, or refuses all. */
  async look(ask: Ask, exchange: Exchange, reading: Reading): Promise<'there' | 'back'> {
    this.#looking ??= this.#waitUntilThere(ask, exchange, reading).finally(() => {
      this.#looking = null;
    });
    await this.#looking;
    return exchange.startedAt < this.backAt ? 'back' : 'there';
  }

  /** Whether the good credentials may have been refused while this was rejected: then the rejection proves nothing. Sends them, and waits until they are accepted. */
  async mayBeOfLock(exchange: Exchange): Promise<boolean> {
    if (this.control !== null && this.#causes.account.allowedAt < endOf(exchange)) await this.look(this.control, exchange, 'barred');
    return this.#locks.some(({ from, until }) => endOf(exchange) >= from && exchange.startedAt <= until);
  }

  /** A part of the target was away from then on, and is back, while the rest answered. What was sent before proves nothing. */
  partIsBack(from: number, route: string, { answer }: Exchange): void {
    this.backAt = now();
    this.#disturbances.push({ from, milliseconds: this.backAt - from, words: `answered ${answer?.status} to ${route}` });
  }

  /** The target lost what it had stored at this time, as when somebody loads its data anew. */
  lostRecords(from: number): void {
    this.lostAt = now();
    this.#disturbances.push({ from, milliseconds: this.lostAt - from, words: 'lost records that it had stored,' });
  }

  async #waitUntilThere(ask: Ask, exchange: Exchange, reading: Reading): Promise<void> {
    const { patienceMs, firstPatienceMs = patienceMs, impatient, say, transport, baseUrl } = this.#options;
    const isGateway = exchange.answer !== null && mayBeCarriedOut(reading);
    const isDown = reading === 'unreached' || reading === 'busy' || isGateway || (reading === 'page' && isWakingPage(exchange));
    const probe = this.control ?? (isDown && ask.effect === 'none' ? ask : null);
    const isOfThisMachine = reading === 'unreached' && this.control === null && !REFUSED_BY_TARGET.test(exchange.failure?.message ?? '');
    if (probe === null || impatient) return;
    // Of what is put off, the patience began with the first wait.
    const from = Math.round(exchange.startedAt + exchange.durationMs - (reading === 'put-off' ? this.#causes.waits.putOffMs : 0));
    // Alone, since one connection more may be one too many; and over a new one, since a refusal may have spoilt that which it came over.
    let seen = await this.#send(probe, { alone: true, impatient: true, freshConnection: true });
    const isBarred = seen.reading === 'barred';
    for (let look = 1; look < ENOUGH_BARRED && seen.reading === 'barred'; look += 1)
      seen = await this.#send(probe, { alone: true, impatient: true, freshConnection: true });
    if (isInOrder(seen)) {
      if (!isBarred) return;
      this.refusedInTurn += 1;
      this.backAt = now();
      return;
    }
    if (seen.reading !== 'barred' && (await this.#isPartAway({ alone: true, freshConnection: true }))) return;
    const { exchange: firstSeen } = seen;
    const isLock = seen.reading === 'barred' || mayRefuseAll(firstSeen);
    const { account, bans } = this.#causes;
    const { allowedAt } = account;
    // What asks to wait may have a limit of requests.
    const isRefusal = isLock && seen.reading !== 'put-off';
    // A page that everybody gets says nothing about credentials, nor does a quota that is used up.
    if (isRefusal && bans.count === 0 && !isPage(firstSeen) && !namesQuota(firstSeen)) account.refusedEverywhere();
    if (firstSeen.answer === null) account.silentFrom(exchange.startedAt);
    // A locked account refuses again right after further wrong credentials. No firewall is to blame then.
    const isForGuesses = this.isLocked && account.guessesBefore(exchange.startedAt) > 0;
    if ((isRefusal || seen.reading === 'page') && !isForGuesses) bans.began(exchange.startedAt);
    // A target that answered 500 and is out of reach now, or behind a gateway that does not reach it, may be restarting.
    const isOwnWord = reading === 'service' && !showsLoad(seen.reading);
    const isPatient = !isOfThisMachine && (!isOwnWord || (isLock && this.isLocked));
    const isNew = this.control === null && firstSeen.failure?.kind === 'refused';
    const leftMs = Math.max(0, Math.max(PATIENCES * patienceMs, LEAST_IN_ALL_MS) - this.#away.milliseconds);
    const longestMs = Math.min(patienceMs, leftMs, isPatient ? (isNew ? firstPatienceMs : patienceMs) : SHORT_PATIENCE_MS);
    const open = transport.holdBack(baseUrl);
    let isBusy = reading === 'busy';
    let isSaid = false;
    try {
      // A limit that names no time may begin anew at each request.
      const isOfRate = seen.reading === 'put-off' && namesNoTime(firstSeen.answer);
      const probing = (isRefusal && this.isLocked) || isOfRate ? PROBE_LOCK_MS : PROBE_MS;
      let pause = probing.first;
      for (let turn = 1; !isInOrder(seen); turn += 1) {
        isBusy &&= seen.reading === 'busy';
        if (!isSaid && now() - from >= Math.min(firstSeen.answer === null ? 0 : MOMENT_MS, longestMs)) {
          isSaid = true;
          const { remedy = isOfThisMachine ? UNKNOWN_HOST : UNUSED_PORT } = firstSeen.failure ?? {};
          const hint = isNew ? ` ${remedy}` : '';
          say?.(`The target ${wordsOf(firstSeen)}: the run waits for it, up to ${inSeconds(longestMs)} s (CES_PATIENCE_MS).${hint}`);
        }
        const asked = seen.reading === 'put-off' ? retryAfterMs(seen.exchange.answer?.headers ?? {}) : null;
        // A quota begins anew tomorrow.
        const isBeyond = asked !== null && asked > Math.max(longestMs, transport.deadline?.left ?? 0);
        if (isBeyond || now() - from >= longestMs) this.#giveUp(from, seen.exchange, await this.#hangs(seen.exchange));
        transport.deadline?.check();
        await sleep(Math.min(pause, Math.max(0, from + longestMs - now())));
        pause = Math.min(probing.longest, pause * probing.growth);
        if (turn % TURNS_PER_PART === 0) await this.#isPartAway({ urgent: true });
        seen = await this.#send(this.control ?? probe, { urgent: true, impatient: true });
      }
    } catch (error) {
      // A ceiling of the settings may be met meanwhile. People should hear what the target said.
      if (this.gone === null) this.#wasAway(from, firstSeen, { goesOn: true });
      throw error;
    } finally {
      open(this.gone === null ? undefined : new LimitReached(this.gone.reason, ['CES_PATIENCE_MS']));
    }
    this.backAt = now();
    this.#away = { times: this.#away.times + 1, milliseconds: this.#away.milliseconds + this.backAt - from };
    if (isLock) this.#locks.push({ from: allowedAt, until: this.backAt });
    // Some limits of requests a second close connections in place of an answer.
    const isBrief = firstSeen.failure?.kind === 'reset' && this.backAt - from < MOMENT_MS;
    if (isBusy || isBrief) transport.refusedAlone(exchange.startedAt);
    this.#wasAway(from, firstSeen);
    if (isSaid) say?.(`The target answers again, after ${inSeconds(this.backAt - from)} s.`);
  }

  /** Whether the control's part of the target is away and the rest answers: another read is the control from then on. */
  async #isPartAway(how: Going): Promise<boolean> {
    const [control, ...others] = this.#reads;
    for (const other of others) {
      const isAnswered = async (read: Ask | undefined) => read && isInOrder(await this.#send(read, { ...how, impatient: true }));
      let isOther = true;
      for (const turn of IN_TURNS) isOther &&= (await isAnswered(turn === 'other' ? other : control)) === (turn === 'other');
      if (!isOther) continue;
      this.#reads.splice(0, 1);
      this.#reads.unshift(...this.#reads.splice(this.#reads.indexOf(other), 1));
      return true;
    }
    return false;
  }

  #wasAway(from: number, exchange: Exchange, still: Pick<Disturbance, 'goesOn'> = {}): void {
    this.#disturbances.push({ from, milliseconds: now() - from, words: `${wordsOf(exchange)}${ownWords(exchange)}`, ...still });
  }

  /** The target answers now and then, and the run would take all its time. @throws TargetGone */
  crawls(from: number, words: string, exchange: Exchange): never {
    const reason = `The target ${words}, since ${new Date(from).toISOString().slice(11, 19)} UTC`;
    this.gone = { at: from, reason, exchange };
    throw new TargetGone(reason, exchange);
  }

  /** Whether whoever has no credentials is rejected at once, in turn with the control request that gets no answer. */
  async #hangs({ failure }: Exchange): Promise<boolean> {
    const { control } = this;
    const bare = failure?.kind === 'timeout' ? control?.bare?.() : undefined;
    if (control === null || bare === undefined) return false;
    const how = { urgent: true, impatient: true, timeoutMs: AT_ONCE_MS };
    for (let turn = 0; turn < 2; turn += 1) {
      const { answer, durationMs } = (await this.#send(bare, how)).exchange;
      if (answer === null || !REJECTED.includes(answer.status) || durationMs > AT_ONCE_MS / 2) return false;
      if ((await this.#send(control, how)).exchange.failure?.kind !== 'timeout') return false;
    }
    return true;
  }

  #giveUp(from: number, exchange: Exchange, isHanging: boolean): never {
    const time = new Date(from).toISOString().slice(11, 19);
    const { failure } = exchange;
    const isBarred = readingOf(exchange, { credentials: 'good' }) === 'barred' || (this.isLocked && mayRefuseAll(exchange));
    const words =
      failure === null
        ? `${wordsOf(exchange)} from ${time} UTC on${refusalWords(exchange)}${waitWords(exchange)}${leadsTo(exchange)}`
        : `stopped answering at ${time} UTC: ${failure.message}${isHanging ? REJECTS_AT_ONCE : ''}`;
    // A certificate bans nobody, nor does a service that hangs.
    const guesses = failure === null || failure.kind === 'tls' || isHanging ? 0 : this.#causes.account.guessesBefore(from);
    const wrong = `${counted(guesses, 'request')} with wrong credentials`;
    const ban =
      failure?.kind === 'refused'
        ? `. The service has stopped, or a firewall has banned this machine: ${wrong} came right before (CES_WRONG_CREDENTIALS_PER_MINUTE)`
        : `, right after ${wrong}: a firewall may have banned this machine (CES_WRONG_CREDENTIALS_PER_MINUTE)`;
    const { times, milliseconds } = this.#away;
    const before = times > 1 ? `, as it did ${times} times before, for ${inSeconds(milliseconds)} s in all` : '';
    const isPutOff = readingOf(exchange, { credentials: 'good' }) === 'put-off';
    const ofQuota = isPutOff ? '. If this is a quota, CES_MAX_REQUESTS keeps a run below it' : '';
    const isChanged = exchange.answer?.status === UNAUTHORISED && !this.isLocked;
    const renewed = isChanged ? '. If they were changed, set CES_USERNAME and CES_PASSWORD anew' : '';
    const reason = isBarred
      ? `The credentials were accepted until ${time} UTC and refused from then on: ${refusalOf(exchange)}${renewed}`
      : `The target ${words.replace(/\.$/, '')}${before}${guesses > 0 ? ban : ofQuota}`;
    this.gone = { at: from, reason, exchange };
    throw new TargetGone(reason, exchange, isHanging);
  }
}

function isInOrder({ exchange, reading }: Sent): boolean {
  return reading === 'service' && !isOwnError(exchange) && !mayRefuseAll(exchange);
}

function waitWords({ answer }: Exchange): string {
  const wait = answer?.headers['retry-after'];
  return wait === undefined ? '' : ` (Retry-After: ${visibleLine(wait).slice(0, MOST_OF_WAIT)})`;
}

/** Of a redirect, without the query, which may hold secrets. */
function leadsTo({ answer }: Exchange): string {
  const [where = ''] = (answer?.headers.location ?? '').split(/[?#]/);
  if (answer === null || !isRedirect({ answer }) || where === '') return '';
  return `, leading to ${clip(visibleLine(where), MOST_OF_PLACE)}. If a log-in has ended, renew what CES_HEADERS holds`;
}

/** Of the look-up of a name (getaddrinfo). */
const NO_SUCH_NAME = /\b(?:EAI_AGAIN|ENOTFOUND)\b/;

/** *answered 503 to everything* */
function wordsOf({ answer, failure }: Exchange): string {
  if (answer?.status === 200 && !isPage({ answer })) return 'answered 200 to everything, in place of what was asked for';
  if (answer) return answer.status < 300 ? 'answered with the same HTML page' : `answered ${answer.status} to everything`;
  // Of a proxy, which is where the connections end.
  if (failure?.kind === 'refused' && failure.remedy !== undefined) return `is out of reach (${failure.message})`;
  if (failure?.kind !== 'refused') return 'gave no answer to anything';
  return NO_SUCH_NAME.test(failure.message) ? 'was not found by its name from this machine (DNS)' : 'took no connections';
}

/** What the target itself says, in brackets; nothing where it has no words. */
const ownWords = (exchange: Exchange): string => refusalWords(exchange).replace(/^: (.*)$/, ' ($1)');

function inSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1).replace(/\.0$/, '');
}
