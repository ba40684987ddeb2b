import { PROGRAM } from '../installation/installation.ts';
import { BY_FLAG, type Flags, isSecret, secretAsFlag } from '../settings/command-line.ts';
import type { Problem } from '../settings/settings-error.ts';

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
