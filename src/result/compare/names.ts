/**
 * The shortest name of each that no other has.
 * @param namings from short to long; the last has to tell any two apart
 */
export function shortestNames<T>(items: readonly T[], namings: readonly ((item: T, index: number) => string)[]): string[] {
  const candidates = namings.map((naming) => items.map(naming));
  return items.map((_, index) => {
    const unique = candidates.find((names) => names.filter((name) => name === names[index]).length === 1) ?? candidates.at(-1);
    return unique?.[index] ?? '';
  });
}

/** As much of an instant as is asked for, in UTC: to the day (10), the minute (16), the second (19) or the millisecond (23). */
export function momentOf(startedAt: string, length: number): string {
  return startedAt.slice(0, length).replace('T', ' ').replace('Z', '');
}
