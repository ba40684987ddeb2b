export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object: no list, and not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON pointer (RFC 6901 §3) of a member or an item of what stands at `base`. */
export function memberPointer(member: string | number, base = ''): string {
  return `${base}/${`${member}`.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What stands at a JSON pointer; undefined where nothing does. */
export function valueAt(value: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, step) => ((isObject(at) || Array.isArray(at)) && Object.hasOwn(at, step) ? Reflect.get(at, step) : undefined),
      value,
    );
}
