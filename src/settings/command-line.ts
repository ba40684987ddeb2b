import { parseArgs } from 'node:util';
import { BY_FLAG, flagOf, isSecret, settingFlags } from './flags.ts';
import { misuse } from './options.ts';
import type { Problem } from './settings-error.ts';
import type { VariableName } from './variables.ts';

/** A command line, split into settings and the rest. */
export interface CommandLine {
  readonly variables: Readonly<Partial<Record<VariableName, string>>>;
  /** The other arguments, in their order: for Playwright, or for the named command. */
  readonly rest: readonly string[];
  readonly problems: readonly Problem[];
}

/** Reads the settings' flags out of a command line. Does not check their values; `readSettings` does. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const flags = settingFlags();
  const { tokens } = parseArgs({ args: [...args], options: flags, strict: false, allowPositionals: true, tokens: true });
  const variables: Partial<Record<VariableName, string>> = {};
  const taken = new Set<number>();
  const problems: Problem[] = [];
  for (const token of tokens) {
    const name = token.kind === 'option' ? BY_FLAG.get(token.name) : undefined;
    if (token.kind !== 'option' || name === undefined) continue;
    taken.add(token.index);
    if (token.inlineValue === false) taken.add(token.index + 1);
    const fault = isSecret(name) ? secretAsFlag(name) : misuse(token, flags[token.name]?.type ?? 'string');
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
