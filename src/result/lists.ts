/** By the first place in which they differ. */
export function compareRanks(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((value, index) => value !== b[index]);
  return place < 0 ? 0 : (a[place] ?? 0) - (b[place] ?? 0);
}

/** The entries by their keys, in the order given. */
export function grouped<T, K>(entries: readonly T[], key: (entry: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const entry of entries) {
    const own = key(entry);
    groups.set(own, [...(groups.get(own) ?? []), entry]);
  }
  return groups;
}

/** The first of many, and in one more how many others there are. */
export function firstOf(lines: readonly string[], most: number, others: (number: number) => string): string[] {
  return lines.length <= most ? [...lines] : [...lines.slice(0, most), others(lines.length - most)];
}
