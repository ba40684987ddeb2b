import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { derive } from '../../../scripts/derive/derive.ts';
import { ENDPOINTS, SPECIFICATION } from '../../../src/specification/endpoints.ts';
import { documentedMembers, type Schema } from '../../../src/specification/schema.ts';
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

const ANSWERED = [...new Set(ENDPOINTS.flatMap(({ resources }) => resources))];
const below = (schema: string, members: string) => members.split(' ').map((member) => `${schema}/${member}`);

const URLS = ['business-creation/website', 'business/website', 'sms-template-embed/url'];
/** What holds for some members of schemas, and of which. */
const MEMBERS: readonly (readonly [title: string, holds: (schema: Schema, member: string) => boolean, expected: readonly string[]])[] = [
  [
    'required: the event, ids of records, lists of answers',
    ({ required = [] }, member) => required.includes(member),
    [
      ...ANSWERED.filter((name) => SCHEMAS[name]?.properties?.id).map((name) => `${name}/id`),
      ...below('event', 'name extra created_at customer'),
      ...['customer-list/customers', 'email-address-list/email_addresses', 'execution-list/executions'],
      ...['feature-flag-list/feature_flags', 'variable-list/variables'],
      // A batch item is known by its id; an e-mail step is one because of its type.
      ...['customer-update/id', 'email-step/type'],
    ],
  ],
  [
    'null',
    ({ properties }, member) => {
      const { type = 'null', $ref, anyOf } = properties?.[member] ?? {};
      return [type].flat().includes('null') && !$ref && !anyOf;
    },
    [
      ...['event/customer', 'business/disabled_steps'],
      ...below('email-template', 'body template_html template_json new_template_json new_template_html'),
    ],
  ],
  ['a URL', ({ properties }, member) => properties?.[member]?.format === 'url', URLS],
  [
    'a timestamp',
    ({ properties }, member) => properties?.[member]?.format === 'iso8601',
    [
      ...['event/created_at', 'business/created_at', 'sms-template-embed/expires_at', 'campaign-creation/scheduled_at'],
      ...below('campaign', 'created_at updated_at scheduled_at scheduled_end_at'),
      ...below('email-template', 'created_at enabled_at'),
      ...below('sent-email', 'created_at sent_at failed_at'),
      ...below('email-blast-execution', 'sent_at finished_at'),
    ],
  ],
];
for (const [title, holds, expected] of MEMBERS)
  test(`${title}, where the tables say so, and nowhere else`, () => {
    const found = Object.entries(SCHEMAS).flatMap(([name, schema]) =>
      Object.keys(schema.properties ?? {}).flatMap((member) => (holds(schema, member) ? [`${name}/${member}`] : [])),
    );
    expect(found.sort()).toEqual([...expected].sort());
  });

test('only the acknowledgement is closed', () => {
  const closed = Object.keys(SCHEMAS).filter((name) => SCHEMAS[name]?.additionalProperties === false);
  expect(closed).toEqual(['acknowledgement']);
  expect(documentedMembers(SCHEMAS, SCHEMAS.acknowledgement ?? {})).toEqual([]);
});

test('the OpenAPI document holds all endpoints, Basic authentication, and no reference that leads nowhere', () => {
  const text = readFileSync(new URL('openapi.json', DERIVED), 'utf8');
  const { openapi, info, security, paths, components } = JSON.parse(text);
  expect([openapi, info.version]).toEqual(['3.1.0', SPECIFICATION.version]);
  expect([security, components.securitySchemes.basic]).toEqual([[{ basic: [] }], { type: 'http', scheme: 'basic' }]);
  expect(Object.values(paths).flatMap((operations) => Object.keys(operations as object))).toHaveLength(ENDPOINTS.length);
  const references = [...text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '');
  expect(references.length).toBeGreaterThan(ENDPOINTS.length);
  expect(references.filter((name) => !Object.hasOwn(components.schemas, name))).toEqual([]);
  expect(text.match(/"\$ref"/g)).toHaveLength(references.length);
});
