import type { Difference, Interposition } from '../../../mutation/interposition.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';

/** None of the requests that go before those at once. */
const FIRST = 4;

/**
 * Breaks some of many requests to an endpoint, by their number: how many overlap depends on the machine.
 * @param last enough for those at once and what the transport sends again on a fresh connection; not for what is sent alone afterwards
 */
export function breaking(endpoint: EndpointName, how: Interposition, last = 10): Difference {
  return {
    interpose: () => {
      let count = 0;
      return async (request, forward) => {
        if (request.endpoint !== endpoint) return forward(request);
        count += 1;
        return count >= FIRST && count <= last ? how(request, forward) : forward(request);
      };
    },
  };
}
