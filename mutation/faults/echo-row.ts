import type { StatementId } from '../../src/specification/register.ts';
import type { JsonObject } from '../answers.ts';

/** One member of a creation that does not come back as it was sent. */
export type EchoRow = readonly [
  name: string,
  statement: StatementId,
  description: string,
  change: (value: unknown, record: JsonObject, sent: JsonObject) => unknown,
  member: string,
  only?: true,
];

export const text = (change: (value: string) => unknown) => (value: unknown) => (typeof value === 'string' ? change(value) : value);
