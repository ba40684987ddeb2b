import { jsonIn } from '../settings/parsing/json.ts';
import { memberPointer } from '../specification/json.ts';

export interface JsonLine {
  readonly text: string;
  /** JSON pointer (RFC 6901) of the value that starts on this line; `null` on a closing line. */
  readonly pointer: string | null;
}

/** More of a body could not be shown anyway. */
export const LAID_OUT_CHARACTERS = 200_000;

/** The lines of a body as far as they are shown; null for a body that is no JSON. */
export const bodyLines = (body: string): JsonLine[] | null =>
  /^\s*[[{]/.test(body) ? toJsonLines(body.slice(0, LAID_OUT_CHARACTERS)) : null;

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** Deeper lines get no more indent: a body of ten thousand brackets must stay a small page. */
const DEEPEST_INDENT = 24;

/** JSON text, a line a member. It works on tokens, never on parsed values: numbers, escapes and duplicates stay as sent, and a cut text is laid out. */
export function toJsonLines(json: string): JsonLine[] {
  const lines: JsonLine[] = [];
  const stack: { readonly pointer: string; readonly array: boolean; index: number; key: string | null }[] = [];
  let line = '';
  let pointer: string | null = null;
  const indent = () => '  '.repeat(Math.min(stack.length, DEEPEST_INDENT));
  const flush = () => {
    if (line.trim() !== '') lines.push({ text: line, pointer });
    line = indent();
    pointer = null;
  };
  const tokens = json.match(TOKEN) ?? [];
  for (const [at, token] of tokens.entries()) {
    const frame = stack.at(-1);
    if (token === '}' || token === ']') {
      stack.pop();
      if (tokens[at - 1] === (token === '}' ? '{' : '[')) line += token;
      else {
        flush();
        line = indent() + token;
      }
    } else if (token === ',') {
      line += ',';
      flush();
      if (frame !== undefined) Object.assign(frame, { index: frame.index + 1, key: null });
    } else if (token === ':') {
      line += ': ';
    } else if (frame !== undefined && !frame.array && frame.key === null) {
      // A member name that is cut off or badly escaped is shown as it is, and no pointer leads to it.
      frame.key = String(jsonIn(token) ?? token);
      if (tokens[at - 1] === '{') flush();
      line += token;
    } else {
      if (frame?.array === true && tokens[at - 1] === '[') flush();
      pointer = frame === undefined ? '' : memberPointer(frame.array ? frame.index : (frame.key ?? ''), frame.pointer);
      line += token;
      if (token === '{' || token === '[') stack.push({ pointer, array: token === '[', index: 0, key: null });
    }
  }
  flush();
  return lines;
}

/** Innermost lists and objects that are short stand on one line each: four flags take eight lines rather than eighteen. */
export function folded(lines: readonly JsonLine[]): JsonLine[] {
  const shorter: JsonLine[] = [];
  for (const line of lines) {
    shorter.push(line);
    const start = CLOSES.test(line.text) ? shorter.findLastIndex(({ text }) => OPENS.test(text)) : -1;
    const [first, ...inner] = start < 0 ? [] : shorter.slice(start);
    if (first === undefined || inner.slice(0, -1).some(({ text }) => ENDS.test(text))) continue;
    const text = [first.text, ...inner.map((part) => part.text.trim())].join(' ');
    if (text.length <= LONGEST_FOLDED) shorter.splice(start, shorter.length, { ...first, text });
  }
  return shorter;
}

const OPENS = /[[{]$/;
const CLOSES = /^ *[\]}]/;
const ENDS = /[^[{][\]}],?$/;
const LONGEST_FOLDED = 100;

/** Index of the line that holds `pointer`. If the place does not exist (a missing member), of its nearest ancestor; -1 for none. */
export function lineOfPointer(lines: readonly JsonLine[], pointer: string): number {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const index = lines.findIndex((line) => line.pointer === place);
    if (index !== -1 || place === '') return index;
  }
}
