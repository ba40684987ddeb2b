import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { readRunnerArguments } from '../../../src/engine/playwright/runner-arguments.ts';
import { isSecret, readCommandLine } from '../../../src/settings/command-line.ts';
import { VARIABLE_NAMES } from '../../../src/settings/variables.ts';
import { expect, test } from '../../test.ts';

const { name: PACKAGE, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly name: string; readonly version: string };

const FILES = readdirSync('examples', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name));

for (const file of FILES) {
  const text = readFileSync(file, 'utf8');

  test(`${file} names only variables that exist`, () => {
    expect(VARIABLE_NAMES).toEqual(expect.arrayContaining([...new Set(text.match(/\bCES_\w+/g))]));
  });

  if (!file.endsWith('.md'))
    test(`${file} gives secrets from the store alone`, () => {
      const given = VARIABLE_NAMES.filter(isSecret).flatMap((name) => text.match(new RegExp(`^[^#\n]*\\b${name}\\b.*$`, 'gm')) ?? []);
      for (const line of given) expect(line.trim()).toMatch(/^(\w+): \$\{\{ secrets\.\1 \}\}$/);
    });

  if (file.endsWith('.yml')) test(`${file} is YAML`, () => expect(parse(text)).toBeInstanceOf(Object));
}

test('each job names the tarball by its whole path: npx resolves another against the nearest folder above with a package.json', () => {
  const tarballs = FILES.filter((file) => file.endsWith('.yml')).map(
    (file) => /^ {2}PACKAGE: (.*)\/tools\/.*\.tgz$/m.exec(readFileSync(file, 'utf8'))?.[1],
  );
  expect(tarballs).not.toEqual([]);
  for (const folder of tarballs) expect(['${{ github.workspace }}', '$CI_PROJECT_DIR']).toContain(folder);
});

test('the examples name this version of the package', () => {
  const named = FILES.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(new RegExp(`${PACKAGE}[-@](\\d[\\d.]*\\d)`, 'g'))]);
  expect(new Set(named.map(([, found]) => found))).toEqual(new Set([version]));
});

/** Finds the suite's arguments in an example. */
const ARGUMENTS: readonly (readonly [file: string, pattern: RegExp])[] = FILES.flatMap((file) => {
  return file.endsWith('.yml') ? [[file, new RegExp(`--package="\\$PACKAGE" ${PACKAGE}(.*)$`, 'gm')] as const] : [];
});
const SHARD = /"\$SHARD"|"\$CI_NODE_INDEX\/\$CI_NODE_TOTAL"/;

for (const [file, pattern] of ARGUMENTS)
  test(`the command takes the arguments in ${file}`, () => {
    const lines = [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, line = '']) =>
      line.replace(SHARD, '1/3').replace(/ > .*/, '').trim(),
    );
    expect(lines).not.toEqual([]);
    for (const line of lines.filter((text) => text !== '')) {
      const { rest, problems } = readCommandLine(line.split(' '));
      expect([...problems, ...readRunnerArguments(rest).problems]).toEqual([]);
      // The first word names a command; all else are options.
      if (!line.startsWith('-')) expect([...COMMANDS.keys()]).toContain(rest[0]);
    }
  });
