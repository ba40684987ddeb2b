import { dereference, type Schema, type Schemas } from './schema.ts';

/** A documented member of an object, however deep. */
export interface Member {
  /** JSON pointer, with `*` in the place of an array's index. */
  readonly pointer: string;
  readonly schema: Schema;
}

/** All documented members of an object, outer before inner, in the order of the tables; variants count as part of it. */
export function documentedMembers(schemas: Schemas, schema: Schema, at = ''): Member[] {
  const shape = dereference(schemas, schema);
  const own = Object.entries(shape.properties ?? {}).flatMap(([name, member]) => {
    const pointer = `${at}/${name}`;
    return [{ pointer, schema: dereference(schemas, member) }, ...documentedMembers(schemas, member, pointer)];
  });
  const items = shape.items ? documentedMembers(schemas, shape.items, `${at}/*`) : [];
  const alternatives = (shape.anyOf ?? []).flatMap((alternative) => documentedMembers(schemas, alternative, at));
  const variants = (shape.allOf ?? []).flatMap((variant) => documentedMembers(schemas, variant.then, at));
  return [...own, ...items, ...alternatives, ...variants];
}
