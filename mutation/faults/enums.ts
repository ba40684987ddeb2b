import { onRecords } from '../answers.ts';
import { fault } from '../fault.ts';
import type { Fault } from '../interposition.ts';

const ROWS = [
  [2, 'status', 'campaign.status-values', ['new', 'Draft', 'DRAFT', 'running', '']],
  [4, 'kind', 'email-template.kind-values', ['wysiwyg', 'HTML', 'text']],
  [6, 'kind', 'email-template.kind-values', ['old-editor', '']],
  [4, 'body', 'email-template.body-is-null', ['', 'plain text']],
  [6, 'body', 'email-template.body-is-null', ['null']],
] as const;

/** Words that are not among the documented ones. */
export const ENUM_FAULTS: readonly Fault[] = ROWS.flatMap(([endpoint, member, statement, words]) =>
  words.map((word) =>
    fault(
      `${member}-${word === '' ? 'empty' : word.replaceAll(' ', '-')}-at-${endpoint}`,
      endpoint,
      statement,
      `\`${member}\` is ${JSON.stringify(word)}`,
      onRecords([endpoint], (record) => ({ ...record, [member]: word })),
    ),
  ),
);
