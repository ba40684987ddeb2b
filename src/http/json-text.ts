/** Whether the brackets and braces of `text`, outside strings, nest deeper than `limit`. Does not recurse. */
export function nestsDeeperThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '[' || char === '{') {
      depth += 1;
      if (depth > limit) return true;
    } else if (char === ']' || char === '}') depth -= 1;
  }
  return false;
}

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * The index at which `text` stops being JSON (RFC 8259), or its length where it ends too early. The runtime's parser reports the place of
 * some errors only. Does not recurse.
 */
export function jsonBreaksAt(text: string): number {
  /** What may come next: a value, a value or `]`, a name or `}`, a name, or what follows a value. */
  let next: 'value' | 'first value' | 'first name' | 'name' | 'after' = 'value';
  const open: string[] = [];
  let at = skip(SPACE, text, 0);
  for (; at < text.length; at = skip(SPACE, text, at)) {
    const char = text[at];
    if (next === 'after') {
      const closes = open.at(-1);
      if (closes === undefined || (char !== ',' && char !== closes)) return at;
      if (char === closes) open.pop();
      else next = closes === '}' ? 'name' : 'value';
      at += 1;
    } else if ((next === 'first value' && char === ']') || (next === 'first name' && char === '}')) {
      open.pop();
      next = 'after';
      at += 1;
    } else if (next === 'name' || next === 'first name') {
      const end = char === '"' ? stringEnd(text, at) : { at, whole: false };
      if (!end.whole) return end.at;
      at = skip(SPACE, text, end.at);
      if (text[at] !== ':') return at;
      at += 1;
      next = 'value';
    } else if (char === '[' || char === '{') {
      open.push(char === '[' ? ']' : '}');
      next = char === '[' ? 'first value' : 'first name';
      at += 1;
    } else {
      const end = char === '"' ? stringEnd(text, at) : { at: skip(LITERAL, text, at), whole: true };
      if (!end.whole || end.at === at) return end.at;
      at = end.at;
      next = 'after';
    }
  }
  return at;
}

/** The index after the string that begins at `start`. For a broken string, the index of what breaks it. */
function stringEnd(text: string, start: number): { at: number; whole: boolean } {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') return { at: at + 1, whole: true };
    if (char < ' ') return { at, whole: false };
    if (char === '\\') {
      if (!/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at, at + 6))) return { at, whole: false };
      at += 1;
    }
  }
  return { at: text.length, whole: false };
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}
