import type { Exchange } from '../http/exchange.ts';
import type { EndpointName } from '../specification/endpoints.ts';

/**
 * Endpoints whose typical request got no answer in time. Each further request would wait for the whole time limit again. Every check sees the
 * exchange that the first one saw.
 */
export type HungEndpoints = Map<EndpointName, Exchange>;
