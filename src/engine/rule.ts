import { NUMBER_TRAITS, TEXT_TRAITS } from './value-kinds.ts';

/** With one failing input, anything would set it apart. */
const FEWEST = 2;
/** Longer texts and names are no pattern that people would recognise. */
const LONGEST_SHOWN = 20;

/**
 * What all inputs that failed hold somewhere, and none that passed: *each of the 5 inputs with `false` fails, and no other*. Null where nothing sets
 * them apart.
 */
export function ruleOf(failed: readonly unknown[], passed: readonly unknown[]): string | null {
  const [first, ...others] = failed.map(featuresOf);
  if (first === undefined || failed.length < FEWEST || passed.length === 0) return null;
  const among = passed.map(featuresOf);
  const apart = [...first.held].find((words) => others.every(({ held }) => held.has(words)) && !among.some(({ held }) => held.has(words)));
  if (apart !== undefined) return `each of the ${failed.length} inputs with ${apart} fails, and no other`;
  const right = Math.max(...among.map(({ depth }) => depth));
  const wrong = Math.min(first.depth, ...others.map(({ depth }) => depth));
  return wrong > right ? `what is nested to depth ${right} is right, to depth ${wrong} it is not` : null;
}

interface Features {
  /** In words after *with*; the most specific first. */
  readonly held: ReadonlySet<string>;
  /** So many objects and lists lie one in another, below the member that is sent. */
  readonly depth: number;
}

function featuresOf(input: unknown): Features {
  const values: Placed[] = [];
  collect(input, -1, null, values);
  const held = [exactFeature, literalFeature, listFeature, ...TRAITS.map((trait) => (placed: Placed) => trait(placed))].flatMap((feature) =>
    values.flatMap((placed) => feature(placed) ?? []),
  );
  return { held: new Set(held), depth: Math.max(...values.map(({ depth }) => depth)) };
}

/** A value, the name of its member, and how deep it lies. */
interface Placed {
  readonly value: unknown;
  readonly depth: number;
  /** Null for an item of a list. */
  readonly name: string | null;
}

function collect(value: unknown, depth: number, name: string | null, found: Placed[]): void {
  const isContainer = typeof value === 'object' && value !== null;
  found.push({ value, depth: isContainer ? depth + 1 : depth, name });
  if (Array.isArray(value)) for (const item of value) collect(item, depth + 1, null, found);
  else if (isContainer) for (const [key, member] of Object.entries(value)) collect(member, depth + 1, key, found);
}

function exactFeature({ name, depth }: Placed): string | null {
  return name !== null && depth > 0 && name.length <= LONGEST_SHOWN ? `a member named ${JSON.stringify(name)}` : null;
}

const LITERALS = new Map<unknown, string>([
  [null, '`null`'],
  [true, '`true`'],
  [false, '`false`'],
  [0, 'a zero'],
  ['', 'an empty text'],
]);

function literalFeature({ value }: Placed): string | null {
  if (Array.isArray(value) && value.length === 0) return 'an empty list';
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return 'an empty object';
  return LITERALS.get(value) ?? null;
}

function listFeature({ value }: Placed): string[] {
  if (!Array.isArray(value)) return [];
  const kinds = new Set(
    value.map((item) =>
      Array.isArray(item) ? 'a list' : item === null ? '`null`' : `a${/^o/.test(typeof item) ? 'n' : ''} ${typeof item}`,
    ),
  );
  const repeats = new Set(value.map((item) => JSON.stringify(item))).size < value.length;
  return [
    ...[...kinds].map((kind) => `${kind} in a list`),
    ...(kinds.size > 1 ? ['a list of mixed types'] : []),
    ...(repeats ? ['a repeated item of a list'] : []),
  ];
}

type Feature = (placed: Placed) => string | null;

const TRAITS: readonly Feature[] = [
  ...TEXT_TRAITS.map(
    ({ words, has }): Feature =>
      ({ value }) =>
        typeof value === 'string' && has(value) ? `a text with ${words}` : null,
  ),
  ...TEXT_TRAITS.map(
    ({ words, has }): Feature =>
      ({ name, depth }) =>
        name !== null && depth > 0 && has(name) ? `a member whose name has ${words}` : null,
  ),
  ...NUMBER_TRAITS.map(
    ({ words, has }): Feature =>
      ({ value }) =>
        typeof value === 'number' && has(String(value)) ? `a number with ${words}` : null,
  ),
];
