import { readdirSync } from 'node:fs';
import { FOLDER, readDerived } from './derived.ts';
import { didYouMean } from './near-matches.ts';
import { referencedName, type Schema, type Schemas } from './schema.ts';

/** Every schema of the specification by its name: resources, parts of them, request bodies and responses. */
export const SCHEMAS: Schemas = Object.fromEntries(
  readdirSync(FOLDER).flatMap((file) => {
    const name = referencedName(file);
    return name === null ? [] : [[name, readDerived<Schema>(file)]];
  }),
);

/** The schema of that name (`email-template`). Throws on an unknown one, naming near matches. */
export function schema(name: string): Schema {
  const found = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined;
  if (!found)
    throw new Error(`No schema is called "${name}".${didYouMean(name, Object.keys(SCHEMAS))} schemas/specification.md holds them all`);
  return found;
}
