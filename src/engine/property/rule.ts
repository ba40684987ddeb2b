import type { Candidate } from './property.ts';

export interface Rule<Input> {
  readonly words: string;
  covers(candidate: Candidate<Input>): boolean;
}

/** Longer names are no pattern that people would recognise. */
const LONGEST_NAME = 20;

/**
 * What most failing inputs hold, the first among them, and no passing one: *every `false` fails (5 inputs), and no other*. Or null.
 * @param member that is wrong in the answer: where no rule tells the whole inputs apart, one may tell what they hold there
 */
export function ruleOf<Input>(
  first: Candidate<Input>,
  others: readonly Candidate<Input>[],
  passed: readonly Candidate<Input>[],
  member?: string,
): Rule<Input> | null {
  const whole = ruleBy(featuresOf, first, others, passed);
  if (whole !== null || member === undefined || !isSentIn(first.input, member)) return whole;
  const featuresThere = (input: unknown) => {
    const { held, measures } = featuresOf(isSentIn(input, member) ? input[member] : undefined);
    return { held: new Set([...held].map((words) => `${words} in ${member}`)), measures };
  };
  return ruleBy(featuresThere, first, others, passed);
}

function isSentIn(input: unknown, member: string): input is Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, member);
}

function ruleBy<Input>(
  featuresOf: (input: unknown) => Features,
  first: Candidate<Input>,
  others: readonly Candidate<Input>[],
  passed: readonly Candidate<Input>[],
): Rule<Input> | null {
  const failed = [first, ...others].map(({ input }) => featuresOf(input));
  const fine = passed.map(({ input }) => featuresOf(input));
  const apart = [...(failed[0]?.held ?? [])].filter((words) => !fine.some(({ held }) => held.has(words)));
  const countOf = (words: string) => failed.filter(({ held }) => held.has(words)).length;
  const [words] = apart.toSorted((one, other) => countOf(other) - countOf(one));
  const count = words === undefined ? 0 : countOf(words);
  const threshold = failed.length === 1 ? null : thresholdOf(failed, fine);
  // What covers all of them is the rule, and not what most have by chance.
  if (threshold !== null && count < failed.length) return threshold;
  // Anything sets a single random input apart, and its own name a single boundary.
  if (words !== undefined && (count > 1 || (failed.length === 1 && first.label !== null && !words.startsWith(NAMED)))) {
    const all = count === 1 ? `the one ${words} that was sent fails` : `every ${words} fails (${count} inputs)`;
    return { words: count === failed.length ? `${all}, and no other` : all, covers: ({ input }) => featuresOf(input).held.has(words) };
  }
  return threshold;
}

/** What all failing inputs have more of than any that passes: *depth 4 is right, depth 5 is not*. Or null. */
function thresholdOf<Input>(failed: readonly Features[], fine: readonly Features[]): Rule<Input> | null {
  for (const { words } of MEASURES) {
    const [right, wrong] = [
      Math.max(...fine.map(({ measures }) => measures[words] ?? 0)),
      Math.min(...failed.map(({ measures }) => measures[words] ?? 0)),
    ];
    if (wrong > right)
      return { words: `${words.replace('#', `${right}`)} is right, ${words.replace('#', `${wrong}`)} is not`, covers: () => true };
  }
  return null;
}

interface Features {
  /** In words after *every*; the most specific first. */
  readonly held: ReadonlySet<string>;
  /** The most of each measure, by its words. */
  readonly measures: Readonly<Record<string, number>>;
}

function featuresOf(input: unknown): Features {
  const values: Placed[] = [];
  collect(input, -1, null, values);
  const held = [nameFeature, literalFeature, listFeature, ...TRAITS].flatMap((feature) =>
    values.flatMap((placed) => feature(placed) ?? []),
  );
  const measures = MEASURES.map(({ words, of }) => [words, Math.max(...values.map(of))] as const);
  return { held: new Set(held), measures: Object.fromEntries(measures) };
}

interface Placed {
  readonly value: unknown;
  readonly depth: number;
  /** Of its own place: one less than the depth of an object or a list. */
  readonly nesting: number;
  /** Null for an item of a list. */
  readonly name: string | null;
}

function collect(value: unknown, depth: number, name: string | null, found: Placed[]): void {
  const isContainer = typeof value === 'object' && value !== null;
  found.push({ value, depth: isContainer ? depth + 1 : depth, nesting: depth, name });
  if (Array.isArray(value)) for (const item of value) collect(item, depth + 1, null, found);
  else if (isContainer) for (const [key, member] of Object.entries(value)) collect(member, depth + 1, key, found);
}

type Feature = (placed: Placed) => string | readonly string[] | null;

const NAMED = 'member named';

const nameFeature: Feature = ({ name, depth }) =>
  name !== null && depth > 0 && name.length <= LONGEST_NAME ? `${NAMED} ${JSON.stringify(name)}` : null;

/** By the JSON text. */
const LITERALS: Readonly<Record<string, string>> = { null: '`null`', true: '`true`', false: '`false`', 0: 'zero', '""': 'empty text' };

/** Wherever it stands, and where it stands as this one does: lists are often left as they are. */
const literalFeature: Feature = ({ value, name, nesting }) => {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  const words = isEmpty ? `empty ${Array.isArray(value) ? 'list' : 'object'}` : LITERALS[JSON.stringify(value) ?? ''];
  if (words === undefined) return null;
  // A top that is converted by its own code is common.
  const deep = nesting > 1 ? [`${words} ${name === null ? 'in an inner list' : 'as a member of an inner object'}`] : [];
  return [words, `${words} ${name === null ? 'in a list' : 'as a member'}`, ...deep];
};

const listFeature: Feature = ({ value }) => {
  if (!Array.isArray(value)) return null;
  const kinds = new Set(value.map((item) => (Array.isArray(item) ? 'list' : item === null ? '`null`' : typeof item)));
  const repeats = new Set(value.map((item) => JSON.stringify(item))).size < value.length;
  return [
    ...[...kinds].map((kind) => `${kind} in a list`),
    ...(kinds.size > 1 ? ['list of mixed types'] : []),
    ...(repeats ? ['repeated item of a list'] : []),
  ];
};

const TIME = /^\d{4}-?\d\d-?\d\dT\S*$/;

/** What a value has, said of a noun. @param textOf the value as a text; null where it is of another kind */
function having(noun: string, traits: readonly Trait[], textOf: (placed: Placed) => string | null): Feature[] {
  return traits.map(
    ({ words, has }): Feature =>
      (placed) => {
        const text = textOf(placed);
        return text !== null && has(text) ? `${noun} ${words}` : null;
      },
  );
}

/** What a value has that implementations trip over. In a table of them, the most specific stand first. */
interface Trait {
  /** After *every text with*. */
  readonly words: string;
  readonly has: (value: string) => boolean;
}

const trait = (words: string, pattern: RegExp): Trait => ({ words, has: (value) => pattern.test(value) });

const TEXT_TRAITS: readonly Trait[] = [
  trait('a port', /^https?:\/\/[^/?#]*:\d/),
  trait('a query', /^https?:\/\/[^?#]*\?/),
  trait('a fragment', /^https?:\/\/[^#]*#/),
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
  trait('a number', /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i),
  trait('a date', /^\d{4}-\d\d-\d\d/),
  trait('a space', / /),
  trait('a dot', /\./),
  trait('`/`', /\//),
  trait('capital letters', /\p{Lu}/u),
];

const TIME_TRAITS: readonly Trait[] = [
  trait('an offset of half an hour', /T.*[+-]\d\d:?30$/),
  trait('an offset east of UTC', /T.*\+/),
  trait('an offset west of UTC', /T.*-/),
  trait('an offset without a colon', /T.*[+-]\d{4}$/),
  trait('an offset', /T.*[+-]/),
  trait('no zone', /T[\d:.,]*$/),
  trait('`Z`', /Z$/),
  trait('`Z`, or no zone,', /T[\d:.,]*Z?$/),
  trait('the basic form', /^\d{8}T/),
  trait('no seconds', /T\d\d:\d\d(?!:)/),
  trait('more than three decimals', /[.,]\d{4}/),
  trait('a fraction of a second other than zero', /[.,]\d*[1-9]/),
  trait('a fraction of a second', /[.,]\d/),
  { words: 'an instant after 2^31 s', has: (time) => Date.parse(time) >= 2 ** 31 * 1000 },
];

const NUMBER_TRAITS: readonly Trait[] = [
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

function significantDigitsOf(number: number): number {
  const [digits = ''] = String(Math.abs(number)).split('e');
  return digits.replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length;
}

/** What inputs have more or less of. `#` stands for the number. */
const MEASURES: readonly { readonly words: string; readonly of: (placed: Placed) => number }[] = [
  // So many objects and lists lie one in another, below the member that is sent.
  { words: 'depth #', of: ({ depth }) => depth },
  { words: 'a number with # decimals', of: ({ value }) => (typeof value === 'number' ? decimalsOf(String(value)) : 0) },
  { words: 'a number with # significant digits', of: ({ value }) => (typeof value === 'number' ? significantDigitsOf(value) : 0) },
  { words: 'a text of # characters', of: ({ value }) => (typeof value === 'string' ? [...value].length : 0) },
];

const TRAITS: readonly Feature[] = [
  ...having('time with', TIME_TRAITS, ({ value }) => (typeof value === 'string' && TIME.test(value) ? value : null)),
  ...having('text with', TEXT_TRAITS, ({ value }) => (typeof value === 'string' ? value : null)),
  ...having('member whose name has', TEXT_TRAITS, ({ name, depth }) => (depth > 0 ? name : null)),
  ...having('member at the top whose name has', TEXT_TRAITS, ({ name, nesting }) => (nesting === 1 ? name : null)),
  ...having('number with', NUMBER_TRAITS, ({ value }) => (typeof value === 'number' ? String(value) : null)),
];
