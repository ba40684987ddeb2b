import { flag } from './parsing/parsers.ts';
import { VARIABLE_NAMES, VARIABLES, type VariableName } from './variables.ts';

/** The flag of a variable: `--segment-id` for `CES_SEGMENT_ID`. */
export function flagOf(name: VariableName): string {
  return `--${name.replace('CES_', '').replaceAll('_', '-').toLowerCase()}`;
}

/** By flag, without its dashes. Includes secrets, so that a secret given as a flag is recognised and refused. */
export const BY_FLAG: ReadonlyMap<string, VariableName> = new Map(VARIABLE_NAMES.map((name) => [flagOf(name).slice(2), name]));

/** Flags by their names without dashes, in the form of `parseArgs`. One that may stand without its value counts as boolean. */
export type Flags = Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>;

/** The flags of settings: of all, or of some. */
export function settingFlags(names = VARIABLE_NAMES): Flags {
  return Object.fromEntries(names.map((name) => [flagOf(name).slice(2), { type: isSwitch(name) ? 'boolean' : 'string' }]));
}

/** A secret has no flag: every process of a machine can read arguments. */
export function isSecret(name: VariableName): boolean {
  return VARIABLES[name].secret === 'whole';
}

/** An on/off variable, whose flag takes no value. */
export function isSwitch(name: VariableName): boolean {
  return VARIABLES[name].parse === flag;
}
