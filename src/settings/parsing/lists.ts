import type { Parser } from '../variable.ts';

/**
 * Customer ids, comma separated. An entry with a percent sign is percent-decoded, so that an id may hold a comma (`%2C`) or a percent sign (`%25`).
 * Any other entry is the id itself, white space included, since ids are opaque.
 */
export const customerIds: Parser<string[]> = (given) => {
  const ids = given.split(',').map(decoded);
  const faults = [
    ...entriesWhere(ids, (id) => id === '').map((entry) => `entry ${entry} is empty`),
    ...entriesWhere(ids, (id) => id === null).map(
      (entry) => `entry ${entry} has a percent sign that is no escape of UTF-8 (%25 is the sign itself)`,
    ),
    ...repeated(ids).map((entry) => `entry ${entry} repeats an earlier one`),
  ];
  return faults.length === 0 ? { value: ids.filter((id) => id !== null) } : { expected: `comma-separated ids, but ${faults.join(', ')}` };
};

/** Names of feature flags, comma separated. */
export const featureFlags: Parser<string[]> = (given) => {
  const names = given.split(',');
  const faults = [
    ...entriesWhere(names, (name) => name.trim() === '').map((entry) => `entry ${entry} is empty`),
    ...entriesWhere(names, (name) => name.trim() !== '' && name !== name.trim()).map((entry) => `entry ${entry} has white space around it`),
    ...repeated(names).map((entry) => `entry ${entry} repeats an earlier one`),
  ];
  return faults.length === 0 ? { value: names } : { expected: `comma-separated names, but ${faults.join(', ')}` };
};

/** The name of a query parameter, without the `[]` that the encoding `brackets` adds. */
export const parameterName: Parser<string> = (given) =>
  given.endsWith('[]') ? { expected: 'the bare name: CES_FEATURE_FLAGS_ENCODING=brackets adds the []' } : { value: given };

function decoded(entry: string): string | null {
  try {
    return decodeURIComponent(entry);
  } catch {
    return null; // the caller reports it, with the entry's number
  }
}

/** Entries counted from 1. Messages name entries by number: a misplaced secret must not show. */
function entriesWhere<T>(entries: readonly T[], isFaulty: (entry: T, index: number) => boolean): number[] {
  return entries.flatMap((entry, index) => (isFaulty(entry, index) ? [index + 1] : []));
}

function repeated(entries: readonly (string | null)[]): number[] {
  return entriesWhere(entries, (entry, index) => entry !== null && entry !== '' && entries.indexOf(entry) < index);
}
