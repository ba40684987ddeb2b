import { existsSync } from 'node:fs';
import { prepareEnvironment } from '../engine/run-environment.ts';
import { nothingButSettings, readCommandLine } from '../settings/command-line.ts';
import { checkReportDir } from '../settings/files/report-directory.ts';
import type { Flags } from '../settings/flags.ts';
import type { Problem } from '../settings/settings-error.ts';
import type { CommandHelp } from './command-help.ts';

/** The doctor's flags beside the settings. The file after `--write` may be left out. */
export const DOCTOR_FLAGS: Flags = { write: { type: 'boolean' }, 'allow-writes': { type: 'boolean' }, force: { type: 'boolean' } };

/** The doctor's own options. */
export interface DoctorOptions {
  readonly allowWrites: boolean;
  /** The file of settings to write; null for none. */
  readonly write: string | null;
  readonly force: boolean;
}

/**
 * Reads the doctor's arguments, and makes `process.env` say all settings.
 * @throws SettingsError with all that is wrong with the arguments and the settings
 */
export function prepare(args: readonly string[]): DoctorOptions {
  const { variables, rest, problems } = readCommandLine(args);
  const { options, others } = readOptions(rest);
  const { run } = prepareEnvironment({
    variables,
    problems: [...problems, ...nothingButSettings(others, DOCTOR_FLAGS), ...existingFile(options)],
  });
  checkReportDir(run.reportDir);
  return options;
}

/** `parseArgs` of Node knows no option with an optional value, as `--write` is. */
function readOptions(args: readonly string[]): { readonly options: DoctorOptions; readonly others: readonly string[] } {
  let write: string | null = null;
  const others: string[] = [];
  for (const [index, argument] of args.entries()) {
    const next = args[index + 1] ?? '-';
    if (argument === '--write') write = next.startsWith('-') ? '.env' : next;
    else if (argument.startsWith('--write=')) write = argument.slice('--write='.length) || '.env';
    else if (args[index - 1] === '--write' && argument === write) continue;
    else if (!Object.keys(DOCTOR_FLAGS).some((name) => argument === `--${name}`)) others.push(argument);
  }
  return { options: { allowWrites: args.includes('--allow-writes'), write, force: args.includes('--force') }, others };
}

function existingFile({ write, force }: DoctorOptions): Problem[] {
  if (write === null || force || !existsSync(write)) return [];
  return [{ variable: '--write', found: `${JSON.stringify(write)}, which exists`, expected: 'a file that does not exist yet, or --force' }];
}

/** What `doctor --help` prints. */
export const HELP: CommandHelp = {
  command: 'doctor',
  args: '[settings] [--allow-writes] [--write [file]] [--force]',
  does: 'Checks the settings, the target, the credentials and each given fixture. Shows what a run could assess, and what each missing variable would add. Sends only reads, unless --allow-writes is given.',
  options: [
    ['--allow-writes', 'also tries what only a write shows; has no effect in a read-only run'],
    [
      '--write [file]',
      'writes a commented .env with what is known and what was found, without secrets; to a name that ends in .json, the fixtures among it, for CES_FIXTURES',
    ],
    ['--force', 'lets --write replace a file that exists: what it does not know, such as secrets, is kept'],
  ],
  exitCode:
    '0 when a run can be made, 2 when the settings are wrong, the target is out of reach, nothing answers at its path (reads alone may leave a doubt, which is printed), or the credentials are refused.',
};
