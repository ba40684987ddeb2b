import { kindOf } from './json-kind.ts';
import type { Variable } from './variable.ts';
import { VARIABLE_NAMES, VARIABLES, type VariableName } from './variables.ts';

/** Those say where fixtures are; they are none themselves. */
const SOURCES: readonly VariableName[] = ['CES_FIXTURES', 'CES_PROVIDER_STATES_URL'];

/** Variables whose values may come from a JSON object of fixtures, in the order of the table. */
export const FIXTURE_NAMES: readonly VariableName[] = VARIABLE_NAMES.filter(
  (name) => ['fixtures', 'track'].includes(VARIABLES[name].group) && !SOURCES.includes(name),
);

/** The member of a JSON object of fixtures as the variable's text, empty for none; or what it should have been, and what it is. */
export function fixtureText(
  name: VariableName,
  value: unknown,
): { readonly text: string } | { readonly expected: string; readonly found: string } {
  const { json }: Variable<unknown> = VARIABLES[name];
  if (value === null || value === undefined) return { text: '' };
  const text = typeof value === 'string' ? value : (json?.toText(value) ?? null);
  if (text === null) return { expected: json === undefined ? 'a text' : `a text, or ${json.expected}`, found: kindOf(value) };
  // Values travel to the run's processes in their environments, where they would be cut or replaced.
  if (/\0|\p{Surrogate}/u.test(text))
    return { expected: 'a text without U+0000 and without half a surrogate pair', found: 'one with them' };
  return { text };
}
