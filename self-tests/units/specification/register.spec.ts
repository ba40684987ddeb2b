import { CATEGORIES } from '../../../src/specification/categories.ts';
import { ENDPOINTS, type EndpointName, endpoint, SPECIFICATION } from '../../../src/specification/endpoints.ts';
import { NOT_COVERED, QUESTIONS, question, REQUIREMENTS, statementOf } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';

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
  expect(ENDPOINTS).toHaveLength(18);
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

test('the success status is left open for a created campaign and both copies of templates', () => {
  expect(ENDPOINTS.filter(({ success }) => success === '2xx').map(({ name }) => name)).toEqual([
    'createCampaign',
    'copyProjectEmailTemplate',
    'copyEmailTemplate',
  ]);
});
