import type { Exchange } from '../http/exchange.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import { WaitPolicy } from './time.ts';

/** A value that no setting names and that the API itself gave. */
export interface Discovered {
  readonly variable: string;
  readonly value: string;
  /** The endpoint that gave it. */
  readonly endpoint: EndpointName;
}

/** What the sessions of one worker have learned of the implementation, so that none asks what another one has asked. */
export class Learned {
  /** By what was done: what came of it. */
  readonly once = new Map<string, Promise<unknown>>();
  /** By variable. */
  readonly discovered: Map<string, Discovered>;
  /** Ids of records that exist. */
  readonly ids: Set<string>;
  readonly patience: Readonly<Record<'judged' | 'needed' | 'resolved', WaitPolicy>>;
  readonly #byCustomers = new Map<string, Learned>();

  /** @param whole what is known of all customers */
  constructor(whole?: Learned) {
    this.discovered = whole?.discovered ?? new Map();
    this.ids = whole?.ids ?? new Set();
    this.patience = whole?.patience ?? { judged: new WaitPolicy(), needed: new WaitPolicy(), resolved: new WaitPolicy() };
  }

  /** What was learned with these customers only, besides what holds for all. */
  of(customerIds: readonly string[]): Learned {
    const key = JSON.stringify(customerIds);
    const learned = this.#byCustomers.get(key) ?? new Learned(this);
    this.#byCustomers.set(key, learned);
    return learned;
  }
}

/**
 * Endpoints whose typical request got no answer in time. Each further request would wait for the whole time limit again. Every check sees the
 * exchange that the first one saw.
 */
export type HungEndpoints = Map<EndpointName, Exchange>;
