import { echoFindings, memberPointer } from '../../src/checks/echo.ts';
import { show } from '../../src/checks/finding.ts';
import type { Judge } from '../../src/engine/judged-property.ts';
import type { Members } from '../../src/generation/bodies.ts';
import type { EchoedMembers } from './echoed-members.ts';

/** What was sent, and the record that the answer of success holds; null where there is none. */
export interface Echo {
  readonly record: Readonly<Record<string, unknown>> | null;
  /** JSON pointer of the record in the answer. */
  readonly base: string;
}

/**
 * What was accepted comes back, member by member. A member that other answers hold and this one lacks was lost, unless it was sent empty: an
 * implementation may leave out what is empty.
 */
export function echoJudges<Attempt extends Echo>(
  members: EchoedMembers,
  usual: Readonly<Record<string, unknown>>,
): Judge<Members, Attempt>[] {
  return Object.entries(members).map(([member, [requirement, likeness]]) => ({
    requirement,
    findings: (sent, { record, base }) => {
      if (record === null || !Object.hasOwn(sent, member)) return null;
      const value = sent[member];
      if (Object.hasOwn(record, member)) return echoFindings(likeness, value, record[member], memberPointer(member, base));
      if (isEmpty(value) || !Object.hasOwn(usual, member)) return null;
      return [{ pointer: memberPointer(member, base), expected: show(value), actual: 'left out, though other answers hold it' }];
    },
  }));
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
