import { ENDPOINTS } from '../../../src/specification/endpoints.ts';
import { documentedFields, seenFields, timestampFields } from '../../../src/specification/fields.ts';
import { REQUIREMENTS } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { EXAMPLES } from './examples.ts';

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
  expect(documentedFields('email-template')).toHaveLength(15);
});

test('the register asks for exactly the documented fields', () => {
  const entries = REQUIREMENTS.filter(({ level }) => level === 'completeness');
  expect(entries.map(({ id }) => id)).toHaveLength(12);
  for (const { id, fields } of entries) expect(fields).toEqual(documentedFields(id.replace('.documented-fields', '')));
});

for (const response of RESPONSES) {
  test(`a full ${response} shows each field of its resources`, () => {
    const example = Object.entries(EXAMPLES).find(([name]) => name === response)?.[1];
    const resources = ENDPOINTS.find((endpoint) => endpoint.response === response)?.resources ?? [];
    expect(seenFields(response, example)).toEqual(
      resources.flatMap((resource) => documentedFields(resource).map((pointer) => expect.objectContaining({ resource, pointer }))),
    );
  });
}

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
  for (const value of [null, 5, 'x', [], [{ id: 'a' }], { customers: null }, { customers: { id: 'a' } }, { customers: [[{ id: 'a' }]] }]) {
    expect(seenFields('customer-list', value)).toEqual([]);
  }
  expect(seenFields('variable-list', EXAMPLES['variable-list'])).toEqual([]);
  expect(() => seenFields('customers', {})).toThrow(/No schema is called "customers"/);
});

test('timestamp fields are listed by name', () => {
  expect(timestampFields('sent-email')).toEqual(['created_at', 'sent_at', 'failed_at']);
  expect(timestampFields('segment')).toEqual([]);
});
