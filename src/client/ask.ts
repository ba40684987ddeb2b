import type { Exchange } from '../http/exchange.ts';
import type { Expected, Reading } from '../http/reading.ts';
import type { TransportRequest } from '../http/request.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import type { Intent } from './last-requests.ts';

/** How a request goes: beside others where nothing is said. */
export interface Going
  extends Pick<TransportRequest, 'alone' | 'urgent' | 'freshConnection' | 'pipeline' | 'timeoutMs' | 'mayWake' | 'showsNoLoad' | 'onTurn'> {
  /** Takes a request to wait as the answer. */
  readonly impatient?: boolean;
}

export interface Ask extends Required<Expected> {
  /** *POST /businesses* */
  readonly route: string;
  /** What it does at the target if it is carried out. */
  readonly effect: 'none' | 'changes' | 'creates';
  readonly intent: Intent;
  /** What it asks, but for the names that the run made up; null for what no other request shares. */
  readonly shape: string | null;
  renewed(): Ask;
  /** Of an update of customers: one of the same, that sends nothing of them but their ids; absent for any other. */
  changingNothing?(): Ask;
  /** What firewalls take for an attack, and means nothing to the service, each with its harmless twin; absent where the address is no endpoint. */
  attacks?(): readonly (readonly [attack: Ask, harmless: Ask])[];
  /** The same with credentials that are plainly wrong; absent where the address is no endpoint. */
  guessing?(): Ask;
  /** The same without credentials; absent where the address is no endpoint. */
  bare?(): Ask;
  send(going: Going): Promise<Exchange>;
  /** Called for each exchange that comes of it, once all waits that the target asked for are over. */
  ended(exchange: Exchange): void;
}

/** An answer or a break, and whose word it may be. */
export interface Sent {
  readonly exchange: Exchange;
  readonly reading: Reading;
}

export type Send = (ask: Ask, going: Going) => Promise<Sent>;

/** An exchange that proves nothing, and why. */
export class SetAside extends NotAssessed {
  readonly exchange: Exchange;

  constructor(exchange: Exchange, reason: string, variables: readonly string[] = []) {
    super(reason, variables);
    this.exchange = exchange;
  }
}
