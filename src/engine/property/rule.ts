import type { Candidate } from './candidates.ts';
import { NUMBER_TRAITS, TEXT_TRAITS, TIME_TRAITS, type Trait } from './traits.ts';

export interface Rule<Input> {
  readonly words: string;
  covers(candidate: Candidate<Input>): boolean;
}

/** Longer names are no pattern that people would recognise. */
const LONGEST_NAME = 20;

/** What most failing inputs hold, the first among them, and no passing one: *every `false` fails (5 inputs), and no other*. Or null. */
export function ruleOf<Input>(
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
  // Anything sets a single random input apart, and its own name a single boundary.
  if (words !== undefined && (count > 1 || (failed.length === 1 && first.label !== null && !words.startsWith(NAMED)))) {
    const all = count === 1 ? `the only ${words} fails` : `every ${words} fails (${count} inputs)`;
    return {
      words: count === failed.length ? `${all}, and no other` : all,
      covers: ({ input }) => featuresOf(input).held.has(words),
    };
  }
  const right = Math.max(...fine.map(({ depth }) => depth));
  const wrong = Math.min(...failed.map(({ depth }) => depth));
  return failed.length > 1 && wrong > right ? { words: `depth ${right} is right, depth ${wrong} is not`, covers: () => true } : null;
}

interface Features {
  /** In words after *every*; the most specific first. */
  readonly held: ReadonlySet<string>;
  /** So many objects and lists lie one in another, below the member that is sent. */
  readonly depth: number;
}

function featuresOf(input: unknown): Features {
  const values: Placed[] = [];
  collect(input, -1, null, values);
  const held = [nameFeature, literalFeature, listFeature, ...TRAITS].flatMap((feature) =>
    values.flatMap((placed) => feature(placed) ?? []),
  );
  return { held: new Set(held), depth: Math.max(...values.map(({ depth }) => depth)) };
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
const literalFeature: Feature = ({ value, name }) => {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  const words = isEmpty ? `empty ${Array.isArray(value) ? 'list' : 'object'}` : LITERALS[JSON.stringify(value) ?? ''];
  return words === undefined ? null : [words, `${words} ${name === null ? 'in a list' : 'as a member'}`];
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

const TRAITS: readonly Feature[] = [
  ...having('time with', TIME_TRAITS, ({ value }) => (typeof value === 'string' && TIME.test(value) ? value : null)),
  ...having('text with', TEXT_TRAITS, ({ value }) => (typeof value === 'string' ? value : null)),
  ...having('member whose name has', TEXT_TRAITS, ({ name, depth }) => (depth > 0 ? name : null)),
  ...having('member at the top whose name has', TEXT_TRAITS, ({ name, nesting }) => (nesting === 1 ? name : null)),
  ...having('number with', NUMBER_TRAITS, ({ value }) => (typeof value === 'number' ? String(value) : null)),
];
