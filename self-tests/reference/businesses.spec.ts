import { expect } from '@playwright/test';
import { test } from './support/service.ts';

const FULL = { name: 'Café', metadata: { a: [1, null] }, external_id: 'e-1', website: 'https://shop.example/a?b=c' };

test('createBusiness: a business has what was sent, and inherits the disabled steps', async ({ service }) => {
  const reply = await service.call('/businesses', { body: { ...FULL, unknown: 1 } });
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toMatch(/^application\/json/);
  const created_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(reply.json()).toEqual({ ...FULL, id: expect.stringMatching(/^biz_/), created_at, disabled_steps: null });
});

test('createBusiness: nothing is required, and every business is a new one', async ({ service }) => {
  const [first, second] = [
    (await service.call('/businesses', { body: {} })).json(),
    (await service.call('/businesses', { body: {} })).json(),
  ];
  expect(first).toMatchObject({ metadata: {} });
  expect((first as { id: string }).id).not.toBe((second as { id: string }).id);
});

for (const disabled_steps of [[], ['sms'], ['email', 'sms'], null]) {
  test(`createBusiness: disabled_steps ${JSON.stringify(disabled_steps)} is kept`, async ({ service }) => {
    expect((await service.call('/businesses', { body: { disabled_steps } })).json()).toMatchObject({ disabled_steps });
  });
}

const REFUSED: [unknown, string][] = [
  [[], 'body: expected an object, found an array'],
  ['null', 'body: expected an object, found null'],
  ['"text"', 'body: expected an object, found a string'],
  ['', 'body: expected an object, found nothing'],
  [{ name: 1 }, 'body.name: expected a string, found a number'],
  [{ name: null }, 'body.name: expected a string, found null'],
  [{ metadata: [] }, 'body.metadata: expected an object, found an array'],
  [{ external_id: true }, 'body.external_id: expected a string, found a boolean'],
  [{ website: 'no URL' }, 'body.website: expected an absolute http or https URL, found another string'],
  [{ website: 'javascript:alert(1)' }, 'body.website: expected an absolute http or https URL, found another string'],
  [{ disabled_steps: ['fax'] }, 'body.disabled_steps[0]: expected "email" or "sms", found another string'],
];

for (const [body, message] of REFUSED) {
  test(`createBusiness: 400 for ${JSON.stringify(body)}: ${message}`, async ({ service }) => {
    const reply = await service.call('/businesses', { body });
    expect(reply.status).toBe(400);
    expect(reply.json()).toEqual({ error: { code: 'invalid_input', message } });
  });
}
