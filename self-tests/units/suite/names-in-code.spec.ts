import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { QUESTIONS, REQUIREMENTS } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;

/** A file of the project. */
interface Source {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
}

/** The TypeScript of these folders and files, which are named from the root of the project. */
function sourcesIn(...places: readonly string[]): Source[] {
  const paths = places.flatMap((place) =>
    place.endsWith('.ts')
      ? [place]
      : readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`),
  );
  return paths.filter((path) => /\.tsx?$/.test(path)).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Where a file has code of a kind: `src/http/body.ts:12: the code`. */
function placesOf({ path, text }: Source, isFound: (node: ts.Node) => boolean): string[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const places: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isFound(node)) places.push(`${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return places;
}

/** What one search for an id finds: where it is checked, and what is known to break it. */
const CHECKED = sourcesIn(
  'tests',
  'src/checks',
  'src/client/api',
  'src/engine',
  'src/http/wrong-credentials.ts',
  'src/http/other-places.ts',
  'src/result/completeness.ts',
);
const FAULTS = sourcesIn('mutation/faults');

const IDS = REQUIREMENTS.map(({ id }) => id);
/** Statements with a row of their own. Those of completeness derive from the tables of resources, and no fault is judged by them. */
const WRITTEN = REQUIREMENTS.filter(({ level }) => level !== 'completeness').map(({ id }) => id);
const ALL_IDS: readonly string[] = [...IDS, ...QUESTIONS.map(({ id }) => id)];

test('each statement stands as a literal where it is checked', () =>
  expect(IDS.filter((id) => !CHECKED.some(({ text }) => text.includes(`'${id}'`)))).toEqual([]));

test('each statement stands as a literal among the faults', () =>
  expect(WRITTEN.filter((id) => !FAULTS.some(({ text }) => text.includes(`'${id}'`)))).toEqual([]));

/** Whether a template, with words beside a dot, can become the id of a statement or a question. */
function buildsAnId(node: ts.Node): boolean {
  if (!ts.isTemplateExpression(node)) return false;
  const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  if (!texts.some((text) => /[a-z]\.|\.[a-z]/.test(text))) return false;
  const pattern = new RegExp(`^${texts.map((text) => text.replace(/[^a-z0-9-]/g, '\\$&')).join('[a-z0-9.-]+')}$`);
  return ALL_IDS.some((id) => pattern.test(id));
}

test('no id is built of parts, so that a search finds it', () => {
  // The register itself is derived there.
  const files = sourcesIn('src', 'tests', 'mutation').filter(({ path }) => !path.startsWith('src/specification/derive/'));
  expect(files.flatMap((source) => placesOf(source, buildsAnId))).toEqual([]);
});

for (const template of ['`${resource}.fields`', '`authentication.rejects-${kind}`', '`http.success-is-${status}`'])
  test(`an id that is built of parts would be found: ${template}`, () =>
    expect(placesOf({ path: 'a.ts', text: `check(${template});` }, buildsAnId)).toEqual([`a.ts:1: ${template}`]));

/** Programs that npm starts on every system. `cmd.exe` knows `&&` as well; what else a shell can do, it may not. */
const PROGRAMS = ['npm', 'node', 'tsx', 'tsc', 'biome', 'depcruise', 'playwright'];

test('no npm script needs a POSIX shell', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const commands = Object.values(scripts).flatMap((script) => script.split(' && '));
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter((command) => !PROGRAMS.includes(command.split(' ')[0] ?? '') || /[^\w ./:@-]/.test(command))).toEqual([]);
});
