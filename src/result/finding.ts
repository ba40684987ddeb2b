import type { StoredExchange } from '../http/storage.ts';
import type { Level } from '../specification/categories.ts';
import type { Sequence } from './sequence.ts';

/**
 * One thing that is broken, however many checks show it: a statement, the place where it is broken, and how. What people are shown; made from the
 * failed checks of a result. Since format 1.2.
 */
export interface Finding {
  /** The same in the next run against the same deviation. */
  readonly id: string;
  readonly level: Level;
  /** Id of the broken statement. */
  readonly requirement: string;
  /** Numbers of the endpoints at which it was seen; empty where it concerns the service as a whole. */
  readonly endpoints: readonly number[];
  /** JSON pointer into the answer's body, with `*` for an index and nothing below free data; null where no place in the body is meant. */
  readonly pointer: string | null;
  /** Further places where the same checks show the same. */
  readonly places?: readonly string[];
  readonly expected: string;
  readonly actual: string;
  /** How many failed checks show it. */
  readonly checks: number;
  /** Of how many that looked at the statement at these endpoints. */
  readonly assessed: number;
  /** From here on: of the simplest evidence. Title of its test. */
  readonly title: string;
  readonly endpoint: number | null;
  readonly curl?: string;
  readonly replay?: string;
  readonly counterexample?: unknown;
  /** The input that failed first, where it was larger. */
  readonly original?: unknown;
  readonly flaky?: true;
  /** The exchange that broke the statement. */
  readonly exchange?: StoredExchange;
  /** Where the check rests on several requests: titles of those before that exchange, the latest last. */
  readonly before?: readonly string[];
  /** Where those had a part in it: what sends all of them. Since 1.5. */
  readonly sequence?: Sequence;
  /** Where in that exchange's answer: as `pointer`, with indices. */
  readonly at?: string;
  /** What passed beside it, in one line. */
  readonly contrast?: string;
  /** Statements that failed because of it. */
  readonly consequences: readonly string[];
  /** Every check that shows it is waived. */
  readonly waived: boolean;
  readonly waiver?: { readonly reason: string; readonly owner: string; readonly expires: string };
}
