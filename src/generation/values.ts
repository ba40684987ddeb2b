import type fc from 'fast-check';

export interface Values {
  arbitrary(): fc.Arbitrary<unknown>;
  boundaries(): Boundary[];
  /** How often it is drawn beside other kinds, once where absent: what goes together costs few requests. */
  readonly weight?: number;
  /** Two of them as one, where they do not touch each other; else null. Absent where each goes alone. */
  merge?(one: unknown, other: unknown): unknown;
}

export interface Boundary<T = unknown> {
  readonly label: string;
  readonly input: T;
  readonly sized?: Sized<T>;
}

/** A length, and how to make the same at another. */
export interface Sized<T> {
  readonly length: number;
  /** What is counted: *characters*. */
  readonly unit: string;
  at(length: number): T;
}

/** More of a text does not help to know it. */
const LONGEST_LABEL = 60;

/** Each value as a boundary that is called like itself; a long text by its length: *a URL of 221 characters*. */
export function labelled(values: readonly (string | number)[], noun = 'a text'): Boundary[] {
  return values.map((value) => {
    const { length } = String(value);
    return { label: length > LONGEST_LABEL ? `${noun} of ${length} characters` : String(value), input: value };
  });
}
