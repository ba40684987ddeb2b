/** The up to three words nearest to a mistyped one, nearest first; none if all are far off. */
export function nearMatches(typed: string, words: readonly string[], limit = Math.max(2, Math.floor(typed.length / 2))): string[] {
  return words
    .map((word) => ({ word, distance: editDistance(typed, word) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ word }) => word);
}

/** ` Did you mean "a" or "b"?`, or nothing if no word is near: the end of an error's message. */
export function didYouMean(typed: string, words: readonly string[]): string {
  const near = nearMatches(typed, words).map((word) => `"${word}"`);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}

/** Levenshtein's distance: insertions, deletions and replacements from one to the other. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, character] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (character === other ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? to.length;
}
