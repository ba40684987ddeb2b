import type { JsonObject } from '../specification/json.ts';
import { dereference } from '../specification/schema.ts';
import { SCHEMAS, schema } from '../specification/schemas.ts';
import { isValid } from '../specification/validator.ts';
import type { OddDifferences } from './hostile.ts';

/** Texts that resemble a format, so that a parser gets far enough to trip. */
const MALFORMED: Readonly<Record<string, readonly string[]>> = {
  url: ['', 'http://', 'http://[', 'https://example.com:port/', 'https://exa mple.com/', 'http://%zz/'],
  iso8601: [
    ...['', '2031-02-30T10:00:00Z', '2031-13-01T00:00:00Z', '2031-01-01T25:61:61Z', '2031-01-01'],
    ...['0000-00-00T00:00:00', '2031-01-01T00:00:00+99:99', '9999999-01-01T00:00:00Z'],
  ],
};

/** A member gets one of the two, in turn. An empty list and an empty object trip nothing that these do not. */
const WRONG_STRUCTURES: readonly unknown[] = [[null], { nested: [] }];
/** A program that expects something else trips over one of these as over the next: a member gets the first that is of no kind of its own. */
const WRONG_SCALARS: readonly unknown[] = ['text', 5, true];

/** JSON that the schema forbids: another type at the top, or `typical` with one member or item of another type, or a malformed text. */
export function wrongTypes(request: string, typical: JsonObject): unknown[] {
  const tops = [null, [null], ...WRONG_SCALARS];
  const members = Object.entries(schema(request).properties ?? {}).flatMap(([member, property], index) => {
    const kinds = [kindOf(typical[member]), dereference(SCHEMAS, property).type];
    const isOther = (value: unknown) => !kinds.includes(kindOf(value));
    const structures = WRONG_STRUCTURES.filter(isOther);
    const own = [...[null].filter(isOther), structures[index % structures.length], WRONG_SCALARS.find(isOther)];
    const items = property.items ? [null, ...WRONG_STRUCTURES, 'text', 5].map((value) => [value]) : [];
    return [...own, ...items, ...(MALFORMED[property.format ?? ''] ?? [])].map((value) => ({ ...typical, [member]: value }));
  });
  // Some are valid all the same: a schema may take several types, and a list's items may have one of these.
  return [...tops, ...members].filter((body) => !isValid(request, body));
}

/** `typical` without each of its members, and without all. The first one is what a record needs most: with nothing else, most services make it. */
export function withoutMembers(typical: JsonObject): OddDifferences {
  const [first = '', ...others] = Object.keys(typical);
  const without = (...members: readonly string[]) => ({
    body: Object.fromEntries(Object.entries(typical).filter(([name]) => !members.includes(name))),
  });
  const pack = { parts: others.map((member) => without(member)), together: without(...others) };
  return { packs: others.length === 0 ? [] : [pack], alone: [...(others.length === 0 ? [] : [without(first)]), { body: {} }] };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
