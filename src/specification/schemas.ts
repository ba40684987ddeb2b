import { readdirSync } from 'node:fs';
import { asset, readJsonAsset } from '../installation/installation.ts';
import { ENDPOINTS } from './endpoints.ts';
import { documentedMembers, type Member, referencedName, type Schema, type Schemas } from './schema.ts';
import { didYouMean } from './words.ts';

/** Every schema of the specification by its name: resources, parts of them, request bodies and responses. */
export const SCHEMAS: Schemas = Object.fromEntries(
  readdirSync(asset('schemas/derived/')).flatMap((file) => {
    const name = referencedName(file);
    return name === null ? [] : [[name, readJsonAsset<Schema>(`schemas/derived/${file}`)]];
  }),
);

/** The schema of that name (`email-template`). Throws on an unknown one, naming near matches. */
export function schema(name: string): Schema {
  const found = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined;
  if (!found)
    throw new Error(`No schema is called "${name}".${didYouMean(name, Object.keys(SCHEMAS))} schemas/specification.md holds them all`);
  return found;
}

/** A documented field that an answer held. */
export interface SeenField {
  readonly resource: string;
  readonly pointer: string;
  /** The answer held it only as null. Absent where it held a value. */
  readonly onlyNull?: true;
}

const membersByResource = new Map<string, readonly Member[]>();

function members(resource: string): readonly Member[] {
  const known = membersByResource.get(resource);
  if (known) return known;
  const found = documentedMembers(SCHEMAS, schema(resource));
  membersByResource.set(resource, found);
  return found;
}

/** Pointers of all documented fields of a resource, at any depth, with `*` in place of an array's index. */
export const documentedFields = (resource: string): string[] => members(resource).map(({ pointer }) => pointer);

/** The member of a request, however deep, that takes any JSON object: its schema names no properties. Null where there is none. */
export function freeMember(request: string): string | null {
  const free = members(request).find((member) => member.schema.type === 'object' && member.schema.properties === undefined);
  return free === undefined ? null : free.pointer.slice(free.pointer.lastIndexOf('/') + 1);
}

/** Names of the resource's own fields that are times. `resource` is a schema name; throws on an unknown one. */
export function timestampFields(resource: string): string[] {
  const own = Object.entries(schema(resource).properties ?? {});
  return own.filter(([, field]) => field.format === 'iso8601').map(([name]) => name);
}

/** Which documented fields an answer held, null ones too. `response` names its schema; the value need not be valid. */
export function seenFields(response: string, value: unknown): SeenField[] {
  const resources = ENDPOINTS.find((endpoint) => endpoint.response === response)?.resources ?? [];
  if (resources.length === 0) schema(response);
  return resources.flatMap((resource) => {
    const records = valuesAt([value], placeOf(resource, response));
    return members(resource).flatMap(({ pointer }) => {
      const values = valuesAt(records, pointer);
      return values.length === 0
        ? []
        : [{ resource, pointer, ...(values.every((value) => value === null) && { onlyNull: true as const }) }];
    });
  });
}

/** Where a response holds the resource: the response itself, or each item of one of its lists. */
function placeOf(resource: string, response: string): string {
  if (resource === response) return '';
  const lists = Object.entries(schema(response).properties ?? {});
  const [list] = lists.find(([, member]) => referencedName(member.items?.$ref ?? '') === resource) ?? [];
  return `/${list}/*`;
}

function valuesAt(values: readonly unknown[], pattern: string): unknown[] {
  const steps = pattern.split('/').slice(1);
  return steps.reduce<unknown[]>((found, step) => found.flatMap((value) => inside(value, step)), [...values]);
}

function inside(value: unknown, step: string): readonly unknown[] {
  if (Array.isArray(value)) return step === '*' ? value : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return [];
  return [(value as Record<string, unknown>)[step]];
}
