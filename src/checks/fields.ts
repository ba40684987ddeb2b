import { type EndpointName, endpoint } from '../specification/endpoints.ts';
import { documentedFields } from '../specification/fields.ts';
import type { JsonObject } from '../specification/json-object.ts';
import { memberPointer } from '../specification/json-pointer.ts';
import { schema } from '../specification/schemas.ts';
import { type Deviation, show } from './deviation.ts';

export function undocumentedFields(name: EndpointName, records: readonly JsonObject[]): string[] {
  const documented = topMembers(name);
  return [...new Set(records.flatMap((record) => Object.keys(record)))].filter((member) => !documented.includes(member)).sort();
}

export function absentFields(name: EndpointName, records: readonly JsonObject[]): string[] {
  return topMembers(name).filter((member) => !records.some((record) => Object.hasOwn(record, member)));
}

/** Members of a resource that some of these records hold and others lack, as where a false flag or an empty text is left out. */
export function unevenFields(resource: string, records: readonly JsonObject[]): string[] {
  const members = Object.keys(schema(resource).properties ?? {});
  return members.filter((member) => new Set(records.map((record) => Object.hasOwn(record, member))).size > 1);
}

/** Documented members of the records in this endpoint's answer, or of the answer that holds none. */
export function topMembers(name: EndpointName): string[] {
  const { resources, response } = endpoint(name);
  const [resource] = resources;
  if (resource === undefined) return response === null ? [] : Object.keys(schema(response).properties ?? {});
  return documentedFields(resource)
    .filter((pointer) => pointer.lastIndexOf('/') === 0)
    .map((pointer) => pointer.slice(1));
}

/** Every number at any depth of a member that holds counts: none is below zero. */
export function countDeviations(value: unknown, pointer: string): Deviation[] {
  if (typeof value === 'number') return value < 0 ? [{ pointer, expected: 'a count, zero or more', actual: show(value) }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => countDeviations(item, memberPointer(key, pointer)));
}

/** How the text of an answer writes its integers: `5`, or `5.0` as well. Text in strings does not count. */
export function integerForm(json: string): 'as integers' | 'some with a fraction of zero' {
  const withoutStrings = json.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '""');
  return /\d\.0+(?![\d])/.test(withoutStrings) ? 'some with a fraction of zero' : 'as integers';
}
