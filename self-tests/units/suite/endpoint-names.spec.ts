import ts from 'typescript';
import { expect, test } from '../../test.ts';
import { placesOf, type Source, sourcesIn } from './sources.ts';

/** Where numbers of endpoints belong: what people read, and the formats of files. */
const SHOWS_NUMBERS = [
  'src/report/',
  'src/result/',
  'src/settings/files/waivers.ts',
  'src/result/prospects.ts',
  'mutation/sensitivity/notice.ts',
];
const SOURCES = sourcesIn('src', 'tests', 'mutation').filter(({ path }) => !SHOWS_NUMBERS.some((place) => path.startsWith(place)));

const MEANS_ENDPOINT = /^endpoints?$/;
/** Functions whose first argument is an endpoint, or a list of them. */
const TAKES_ENDPOINT =
  /^(send|(fresh)?[eE]xample\w*|typicalCalls|acceptedCall|endpoint|rowOf|methodAndPath|numberOf|covers|falls|insteadOf|on(Answer|Success|Json|Records\w*|Request))$/;

const isNumber = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isNumericLiteral(node) || (ts.isArrayLiteralExpression(node) && node.elements.some(isNumber)));
/** The last name of `client.send` or `request.endpoint`. */
const nameOf = (node: ts.Node): string => (ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : '');

/** `endpoint: 5`, `endpoints: number[]`, `endpoint = 5` */
function declaresNumber(node: ts.Node): boolean {
  if (!(ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isPropertySignature(node)))
    return false;
  if (!MEANS_ENDPOINT.test(nameOf(node.name))) return false;
  const type = ts.isPropertyAssignment(node) ? undefined : node.type;
  return /\bnumber\b/.test(type?.getText() ?? '') || ('initializer' in node && isNumber(node.initializer));
}

/** `endpoint === 5`, `[5, 6].includes(endpoint)`, `send(5, …)`, `onJson([5], …)` */
function usesNumber(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) {
    const sides = [node.left, node.right];
    return sides.some(isNumber) && sides.some((side) => MEANS_ENDPOINT.test(nameOf(side)));
  }
  if (!ts.isCallExpression(node)) return false;
  const [first] = node.arguments;
  if (TAKES_ENDPOINT.test(nameOf(node.expression))) return isNumber(first);
  if (nameOf(node.expression) !== 'includes' || first === undefined || !ts.isPropertyAccessExpression(node.expression)) return false;
  const list = node.expression.expression;
  return (isNumber(list) && MEANS_ENDPOINT.test(nameOf(first))) || (MEANS_ENDPOINT.test(nameOf(list)) && isNumber(first));
}

const numbersIn = (source: Source) => placesOf(source, (node) => declaresNumber(node) || usesNumber(node));

test('code names endpoints, and numbers are for people and files alone', () => {
  expect(SOURCES.flatMap(numbersIn), 'use the name of the endpoint, such as createBusiness: schemas/derived/names.ts has them all').toEqual(
    [],
  );
});

for (const code of [
  'client.send(5, { body })',
  'implementation.freshExample(5)',
  'onJson([5, 6], change)',
  "covers(13, 'segment.fields')",
  'request.endpoint === 5',
  '5 !== endpoint',
  '[1, 18].includes(endpoint)',
  'endpoints.includes(5)',
])
  test(`a number that names an endpoint would be found: ${code}`, () => {
    expect(numbersIn({ path: 'a.ts', text: `${code};` })).toEqual([`a.ts:1: ${code}`]);
  });

for (const code of ['endpoint: 5', 'endpoints: [1, 18]'])
  test(`a number that names an endpoint would be found: { ${code} }`, () => {
    expect(numbersIn({ path: 'a.ts', text: `use({ ${code} });` })).toEqual([`a.ts:1: ${code}`]);
  });

test('a type that lets numbers name endpoints would be found', () => {
  const text = 'interface Place { readonly endpoint: number | null }\nfunction at(endpoints: readonly number[]) {}';
  expect(numbersIn({ path: 'a.ts', text })).toEqual(['a.ts:1: readonly endpoint: number | null', 'a.ts:2: endpoints: readonly number[]']);
});
