import { parseArgs } from 'node:util';
import { didYouMean } from '../specification/words.ts';
import { flag } from './parsing/parsers.ts';
import type { Problem } from './settings-error.ts';
import { VARIABLE_NAMES, VARIABLES, type VariableName } from './variables.ts';

/** Reads the settings' flags out of a command line. Does not check their values; `readSettings` does. The rest, in its order, is for Playwright or the named command. */
export function readCommandLine(args: readonly string[]) {
  const variables: Partial<Record<VariableName, string>> = {};
  const taken = new Set<number>();
  const problems: Problem[] = [];
  for (const token of tokensOf(args, settingFlags())) {
    const name = token.kind === 'option' ? BY_FLAG.get(token.name) : undefined;
    if (token.kind !== 'option' || name === undefined) continue;
    taken.add(token.index);
    if (token.inlineValue === false) taken.add(token.index + 1);
    const fault = isSecret(name) ? secretAsFlag(name) : misuse(token, settingFlags([name])[token.name]?.takes);
    if (fault === null) variables[name] = token.value ?? '1';
    else problems.push({ variable: flagOf(name), ...fault });
  }
  return { variables, rest: args.filter((_, index) => !taken.has(index)), problems };
}

/** What is wrong with a secret on a command line. */
export function secretAsFlag(name: VariableName): Problem {
  const expected = `${name} in the environment or in .env: other processes can read arguments`;
  return { variable: flagOf(name), found: 'a flag', expected };
}

const tokensOf = (args: readonly string[], options: Flags) =>
  parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens;

/** Options as `--help` writes them: `-g, --grep <grep>`, `--shuffle [seed]` (it may have a value), `--project <name...>` (several words). */
export type Written = Iterable<string>;

/** Reads options and words. Values are by name, without dashes, in the order in which they were given: of an option without a value, an empty list. Of an unknown option it shows the name alone: its value may be that of a misspelt password. Playwright `takesDashes` before values. */
export function readOptions(args: readonly string[], written: Written, expected: string, takesDashes = false) {
  const flags = flagsOf(written);
  const values: Record<string, readonly string[]> = {};
  const [words, strange, misused]: [string[], Set<string>, Problem[]] = [[], new Set(), []];
  let open: string | undefined;
  for (const token of tokensOf(args, flags)) {
    if (token.kind === 'positional') {
      if (open === undefined) words.push(token.value);
      else values[open] = [...(values[open] ?? []), token.value];
      if (open === undefined || flags[open]?.takes !== 'several') open = undefined;
    } else if (token.kind === 'option-terminator') open = undefined;
    else {
      const { name, value } = token;
      const takes = flags[name]?.takes;
      const fault = misuse(token, takes, takesDashes);
      open = token.inlineValue || takes === 'one' || takes === undefined ? undefined : name;
      if (!Object.hasOwn(flags, name)) strange.add(args[token.index]?.replace(/=.*$/s, '') ?? token.rawName);
      else if (fault) misused.push({ variable: token.rawName, ...fault });
      else values[name] = [...(values[name] ?? []), ...(value === undefined ? [] : [value])];
    }
  }
  const known = [...BY_FLAG.keys(), ...Object.keys(flags)].map((name) => `--${name}`);
  const unknown = [...strange].map((variable) => {
    return { variable, found: 'an unknown option', expected: `${expected}.${didYouMean(variable, known)}` };
  });
  return { values, words, problems: [...unknown, ...misused] };
}

type Given = Extract<ReturnType<typeof tokensOf>[number], { kind: 'option' }>;

/** What is wrong with an option's value, or that it has none. Never shows a value: it may be a secret that was meant for another option. */
function misuse({ rawName, value, inlineValue }: Given, takes: Flag['takes'], takesDashes = false): Omit<Problem, 'variable'> | null {
  if (takes === undefined && value !== undefined) return { found: 'a value', expected: 'none: it stands alone' };
  if (takes !== undefined && takes !== 'perhaps one' && value === undefined) return { found: 'nothing', expected: 'a value' };
  if (value?.startsWith('-') && !inlineValue && !takesDashes)
    return { found: 'another option', expected: `a value (one that begins with a dash is written ${rawName}=…)` };
  return null;
}

/** By their longest names. */
export function flagsOf(written: Written): Flags {
  const options = [...written].map((option): [string, Flag] => {
    const [, short, name = '', value] = /^(?:-(\w), )?--?([\w-]+)(?: (.*))?$/.exec(option) ?? [];
    const takes = value?.endsWith('...>') ? 'several' : value?.startsWith('[') ? 'perhaps one' : 'one';
    return [name, { type: value && takes !== 'perhaps one' ? 'string' : 'boolean', ...(value && { takes }), ...(short && { short }) }];
  });
  return Object.fromEntries(options);
}

/** The flag of a variable: `--segment-id` for `CES_SEGMENT_ID`. */
export const flagOf = (name: VariableName): string => `--${name.replace('CES_', '').replaceAll('_', '-').toLowerCase()}`;

/** By flag, without its dashes. Includes secrets, so that a secret given as a flag is recognised and refused. */
export const BY_FLAG: ReadonlyMap<string, VariableName> = new Map(VARIABLE_NAMES.map((name) => [flagOf(name).slice(2), name]));

/** Flags by their names without dashes, in the form of `parseArgs`. One that may stand without its value counts as boolean. */
export type Flags = Readonly<Record<string, Flag>>;

interface Flag {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  /** Whether it has a value, may have one, or has several; nothing where absent. */
  readonly takes?: 'one' | 'perhaps one' | 'several';
}

/** The flags of settings: of all, or of some. */
export function settingFlags(names = VARIABLE_NAMES): Flags {
  return Object.fromEntries(
    names.map((name) => [flagOf(name).slice(2), isSwitch(name) ? { type: 'boolean' } : { type: 'string', takes: 'one' }]),
  );
}

/** A secret has no flag: every process of a machine can read arguments. */
export const isSecret = (name: VariableName): boolean => VARIABLES[name].secret === 'whole';

/** An on/off variable, whose flag takes no value. */
export const isSwitch = (name: VariableName): boolean => VARIABLES[name].parse === flag;
