/**
 * Patterns that find a text however it was escaped on its way. Each character is looked for in all its written forms at once, so that
 * mixtures and uncommon choices of an encoder are found too. Repetitions are bounded, so that no text makes the search slow.
 */

const NAMED_ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };

/** Source of a regular expression for `text`: as it is, percent-encoded, form-encoded, or escaped for JSON, HTML or XML; once or several times. */
export function textPattern(text: string): string {
  // A run of backslashes may be doubled several times over; looked for as one, since the parts of a run can't be told apart.
  return (text.match(/\\+|[^\\]/gu) ?? [...text])
    .map((part) => (part.startsWith('\\') ? backslashes(part.length) : character(part)))
    .join('');
}

/** Source of a regular expression for base64 `token`: with or without padding, in the URL-safe alphabet too (RFC 4648 §5), and escaped. */
export function base64Pattern(token: string): string {
  const forms: Readonly<Record<string, string>> = { '+': `(?:-|${character('+')})`, '/': `(?:_|${character('/')})` };
  const body = [...token.replace(/=+$/, '')].map((part) => forms[part] ?? part);
  return `${body.join('')}(?:${character('=')}){0,2}`;
}

function character(char: string): string {
  const forms = [percentEncoded(char), jsonEscaped(char), numericEntity(char)];
  if (char === ' ') forms.push('\\+');
  const entity = NAMED_ENTITIES[char];
  if (entity !== undefined) forms.push(`&(?:amp;){0,3}${entity};`);
  else if (char > '\u007f') forms.push('&(?:amp;){0,3}[A-Za-z]{2,12}\\d{0,2};');
  const short = SHORT_ESCAPES[char];
  if (short !== undefined) forms.push(`\\\\{1,8}${short}`);
  forms.push(char === '"' || char === '/' || char === "'" ? `\\\\{0,8}${literal(char)}` : literal(char));
  return `(?:${forms.join('|')})`;
}

function backslashes(count: number): string {
  const escaped = [percentEncoded('\\'), jsonEscaped('\\'), numericEntity('\\')].join('|');
  return `(?:(?:${escaped}){${count}}|\\\\{${count},${8 * count}})`;
}

function percentEncoded(char: string): string {
  return [...Buffer.from(char, 'utf8')].map((byte) => `%(?:25){0,3}${hex(byte, 2)}`).join('');
}

function jsonEscaped(char: string): string {
  return char
    .split('')
    .map((unit) => `\\\\{1,8}u${hex(unit.charCodeAt(0), 4)}`)
    .join('');
}

function numericEntity(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return `&(?:amp;){0,3}#(?:0{0,6}${code}|[xX]0{0,6}${hex(code, 1)});`;
}

/** Hexadecimal digits in either case. */
function hex(value: number, digits: number): string {
  return value
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
