/** At most `limit` UTF-16 units of `text`, with no surrogate pair cut in two. */
export function beginningOf(text: string, limit: number): string {
  const beginning = text.slice(0, limit);
  return text.length > limit ? beginning.replace(/[\uD800-\uDBFF]$/, '') : beginning;
}

/** The note of what is missing takes about as much room. */
const LENGTH_OF_NOTE = 24;

/** The beginning, with a note of how much is missing, where that saves room. */
export function clip(text: string, limit: number): string {
  const beginning = text.length > limit + LENGTH_OF_NOTE ? beginningOf(text, limit) : text;
  return beginning === text ? text : `${beginning}… (${text.length - beginning.length} more characters)`;
}

/** `10000` as `10,000`. */
export const inNumbers = (count: number): string => count.toLocaleString('en-GB');

/** Controls, bidi marks, odd spaces, variation selectors, lone surrogates: a reader cannot see them, or they move what is seen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/** Not ASCII that is seen, nor layout that every medium here shows as layout. To look for classes of characters in what is plain takes long. */
const NOT_PLAIN = /[^\n\t -~]+/g;

/** `text` with every invisible character as its escape, but newlines and tabs: in a target's text, an escape sequence or a right-to-left override must neither act nor hide. */
export const visible = (text: string): string => text.replace(NOT_PLAIN, (run) => run.replace(INVISIBLE, escapeOf));

/** As `visible`, on one line: newlines and tabs are escaped too. */
export const visibleLine = (text: string): string => visible(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16).toUpperCase();
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
