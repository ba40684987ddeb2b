import { readFileSync } from 'node:fs';
import { expect, test } from '../../test.ts';

/** Programs that npm starts on every system. `cmd.exe` knows `&&` as well; what else a shell can do, it may not. */
const PROGRAMS = ['npm', 'node', 'tsx', 'tsc', 'biome', 'depcruise', 'playwright'];

test('no npm script needs a POSIX shell', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const commands = Object.values(scripts).flatMap((script) => script.split(' && '));
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter((command) => !PROGRAMS.includes(command.split(' ')[0] ?? '') || /[^\w ./:@-]/.test(command))).toEqual([]);
});
