import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { CATEGORIES } from '../../../src/specification/categories.ts';
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName, endpoint, SPECIFICATION } from '../../../src/specification/endpoints.ts';
import { documentedFields, seenFields, timestampFields } from '../../../src/specification/fields.ts';
import { NOT_COVERED, QUESTIONS, question, REQUIREMENTS, statementOf } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { EXAMPLES } from './examples.ts';

test('ids are unique over the register', () => {
  const ids = [...REQUIREMENTS, ...QUESTIONS, ...NOT_COVERED].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every endpoint has requirements, and completeness stands in its own category', () => {
  for (const { name } of ENDPOINTS) expect(REQUIREMENTS.filter(({ endpoints }) => endpoints.includes(name)).length).toBeGreaterThan(2);
  for (const { category, level } of REQUIREMENTS) {
    expect(CATEGORIES).toContain(category);
    expect(category === 'completeness').toBe(level === 'completeness');
  }
});

test('an entry is found by its id; an unknown id names near ones', () => {
  expect(statementOf('event.documented-fields')).toMatchObject({
    level: 'completeness',
    category: 'completeness',
    endpoints: ['getEvent'],
  });
  expect(() => statementOf('event.document-fields')).toThrow(/no requirement "event.document-fields".*"event.documented-fields"/);
  expect(() => question('event.documented-fields')).toThrow(/no question/);
});

test('endpoints are found by name', () => {
  expect(SPECIFICATION).toEqual({ title: 'Customer Engagement Service API', version: '0.0.4' });
  expect(endpoint('batchUpdateCustomers')).toEqual({
    name: 'batchUpdateCustomers',
    number: 3,
    method: 'POST',
    path: '/businesses/{id}/customers/batch_update',
    query: null,
    success: '200',
    mediaType: 'application/json',
    request: 'customer-batch-update',
    response: 'customer-list',
    resources: ['customer'],
    list: 'customers',
  });
  expect(endpoint('previewSmsTemplate')).toMatchObject({ mediaType: 'text/html', response: null, resources: [], list: null });
  expect(() => endpoint('getCampaign' as EndpointName)).toThrow(/no endpoint getCampaign/);
});

test('the success status is left open for a created campaign and both copies of templates', () =>
  expect(ENDPOINTS.filter(({ success }) => success === '2xx').map(({ name }) => name)).toEqual([
    'createCampaign',
    'copyProjectEmailTemplate',
    'copyEmailTemplate',
  ]));

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

test('the derived names hold each endpoint once', () => expect(literalsOf('EndpointName')).toEqual(ENDPOINT_NAMES));

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

const RESPONSES = [...new Set(ENDPOINTS.flatMap(({ response }) => response ?? []))];

test('documented fields go into objects, lists and variants', () => {
  expect(documentedFields('campaign')).toEqual(
    expect.arrayContaining([
      '/id',
      '/statistics',
      '/statistics/emails/sent',
      '/statistics/custom_steps/*/custom_step',
      '/steps/*/email_template_id',
    ]),
  );
  expect(documentedFields('email-template')).toContain('/attachments/*/id');
});

test('the register asks for exactly the documented fields', () => {
  const entries = REQUIREMENTS.filter(({ level }) => level === 'completeness');
  const resources = new Set(ENDPOINTS.flatMap((row) => row.resources));
  expect(new Set(entries.map(({ id }) => id.replace('.documented-fields', '')))).toEqual(resources);
  for (const { id, fields } of entries) expect(fields).toEqual(documentedFields(id.replace('.documented-fields', '')));
});

for (const response of RESPONSES)
  test(`a full ${response} shows each field of its resources`, () => {
    const example = EXAMPLES[response];
    const resources = ENDPOINTS.find((endpoint) => endpoint.response === response)?.resources ?? [];
    expect(seenFields(response, example)).toEqual(
      resources.flatMap((resource) => documentedFields(resource).map((pointer) => expect.objectContaining({ resource, pointer }))),
    );
  });

test('null is seen, though not with a value, and what is absent is not', () => {
  const template = { body: null, template_html: null, attachments: [] };
  expect(seenFields('email-template', template)).toEqual([
    { resource: 'email-template', pointer: '/body', onlyNull: true },
    { resource: 'email-template', pointer: '/template_html', onlyNull: true },
    { resource: 'email-template', pointer: '/attachments' },
  ]);
});

test('one record with a value is enough', () => {
  const seen = seenFields('customer-list', {
    customers: [
      { id: null, full_name: null },
      { id: 'a', full_name: null },
    ],
  });
  expect(seen).toEqual([
    { resource: 'customer', pointer: '/id' },
    { resource: 'customer', pointer: '/full_name', onlyNull: true },
  ]);
});

test('a field is seen when one record of several holds it', () => {
  const seen = seenFields('customer-list', { customers: [{ id: 'a' }, { full_name: 'b' }] });
  expect(seen).toEqual([
    { resource: 'customer', pointer: '/id' },
    { resource: 'customer', pointer: '/full_name' },
  ]);
});

test('answers of the wrong form show nothing, and break nothing', () => {
  for (const value of [null, 5, 'x', [], [{ id: 'a' }], { customers: null }, { customers: { id: 'a' } }, { customers: [[{ id: 'a' }]] }])
    expect(seenFields('customer-list', value)).toEqual([]);

  expect(seenFields('variable-list', EXAMPLES['variable-list'])).toEqual([]);
  expect(() => seenFields('customers', {})).toThrow(/No schema is called "customers"/);
});

test('timestamp fields are listed by name', () => {
  expect(timestampFields('sent-email')).toEqual(['created_at', 'sent_at', 'failed_at']);
  expect(timestampFields('segment')).toEqual([]);
});
