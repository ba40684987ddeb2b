import { FIXTURE_NAMES } from '../settings/fixtures/fixture-variables.ts';
import { shownValue } from '../settings/secrets.ts';
import type { VariableName } from '../settings/variables.ts';
import type { Found } from './tried.ts';

/**
 * A file of fixtures, as `CES_FIXTURES` reads it, with the known and the found ones, without secrets. Null where the file that it replaces is none.
 * @param former text of that file; its members are kept, unless they are known or found
 */
export function fixturesJson(
  known: readonly VariableName[],
  environment: NodeJS.ProcessEnv,
  found: readonly Found[],
  former = '{}',
): string | null {
  const members = membersOf(former);
  if (members === null) return null;
  const own = FIXTURE_NAMES.flatMap((name) => {
    const text = found.find(({ variable }) => variable === name)?.value ?? (known.includes(name) ? (environment[name] ?? '') : '');
    return text === '' || shownValue(name, text, environment) !== text ? [] : [[name, text] as const];
  });
  return `${JSON.stringify({ ...members, ...Object.fromEntries(own) }, null, 2)}\n`;
}

function membersOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
