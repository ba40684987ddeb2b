type Smaller<Input> = ((input: Input) => readonly Input[]) | undefined;

/**
 * Leaves out what a failure does not need, one thing after another. Returns which of the smaller inputs still failed each time, as `smallerBy` reads
 * it.
 * @param holds null where limits leave it open, which ends the search
 */
export async function pathToSmallest<Input>(
  input: Input,
  smaller: Smaller<Input>,
  holds: (input: Input) => Promise<boolean | null>,
): Promise<number[]> {
  const path: number[] = [];
  let [smallest, index] = [input, 0];
  for (;;) {
    const candidate = smaller?.(smallest)[index];
    const held = candidate === undefined ? null : await holds(candidate);
    if (candidate === undefined || held === null) return path;
    if (held) index += 1;
    else {
      path.push(index);
      smallest = candidate;
    }
  }
}

/** The input at the end of a path; null where the path does not fit. */
export function smallerBy<Input>(input: Input, path: readonly number[], smaller: Smaller<Input>): Input | null {
  return path.reduce<Input | null>((rest, index) => (rest === null ? null : (smaller?.(rest)[index] ?? null)), input);
}
