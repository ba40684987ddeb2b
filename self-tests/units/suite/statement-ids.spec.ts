import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { QUESTIONS, REQUIREMENTS } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { placesOf, sourcesIn } from './sources.ts';

/** What one search for an id finds: where it is checked, where it is written down, and what is known to break it. */
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
const DOCUMENT = readFileSync(new URL('../../../schemas/specification.md', import.meta.url), 'utf8');

const IDS = REQUIREMENTS.map(({ id }) => id);
/** Statements with a row of their own. Those of completeness derive from the tables of resources, and no fault is judged by them. */
const WRITTEN = REQUIREMENTS.filter(({ level }) => level !== 'completeness').map(({ id }) => id);
const ALL_IDS: readonly string[] = [...IDS, ...QUESTIONS.map(({ id }) => id)];

test('each statement stands as a literal where it is checked', () => {
  expect(IDS.filter((id) => !CHECKED.some(({ text }) => text.includes(`'${id}'`)))).toEqual([]);
});

test('each statement has a row in the document', () => {
  expect(WRITTEN.filter((id) => !DOCUMENT.includes(`| \`${id}\` `))).toEqual([]);
});

test('each statement stands as a literal among the faults', () => {
  expect(WRITTEN.filter((id) => !FAULTS.some(({ text }) => text.includes(`'${id}'`)))).toEqual([]);
});

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
  test(`an id that is built of parts would be found: ${template}`, () => {
    expect(placesOf({ path: 'a.ts', text: `check(${template});` }, buildsAnId)).toEqual([`a.ts:1: ${template}`]);
  });
