import { NAMES } from './encodings.ts';

/** What undoes one encoding everywhere in a text, by the platform's own decoders. */
const DECODERS: readonly (readonly [RegExp, (written: string) => string])[] = [
  [/(?:\\u[\da-fA-F]{4}|\\["\\/bfnrt])+/g, (escapes) => JSON.parse(`"${escapes}"`) as string],
  [/(?:%[\da-fA-F]{2})+/g, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString()],
  [/&#\d{1,7};/g, (entity) => character(Number(entity.slice(2, -1)))],
  [/&#[xX][\da-fA-F]{1,8};/g, (entity) => character(Number(`0x${entity.slice(3, -1)}`))],
  [/&[a-z]{2,6};/g, (entity) => Object.keys(NAMES).find((name) => `&${NAMES[name]};` === entity) ?? entity],
  // UTF-8 that was read as ISO 8859-1, as header fields are.
  [/[\x80-\xff]{2,}/g, (bytes) => Buffer.from(bytes, 'latin1').toString()],
];
const MOST_PASSES = 16;
/** The secrets that are looked for are longer. */
const BASE64 = /[\w+/-]{10,}/g;

/** Which of the secrets a text tells to whoever undoes its encodings, base64 within base64 included. */
export function revealedBy(text: string, secrets: readonly string[], depth = 2): string[] {
  const plain = decoded(text);
  const here = secrets.filter((secret) => [text, plain].some((form) => spaced(form).includes(spaced(secret))));
  const inside = depth === 0 ? [] : [...plain.matchAll(BASE64)].flatMap(([run]) => [0, 1, 2, 3].map((start) => bytes(run.slice(start))));
  return [...new Set([...here, ...(inside.length === 0 ? [] : revealedBy(inside.join('\n'), secrets, depth - 1))])];
}

function decoded(text: string): string {
  let plain = text;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const before = plain;
    for (const [pattern, meaning] of DECODERS) plain = plain.replace(pattern, meaning);
    if (plain === before) break;
  }
  return plain;
}

/** A form writes a space as `+`. */
const spaced = (text: string): string => text.replaceAll('+', ' ');
const character = (code: number): string => (code > 0x10ffff ? '' : String.fromCodePoint(code));
const bytes = (base64: string): string => Buffer.from(base64, 'base64').toString('latin1');
