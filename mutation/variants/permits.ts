import { ENDPOINT_NAMES } from '../../src/specification/endpoints.ts';
import type { Where } from '../answers.ts';
import type { Variant } from '../interposition.ts';
import type { Spoil } from '../rows.ts';

/** What is no endpoint, too. */
const EVERYWHERE: Where = [...ENDPOINT_NAMES, null];

/** A permitted choice, in a table that says what leaves it open. */
export type Choice = readonly [name: string, spoil: Spoil, variables?: Readonly<Record<string, string>>];

/** Choices that the same sentence leaves open. */
export function permits(permitted: string, choices: readonly Choice[]): Variant[] {
  return choices.map(([name, spoil, variables]) => ({
    ...{ name, permitted, interpose: () => spoil(EVERYWHERE) },
    ...(variables && { variables }),
  }));
}
