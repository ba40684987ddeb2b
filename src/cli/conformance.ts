#!/usr/bin/env node
// The command of this project: runs the suite, or one of COMMANDS. `npm run conformance` from the source, `npx customer-engagement-conformance` from the package.
import { SUITE } from '../engine/suite-version.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { COMMANDS } from './commands.ts';
import { NO_RESULT } from './exit-codes.ts';
import { helpText } from './help.ts';
import { main as runSuite } from './suite.ts';

process.exitCode = await main(process.argv.slice(2)).catch(reportSettings);

async function main(args: readonly string[]): Promise<number> {
  const [first = '', ...others] = args;
  const command = COMMANDS.get(first);
  if (command) return (await command.load()).main(others);
  if (args.includes('--help') || args.includes('-h')) return print(helpText());
  if (args.includes('--version')) return print(SUITE.version);
  return runSuite(args);
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function reportSettings(error: unknown): number {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  return NO_RESULT;
}
