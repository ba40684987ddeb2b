/** One member of an answer to a question, for people. */
export interface Said {
  /** Null where the answer is a single value. */
  readonly name: string | null;
  readonly text: string;
  /** A text as the target wrote it, rather than a word of ours. */
  readonly ofTarget: boolean;
}

/** More members are easier to read as JSON. */
const MOST_MEMBERS = 12;

/** An observed answer in words: a value, a list of values, or a flat object. Null for anything deeper. */
export function inWords(answer: unknown): Said[] | null {
  const single = valueInWords(answer);
  if (single !== null) return [{ name: null, ...single }];
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null;
  const entries = Object.entries(answer);
  const said = entries.flatMap(([name, value]) => {
    const words = valueInWords(value);
    return words === null ? [] : [{ name: nameInWords(name), ...words }];
  });
  return said.length === entries.length && said.length <= MOST_MEMBERS ? said : null;
}

function valueInWords(value: unknown): Omit<Said, 'name'> | null {
  switch (typeof value) {
    case 'string':
      return value === '' ? { text: 'an empty text', ofTarget: false } : { text: value, ofTarget: true };
    case 'number':
      return { text: `${value}`, ofTarget: false };
    case 'boolean':
      return { text: value ? 'yes' : 'no', ofTarget: false };
    default:
      return value === null ? { text: 'null', ofTarget: false } : listInWords(value);
  }
}

function listInWords(value: unknown): Omit<Said, 'name'> | null {
  if (!Array.isArray(value) || value.some((item) => typeof item === 'object')) return null;
  return value.length === 0
    ? { text: 'none', ofTarget: false }
    : { text: value.join(', '), ofTarget: value.some((item) => typeof item === 'string') };
}

/** `mediaType` → `media type`. */
function nameInWords(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
