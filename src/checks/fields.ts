import { endpoint } from '../specification/endpoints.ts';
import { documentedFields } from '../specification/fields.ts';

/** Names of members that records of this endpoint's answer hold though no table names them. */
export function undocumentedFields(number: number, records: readonly Readonly<Record<string, unknown>>[]): string[] {
  const documented = topMembers(number);
  return [...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) => !documented.includes(name)).sort();
}

/** Names of documented members that none of these records holds. */
export function absentFields(number: number, records: readonly Readonly<Record<string, unknown>>[]): string[] {
  return topMembers(number).filter((name) => !records.some((record) => Object.hasOwn(record, name)));
}

function topMembers(number: number): string[] {
  const [resource] = endpoint(number).resources;
  if (resource === undefined) return number === 16 ? ['variables'] : [];
  return documentedFields(resource)
    .filter((pointer) => pointer.lastIndexOf('/') === 0)
    .map((pointer) => pointer.slice(1));
}
