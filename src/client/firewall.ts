import { type Exchange, isSuccess } from '../http/exchange.ts';
import { namesPolicy } from '../http/reading.ts';
import type { Ask, Send } from './ask.ts';

/** Tells a page that a firewall answers to odd input from one of the service's own. */
export class Firewall {
  readonly #send: Send;
  /** An attack gets a page of success; null until one was sent. */
  #blocksAttacks: Promise<boolean> | null = null;

  /** An attack has its connection closed; null until one was sent. */
  #dropsAttacks: Promise<boolean> | null = null;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Whether it answered this, by its own words or by a page of success: it then answers an attack so too, and not what is like it but harmless. @param control a read that was good before */
  async answered({ intent }: Ask, exchange: Exchange, control: Ask | null): Promise<boolean> {
    if (intent === 'typical') return false;
    if (namesPolicy(exchange)) return true;
    const attacks = (control?.json && control.attacks?.()) || [];
    if (attacks.length === 0 || !isSuccess(exchange)) return false;
    const isPageFor = async (ask: Ask) => {
      const sent = await this.#send(ask, { impatient: true });
      return sent.reading === 'page' && isSuccess(sent.exchange);
    };
    this.#blocksAttacks ??= (async () => {
      for (const [attack, harmless] of attacks) {
        if (!(await isPageFor(attack))) continue;
        if (!(await isPageFor(harmless))) return true;
        // A page that everybody gets says nothing of attacks, and may be gone later.
        this.#blocksAttacks = null;
      }
      return false;
    })();
    return this.#blocksAttacks;
  }

  /** Whether it closed the connection on this: it does so on an attack in a query that means nothing, and not on what is like it but harmless, twice. @param control a read that was good before */
  async drops({ intent }: Ask, { failure }: Exchange, control: Ask | null): Promise<boolean> {
    const [pair] = control?.attacks?.() ?? [];
    if (intent === 'typical' || failure?.kind !== 'reset' || failure.status !== null || pair === undefined) return false;
    const [attack, harmless] = pair;
    const resets = async (ask: Ask) => {
      const { exchange } = await this.#send(ask, { impatient: true, freshConnection: true });
      return exchange.failure?.kind === 'reset';
    };
    const isOneOfThem = async () => (await resets(attack)) && !(await resets(harmless));
    this.#dropsAttacks ??= (async () => (await isOneOfThem()) && (await isOneOfThem()))();
    return this.#dropsAttacks;
  }
}
