/** A place in a value, for tests: keys from the outside in. */
export type Steps = readonly string[];

/** `/attachments/*` + `/id` → the first item's `id`. */
export function firstPlace(pattern: string): Steps {
  return pattern
    .split('/')
    .slice(1)
    .map((step) => (step === '*' ? '0' : step));
}

/** A copy of the value with something else at a place that exists. */
export function withValueAt(value: unknown, [step, ...rest]: Steps, replacement: unknown): unknown {
  if (step === undefined) return replacement;
  const copy = structuredClone(value) as Record<string, unknown>;
  if (!Object.hasOwn(copy, step)) throw new Error(`The example has no "${step}": complete examples.ts`);
  copy[step] = withValueAt(copy[step], rest, replacement);
  return copy;
}
