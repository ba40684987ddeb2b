import { dereference } from '../specification/schema.ts';
import { SCHEMAS, schema } from '../specification/schemas.ts';
import { violations } from '../specification/validator.ts';

const WRONG: readonly unknown[] = [null, true, 5, 'text', [], [null], {}, { nested: [] }];

/**
 * JSON that the request's schema does not allow: another type at the top, then `typical` with one documented member of each other type,
 * and with one item of each list wrong.
 */
export function wrongTypes(request: string, typical: Readonly<Record<string, unknown>>): unknown[] {
  const tops = WRONG.filter((value) => typeof value !== 'object' || value === null || Array.isArray(value));
  const members = Object.entries(schema(request).properties ?? {}).flatMap(([member, property]) => {
    const own = WRONG.filter((value) => kindOf(value) !== kindOf(typical[member]) && kindOf(value) !== dereference(SCHEMAS, property).type);
    const items = property.items ? WRONG.map((value) => [value]) : [];
    return [...own, ...items].map((value) => ({ ...typical, [member]: value }));
  });
  // Some fit all the same: a schema may take several types, and a list's items one of these.
  return [...tops, ...members].filter((body) => violations(request, body).length > 0);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
