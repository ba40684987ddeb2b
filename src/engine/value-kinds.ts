import { TEXT_TRAITS } from './text-traits.ts';
import { type Trait, trait } from './trait.ts';

const TIME_TRAITS: readonly Trait[] = [
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

/** A kind of value that labels show at their end, and what sets some values of it apart. */
interface Kind {
  readonly noun: string;
  readonly shown: RegExp;
  readonly traits: readonly Trait[];
}

const KINDS: readonly Kind[] = [
  { noun: 'text', shown: /"(?:[^"\\]|\\.)*"$/, traits: TEXT_TRAITS },
  { noun: 'time', shown: /(?<=^|: )\d{4}-?\d\d-?\d\dT\S*$/, traits: TIME_TRAITS },
  { noun: 'number', shown: /(?<=^|: |the number )-?\d[\d.]*(?:e[+-]?\d+)?$/, traits: NUMBER_TRAITS },
];

/** A value at the end of a label. Values before which labels are the same are alike: those of one member. */
export interface LabelledValue {
  readonly kind: Kind;
  readonly before: string;
  readonly value: string;
}

/** The value that a label shows at its end; null where it shows none. */
export function valueIn(label: string | null): LabelledValue | null {
  for (const kind of KINDS) {
    const [shown] = label?.match(kind.shown) ?? [];
    if (label === null || shown === undefined) continue;
    return { kind, before: label.slice(0, -shown.length), value: shown.startsWith('"') ? (JSON.parse(shown) as string) : shown };
  }
  return null;
}

/** What all values that failed have, and none that passed; null where nothing sets them apart. */
export function traitApart({ traits }: Kind, failed: readonly string[], passed: readonly string[]): Trait | null {
  return traits.find(({ has }) => failed.every(has) && !passed.some(has)) ?? null;
}
