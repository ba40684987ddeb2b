import { resolve } from 'node:path';
import { parse } from 'dotenv';
import { fileProblem, readTextFile } from './files/user-file.ts';
import { type Problem, SettingsError } from './settings-error.ts';

/** An environment with the variables of a file added, and the source of each variable. */
export interface LoadedEnvironment {
  readonly environment: NodeJS.ProcessEnv;
  /** By variable: `command line`, `environment`, or the name of the file, such as `.env`. */
  readonly sources: Readonly<Record<string, string>>;
}

/** Names no file on Windows either, where there is none of this name. */
const NO_FILE = '/dev/null';

/** Adds the variables of `.env` in `cwd`, or of the file that `CES_ENV_FILE` names. The environment wins over it, even with empty values; flags win over both. @throws SettingsError */
export function loadEnvironment(
  cwd: string,
  environment: NodeJS.ProcessEnv,
  flags: Readonly<Record<string, string>> = {},
): LoadedEnvironment {
  const named = flags.CES_ENV_FILE ?? environment.CES_ENV_FILE ?? '';
  const file = named === '' ? '.env' : named;
  const text = file === NO_FILE ? '' : readText(resolve(cwd, file), file, named === '');
  const parsed = parse(text);
  const own = { ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined)), ...flags };
  const added = Object.fromEntries(Object.entries(parsed).filter(([name]) => !Object.hasOwn(own, name)));
  const expected = 'it in the environment: a file cannot name another one';
  const nested = { variable: 'CES_ENV_FILE', found: `a value inside ${file}`, expected };
  const problems = [...cutValues(text, added, file), ...(parsed.CES_ENV_FILE ? [nested] : [])];
  if (problems.length > 0) throw new SettingsError(problems);
  const from = (variables: object, source: string) => Object.fromEntries(Object.keys(variables).map((name) => [name, source]));
  return {
    environment: { ...added, ...own },
    sources: { ...from(added, file), ...from(own, 'environment'), ...from(flags, 'command line') },
  };
}

/** The file's text; empty if the default file does not exist. A directory of that name is not ours: Python's tools make one. */
function readText(path: string, file: string, isDefault: boolean): string {
  const read = readTextFile(path);
  if ('text' in read) return read.text;
  if (isDefault && (read.code === 'ENOENT' || read.code === 'EISDIR')) return '';
  throw new SettingsError([fileProblem('CES_ENV_FILE', file, read.problem)]);
}

/** A `#` outside quotes begins a comment even within a word: `CES_PASSWORD=ab#cd` would silently become `ab`. After white space, it was meant as one. */
function cutValues(text: string, added: Readonly<Record<string, string>>, file: string): Problem[] {
  const lines = [...text.matchAll(/^\s*(?:export\s+)?(?<name>CES_\w+)(?:\s*=|:(?=\s))(?<rest>[^\r\n]*)$/gm)];
  const cut = lines.flatMap(({ groups: { name = '', rest = '' } = {} }) => {
    const hash = rest.search(/(?<!\s)#/);
    return hash >= 0 && hash === rest.indexOf('#') && added[name] === rest.slice(0, hash).trim() ? [name] : [];
  });
  const expected = "the value in single quotes ('…'): what follows a # is a comment";
  return cut.map((variable) => ({ variable, found: `a # outside quotes in ${file}`, expected }));
}
