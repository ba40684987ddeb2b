import type fc from 'fast-check';

/** How to make values of one kind: any, and the boundaries. */
export interface Values {
  arbitrary(): fc.Arbitrary<unknown>;
  boundaries(): { readonly label: string; readonly value: unknown }[];
}
