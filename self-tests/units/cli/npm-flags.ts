import { commandFlags } from '../../../src/cli/command.ts';
import { COMMANDS } from '../../../src/cli/commands.ts';
import * as suite from '../../../src/cli/suite.ts';
import { swallowedFlags } from '../../../src/cli/swallowed-flags.ts';
import { type Flags, settingFlags } from '../../../src/settings/command-line.ts';
import type { Problem } from '../../../src/settings/settings-error.ts';

/** The flags of each script of npm's. */
export const SCRIPTS: Readonly<Record<string, Flags>> = {
  conformance: suite.flags(),
  ...Object.fromEntries([...COMMANDS].map(([name, command]) => [name, commandFlags(command)])),
};
const SCRIPT = { event: 'conformance', script: 'node scripts/conformance.mjs', args: [] as readonly string[] };
/** What npm does something with itself when it runs a script, or when it logs in. */
export const NPMS = ['browser', 'depth', 'force', 'password', 'quiet'];

export const named = (problems: readonly Problem[]): string[] => problems.flatMap(({ variable }) => variable.split(', '));

export function swallowed(variables: NodeJS.ProcessEnv, flags: Flags = settingFlags(), given: Partial<typeof SCRIPT> = {}): Problem[] {
  const { event, script, args } = { ...SCRIPT, ...given };
  return swallowedFlags({ ...variables, npm_lifecycle_event: event, npm_lifecycle_script: script }, flags, args);
}
