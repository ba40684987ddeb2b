import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const FOLDER = 'examples';

/** Every example by its path below `examples/`. */
export function examples(): { readonly name: string; readonly text: string }[] {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ name: path.slice(FOLDER.length + 1), text: textOf(path) }));
}

export function example(name: string): string {
  return textOf(join(FOLDER, name));
}

export function yamlOf<T>(name: string): T {
  return parse(example(name)) as T;
}

/** What bash says against a script that it only reads; nothing where it is right. Expressions of GitHub stand for words. */
export function bashErrors(script: string): string {
  return spawnSync('bash', ['-n'], { input: script.replace(/\$\{\{.*?\}\}/g, 'word'), encoding: 'utf8' }).stderr;
}

function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}
