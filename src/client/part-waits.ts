import { type Exchange, isSuccess, kindOf } from '../http/exchange.ts';
import { isOfGateway, mayBeCarriedOut, type Reading } from '../http/reading.ts';
import { refusalOf } from '../http/refusal.ts';
import { ifAssessed } from '../settings/not-assessed.ts';
import type { Absence, AbsenceOptions } from './absence.ts';
import { type Ask, type Send, type Sent, SetAside } from './ask.ts';
import type { Permissions } from './permissions.ts';
import { now, sleep } from './time.ts';

/** A part of the service is deployed in less, a refusal of the moment is over sooner, a database that takes no writes meanwhile is migrated in less, and all are tried so often. */
const PART_MS = { away: 20_000, refuses: 10_000, readOnly: 45_000, pause: 1000 };

const EVERY_WRITE = 'every write';
const WRONG_ONES = 'wrong credentials';
/** Who checks credentials may be away for long: good ones may be remembered meanwhile. */
const GUARD_MS = 60_000;
const ENOUGH_PROVEN = 2;

/** Waits for parts of the target that do not carry out what they carried out before, while the rest is there. */
export class PartWaits {
  readonly #options: Pick<AbsenceOptions, 'patienceMs' | 'transport'>;
  readonly #absence: Absence;
  readonly #permissions: Permissions;
  readonly #send: Send;
  /** Routes that were waited for in vain. */
  readonly #gone = new Set<string>();
  readonly #waits = new Map<string, Promise<boolean>>();
  /** By route: how a gateway that no longer reaches it answered first. */
  readonly #unreached = new Map<string, Exchange>();
  /** By route: how often a write failed there and not everywhere. */
  readonly #notOfAll = new Map<string, number>();

  constructor(options: Pick<AbsenceOptions, 'patienceMs' | 'transport'>, absence: Absence, permissions: Permissions, send: Send) {
    this.#options = options;
    this.#absence = absence;
    this.#permissions = permissions;
    this.#send = send;
  }

  /** Whether the endpoint carries out again, within a while, what it carried out before: a part of the service was deployed anew, while the rest answered. An endpoint is waited for once in vain. @param exchange broke it, and began when it did so first */
  async returns(ask: Ask, exchange: Exchange, reading: Reading): Promise<boolean> {
    const { route } = ask;
    // Of a target that was away, the parts come one after the other.
    const isAwaited = this.#absence.wasAway && ask.credentials === 'good' && ask.intent === 'typical';
    const probe = this.#probeAt(route, isAwaited ? ask : null);
    const isBack = probe && !this.#gone.has(route) && (await this.#once(route, () => this.#wait(ask, probe, exchange, reading)));
    return isBack || this.#guardReturns(ask, exchange);
  }

  /** What was carried out at the route; an earlier update would undo later ones, so one that changes nothing goes in its place. */
  #probeAt(route: string, otherwise: Ask | null = null): Ask | null {
    const control = this.#permissions.controlAt(route) ?? otherwise;
    return control?.effect === 'changes' ? (control.changingNothing?.() ?? null) : control;
  }

  /** A gateway's answer, where the route was waited for in vain, proves nothing before the end of the run. @throws SetAside */
  reached({ route, credentials }: Ask, exchange: Exchange): void {
    const { answer } = exchange;
    // A circuit breaker that counts refusals opens for whoever comes next (503).
    const isMeant = credentials === 'good' || answer?.status === 503;
    if (answer === null || !isOfGateway(answer) || !isMeant || !this.#gone.has(route) || !this.#probeAt(route)) return;
    this.#unreached.set(route, this.#unreached.get(route) ?? exchange);
    throw new SetAside(exchange, `${route} was carried out before, and stayed away while others were answered: ${refusalOf(exchange)}`);
  }

  /** At the end of the run: the routes that a gateway does not reach even then, each with its answer. They are waited for as long as the run is patient. */
  async unreachedInTheEnd(): Promise<readonly (readonly [route: string, exchange: Exchange])[]> {
    const still = [...this.#unreached].map(async ([route, { startedAt }]) => {
      const until = startedAt + this.#options.patienceMs;
      for (;;) {
        const { exchange, reading } = await this.#send((this.#probeAt(route) as Ask).renewed(), { alone: true, impatient: true });
        if (reading === 'service') return [];
        if (now() > until) return [[route, exchange] as const];
        await sleep(Math.min(PART_MS.pause, this.#options.transport.deadline?.left ?? PART_MS.pause));
      }
    });
    return (await Promise.all(still)).flat();
  }

  /** Whether all wrong credentials are answered so, since whoever checks them is away, and are rejected again within a while. This is waited for once in vain. */
  async #guardReturns({ credentials, guessing }: Ask, exchange: Exchange): Promise<boolean> {
    if (credentials !== 'wrong' || guessing === undefined || this.#gone.has(WRONG_ONES)) return false;
    const isBack = async () => kindOf((await this.#send(guessing(), { impatient: true })).exchange) !== kindOf(exchange);
    return this.#once(WRONG_ONES, async () => !(await isBack()) && (await this.#until(isBack, GUARD_MS, exchange, WRONG_ONES)));
  }

  /** Whether all writes fail alike while the rest answers, as at a fail-over, and are carried out again within a while. They are waited for once in vain. */
  writesReturn({ route, credentials, effect }: Ask, exchange: Exchange): Promise<boolean> {
    const control = this.#permissions.creationLike(route);
    const isMeant = credentials === 'good' && effect !== 'none' && !this.#gone.has(EVERY_WRITE);
    const proven = this.#notOfAll.get(route) ?? 0;
    if (control === null || !isMeant || proven === ENOUGH_PROVEN) return Promise.resolve(false);
    return this.#once(EVERY_WRITE, () => {
      this.#notOfAll.set(route, proven + 1);
      // Where a limit leaves nothing to ask with, the failure stands.
      return ifAssessed(this.#waitForWrites(control, exchange)).then((areBack) => areBack === true);
    });
  }

  /** Several that wait for the same wait together. */
  #once(part: string, wait: () => Promise<boolean>): Promise<boolean> {
    const known = this.#waits.get(part);
    if (known !== undefined) return known;
    const waiting = wait().finally(() => this.#waits.delete(part));
    this.#waits.set(part, waiting);
    return waiting;
  }

  async #waitForWrites(control: Ask, exchange: Exchange): Promise<boolean> {
    const isBack = async () => isSuccess((await this.#send(control.renewed(), { alone: true, impatient: true })).exchange);
    if ((await isBack()) || (await this.#permissions.refusedAlike(control.route, kindOf(exchange))) === null) return false;
    const most = isUnavailable(exchange) ? PART_MS.readOnly : PART_MS.away;
    const areBack = await this.#until(isBack, most, exchange, EVERY_WRITE);
    if (areBack) this.#notOfAll.clear();
    return areBack;
  }

  /** Looks every second, for so many milliseconds at most. */
  async #until(isBack: () => Promise<boolean>, mostMs: number, exchange: Exchange, part: string): Promise<boolean> {
    const until = now() + Math.min(mostMs, this.#options.patienceMs, this.#options.transport.deadline?.left ?? mostMs);
    while (now() < until) {
      await sleep(PART_MS.pause);
      if (!(await isBack())) continue;
      this.#absence.partIsBack(exchange.startedAt, part, exchange);
      return true;
    }
    this.#gone.add(part);
    return false;
  }

  async #wait(ask: Ask, control: Ask, exchange: Exchange, reading: Reading): Promise<boolean> {
    const { patienceMs, transport } = this.#options;
    // Since it broke: several parts that are away for good are waited for together.
    const most = Math.min(reading === 'barred' ? PART_MS.refuses : PART_MS.away, patienceMs);
    const until = Math.min(exchange.startedAt + most, now() + (transport.deadline?.left ?? most));
    const how = { alone: true, impatient: true, freshConnection: true };
    const isBack = (one: Sent) => one.reading === 'service' && (reading !== 'barred' || isSuccess(one.exchange));
    let latest = reading;
    for (let turn = 0; now() < until; turn += 1) {
      // What may have been carried out all the same is sent once, in the end.
      const mayBeMade = control.effect === 'creates' && mayBeCarriedOut(latest);
      await sleep(mayBeMade ? until - now() : PART_MS.pause);
      const sent = await this.#send(control.renewed(), how);
      latest = sent.reading;
      if (!isBack(sent)) continue;
      // Where it was there all the time, this request may be what it does not answer.
      const isOdd = turn === 0 && !mayBeMade && (mayBeCarriedOut(reading) || !isBack(await this.#send(ask, how)));
      if (!isOdd) this.#absence.partIsBack(exchange.startedAt, ask.route, exchange);
      return !isOdd;
    }
    this.#gone.add(ask.route);
    return false;
  }
}

/** Nothing is carried out now. */
export const isUnavailable = ({ answer }: Exchange): boolean => answer?.status === 503;
