import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NoVerdict } from '../engine/no-verdict.ts';
import { SUITE } from '../engine/run-environment.ts';
import { PROGRAM } from '../installation/installation.ts';
import { BY_FLAG, type Flags, isSecret, secretAsFlag } from '../settings/command-line.ts';
import { UnusableResult } from '../settings/files/stored-result.ts';
import { type Problem, SettingsError } from '../settings/settings-error.ts';
import { didYouMean } from '../specification/words.ts';
import { commandFlags, commandHelp, NO_RESULT, readArguments } from './command.ts';
import { COMMANDS, helpText } from './commands.ts';
import * as suite from './suite.ts';
import { watch } from './watch.ts';

const WATCH = '--watch';

/** Runs the suite or a command. Returns the exit code; what is wrong with the settings stands on standard error. */
export const main = (args: readonly string[], over?: AbortSignal): Promise<number> => dispatch(args, over).catch(explain);

async function dispatch(args: readonly string[], over?: AbortSignal): Promise<number> {
  const [first = '', ...others] = args;
  const command = COMMANDS.get(first);
  const own = command ? others : args;
  const asksForHelp = own.includes('--help') || own.includes('-h');
  if (command && asksForHelp) return print(commandHelp(command));
  const swallowed = swallowedFlags(process.env, command ? commandFlags(command) : suite.flags());
  if (swallowed.length > 0) throw new SettingsError(swallowed);
  if (command) {
    const given = readArguments(command, others);
    // Beside settings that are wrong too, where it reads all of them.
    if (given.problems.length > 0 && !command.checksSettings) throw new SettingsError(given.problems);
    return (await command.load()).main(given);
  }
  if (asksForHelp) return print(helpText());
  if (args.includes('--version')) return print(SUITE.version);
  const unknown = unknownCommand(first);
  if (unknown !== null) throw new SettingsError([unknown]);
  if (!own.includes(WATCH)) return suite.main(own, over);
  const watched = own.filter((argument) => argument !== WATCH);
  return watch(watched, main);
}

/** npm's own settings that share a name with a flag of ours. Not `read-only`, which npm has only for creating tokens. */
const NPMS_OWN = ['browser', 'force', 'password'];

/** The flags that npm kept because no `--` stood before them: `npm run conformance --read-only` would write. A script sees `npm_config_read_only=true`. */
export function swallowedFlags(environment: NodeJS.ProcessEnv, flags: Flags): Problem[] {
  const { npm_lifecycle_event: script = '', npm_lifecycle_script: command = '' } = environment;
  const program = command.lastIndexOf(PROGRAM);
  // npx passes on what follows the package's name. Of several commands, only the last gets the arguments.
  if (script === 'npx' || program < 0 || /&&|[|;]/.test(command.slice(program))) return [];
  return Object.entries(flags).flatMap(([name, { type }]) => {
    const kept = `npm_config_${name.replaceAll('-', '_')}`;
    const value = environment[kept];
    // A switch that is empty was turned off.
    if (NPMS_OWN.includes(name) || value === undefined || (value === '' && type === 'boolean')) return [];
    const variable = BY_FLAG.get(name);
    if (variable !== undefined && isSecret(variable)) return [secretAsFlag(variable)];
    const flag = `${name.length > 1 ? '--' : '-'}${name}`;
    const line = `npm run ${script} -- ${flag}${type === 'string' ? ' VALUE' : ''}`;
    return [
      { variable: flag, found: `${kept} in the environment`, expected: `after a --, since npm keeps what stands before it (${line})` },
    ];
  });
}

/** The problem of a first word that is no command and names no file of tests. Shows it only where it is near a command: it may be a secret. */
function unknownCommand(word: string): Problem | null {
  const folder = join(dirname(suite.CONFIG), 'tests');
  // Playwright looks for words in whole paths.
  const isOfFile = (file: string) => join(folder, file).toLowerCase().includes(word.toLowerCase());
  if (!/^[a-z][a-z-]*$/i.test(word) || readdirSync(folder).some(isOfFile)) return null;
  const names = [...COMMANDS.keys()];
  const near = didYouMean(word, names);
  return {
    variable: 'arguments',
    found: near === '' ? 'another word (not shown: it may be a secret)' : `"${word}", which is neither`,
    expected: `a command (${names.join(', ')}) or a part of the name of a file of tests${near === '' ? '' : `.${near}`}`,
  };
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** Errors that say what to do are no mistakes of the program. Of several files, each has a line. */
function explain(error: unknown): number {
  const all: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  if (all.every((each) => each instanceof UnusableResult)) {
    process.stderr.write(all.map(({ message }) => `${message}\n`).join(''));
    return NO_RESULT;
  }
  if (!(error instanceof SettingsError || error instanceof NoVerdict)) throw error;
  const names = error instanceof NoVerdict ? [] : [...new Set(error.problems.map(({ variable }) => variable))];
  const wrong = `${names.join(', ')} ${names.length === 1 ? 'needs' : 'need'} a correction, above`;
  process.stderr.write(`${error.message}\nExit ${NO_RESULT}: ${names.length === 0 ? 'no verdict, for the reason above' : wrong}\n`);
  return NO_RESULT;
}
