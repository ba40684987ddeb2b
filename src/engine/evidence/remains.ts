import { CARDS } from '../../client/api/cards.ts';
import type { EndpointName } from '../../specification/endpoints.ts';

export const MOST_EXAMPLES = 100;

/** What was created or changed at one endpoint, as evidence. */
export interface Remains {
  readonly endpoint: EndpointName;
  readonly count: number;
  /** Further requests whose answer was lost or is a 5xx: each may have created one. */
  readonly unanswered: number;
  /** Ids, or names where no id came; at most 100. All updated customers are named, because they are counted once over all tests. */
  readonly examples: readonly string[];
}

/** What people call so many of the records that requests to an endpoint leave behind: several, if no number is given; null where they leave none. */
export function kindOfRemains(endpoint: EndpointName, count?: number): string | null {
  const { creates, changes } = CARDS[endpoint];
  const words = creates ?? changes ?? null;
  return words && (count === 1 ? words.one : words.many);
}
