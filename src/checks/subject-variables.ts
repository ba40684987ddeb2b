/** What stands between double braces. Three braces are a way of their own to write a value, so they are left alone. */
const BRACES = /(?<!\{)\{\{(?!\{)([^{}]*)\}\}(?!\})/g;
const PLAIN = /^[A-Za-z_]\w*$/;
/** Words that mean something else to the usual template languages. */
const WORDS = ['else', 'this', 'true', 'false', 'null', 'undefined'];
const OPENS = /^[#^]/;
const CLOSES = /^\//;

/** What the braces of a subject hold. */
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
