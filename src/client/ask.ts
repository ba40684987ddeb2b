import type { Exchange } from '../http/exchange.ts';
import type { Reading } from '../http/reading.ts';
import type { TransportRequest } from '../http/request.ts';
import { NotAssessed } from '../settings/not-assessed.ts';

/** How a request goes: beside others where nothing is said. */
export type Going = Pick<TransportRequest, 'alone' | 'urgent' | 'impatient' | 'freshConnection' | 'timeoutMs' | 'showsNoLoad'>;

/** A request that the run wants answered. */
export interface Ask {
  /** *POST /businesses* */
  readonly route: string;
  /** What it does at the target if it is carried out. */
  readonly effect: 'none' | 'changes' | 'creates';
  /** It carries the good credentials. */
  readonly welcome: boolean;
  /** It carries wrong ones, for which some services lock an account. */
  readonly guesses: boolean;
  /** A success is JSON. */
  readonly json: boolean;
  send(going: Going): Promise<Exchange>;
}

/** An answer or a break, and whose word it may be. */
export interface Sent {
  readonly exchange: Exchange;
  readonly reading: Reading;
}

/** An exchange that proves nothing, and why. */
export class SetAside extends NotAssessed {
  readonly exchange: Exchange;

  constructor(exchange: Exchange, reason: string, variables: readonly string[] = []) {
    super(reason, variables);
    this.exchange = exchange;
  }
}
