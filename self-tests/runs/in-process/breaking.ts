import type { Difference, Interposition } from '../../../mutation/interposition.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';

/** Some of the requests at once: none that goes before them, and none that is sent alone afterwards. */
const [FIRST, LAST] = [4, 7];

/** Breaks some of many requests to an endpoint, by their number: how many overlap depends on the machine. */
export function breaking(endpoint: EndpointName, how: Interposition): Difference {
  return {
    interpose: () => {
      let count = 0;
      return async (request, forward) => {
        if (request.endpoint !== endpoint) return forward(request);
        count += 1;
        return count >= FIRST && count <= LAST ? how(request, forward) : forward(request);
      };
    },
  };
}
