import { readFileSync } from 'node:fs';
import { CATEGORIES } from '../../../src/specification/categories.ts';
import { ENDPOINTS, type EndpointName, endpoint, SPECIFICATION } from '../../../src/specification/endpoints.ts';
import { QUESTIONS, question, REQUIREMENTS, statementOf } from '../../../src/specification/register.ts';
import { documentedFields, seenFields } from '../../../src/specification/schemas.ts';
import { expect, test } from '../../test.ts';
import { EXAMPLES } from './examples.ts';

test('every endpoint has requirements, and completeness stands in its own category', () => {
  for (const { name } of ENDPOINTS) expect(REQUIREMENTS.filter(({ endpoints }) => endpoints.includes(name)).length).toBeGreaterThan(2);
  for (const { category, level } of REQUIREMENTS) {
    expect(CATEGORIES).toContain(category);
    expect(category === 'completeness').toBe(level === 'completeness');
  }
});

test('an entry is found by its id; an unknown id names near ones', () => {
  const completeness = { level: 'completeness', category: 'completeness', endpoints: ['getEvent'] };
  expect(statementOf('event.documented-fields')).toMatchObject(completeness);
  expect(() => statementOf('event.document-fields')).toThrow(/no requirement "event.document-fields".*"event.documented-fields"/);
  expect(() => question('event.documented-fields')).toThrow(/no question/);
});

test('endpoints are found by name', () => {
  expect(SPECIFICATION).toEqual({ title: 'Customer Engagement Service API', version: '0.0.4' });
  expect(endpoint('batchUpdateCustomers')).toMatchObject({
    ...{ number: 3, method: 'POST', path: '/businesses/{id}/customers/batch_update', query: null, success: '200' },
    ...{ request: 'customer-batch-update', response: 'customer-list', resources: ['customer'], list: 'customers' },
  });
  expect(endpoint('previewSmsTemplate')).toMatchObject({ mediaType: 'text/html', response: null, resources: [], list: null });
  expect(() => endpoint('getCampaign' as EndpointName)).toThrow(/no endpoint getCampaign/);
});

test('each id has its sentence above it, which an editor shows where a check names it', () => {
  const names = readFileSync(new URL('../../../schemas/derived/names.ts', import.meta.url), 'utf8');
  const sentences = [...REQUIREMENTS, ...QUESTIONS.map(({ question: text, ...entry }) => ({ ...entry, text }))];
  for (const { id, text, source } of sentences) expect(names).toContain(`\n  /** ${text} (${source}) */\n  readonly '${id}'?: T;\n`);
});

test('the register asks for exactly the documented fields', () => {
  const entries = REQUIREMENTS.filter(({ level }) => level === 'completeness');
  const resources = new Set(ENDPOINTS.flatMap((row) => row.resources));
  expect(new Set(entries.map(({ id }) => id.replace('.documented-fields', '')))).toEqual(resources);
  for (const { id, fields } of entries) expect(fields).toEqual(documentedFields(id.replace('.documented-fields', '')));
});

for (const response of new Set(ENDPOINTS.flatMap(({ response }) => response ?? [])))
  test(`a full ${response} shows each field of its resources`, () => {
    const resources = ENDPOINTS.find((endpoint) => endpoint.response === response)?.resources ?? [];
    expect(seenFields(response, EXAMPLES[response])).toEqual(
      resources.flatMap((resource) => documentedFields(resource).map((pointer) => expect.objectContaining({ resource, pointer }))),
    );
  });

test('null is seen, though not with a value, where no record has one; what is absent is not seen', () => {
  const seen = (response: string, answer: unknown) =>
    seenFields(response, answer).map(({ pointer, onlyNull }) => `${pointer}${onlyNull ? ' null' : ''}`);
  const nulls = { body: null, template_html: null, attachments: [] };
  expect(seen('email-template', nulls)).toEqual(['/body null', '/template_html null', '/attachments']);
  expect(seen('customer-list', { customers: [{ id: null, full_name: null }, { id: 'a' }] })).toEqual(['/id', '/full_name null']);
  expect(seen('customer-list', { customers: [{ id: 'a' }, { full_name: 'b' }] })).toEqual(['/id', '/full_name']);
});

test('answers of the wrong form show nothing, and break nothing', () => {
  for (const value of [null, 5, 'x', [], [{ id: 'a' }], { customers: null }, { customers: { id: 'a' } }, { customers: [[{ id: 'a' }]] }])
    expect(seenFields('customer-list', value)).toEqual([]);

  expect(seenFields('variable-list', EXAMPLES['variable-list'])).toEqual([]);
  expect(() => seenFields('customers', {})).toThrow(/No schema is called "customers"/);
});
