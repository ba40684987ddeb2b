import type { Parser } from '../variable.ts';

/** Any text at all; an opaque id, for instance. */
export const text: Parser<string> = (given) => ({ value: given });

export const flag: Parser<boolean> = (given) => {
  if (given === '1' || given === 'true') return { value: true };
  if (given === '0' || given === 'false') return { value: false };
  return { expected: '1 (on) or 0 (off)' };
};

function number(pattern: RegExp, isRight: (number: number) => boolean, expected: string): Parser<number> {
  return (given) => (pattern.test(given) && isRight(Number(given)) ? { value: Number(given) } : { expected });
}

/** A whole number in decimal digits, both bounds included. */
export function integer(minimum: number, maximum: number, unit = ''): Parser<number> {
  const expected = `a whole number${unit === '' ? '' : ` of ${unit}`} from ${minimum} to ${maximum}, in digits only`;
  return number(/^\d+$/, (given) => given >= minimum && given <= maximum, expected);
}

const DAY_MS = 86_400_000;

/** A duration of at most a day: from 2^31 ms on, Node's timers would fire at once. */
export const milliseconds = (minimum: number): Parser<number> => integer(minimum, DAY_MS, 'milliseconds');

/** A decimal number above 0. May have a fraction, but no exponent. */
export function positiveNumber(maximum: number): Parser<number> {
  const expected = `a number above 0 and up to ${maximum}, such as 20 or 0.5`;
  return number(/^\d+(\.\d+)?$/, (given) => given > 0 && given <= maximum, expected);
}

export function oneOf<const W extends string>(...words: readonly W[]): Parser<W> {
  return (given) => {
    const found = words.find((word) => word === given);
    return found === undefined ? { expected: `one of ${words.join(', ')}` } : { value: found };
  };
}

/** One half of Basic credentials (RFC 7617, section 2): no control characters, and no colon in the username. */
export function credential(half: 'username' | 'password'): Parser<string> {
  return (given) => {
    if (/\p{Cc}/u.test(given))
      return { expected: `a ${half} without control characters (RFC 7617, section 2); a line break at its end is the usual cause` };
    if (half === 'username' && given.includes(':')) return { expected: 'a username without a colon (RFC 7617, section 2)' };
    return { value: given };
  };
}

function matching(pattern: RegExp, expected: string): Parser<string> {
  return (given) => (pattern.test(given) ? { value: given } : { expected });
}

/** The report directory's path. `checkReportDir` checks that it can be written. */
export const directory = matching(/\S/, 'the path of a directory');

/** Names one input of a property: `b12`, the boundary of that index; `b1:6:5`, what it shrank to; `r37:0:2`, the random input of that path (fast-check's). */
export const replayToken = matching(
  /^[br]\d+(?::\d+)*(?:\+[br]\d+(?::\d+)*)*$/,
  'the token that a replay line shows, such as b12 or r37:0:2',
);

/** The name of a query parameter, without the `[]` that the encoding `brackets` adds. */
export const parameterName = matching(/(?<!\[\])$/, 'the bare name: CES_FEATURE_FLAGS_ENCODING=brackets adds the []');

/** Customer ids, comma separated. One with a percent sign is percent-decoded, so that it may hold a comma; any other is the id itself, white space included. */
export const customerIds: Parser<readonly string[]> = (given) => {
  const ids = given.split(',').map(decoded);
  const faults = entryFaults(ids, {
    'is empty': (id) => id === '',
    'has a percent sign that is no escape of UTF-8 (%25 is the sign itself)': (id) => id === null,
  });
  return faults.length === 0 ? { value: ids.filter((id) => id !== null) } : { expected: `comma-separated ids, but ${faults.join(', ')}` };
};

export const featureFlags: Parser<readonly string[]> = (given) => {
  const names = given.split(',');
  const faults = entryFaults(names, {
    'is empty': (name) => name.trim() === '',
    'has white space around it': (name) => name.trim() !== '' && name !== name.trim(),
  });
  return faults.length === 0 ? { value: names } : { expected: `comma-separated names, but ${faults.join(', ')}` };
};

/** A text without its percent escapes; null where one of them is none. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** What is wrong with entries, by the words for it, and that some repeat others. Names them by number: a misplaced secret must not show. */
function entryFaults<T extends string | null>(entries: readonly T[], faults: Readonly<Record<string, (entry: T) => boolean>>): string[] {
  const isRepeated = (entry: T, index: number) => entry !== null && entry !== '' && entries.indexOf(entry) < index;
  return Object.entries({ ...faults, 'repeats an earlier one': isRepeated }).flatMap(([words, isFaulty]) =>
    entries.flatMap((entry, index) => (isFaulty(entry, index) ? [`entry ${index + 1} ${words}`] : [])),
  );
}
