import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { derive } from '../../../scripts/derive/derive.ts';
import { ENDPOINTS, SPECIFICATION } from '../../../src/specification/endpoints.ts';
import { documentedMembers } from '../../../src/specification/members.ts';
import { SCHEMAS } from '../../../src/specification/schemas.ts';
import { expect, test } from '../../test.ts';

const SCHEMA_FOLDER = new URL('../../../schemas/', import.meta.url);
const DERIVED = new URL('derived/', SCHEMA_FOLDER);

test('what is committed is what the document derives', () => {
  const files = derive(readFileSync(new URL('specification.md', SCHEMA_FOLDER), 'utf8'), 'schemas/specification.md');
  expect(readdirSync(DERIVED).sort(), 'run: npm run regenerate').toEqual([...files.keys()].sort());
  for (const [name, content] of files)
    expect(readFileSync(new URL(name, DERIVED), 'utf8'), `${name}: run npm run regenerate`).toBe(content);
});

test('the schemas are valid JSON Schema 2020-12, by the meta-schema and in strict mode', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { iso8601: true, url: true } });
  for (const schema of Object.values(SCHEMAS)) ajv.addSchema(schema);
  for (const { $id } of Object.values(SCHEMAS)) expect(ajv.getSchema($id ?? '')).toBeDefined();
});

/** Pointers of all schemas' own members for which something holds: `event/id`. */
function ownMembers(holds: (schema: (typeof SCHEMAS)[string], name: string) => boolean): string[] {
  const all = Object.entries(SCHEMAS).flatMap(([schemaName, schema]) =>
    Object.keys(schema.properties ?? {})
      .filter((member) => holds(schema, member))
      .map((member) => `${schemaName}/${member}`),
  );
  return all.sort();
}

test('required: the event, ids of records, lists of answers, and nothing else', () => {
  const required = ownMembers((schema, member) => schema.required?.includes(member) ?? false);
  const answered = [...new Set(ENDPOINTS.flatMap(({ resources }) => resources))];
  const records = answered.filter((name) => Object.hasOwn(SCHEMAS[name]?.properties ?? {}, 'id'));
  expect(required).toEqual(
    [
      ...records.map((name) => `${name}/id`),
      ...['name', 'extra', 'created_at', 'customer'].map((member) => `event/${member}`),
      ...['customer-list/customers', 'email-address-list/email_addresses', 'execution-list/executions'],
      ...['feature-flag-list/feature_flags', 'variable-list/variables'],
      // A batch item is known by its id; an e-mail step is one because of its type.
      ...['customer-update/id', 'email-step/type'],
    ].sort(),
  );
});

test('null is allowed where the tables say so, and nowhere else', () => {
  const nullable = ownMembers(
    (schema, member) =>
      [schema.properties?.[member]?.type ?? 'null'].flat().includes('null') &&
      !schema.properties?.[member]?.$ref &&
      !schema.properties?.[member]?.anyOf,
  );
  expect(nullable).toEqual(
    [
      'event/customer',
      'business/disabled_steps',
      ...['body', 'template_html', 'template_json', 'new_template_json', 'new_template_html'].map((member) => `email-template/${member}`),
    ].sort(),
  );
});

test('timestamps and URLs are those of the tables', () => {
  expect(ownMembers((schema, member) => schema.properties?.[member]?.format === 'url')).toEqual([
    'business-creation/website',
    'business/website',
    'sms-template-embed/url',
  ]);
  expect(ownMembers((schema, member) => schema.properties?.[member]?.format === 'iso8601')).toEqual(
    [
      'event/created_at',
      ...['created_at', 'updated_at', 'scheduled_at', 'scheduled_end_at'].map((member) => `campaign/${member}`),
      'business/created_at',
      ...['created_at', 'enabled_at'].map((member) => `email-template/${member}`),
      'sms-template-embed/expires_at',
      ...['created_at', 'sent_at', 'failed_at'].map((member) => `sent-email/${member}`),
      ...['sent_at', 'finished_at'].map((member) => `email-blast-execution/${member}`),
      'campaign-creation/scheduled_at',
    ].sort(),
  );
});

test('only the acknowledgement is closed', () => {
  const closed = Object.keys(SCHEMAS).filter((name) => SCHEMAS[name]?.additionalProperties === false);
  expect(closed).toEqual(['acknowledgement']);
  expect(documentedMembers(SCHEMAS, SCHEMAS.acknowledgement ?? {})).toEqual([]);
});

test('the OpenAPI document holds all endpoints, Basic authentication, and no reference that leads nowhere', () => {
  const text = readFileSync(new URL('openapi.json', DERIVED), 'utf8');
  const { openapi, info, security, paths, components } = JSON.parse(text);
  expect([openapi, info.version, security, components.securitySchemes.basic]).toEqual([
    '3.1.0',
    SPECIFICATION.version,
    [{ basic: [] }],
    { type: 'http', scheme: 'basic' },
  ]);
  expect(Object.values(paths).flatMap((operations) => Object.keys(operations as object))).toHaveLength(ENDPOINTS.length);
  const references = [...text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '');
  expect(references.length).toBeGreaterThan(ENDPOINTS.length);
  expect(references.filter((name) => !Object.hasOwn(components.schemas, name))).toEqual([]);
  expect(text.match(/"\$ref"/g)).toHaveLength(references.length);
});
