import type { Difference, Interposition } from '../../../mutation/interposition.ts';

const MOST_AT_ONCE = 8;

/** Answers what comes in excess of what it can do at once with `overloaded`. */
export function overloading(overloaded: Interposition): Difference {
  return {
    interpose: () => {
      let underWay = 0;
      return async (request, forward) => {
        underWay += 1;
        try {
          // Others arrive in the meantime.
          await new Promise((resolve) => setTimeout(resolve, 5));
          return await (underWay > MOST_AT_ONCE ? overloaded : forward)(request, forward);
        } finally {
          underWay -= 1;
        }
      };
    },
  };
}
