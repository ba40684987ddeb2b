import { compile } from 'json-schema-to-typescript';
import type { Schema, Schemas } from '../schema.ts';
import { embedded } from './references.ts';

const DEFINITIONS = '#/$defs/';
const BANNER = '// Derived from schemas/specification.md by `npm run schemas`. Not to be edited by hand.';

/** TypeScript types: an interface for each schema, and `Shapes`, which maps schema names to them. */
export async function toTypeScript(schemas: Schemas): Promise<string> {
  const names = Object.keys(schemas);
  const root = {
    title: 'Shapes',
    description: 'The type of each schema by its name.',
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `${DEFINITIONS}${name}` }])),
    required: names,
    additionalProperties: false,
    $defs: Object.fromEntries(names.map((name) => [name, forCompiler(embedded(schemas[name] ?? {}, DEFINITIONS))])),
  };
  return compile(JSON.parse(JSON.stringify(root)), 'Shapes', {
    bannerComment: BANNER,
    customName: (schema, key) => (key === undefined || schema.title === undefined ? undefined : pascal(key)),
    style: { singleQuote: true, printWidth: 140 },
    unreachableDefinitions: true,
  });
}

/**
 * Two readings of the compiler are not JSON Schema's: a reference with a description beside it becomes a type of its own, with a
 * number (`Statistics1`), and a schema of nothing but a description becomes an object.
 */
function forCompiler(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    if (typeof value?.$ref === 'string') return { $ref: value.$ref };
    const isAny = typeof value?.description === 'string' && Object.keys(value).length === 1;
    return isAny ? { ...value, tsType: 'unknown' } : value;
  });
}

/** `sms-template-embed` → `SmsTemplateEmbed` */
function pascal(name: string): string {
  return name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}
