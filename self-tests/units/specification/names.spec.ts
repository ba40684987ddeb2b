import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { ENDPOINT_NAMES } from '../../../src/specification/endpoints.ts';
import { QUESTIONS, REQUIREMENTS, statementOf } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';

const NAMES = new URL('../../../schemas/derived/names.ts', import.meta.url);
const SOURCE = ts.createSourceFile('names.ts', readFileSync(NAMES, 'utf8'), ts.ScriptTarget.ES2023, true);

/** The members of an interface in the file, each with its doc comment. */
function membersOf(name: string): (readonly [member: string, comment: string])[] {
  const found = SOURCE.statements.filter(ts.isInterfaceDeclaration).find((declaration) => declaration.name.text === name);
  return (found?.members ?? []).map((member) => {
    const comment = ts.getJSDocCommentsAndTags(member).map((part) => ts.getTextOfJSDocComment(part.comment));
    return [member.name && ts.isStringLiteral(member.name) ? member.name.text : '', comment.join()];
  });
}

/** The literals of a union in the file. */
function literalsOf(name: string): string[] {
  const found = SOURCE.statements.filter(ts.isTypeAliasDeclaration).find((declaration) => declaration.name.text === name);
  if (found === undefined || !ts.isUnionTypeNode(found.type)) return [];
  return found.type.types.map((type) => (ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? type.literal.text : ''));
}

test('the derived names hold each endpoint once', () => {
  expect(literalsOf('EndpointName')).toEqual(ENDPOINT_NAMES);
});

test('the derived names hold each statement and each question once, with its sentence and source', () => {
  expect(membersOf('ByStatement')).toEqual(REQUIREMENTS.map(({ id, text, source }) => [id, `${text} (${source})`]));
  expect(membersOf('ByQuestion')).toEqual(QUESTIONS.map(({ id, question, source }) => [id, `${question} (${source})`]));
});

/** What an editor shows when its pointer rests on the first place of `text` in a file of this folder. */
function hover(content: string, text: string): ts.QuickInfo | undefined {
  const file = fileURLToPath(new URL('hover.ts', import.meta.url));
  const read = (path: string) => (path === file ? content : ts.sys.readFile(path));
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({
      strict: true,
      module: ts.ModuleKind.NodeNext,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: [],
    }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const found = read(path);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: read,
  });
  expect(service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
  return service.getQuickInfoAtPosition(file, content.indexOf(text) + 1);
}

test('an editor shows the sentence of a statement where a check names it', () => {
  const content = `
    import type { ByStatement } from '../../../src/specification/register.ts';
    declare function check(findings: ByStatement<readonly object[]>): void;
    check({ 'record.ids-are-distinct': [] });
  `;
  const { text, source } = statementOf('record.ids-are-distinct');
  const shown = hover(content, "'record.ids-are-distinct'");
  expect(ts.displayPartsToString(shown?.documentation)).toBe(`${text} (${source})`);
});
