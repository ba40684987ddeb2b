import { ENDPOINTS } from '../../../src/specification/endpoints.ts';
import { dereference, type Schema } from '../../../src/specification/schema.ts';
import { SCHEMAS, schema } from '../../../src/specification/schemas.ts';

/** An instance of a schema: full, with every documented member and an item in each list, or of nothing but what is required. */
export function instanceOf(given: Schema, extent: 'full' | 'required'): unknown {
  const { format, items, anyOf, allOf = [], required = [], ...shape } = dereference(SCHEMAS, given);
  if (anyOf?.[0]) return instanceOf(anyOf[0], extent);
  if (format !== undefined) return { iso8601: '2026-11-21T10:00:00Z', url: 'https://example.com/' }[format];
  const isFull = extent === 'full';
  const variants = isFull ? allOf.map((variant) => dereference(SCHEMAS, variant.then).properties) : [];
  const members = Object.entries<Schema>(Object.assign({}, shape.properties, ...variants)).filter(
    ([name]) => isFull || required.includes(name),
  );
  const object = Object.fromEntries(members.map(([name, member]) => [name, instanceOf(member, extent)]));
  const list = items && isFull ? [instanceOf(items, extent)] : [];
  const text = shape.const ?? shape.enum?.[0] ?? 'x';
  return { string: text, integer: shape.minimum ?? 1, boolean: false, object, array: list, null: null }[
    [shape.type ?? 'object'].flat()[0] ?? 'null'
  ];
}

/** A full instance of each schema that an endpoint takes or answers. */
export const EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = Object.fromEntries(
  ENDPOINTS.flatMap(({ request, response }) => [request, response])
    .filter((name) => name !== null)
    .map((name) => [name, instanceOf(schema(name), 'full') as Record<string, unknown>]),
);

/** A place in a value, for tests: keys from the outside in. */
type Steps = readonly string[];

/** `/attachments/*` + `/id` → the first item's `id`. */
export function firstPlace(pattern: string): Steps {
  return pattern
    .split('/')
    .slice(1)
    .map((step) => (step === '*' ? '0' : step));
}

/** A copy of the value with something else at a place. */
export function withValueAt(value: unknown, [step, ...rest]: Steps, replacement: unknown): unknown {
  if (step === undefined) return replacement;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[step] = withValueAt(copy[step], rest, replacement);
  return copy;
}
