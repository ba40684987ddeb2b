import { dereference, type Schema, type Schemas } from './schema.ts';

/** A documented member of an object, however deep. */
export interface Member {
  /** JSON pointer, with `*` in the place of an array's index. */
  readonly pointer: string;
  readonly schema: Schema;
}

/** All documented members with those of variants, outer before inner, in the tables' order. Does not enter a shape inside itself. */
export function documentedMembers(schemas: Schemas, schema: Schema): Member[] {
  return membersBelow(schemas, schema, '', []);
}

function membersBelow(schemas: Schemas, schema: Schema, at: string, outer: readonly Schema[]): Member[] {
  const shape = dereference(schemas, schema);
  if (outer.includes(shape)) return [];
  const below = (part: Schema, pointer: string) => membersBelow(schemas, part, pointer, [...outer, shape]);
  const own = Object.entries(shape.properties ?? {}).flatMap(([name, member]) => {
    const pointer = `${at}/${name}`;
    return [{ pointer, schema: dereference(schemas, member) }, ...below(member, pointer)];
  });
  const items = shape.items ? below(shape.items, `${at}/*`) : [];
  const alternatives = (shape.anyOf ?? []).flatMap((alternative) => below(alternative, at));
  const variants = (shape.allOf ?? []).flatMap((variant) => below(variant.then, at));
  return [...own, ...items, ...alternatives, ...variants];
}
