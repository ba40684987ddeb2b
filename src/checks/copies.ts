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
  return Object.fromEntries(members.map((member) => [member, withoutIds(copy[member])]));
}

const ID_MEMBER = /^_?(id|uuid|guid|key)$|_id$|[a-z]Id$/;
const ID_ATTRIBUTE = /\s(?:id|for|data-[\w-]*id)=("[^"]*"|'[^']*')/gi;

/** The parts of a copy, its attachments and the blocks of its content, may have ids of their own. */
function withoutIds(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(ID_ATTRIBUTE, '');
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name, member]) => !(ID_MEMBER.test(name) && typeof member !== 'object'));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutIds(member)]));
}

/** Names written as `{{ name }}` in a subject. Only plain names: what else may stand between the braces is not shown. */
export function subjectVariables(subject: string): string[] {
  return [...new Set([...subject.matchAll(/\{\{\s*([A-Za-z_][\w.]*)\s*\}\}/g)].map(([, name]) => name ?? ''))];
}
