import { referencedName, type Schema } from '../schema.ts';

/** The schema as part of another document: without its own address, with references to `target` + name. */
export function embedded({ $schema, $id, ...content }: Schema, target: string): Schema {
  return JSON.parse(JSON.stringify(content), (key, value) => (key === '$ref' ? `${target}${referencedName(value)}` : value));
}
