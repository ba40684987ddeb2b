import { onRecords } from '../answers.ts';
import { fault, numberOf } from '../fault.ts';
import type { Fault } from '../interposition.ts';

const ROWS = [
  ['createCampaign', 'status', 'campaign.status-values', ['new', 'Draft', 'DRAFT', 'running', '']],
  ['copyProjectEmailTemplate', 'kind', 'email-template.kind-values', ['wysiwyg', 'HTML', 'text']],
  ['copyEmailTemplate', 'kind', 'email-template.kind-values', ['old-editor', '']],
  ['copyProjectEmailTemplate', 'body', 'email-template.body-is-null', ['', 'plain text']],
  ['copyEmailTemplate', 'body', 'email-template.body-is-null', ['null']],
] as const;

/** Words that are not among the documented ones. */
export const ENUM_FAULTS: readonly Fault[] = ROWS.flatMap(([endpoint, member, statement, words]) =>
  words.map((word) =>
    fault(
      `${member}-${word === '' ? 'empty' : word.replaceAll(' ', '-')}-at-${numberOf(endpoint)}`,
      endpoint,
      statement,
      `\`${member}\` is ${JSON.stringify(word)}`,
      onRecords([endpoint], (record) => ({ ...record, [member]: word })),
    ),
  ),
);
