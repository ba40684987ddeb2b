import type { Server } from 'node:http';
import type { Store } from '../reference/store/store.ts';
import type { EndpointName } from '../src/specification/endpoints.ts';

/** A request on its way to the implementation, as it came over the wire. */
export interface PassingRequest {
  readonly method: string;
  /** Path and query, raw. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The names came in capitals; absent where they did not. */
  readonly inCapitals?: boolean;
  readonly body: Uint8Array;
  /** The endpoint of the specification that it calls; null for the event look-up and for what is no endpoint. */
  readonly endpoint: EndpointName | null;
  /** The path parameter, percent-decoded; empty where there is none. */
  readonly id: string;
  /** The number of the connection over which it came. */
  readonly connection: number;
}

/** An answer on its way back. `content-length` and `transfer-encoding` are set anew when it is sent. */
export interface PassingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
}

/** Behaviour that no HTTP message expresses. */
export type Misbehaviour =
  | { readonly misbehaviour: 'hang' }
  | { readonly misbehaviour: 'reset' }
  /** Bytes as they go on the wire, then the connection closes, unless it stays open or breaks; an endless one repeats the last chunk until the client is gone. */
  | { readonly misbehaviour: 'raw'; readonly chunks: readonly Uint8Array[]; readonly endless?: boolean; readonly after?: 'hang' | 'reset' };

/** `forward` asks the implementation; with another request in place of the one that came, if wanted. */
export type Forward = (request: PassingRequest) => Promise<PassingAnswer>;

/** Stands between the suite and the implementation for one run. It may change the request or the answer, answer itself, and remember. */
export type Interposition = (request: PassingRequest, forward: Forward) => Promise<PassingAnswer | Misbehaviour>;

/** How the service under test differs from a correct one. Each call gives fresh state, for one run. */
export interface Difference {
  /** The difference shows in one exchange, so it can be laid in front of any implementation. */
  readonly interpose?: () => Interposition;
  /** The difference lies in the service's state: a store with overridden methods. */
  readonly store?: () => Store;
  /** The difference lies in how connections are taken: called once the server listens. */
  readonly listen?: (server: Server) => void;
}

/** One permitted choice. */
export interface Variant extends Difference {
  readonly name: string;
  /** Why it is permitted: the place in the specification, or the reading rule, that leaves it open. */
  readonly permitted: string;
  /** Variables that an operator of such an implementation would set differently. */
  readonly variables?: Readonly<Record<string, string>>;
}
