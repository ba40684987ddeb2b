/** Whether arrays and objects nest more than `limit` deep. Does not recurse, so no depth overflows the stack. */
export function tooDeep(value: unknown, limit: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap(children);
    if (level.length === 0) return false;
  }
  return true;
}

/** Whether the value consists of more than `limit` values, itself included. */
export function tooLarge(value: unknown, limit: number): boolean {
  let level = [value];
  for (let count = 1; level.length > 0; count += level.length) {
    if (count > limit) return true;
    level = level.flatMap(children);
  }
  return false;
}

function children(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
