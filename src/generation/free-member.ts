import { documentedMembers } from '../specification/members.ts';
import { SCHEMAS, schema } from '../specification/schemas.ts';

/** The member of a request, however deep, that takes any JSON object: its schema names no properties. Null where there is none. */
export function freeMember(request: string): string | null {
  const members = documentedMembers(SCHEMAS, schema(request));
  const free = members.find((member) => member.schema.type === 'object' && member.schema.properties === undefined);
  return free === undefined ? null : free.pointer.slice(free.pointer.lastIndexOf('/') + 1);
}
