/** What a value has that implementations trip over. In a table of them, the most specific stand first. */
export interface Trait {
  /** After *every text with*. */
  readonly words: string;
  readonly has: (value: string) => boolean;
}

function trait(words: string, pattern: RegExp): Trait {
  return { words, has: (value) => pattern.test(value) };
}

export const TEXT_TRAITS: readonly Trait[] = [
  trait('a leading space', /^ /),
  trait('a trailing space', / $/),
  trait('a leading or trailing space', /^ | $/),
  trait('leading or trailing white space', /^[ \t\r\n]|[ \t\r\n]$/),
  trait('white space of any kind at an end', /^\s|\s$/),
  trait('two spaces in a row', / {2}/),
  trait('white space in a row', /\s{2}/),
  trait('CR LF', /\r\n/),
  trait('a line break', /[\r\n]/),
  trait('characters beyond U+FFFF', /[\u{10000}-\u{10ffff}]/u),
  trait('combining marks', /\p{M}/u),
  { words: 'characters that NFC changes', has: (text) => text !== text.normalize('NFC') },
  { words: 'characters that NFKC changes', has: (text) => text !== text.normalize('NFKC') },
  trait('characters beyond U+00FF', /[^\0-\u00ff]/),
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
  trait('a space', / /),
  trait('a dot', /\./),
  trait('`/`', /\//),
  trait('capital letters', /\p{Lu}/u),
];

export const TIME_TRAITS: readonly Trait[] = [
  trait('an offset of half an hour', /T.*[+-]\d\d:?30$/),
  trait('an offset east of UTC', /T.*\+/),
  trait('an offset west of UTC', /T.*-/),
  trait('an offset without a colon', /T.*[+-]\d{4}$/),
  trait('an offset', /T.*[+-]/),
  trait('no zone', /T[\d:.,]*$/),
  trait('no offset', /T[\d:.,]*Z?$/),
  trait('`Z`', /Z$/),
  trait('the basic form', /^\d{8}T/),
  trait('no seconds', /T\d\d:\d\d(?!:)/),
  trait('more than three decimals', /[.,]\d{4}/),
  trait('a fraction of a second other than zero', /[.,]\d*[1-9]/),
  trait('a fraction of a second', /[.,]\d/),
  { words: 'an instant after 2^31 s', has: (time) => Date.parse(time) >= 2 ** 31 * 1000 },
];

export const NUMBER_TRAITS: readonly Trait[] = [
  { words: 'more than 5 decimals', has: (number) => decimalsOf(number) > 5 },
  { words: 'more than 2 decimals', has: (number) => decimalsOf(number) > 2 },
  { words: 'more than 1 decimal', has: (number) => decimalsOf(number) > 1 },
  { words: 'decimals', has: (number) => decimalsOf(number) > 0 },
  { words: 'more than 32 bits', has: (number) => Math.abs(Number(number)) >= 2 ** 32 },
  { words: 'more than 31 bits', has: (number) => Math.abs(Number(number)) >= 2 ** 31 },
  trait('a minus sign', /^-/),
];

function decimalsOf(number: string): number {
  const [digits = '', exponent = '0'] = number.split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}
