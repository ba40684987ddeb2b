import { isUtf8 } from 'node:buffer';
import { inNumbers } from './clip.ts';
import type { Answer } from './exchange.ts';
import { jsonBreaksAt, nestsDeeperThan } from './json-text.ts';

export interface Problem {
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

/** The body as UTF-8 text. Leaves out a byte order mark at its beginning and reports it in `bom`, as RFC 8259 §8.1 allows. */
export function textOf(answer: Answer): { readonly text: string; readonly bom?: true } | Problem {
  const { body } = answer;
  const mark = FOREIGN_MARKS.find(({ bytes }) => bytes.every((byte, index) => body[index] === byte));
  if (mark !== undefined) return { problem: `the body is not UTF-8: it begins with ${mark.name}` };
  if (!isUtf8(body))
    return { problem: `the body is not UTF-8: invalid from byte ${inNumbers(firstInvalidByte(body))} of ${inNumbers(body.length)} on` };
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  return text.startsWith('\uFEFF') ? { text: text.slice(1), bom: true } : { text };
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
    return { problem: `the body is not JSON: ${whereItBreaks(text)}; it begins with ${quoted(text)}` };
  }
}

/** The media type that the answer names, in lower case and without parameters; `null` where it names none. */
export function mediaTypeOf(answer: Answer): string | null {
  return answer.headers['content-type']?.split(';')[0]?.trim().toLowerCase() || null;
}

function whereItBreaks(text: string): string {
  if (/^\0[^\0]|^[^\0]\0/.test(text)) return 'it looks like UTF-16';
  const at = jsonBreaksAt(text);
  return at >= text.length
    ? `it ends too early, after character ${inNumbers(text.length)}`
    : `unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))} at character ${inNumbers(at + 1)}`;
}

function quoted(text: string): string {
  return text.length <= MAX_QUOTED ? JSON.stringify(text) : `${JSON.stringify(text.slice(0, MAX_QUOTED))}…`;
}

/** Position, from 1, of the first byte that cannot be UTF-8, found by halving. */
function firstInvalidByte(body: Uint8Array): number {
  let good = 0;
  let bad = body.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (middle <= body.length && isUtf8Prefix(body.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return bad;
}

/** Whether UTF-8 may go on with more bytes. */
function isUtf8Prefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
}
