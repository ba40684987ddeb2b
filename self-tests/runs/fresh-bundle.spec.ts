import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, freshBundle } from '../../scripts/bundle.mjs';
import { expect, test } from '../test.ts';

test('two that ask at once get one bundle, and leave nothing unfinished', async ({ folder }) => {
  const [one, other] = await Promise.all([freshBundle(folder), freshBundle(folder)]);
  expect(other).toBe(one);
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([one]);
  expect(readdirSync(one ?? '')).toEqual(expect.arrayContaining(['package.json', 'playwright.config.js', 'schemas', 'src', 'tests']));
});

test('a bundle that is there is not made again', async ({ folder }) => {
  const made = (await freshBundle(folder)) ?? '';
  rmSync(join(made, 'src'), { recursive: true });
  expect(await freshBundle(folder)).toBe(made);
  expect(readdirSync(made)).not.toContain('src');
});

test('bundles that nobody has asked for since yesterday go', async ({ folder }) => {
  const old = join(folder, 'old');
  mkdirSync(old);
  utimesSync(old, 0, 0);
  await freshBundle(folder);
  expect(readdirSync(folder)).not.toContain('old');
});

test('there is none where nobody may write', async ({ folder }) => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await freshBundle(join(file, 'cache'))).toBeNull();
});

for (const [change, make] of [
  ['a file that is longer', (folder: string) => writeFileSync(join(folder, 'a.ts'), 'longer')],
  ['a file that was written again', (folder: string) => utimesSync(join(folder, 'a.ts'), 1, 1)],
  ['another file', (folder: string) => writeFileSync(join(folder, 'b.ts'), '')],
  ['a file that is gone', (folder: string) => rmSync(join(folder, 'a.ts'))],
] as const)
  test(`${change} makes another bundle`, ({ folder }) => {
    writeFileSync(join(folder, 'a.ts'), '');
    utimesSync(join(folder, 'a.ts'), 0, 0);
    const before = fingerprint([folder]);
    expect(fingerprint([folder])).toBe(before);
    make(folder);
    expect(fingerprint([folder])).not.toBe(before);
  });
