import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import type { Sending } from './support/http.ts';
import { test } from './support/service.ts';
import { BUSINESS } from './support/tracking.ts';

const WRITING = [
  `${BUSINESS}/campaigns`,
  `${BUSINESS}/customers/batch_update`,
  '/project_email_templates/pet_welcome/copy',
  '/businesses',
  '/email_templates/emt_spring/copy',
  '/sms_templates/smt_appointment%20%C3%A4/embeds',
  `${BUSINESS}/track`,
];

const json = (body: unknown): Sending => ({ body });
const REFUSED: [string, number, Sending][] = [
  ['text that is not JSON', 400, json('{"a":')],
  ['two documents', 400, json('{}{}')],
  ['a byte order mark', 400, json('\ufeff{}')],
  ['bytes that are not UTF-8', 400, json(Buffer.from('{"name":"\xff"}', 'latin1'))],
  ['an array', 400, json('[]')],
  ['null', 400, json('null')],
  ['a hundred thousand open brackets', 400, json('['.repeat(100_000))],
  ['too deep an object', 400, json(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)],
  ['a number beyond a double', 400, json('{"metadata":{"n":1e400}}')],
  ['no media type', 415, { body: '{}', headers: { 'content-type': '' } }],
  ['another media type', 415, { body: '{}', headers: { 'content-type': 'text/plain' } }],
  ['a form', 415, { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['a media type that is none', 415, { body: '{}', headers: { 'content-type': 'json' } }],
  ['a content coding', 415, { body: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } }],
  ['more than 1 MiB', 413, json(JSON.stringify({ name: 'x'.repeat(2 ** 20) }))],
];

for (const [title, status, sending] of REFUSED) {
  test(`${status} from each writing endpoint: ${title}`, async ({ service }) => {
    for (const target of WRITING) {
      const reply = await service.call(target, { method: 'POST', ...sending });
      expect({ target, status: reply.status }).toEqual({ target, status });
      expect(reply.json()).toEqual({ error: { code: expect.any(String), message: expect.stringMatching(/^body: expected/) } });
    }
  });
}

test('a media type counts whatever its case and parameters', async ({ service }) => {
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;odd="x"']) {
    expect((await service.call('/businesses', { body: '{}', headers: { 'content-type': type } })).status).toBe(200);
  }
});

test('the connection survives refusals, also of a body that is never read', async ({ service }) => {
  const reply = await service.call('/businesses', { body: 'x'.repeat(5 * 2 ** 20) });
  expect(reply.status).toBe(413);
  expect(reply.headers.connection).not.toBe('close');
});

test('no mixture of odd bodies is a 5xx', async ({ service }) => {
  const values = [
    'null',
    '0',
    '-0',
    '"\\ud800"',
    '"\\u0000"',
    '[]',
    '{}',
    '[[]]',
    '{"__proto__":1}',
    '{"constructor":{"prototype":1}}',
    '1e308',
    '"all"',
    'true',
  ];
  const members = [
    'id',
    'name',
    'steps',
    'customers',
    'business',
    'expires_in',
    'event',
    'data',
    'metadata',
    'enrolled_customers',
    'scheduled_at',
    'segment',
    'website',
    '__proto__',
    'toString',
  ];
  const statuses = new Set<number>();
  for (const target of WRITING) {
    for (const member of members) {
      for (const value of values) {
        const reply = await service.call(target, { body: `{"event":"a","${member}":${value}}` });
        statuses.add(reply.status);
      }
    }
  }
  expect([...statuses].sort()).toEqual([200, 201, 400]);
});
