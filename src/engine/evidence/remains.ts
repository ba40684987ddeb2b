import { CREATIONS } from '../../client/creations.ts';

/** The list of every record that a run created or changed, beside its reports: one JSON object a line, written as the answers come. */
export const LEFT_BEHIND_FILE = 'left-behind.jsonl';

/** The endpoint whose success changes records and creates none. */
export const UPDATE = 3;
/** What requests may leave behind, in the plural, for people. */
export const KINDS: Readonly<Record<number, string>> = { ...CREATIONS, [UPDATE]: 'updated customers' };
export const MOST_EXAMPLES = 100;

/** What was created or changed at one endpoint, as evidence. */
export interface Remains {
  readonly endpoint: number;
  readonly count: number;
  /** Requests besides whose answer was lost or is a 5xx: each may have created one. */
  readonly unanswered: number;
  /** Ids, or names where no id came; at most 100, save that every updated customer is named: they are counted once over all tests. */
  readonly examples: readonly string[];
}
