/** What a text has that implementations trip over. The most specific stand first. */
interface Trait {
  /** After *all texts with*. */
  readonly words: string;
  readonly has: (text: string) => boolean;
  /** Texts that lack it and are most like those that have it. */
  readonly beside?: readonly RegExp[];
}

const LIKE_TRIMMED = [/\S +\S/];

const TRAITS: readonly Trait[] = [
  trait('a leading space', /^ /, LIKE_TRIMMED),
  trait('a trailing space', / $/, LIKE_TRIMMED),
  trait('a leading or trailing space', /^ | $/, LIKE_TRIMMED),
  trait('leading or trailing white space', /^[ \t\r\n]|[ \t\r\n]$/, LIKE_TRIMMED),
  trait('white space of any kind at an end', /^\s|\s$/, LIKE_TRIMMED),
  trait('two spaces in a row', / {2}/),
  trait('white space in a row', /\s{2}/),
  trait('CR LF', /\r\n/),
  trait('a line break', /[\r\n]/),
  trait('characters beyond U+FFFF', /[\u{10000}-\u{10ffff}]/u, [/[\u00c0-\u00ff]/, /\p{Script=Han}/u]),
  trait('combining marks', /\p{M}/u),
  { words: 'characters that NFC changes', has: (text) => text !== text.normalize('NFC') },
  { words: 'characters that NFKC changes', has: (text) => text !== text.normalize('NFKC') },
  trait('characters beyond U+00FF', /[^\0-\u00ff]/, [/[\u00c0-\u00ff]/]),
  trait('characters beyond ASCII', /[^\0-\x7f]/),
  trait('control characters', /\p{Cc}/u),
  trait('invisible characters', /\p{Cf}/u),
  trait('tags', /<[^>]+>/),
  trait('character references', /&#?\w+;/),
  trait('`&`', /&/),
  trait('`<` or `>`', /[<>]/),
  trait('`&`, `<` or `>`', /[&<>]/),
  trait("`'`", /'/),
  trait('`"`', /"/),
  trait('quotes', /['"]/),
  trait('HTML’s own characters', /[&<>'"]/),
  trait('`\\`', /\\/),
  trait('percent escapes', /%[0-9a-f]{2}/i),
  trait('`%`', /%/),
  trait('`+`', /\+/),
  trait('`{{`', /\{\{/),
  trait('`${`', /\$\{/),
  trait('`$`', /\$/),
  trait('a leading zero', /^0\d/),
  trait('digits only', /^\d+$/),
  { words: 'a number', has: (text) => text.trim() !== '' && Number.isFinite(Number(text)) },
  trait('a date', /^\d{4}-\d\d-\d\d/),
  trait('capital letters', /\p{Lu}/u),
];

/** What all texts that failed have, and none that passed; null where nothing sets them apart. */
export function traitApart(failed: readonly string[], passed: readonly string[]): Trait | null {
  return TRAITS.find(({ has }) => failed.every(has) && !passed.some(has)) ?? null;
}

function trait(words: string, pattern: RegExp, beside?: readonly RegExp[]): Trait {
  return { words, has: (text) => pattern.test(text), ...(beside && { beside }) };
}
