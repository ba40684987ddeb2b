#!/usr/bin/env node
// The command of this project: runs the suite, or what COMMANDS names. `npm run conformance` from the source, `npx customer-engagement-conformance` from the package.
import { SUITE } from '../engine/suite-version.ts';
import { COMMANDS } from './commands.ts';
import { helpText } from './help.ts';
import { main as runSuite } from './suite.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const [first = '', ...others] = args;
  const command = COMMANDS.get(first);
  if (command) return (await command.load()).main(others);
  if (args.includes('--help') || args.includes('-h')) return told(helpText());
  if (args.includes('--version')) return told(SUITE.version);
  return runSuite(args);
}

function told(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}
