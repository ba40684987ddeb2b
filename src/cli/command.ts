import { invocation } from '../installation/installation.ts';
import { type Flags, flagOf, flagsOf, readCommandLine, readOptions, settingFlags } from '../settings/command-line.ts';
import { wrapped } from '../settings/documentation.ts';
import type { Problem } from '../settings/settings-error.ts';
import type { VariableName } from '../settings/variables.ts';

/** The settings of a merge. All others belong to the machines on which the shards ran. */
export const MERGE_SETTINGS: readonly VariableName[] = ['CES_ENV_FILE', 'CES_REPORT_DIR', 'CES_WAIVERS', 'CES_BASELINE'];

export interface Command {
  readonly name: Parameters<typeof invocation>[0];
  /** For the list of commands. */
  readonly summary: string;
  /** What its own `--help` says. */
  readonly does: string;
  /** Its arguments that are no options: as `--help` writes them, how many, and that in words. None where absent. */
  readonly words?: { readonly written: string; readonly least: number; readonly most: number; readonly expected: string };
  /** Each as `--help` writes it, with what it does. */
  readonly options?: Readonly<Record<string, string>>;
  /** Those that it takes as flags; none where absent. */
  readonly settings?: readonly VariableName[] | 'all';
  /** It reports what is wrong with its arguments beside what is wrong with the settings of the environment. */
  readonly checksSettings?: true;
  readonly exitCode: string;
  /** `main` returns the exit code. It throws errors that say what to do: SettingsError, NoVerdict, UnusableResult. */
  load(): Promise<{ main(given: Arguments): number | Promise<number> }>;
}

export type Arguments = ReturnType<typeof readOptions> & { readonly variables: Readonly<Partial<Record<VariableName, string>>> };

export function commandFlags({ settings = [], options = {} }: Command): Flags {
  return { ...settingFlags(settings === 'all' ? undefined : settings), ...flagsOf(Object.keys(options)) };
}

export function readArguments(command: Command, args: readonly string[]): Arguments {
  const { variables, rest, problems } = readCommandLine(args);
  const usage = `Usage: ${usageOf(command)}`;
  const { settings = [], words } = command;
  const foreign = settings === 'all' ? [] : (Object.keys(variables) as VariableName[]).filter((variable) => !settings.includes(variable));
  const given = readOptions(rest, Object.keys(command.options ?? {}), `an option of this command. ${usage}`);
  const count = given.words.length;
  const { least = 0, most = 0, expected = 'no word' } = words ?? {};
  const ofWords: Problem = { variable: 'arguments', found: `${count} word${count === 1 ? '' : 's'}`, expected: `${expected}. ${usage}` };
  return {
    ...given,
    variables,
    problems: [
      ...problems,
      ...foreign.map((variable) => ({ variable: flagOf(variable), found: 'a setting of a run', expected: `another option. ${usage}` })),
      ...given.problems,
      ...(count < least || count > most ? [ofWords] : []),
    ],
  };
}

/** What `--help` prints, in lines of at most 100 columns, without a newline at the end. */
export function commandHelp(command: Command): string {
  const options = Object.entries(command.options ?? {});
  const indent = Math.max(0, ...options.map(([option]) => option.length)) + 5;
  const lines = options.map(([option, words]) => `  ${option}`.padEnd(indent) + wrapped(words, indent).trimStart());
  return [
    wrapped(`Usage: ${usageOf(command)}`, 0),
    wrapped(command.does, 0),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    wrapped(`Exit code: ${command.exitCode}`, 0),
  ].join('\n\n');
}

function usageOf({ name, words, options = {}, settings = [] }: Command): string {
  const own = [...(settings === 'all' ? ['settings'] : settings.map((variable) => `${flagOf(variable)} …`)), ...Object.keys(options)];
  return invocation(name, [...(words ? [words.written] : []), ...own.map((option) => `[${option}]`)].join(' '));
}

/** A command came to no result: wrong arguments or settings, unusable files, a target out of reach, credentials refused. */
export const NO_RESULT = 2;

/** Exit codes after a signal, as shells give them: 128 plus the signal's number. */
export const SIGNALLED = { SIGINT: 130, SIGTERM: 143 } as const;
