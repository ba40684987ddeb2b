import type { EndpointName } from '../specification/endpoints.ts';
import { Patience } from './patience.ts';

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
  readonly discovered = new Map<string, Discovered>();
  /** Ids of records that exist. */
  readonly ids = new Set<string>();
  readonly patience = { judged: new Patience(), needed: new Patience(), resolved: new Patience() };
}
