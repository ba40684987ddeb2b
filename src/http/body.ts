import { isUtf8 } from 'node:buffer';
import { isObject, type JsonObject } from '../specification/json.ts';
import { type Answer, type Exchange, isSuccess } from './exchange.ts';
import { inNumbers } from './text.ts';

interface Problem {
  /** What is wrong with a body and where, in words. It may quote the body's beginning: redact before storing. */
  readonly problem: string;
  /** The body may be in order, but the suite does not read it. */
  readonly unread?: true;
  /** `unread` only: no client can be expected to read such a body. */
  readonly excessive?: true;
}

/** Real answers nest a handful of levels. Code that walks the value recurses. */
const MAX_DEPTH = 2000;
/** Many parsers recurse, and such a depth ends the stack of all of them. */
const EXCESSIVE_DEPTH = 100_000;
const MAX_QUOTED = 80;

/** First bytes of encodings other than UTF-8. Of two with the same beginning, the longer stands first. */
const FOREIGN_MARKS: readonly { readonly bytes: readonly number[]; readonly name: string }[] = [
  { bytes: [0x00, 0x00, 0xfe, 0xff], name: 'a UTF-32 byte order mark' },
  { bytes: [0xff, 0xfe, 0x00, 0x00], name: 'a UTF-32 byte order mark' },
  { bytes: [0xfe, 0xff], name: 'a UTF-16 byte order mark' },
  { bytes: [0xff, 0xfe], name: 'a UTF-16 byte order mark' },
];

/** The body as UTF-8 text, without a byte order mark at its beginning, as RFC 8259 §8.1 allows. */
export function textOf(answer: Answer): { readonly text: string } | Problem {
  const { body } = answer;
  const mark = FOREIGN_MARKS.find(({ bytes }) => bytes.every((byte, index) => body[index] === byte));
  if (mark !== undefined) return { problem: `the body is not UTF-8: it begins with ${mark.name}` };
  const text = new TextDecoder().decode(body);
  return isUtf8(body)
    ? { text }
    : { problem: `the body is not UTF-8: \ufffd stands for bytes that are none in ${around(text, text.indexOf('\ufffd'))}` };
}

const PARSED = new WeakMap<Answer, ReturnType<typeof parsed>>();

/** The body as a JSON value (RFC 8259), at most 2,000 levels deep. A reader may set a limit that a writer does not know (RFC 8259 §9). */
export function jsonOf(answer: Answer): { readonly value: unknown } | Problem {
  // Several judges ask for the same answer.
  const known = PARSED.get(answer);
  if (known !== undefined) return known;
  const json = parsed(answer);
  PARSED.set(answer, json);
  return json;
}

function parsed(answer: Answer): { readonly value: unknown } | Problem {
  const read = textOf(answer);
  if ('problem' in read) return read;
  const { text } = read;
  if (text.trim() === '') return { problem: `the body is not JSON: it is ${text === '' ? 'empty' : 'blank'}` };
  if (nestsDeeperThan(text, MAX_DEPTH)) {
    const excessive = nestsDeeperThan(text, EXCESSIVE_DEPTH - 1);
    const levels = excessive
      ? `at least ${inNumbers(EXCESSIVE_DEPTH)} levels deep`
      : `deeper than the ${inNumbers(MAX_DEPTH)} levels that are read`;
    return { problem: `the body nests ${levels}; it begins with ${quoted(text)}`, unread: true, ...(excessive && { excessive }) };
  }
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: `the body is not JSON: ${whyNot(text, error)}; it begins with ${quoted(text)}` };
  }
}

/** The JSON object in the answer of a success; null for any other exchange. */
export function objectIn(exchange: Exchange): JsonObject | null {
  const json = isSuccess(exchange) ? jsonOf(exchange.answer) : { problem: 'no success' };
  return 'value' in json && isObject(json.value) ? json.value : null;
}

/** The media type that the answer names, in lower case and without parameters; `null` where it names none. */
export const mediaTypeOf = (answer: Answer): string | null => answer.headers['content-type']?.split(';')[0]?.trim().toLowerCase() || null;

/** The answer is HTML. */
export const isPage = ({ answer }: Pick<Exchange, 'answer'>): boolean => answer !== null && mediaTypeOf(answer) === 'text/html';

const RELOADS = /<meta[^>]+http-equiv=["']?refresh/i;

/** A page that gives way to the service by itself: it reloads, or names a time. So do hosts that put services to sleep. */
export const isWakingPage = (exchange: Pick<Exchange, 'answer'>): boolean => {
  const { headers = {}, body = new Uint8Array() } = exchange.answer ?? {};
  const isTimed = headers.refresh !== undefined || headers['retry-after'] !== undefined;
  return isPage(exchange) && (isTimed || RELOADS.test(Buffer.from(body).toString()));
};

/** The runtime's words, without its quotation, which may cut a character in two, and without the line that later versions add to the position. */
function whyNot(text: string, { message }: SyntaxError): string {
  const words = message.replace(/, (?:\.\.\.)?".*is not valid JSON$/s, '').replace(/ \(line .*\)$/, '');
  const at = Number(/ at position (\d+)$/.exec(words)?.[1] ?? 0);
  if (/ after JSON at /.test(words)) return `more follows behind JSON that ends after ${inNumbers(at)} characters`;
  if (at >= text.length || words.startsWith('Unexpected end')) return 'it ends too early';
  return words.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** What stands around a place, on one line. */
const around = (text: string, at: number): string => JSON.stringify(text.slice(Math.max(0, at - MAX_QUOTED / 2), at + MAX_QUOTED / 4));

const quoted = (text: string): string =>
  text.length <= MAX_QUOTED ? JSON.stringify(text) : `${JSON.stringify(text.slice(0, MAX_QUOTED))}…`;

/** Whether the brackets and braces of `text`, outside strings, nest deeper than `limit`. Does not recurse. */
function nestsDeeperThan(text: string, limit: number): boolean {
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
