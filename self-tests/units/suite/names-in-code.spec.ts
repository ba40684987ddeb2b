import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REQUIREMENTS } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;

/** The TypeScript of these folders and files, which are named from the root of the project. */
function sourcesIn(...places: readonly string[]) {
  const paths = places.flatMap((place) =>
    place.endsWith('.ts')
      ? [place]
      : readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`),
  );
  return paths.filter((path) => /\.tsx?$/.test(path)).map((path) => readFileSync(join(ROOT, path), 'utf8'));
}

/** What one search for an id finds: where it is checked, and what is known to break it. */
const CHECKED = sourcesIn('tests', 'src/checks', 'src/client/api', 'src/engine', 'src/http/authorization.ts', 'src/http/other-places.ts');
const FAULTS = sourcesIn('mutation/faults');

/** Statements with a row of their own. Those of completeness derive from the tables of resources: nothing names them, and no fault is judged by them. */
const WRITTEN = REQUIREMENTS.filter(({ level }) => level !== 'completeness').map(({ id }) => id);

test('each statement stands as a literal where it is checked', () =>
  expect(WRITTEN.filter((id) => !CHECKED.some((text) => text.includes(`'${id}'`)))).toEqual([]));

test('each statement stands as a literal among the faults', () =>
  expect(WRITTEN.filter((id) => !FAULTS.some((text) => text.includes(`'${id}'`)))).toEqual([]));

/** Programs that npm starts on every system. `cmd.exe` knows `&&` as well; what else a shell can do, it may not. */
const PROGRAMS = ['npm', 'node', 'tsx', 'tsc', 'biome', 'depcruise', 'playwright'];

test('no npm script needs a POSIX shell', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const commands = Object.values(scripts).flatMap((script) => script.split(' && '));
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter((command) => !PROGRAMS.includes(command.split(' ')[0] ?? '') || /[^\w ./:@-]/.test(command))).toEqual([]);
});
