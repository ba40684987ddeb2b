/** Whether arrays and objects nest more than `limit` deep. Does not recurse, so no depth overflows the stack. */
export function tooDeep(value: unknown, limit: number): boolean {
  let level = containersIn([[value]]);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = containersIn(level);
  }
  return false;
}

/** The arrays and objects directly in these ones. Most values are neither, and every body is measured, so this makes no list of the others. */
function containersIn(containers: readonly object[]): object[] {
  const found: object[] = [];
  for (const container of containers)
    for (const child of Array.isArray(container) ? container : Object.values(container))
      if (typeof child === 'object' && child !== null) found.push(child);
  return found;
}

/** Whether the value consists of more than `limit` values, itself included. */
export function tooLarge(value: unknown, limit: number): boolean {
  let level = [value];
  for (let count = 1; level.length > 0; count += level.length) {
    if (count > limit) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}
