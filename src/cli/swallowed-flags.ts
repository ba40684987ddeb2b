import { join } from 'node:path';
import { PROGRAM } from '../installation/installation.ts';
import { BY_FLAG, type Flags, flagOf, isSecret, secretAsFlag } from '../settings/command-line.ts';
import { readTextFile } from '../settings/files/user-file.ts';
import type { Problem } from '../settings/settings-error.ts';

/** The flags that npm kept because no `--` stood before them: `npm run conformance --read-only` would write. A script sees `npm_config_read_only=true`. */
export function swallowedFlags(environment: NodeJS.ProcessEnv, flags: Flags, args: readonly string[]): Problem[] {
  const { npm_lifecycle_event: script = '', npm_lifecycle_script: command = '' } = environment;
  // npx passes on what follows the package's name. Variables there belong to a script around it.
  if (script === 'npx' || !endsInProgram(command)) return [];
  const kept = keptByNpm(environment);
  const swallowed = Object.entries(flags).filter(([name, { type }]) => isKept(name, type, kept));
  const secrets = swallowed.flatMap(([name]) => BY_FLAG.get(name) ?? []).filter(isSecret);
  const open = swallowed.filter(([name]) => !secrets.map(flagOf).includes(dashed(name)));
  const words = open.map(([name, { type }]) => `${dashed(name)}${type === 'string' ? ' VALUE' : ''}`);
  const line = `npm run ${script} -- ${words.join(' ')}${args.length > 0 ? ' …' : ''}`;
  const problem = {
    variable: open.map(([name]) => dashed(name)).join(', '),
    found: `${open.map(([name]) => variableOf(name)).join(', ')} in the environment`,
    expected: `after a --, since npm keeps what stands before it (${line})`,
  };
  return [...(open.length > 0 ? [problem] : []), ...secrets.map(secretAsFlag)];
}

/** Whether the arguments that npm appends to a script's command reach this program. */
function endsInProgram(command: string): boolean {
  const start = command.lastIndexOf(PROGRAM);
  return start >= 0 && !/&&|[|;]/.test(command.slice(start));
}

/** npm's own settings, which it hands to every script, and its flags that share a name with one of ours. Not `read-only`, which npm has only for creating tokens. */
const NPMS_OWN: ReadonlySet<string> = new Set([
  ...['allow_scripts', 'cache', 'global_ignore_file', 'global_prefix', 'globalconfig', 'init_module', 'local_prefix', 'loglevel'],
  ...['node_gyp', 'noproxy', 'npm_version', 'prefix', 'user_agent', 'userconfig'],
  ...['browser', 'force', 'password'],
]);

const PREFIX = 'npm_config_';

/** The flags that were typed, by variable; not the keys of npm's files. */
function keptByNpm(environment: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const typed = Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !NPMS_OWN.has(name.slice(PREFIX.length)));
  const standing = typed.length === 0 ? [] : keysOfFiles(environment).map(variableOf);
  return new Map(typed.filter((name) => !standing.includes(name)).map((name) => [name, environment[name] ?? '']));
}

/** The keys in npm's files: the user's, the machine's and the project's. A file that cannot be read has none: npm has just read it. */
function keysOfFiles({ npm_config_userconfig, npm_config_globalconfig, npm_config_local_prefix }: NodeJS.ProcessEnv): string[] {
  const project = npm_config_local_prefix === undefined ? undefined : join(npm_config_local_prefix, '.npmrc');
  return [npm_config_userconfig, npm_config_globalconfig, project].flatMap((file) => {
    const read = file === undefined ? { text: '' } : readTextFile(file);
    return 'text' in read ? [...read.text.matchAll(/^\s*"?(?<key>[\w-]+)/gm)].map(({ groups: { key = '' } = {} }) => key) : [];
  });
}

/** npm reads `--no-deps` as `deps`, empty. A switch of ours that is empty was turned off, as it is without a flag. */
function isKept(name: string, type: Flags[string]['type'], kept: ReadonlyMap<string, string>): boolean {
  const value = kept.get(variableOf(name));
  if (NEGATED.test(name)) return value === '';
  return value !== undefined && (type === 'string' || value !== '');
}

const NEGATED = /^no-/;

export const variableOf = (key: string): string => `${PREFIX}${key.replace(NEGATED, '').toLowerCase().replaceAll('-', '_')}`;

export const dashed = (name: string): string => `${name.length > 1 ? '--' : '-'}${name}`;
