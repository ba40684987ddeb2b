import type { Finding } from './finding.ts';
import { differences, isObject } from './json-equality.ts';

/** Everything but what makes a copy a record of its own: id, name and times (DESIGN, reading rule 9). */
const COMPARED = [
  'subject',
  'body',
  'kind',
  'template_html',
  'template_json',
  'new_template_json',
  'new_template_html',
  'attachments',
  'metadata',
];

/** Two copies of one template, compared in what they take over from it. */
export function copyFindings(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): Finding[] {
  return differences(content(one), content(other));
}

function content(copy: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = COMPARED.filter((member) => Object.hasOwn(copy, member));
  return Object.fromEntries(members.map((member) => [member, member === 'attachments' ? attachmentNames(copy[member]) : copy[member]]));
}

/** An attachment's id may be the copy's own. */
function attachmentNames(attachments: unknown): unknown {
  return Array.isArray(attachments)
    ? attachments.map((attachment: unknown) => (isObject(attachment) ? attachment.name : attachment))
    : attachments;
}

/** Names written as `{{ name }}` in a subject. Only plain names: what else may stand between the braces is not shown. */
export function subjectVariables(subject: string): string[] {
  return [...new Set([...subject.matchAll(/\{\{\s*([A-Za-z_][\w.]*)\s*\}\}/g)].map(([, name]) => name ?? ''))];
}
