import { type Exchange, isSuccess, kindOf } from '../http/exchange.ts';
import { mayBeCarriedOut, type Reading } from '../http/reading.ts';
import { ifAssessed } from '../settings/not-assessed.ts';
import type { Absence, AbsenceOptions } from './absence.ts';
import type { Ask, Send, Sent } from './ask.ts';
import type { Permissions } from './permissions.ts';
import { now, sleep } from './time.ts';

/** A part of the service is deployed in less, a refusal of the moment is over sooner, and both are tried so often. */
const PART_MS = { away: 20_000, refuses: 10_000, pause: 1000 };

const EVERY_WRITE = 'every write';
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
  /** By route: how often a write failed there and not everywhere. */
  readonly #notOfAll = new Map<string, number>();

  constructor(options: Pick<AbsenceOptions, 'patienceMs' | 'transport'>, absence: Absence, permissions: Permissions, send: Send) {
    this.#options = options;
    this.#absence = absence;
    this.#permissions = permissions;
    this.#send = send;
  }

  /** Whether the endpoint carries out again, within a while, what it carried out before: a part of the service was deployed anew, while the rest answered. An endpoint is waited for once in vain. @param exchange broke it, and began when it did so first */
  returns(ask: Ask, exchange: Exchange, reading: Reading): Promise<boolean> {
    const { route } = ask;
    // Of a target that was away, the parts come one after the other.
    const isAwaited = this.#absence.wasAway && ask.credentials === 'good' && ask.intent === 'typical';
    const control = this.#permissions.controlAt(route) ?? (isAwaited ? ask : null);
    if (control === null || control.effect === 'changes' || this.#gone.has(route)) return Promise.resolve(false);
    const known = this.#waits.get(route);
    if (known !== undefined) return known;
    const wait = this.#wait(ask, control, exchange, reading).finally(() => this.#waits.delete(route));
    this.#waits.set(route, wait);
    return wait;
  }

  /** Whether all writes fail alike while the rest answers, as at a fail-over, and are carried out again within a while. They are waited for once in vain. */
  writesReturn({ route, credentials, effect }: Ask, exchange: Exchange): Promise<boolean> {
    const control = this.#permissions.creationLike(route);
    const isMeant = credentials === 'good' && effect !== 'none' && !this.#gone.has(EVERY_WRITE);
    const proven = this.#notOfAll.get(route) ?? 0;
    if (control === null || !isMeant || proven === ENOUGH_PROVEN) return Promise.resolve(false);
    const known = this.#waits.get(EVERY_WRITE);
    if (known !== undefined) return known;
    this.#notOfAll.set(route, proven + 1);
    // Where a limit leaves nothing to ask with, the failure stands.
    const wait = ifAssessed(this.#waitForWrites(control, exchange))
      .then((areBack) => areBack === true)
      .finally(() => this.#waits.delete(EVERY_WRITE));
    this.#waits.set(EVERY_WRITE, wait);
    return wait;
  }

  async #waitForWrites(control: Ask, exchange: Exchange): Promise<boolean> {
    const isBack = async () => isSuccess((await this.#send(control.renewed(), { alone: true, impatient: true })).exchange);
    if ((await isBack()) || (await this.#permissions.refusedAlike(control.route, kindOf(exchange))) === null) return false;
    const until = now() + Math.min(PART_MS.away, this.#options.patienceMs, this.#options.transport.deadline?.left ?? PART_MS.away);
    while (now() < until) {
      await sleep(PART_MS.pause);
      if (!(await isBack())) continue;
      this.#absence.partIsBack(exchange.startedAt, EVERY_WRITE, exchange);
      this.#notOfAll.clear();
      return true;
    }
    this.#gone.add(EVERY_WRITE);
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
