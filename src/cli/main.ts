import { NoVerdict } from '../engine/no-verdict.ts';
import { SUITE } from '../engine/suite-version.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { commandHelp } from './command-help.ts';
import { COMMANDS } from './commands.ts';
import { NO_RESULT } from './exit-codes.ts';
import { helpText } from './help.ts';
import * as suite from './suite.ts';
import { swallowedFlags } from './swallowed-flags.ts';
import { unknownCommand } from './unknown-command.ts';

/** Runs the suite or a command. Returns the exit code; what is wrong with the settings stands on standard error. */
export function main(args: readonly string[]): Promise<number> {
  return dispatch(args).catch(explain);
}

async function dispatch(args: readonly string[]): Promise<number> {
  const [first = '', ...others] = args;
  const command = await COMMANDS.get(first)?.load();
  const { flags, main: run } = command ?? suite;
  const own = command ? others : args;
  const asksForHelp = own.includes('--help') || own.includes('-h');
  if (command && asksForHelp) return print(commandHelp(command.help));
  const swallowed = swallowedFlags(process.env, flags, own);
  if (swallowed.length > 0) throw new SettingsError(swallowed);
  if (command) return run(own);
  if (asksForHelp) return print(helpText());
  if (args.includes('--version')) return print(SUITE.version);
  const unknown = unknownCommand(first);
  if (unknown !== null) throw new SettingsError([unknown]);
  return run(own);
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** Errors that say what to do are no mistakes of the program. */
function explain(error: unknown): number {
  if (!(error instanceof SettingsError || error instanceof NoVerdict)) throw error;
  process.stderr.write(`${error.message}\nExit ${NO_RESULT}: ${reasonOf(error)}\n`);
  return NO_RESULT;
}

function reasonOf(error: SettingsError | NoVerdict): string {
  if (error instanceof NoVerdict) return 'no verdict, for the reason above';
  const names = [...new Set(error.problems.map(({ variable }) => variable))];
  return `${names.join(', ')} ${names.length === 1 ? 'needs' : 'need'} a correction, above`;
}
