import type { Finding } from './finding.ts';
import { differences, isObject } from './json-equality.ts';

/** All members except those that identify a copy: id, name and times (docs/reading-rules.md, rule 9). */
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

/** Compares what two copies of one template take over from it. */
export function copyFindings(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): Finding[] {
  return differences(content(one), content(other));
}

function content(copy: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = COMPARED.filter((member) => Object.hasOwn(copy, member));
  return Object.fromEntries(members.map((member) => [member, withoutIds(copy[member])]));
}

/** Whether a copy shows content by which it can be told from copies of other templates. */
export function hasCopyContent(copy: Readonly<Record<string, unknown>>): boolean {
  return ['subject', 'template_html', 'new_template_html'].some((member) => typeof copy[member] === 'string' && copy[member] !== '');
}

const ID_MEMBER = /^_?(id|uuid|guid|key)$|_id$|[a-z]Id$/;
const ID_ATTRIBUTE = /\s(?:id|for|data-[\w-]*id)=("[^"]*"|'[^']*')/gi;

/** The parts of a copy (attachments, blocks of its content) may have ids of their own. */
function withoutIds(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(ID_ATTRIBUTE, '');
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name, member]) => !(ID_MEMBER.test(name) && typeof member !== 'object'));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutIds(member)]));
}

/** Names written as `{{ name }}` in a subject. Only plain names: the specification shows nothing else between the braces. */
export function subjectVariables(subject: string): string[] {
  return [...new Set([...subject.matchAll(/\{\{\s*([A-Za-z_][\w.]*)\s*\}\}/g)].map(([, name]) => name ?? ''))];
}
