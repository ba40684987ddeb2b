/** The numbers, ascending, or why the text could not be understood. */
export type NumbersReading = { readonly numbers: readonly number[] } | { readonly problem: string };

/** Reads `1, 3, 7–18` (hyphen or en dash), `all`, or `—` for none. `count` is the highest number there is. */
export function readEndpointNumbers(text: string, count: number): NumbersReading {
  if (text === '—') return { numbers: [] };
  if (text === 'all') return { numbers: range(1, count) };
  const numbers: number[] = [];
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const [, first, last = first] = /^(\d+)(?:\s*[-–]\s*(\d+))?$/.exec(part) ?? [];
    if (first === undefined) return { problem: `"${part}" is no endpoint number: numbers, ranges such as 3–5, all or — were expected` };
    const [from, to] = [Number(first), Number(last)];
    if (from < 1 || to > count || from > to)
      return { problem: `endpoint number out of range in "${part}": endpoints count from 1 to ${count}` };
    numbers.push(...range(from, to));
  }
  return { numbers: [...new Set(numbers)].sort((a, b) => a - b) };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
