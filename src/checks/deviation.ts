import type { Exchange } from '../http/exchange.ts';
import type { StatementId } from '../specification/register.ts';

/** One deviation, as a value. Matchers return deviations; an empty list means that the rule holds. */
export interface Deviation {
  /** JSON pointer (RFC 6901) into the answer's body; absent for a deviation without a place. */
  readonly pointer?: string;
  readonly expected: string;
  readonly actual: string;
  /** The exchange that broke the statement; where absent, the last one that the check names. */
  readonly exchange?: Exchange;
}

export interface Breach {
  readonly requirement: StatementId;
  readonly deviations: readonly Deviation[];
  /** The request that it comes from, where that is an earlier one. Absent too where the run did not keep it. */
  readonly earlier?: Exchange;
  /** A further request before it that may have to do with it. */
  readonly since?: Exchange;
  /** What sets it apart from the requests around it. */
  readonly contrast?: string;
  /** Whether it counts in spite of what was under way with it: known once that has ended. */
  readonly counts?: () => boolean;
  /** The request under way with it that may have to do with it, and what that is: known once that one has ended. */
  readonly beside?: () => { readonly exchange: Exchange; readonly words: string } | undefined;
}

export const unless = (holds: boolean, deviation: Deviation): Deviation[] => (holds ? [] : [deviation]);

export function foundIn(exchange: Exchange, deviations: readonly Deviation[]): Deviation[] {
  return deviations.map((deviation) => ({ ...deviation, exchange }));
}

/** A value as JSON for people, cut to keep messages short. */
export const show = (value: unknown): string => shortened(value === undefined ? 'nothing' : JSON.stringify(value));

/** Of a text of more than 240 characters the first 200: to cut less saves nothing, since the words about it take room as well. */
export function shortened(text: string): string {
  return text.length > 240 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}
