import type { JsonObject } from '../specification/json-object.ts';
import { type Deviation, show } from './deviation.ts';

/** What stands between double braces. Three braces are a way of their own to write a value, so they are left alone. */
const BRACES = /(?<!\{)\{\{(?!\{)([^{}]*)\}\}(?!\})/g;
const PLAIN = /^[A-Za-z_]\w*$/;
/** Words that mean something else to the usual template languages. */
const WORDS = ['else', 'this', 'true', 'false', 'null', 'undefined'];
const OPENS = /^[#^]/;
const CLOSES = /^\//;

export interface SubjectNames {
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

function bare(variable: string): string {
  return variable.replace(/[{}\s]/g, '').toLowerCase();
}

function deviation(expected: string, actual: string): Deviation {
  return { pointer: '/variables', expected, actual };
}
