import { parseIso8601 } from '../specification/formats.ts';
import { isObject, type JsonObject } from '../specification/json.ts';
import { schema, timestampFields } from '../specification/schemas.ts';
import { type Deviation, show } from './deviation.ts';
import { differencesButNull } from './json-equality.ts';

/** All documented members except those that identify a copy: id, name and times (docs/reading-rules.md, rule 9). */
const OWN = ['id', 'name', ...timestampFields('email-template')];
const COMPARED = Object.keys(schema('email-template').properties ?? {}).filter((member) => !OWN.includes(member));

/** Compares what two copies of one template take over from it. `between` are ids of copies in between: a copy of a copy may be marked with each. */
export function copyDeviations(one: JsonObject, other: JsonObject, between: readonly string[] = []): Deviation[] {
  const ids = spellings([...idsIn(one), ...idsIn(other), ...between]);
  const alike = (text: string, as: string) =>
    withoutOwn(text, ids) === withoutOwn(as, ids) || (parseIso8601(text) !== null && parseIso8601(as) !== null);
  const expected = content(one);
  return differencesButNull(expected, reconciled(expected, content(other), alike));
}

function content(copy: JsonObject): Record<string, unknown> {
  const members = COMPARED.filter((member) => Object.hasOwn(copy, member));
  return Object.fromEntries(
    members.map((member) => [member, withoutIds(member === 'attachments' ? documented(copy[member]) : copy[member])]),
  );
}

/** What the table of attachments names besides their ids. Undocumented members may hold links that are signed anew for each answer. */
function documented(attachments: unknown): unknown {
  if (!Array.isArray(attachments)) return attachments;
  return attachments.map((attachment: unknown) =>
    isObject(attachment) ? Object.fromEntries(Object.entries(attachment).filter(([member]) => member === 'name')) : attachment,
  );
}

/** Whether a copy shows content by which it can be told from copies of other templates. */
export function hasCopyContent(copy: JsonObject): boolean {
  return ['subject', 'template_html', 'new_template_html'].some((member) => typeof copy[member] === 'string' && copy[member] !== '');
}

const ID_MEMBER = /^_?(id|uuid|guid|key)$|_id$|[a-z]Id$/;
const ID_ATTRIBUTE = /\s(?:id|for|data-[\w-]*id)=("[^"]*"|'[^']*')/gi;
const MARKUP = /<!--.*?-->|<[^>]*>/gs;
const LINK = /[A-Za-z][A-Za-z\d+.-]*:\/\/[^\s"'<>]+/g;

/** The parts of a copy (attachments, blocks of its content) may have ids of their own. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name, member]) => !(ID_MEMBER.test(name) && typeof member !== 'object'));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutIds(member)]));
}

function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => (ID_MEMBER.test(name) && typeof member === 'string' ? [member] : idsIn(member)));
}

/** A text without the copies' ids, and without markup and links that hold one: they may be added or signed anew. */
function withoutOwn(text: string, ids: readonly string[]): string {
  const holdsId = (part: string) => ids.some((id) => part.includes(id));
  const plain = text.replace(ID_ATTRIBUTE, '').replace(MARKUP, (part) => (holdsId(part) ? '' : part));
  const linked = plain.replace(LINK, (link) => (holdsId(link) ? '\0link' : link));
  return ids.reduce((rest, id) => rest.replaceAll(id, '\0id'), linked);
}

/** Ids as a text or a link holds them, the longest first. */
function spellings(ids: readonly string[]): string[] {
  return [...new Set(ids.flatMap((id) => [id, encodeURIComponent(id)]))].filter((id) => id !== '').sort((a, b) => b.length - a.length);
}

/** The other value, with the texts of the first one wherever the two are alike. */
function reconciled(one: unknown, other: unknown, alike: (one: string, other: string) => boolean): unknown {
  if (typeof one === 'string' && typeof other === 'string') return one === other || alike(one, other) ? one : other;
  if (Array.isArray(one) && Array.isArray(other)) return other.map((item, index) => reconciled(one[index], item, alike));
  if (!isObject(one) || !isObject(other)) return other;
  return Object.fromEntries(Object.entries(other).map(([name, member]) => [name, reconciled(one[name], member, alike)]));
}

/** What stands between double braces. Three braces are a way of their own to write a value, so they are left alone. */
const BRACES = /(?<!\{)\{\{(?!\{)([^{}]*)\}\}(?!\})/g;
const PLAIN = /^[A-Za-z_]\w*$/;
/** Words that mean something else to the usual template languages. */
const WORDS = ['else', 'this', 'true', 'false', 'null', 'undefined'];
const OPENS = /^[#^]/;
const CLOSES = /^\//;

interface SubjectNames {
  /** Written as `{{ name }}` and nothing else: the only form that the specification shows. */
  readonly plain: readonly string[];
  /** Anything else: dotted names, helpers, and all within a block, whose names may be those of an item. */
  readonly other: readonly string[];
}

export function subjectNames(subject: string): SubjectNames {
  const plain = new Set<string>();
  const other = new Set<string>();
  let depth = 0;
  for (const [, inside = ''] of subject.matchAll(BRACES)) {
    const name = inside.trim();
    if (CLOSES.test(name)) depth -= 1;
    if (depth <= 0 && PLAIN.test(name) && !WORDS.includes(name)) plain.add(name);
    else if (name !== '') other.add(name);
    if (OPENS.test(name)) depth += 1;
  }
  return { plain: [...plain], other: [...other].filter((name) => !plain.has(name)) };
}

export function namesInTexts({ subject, template_html, new_template_html }: JsonObject): string[] {
  const texts = [subject, template_html, new_template_html].filter((text) => typeof text === 'string');
  return [...new Set(texts.flatMap((text) => subjectNames(text).plain))];
}

/** Which variables are listed is not said, but those listed are this template's, by their names. */
export function variableDeviations(template: JsonObject, listed: readonly string[]): Deviation[] {
  const named = namesInTexts(template);
  const inOtherForms = named.flatMap((name) => {
    const form = listed.includes(name) ? undefined : listed.find((variable) => bare(variable) === bare(name));
    return form === undefined ? [] : [deviation(show(name), show(form))];
  });
  if (inOtherForms.length > 0) return inOtherForms;
  if (listed.length === 0) return named.length > 1 ? [deviation(`some of ${show(named)}, which the template names`, 'nothing')] : [];
  const whole = JSON.stringify(template);
  const isForeign = named.length > 0 && listed.every((variable) => !whole.includes(variable));
  return isForeign ? [deviation(`some of ${show(named)}, which the template names`, `${show(listed)}, which it does not name`)] : [];
}

/** A list that is that of another template, where it lacks what only this one names, and has what only the other one names. */
export function variablesOfOther(
  template: JsonObject,
  listed: readonly string[],
  other: JsonObject,
  known: readonly string[],
): Deviation[] {
  const isSame = listed.length === known.length && listed.every((variable) => known.includes(variable));
  const [own, others] = [namesInTexts(template), namesInTexts(other)];
  const whole = JSON.stringify(template);
  const lacking = own.filter((name) => !listed.includes(name));
  const foreign = listed.filter((variable) => others.includes(variable) && !whole.includes(variable));
  if (!isSame || lacking.length === 0 || foreign.length === 0) return [];
  return [deviation(`some of ${show(own)}, which the template names`, `${show(listed)}, the list of another template`)];
}

const bare = (variable: string): string => variable.replace(/[{}\s]/g, '').toLowerCase();

const deviation = (expected: string, actual: string): Deviation => ({ pointer: '/variables', expected, actual });

/** Whether copies differ by texts alone, none of them empty: somebody may have edited the template in between. */
export function areOtherTexts(deviations: readonly Deviation[]): boolean {
  const isText = (json: string) => /^"[^"]/.test(json);
  return deviations.length > 0 && deviations.every(({ expected, actual }) => isText(expected) && isText(actual));
}
