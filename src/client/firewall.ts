import { type Exchange, isSuccess } from '../http/exchange.ts';
import { namesPolicy } from '../http/reading.ts';
import type { Ask, Send } from './ask.ts';

/** Tells a page that a firewall answers to odd input from one of the service's own. */
export class Firewall {
  readonly #send: Send;
  /** An attack gets a page of success; null until one was sent. */
  #blocksAttacks: Promise<boolean> | null = null;

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
}
