import { settingsHelp, wrapped } from '../../../src/settings/documentation.ts';
import { flagOf } from '../../../src/settings/flags.ts';
import { GROUPS } from '../../../src/settings/variable.ts';
import { VARIABLE_NAMES, VARIABLES } from '../../../src/settings/variables.ts';
import { expect, test } from '../../test.ts';

test('every setting stands there once, in the order of the table: by its flag, or by its variable where it is secret', () => {
  const heads = settingsHelp().matchAll(/^ {2}(?! )(\S+)/gm);
  expect([...heads].map(([, head]) => head)).toEqual(
    VARIABLE_NAMES.map((name) => (VARIABLES[name].secret === 'whole' ? name : flagOf(name))),
  );
});

test('flags that take a value say so, switches do not, and secrets say why they have none', () => {
  const lines = settingsHelp().split('\n');
  for (const line of [
    '  --seed VALUE',
    '  --read-only',
    '  CES_PASSWORD (no flag: other processes can read arguments)',
    ...Object.values(GROUPS),
  ])
    expect(lines).toContain(line);
});

test('no line has more than 100 columns', () => {
  expect(
    settingsHelp()
      .split('\n')
      .filter(({ length }) => length > 100),
  ).toEqual([]);
});

test('wrapping loses no word, a longer one than a line included', () => {
  const long = 'x'.repeat(120);
  expect(wrapped(`a ${'b '.repeat(60)}${long} c`, 2).split('\n')).toEqual([
    `  a ${'b '.repeat(48).trim()}`,
    `  ${'b '.repeat(12).trim()}`,
    `  ${long}`,
    '  c',
  ]);
});
