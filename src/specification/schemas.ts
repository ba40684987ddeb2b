import { readdirSync } from 'node:fs';
import { asset, readJsonAsset } from '../installation/files.ts';
import { didYouMean } from './near-matches.ts';
import { referencedName, type Schema, type Schemas } from './schema.ts';

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
