import type fc from 'fast-check';

/** How values of one kind are made: any, and the boundaries. */
export interface Values {
  arbitrary(): fc.Arbitrary<unknown>;
  boundaries(): { readonly label: string; readonly value: unknown }[];
}
