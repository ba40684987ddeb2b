import { expect } from '@playwright/test';
import { type Running, test } from './support/service.ts';

const TARGET = '/businesses/{BUSINESS_ID}/customers/batch_update';
interface Customers {
  customers: { id: string; full_name: string; metadata: object }[];
}

const idsOf = (service: Running): string[] => service.fixture('CES_CUSTOMER_IDS').split(',').map(decodeURIComponent);

test('batchUpdateCustomers: the sent members replace, metadata merges, the rest stays', async ({ service, path }) => {
  const [id] = idsOf(service);
  const body = {
    customers: [
      { id, phone_number: '+441', email_address: 'new@x.example', full_name: 'N', metadata: { visits: 99, more: null }, unknown: 1 },
    ],
  };
  const reply = await service.call(path(TARGET), { body });
  expect(reply.status).toBe(200);
  expect(reply.json()).toEqual({
    customers: [
      {
        id,
        external_id: 'crm-1001',
        email_address: 'new@x.example',
        phone_number: '+441',
        full_name: 'N',
        first_name: 'Ada',
        last_name: 'Byron',
        metadata: { visits: 99, more: null, preferences: { newsletter: false, languages: ['en', 'de'] } },
        unsubscribed: 'false',
      },
    ],
  });
});

test('batchUpdateCustomers: answers in the order asked, and keeps what it answered', async ({ service, path }) => {
  const ids = idsOf(service).reverse();
  const sent = ids.map((id) => ({ id, full_name: `Name of ${id}` }));
  const first = (await service.call(path(TARGET), { body: { customers: sent } })).json() as Customers;
  expect(first.customers.map(({ id, full_name }) => ({ id, full_name }))).toEqual(sent);
  expect((await service.call(path(TARGET), { body: { customers: ids.map((id) => ({ id })) } })).json()).toEqual(first);
});

test('batchUpdateCustomers: an empty batch updates nobody', async ({ service, path }) => {
  expect((await service.call(path(TARGET), { body: { customers: [] } })).json()).toEqual({ customers: [] });
});

const REFUSED: [string, object, string][] = [
  ['no customers', {}, 'body.customers: expected an array, found nothing'],
  ['customers no array', { customers: {} }, 'body.customers: expected an array, found an object'],
  ['an item no object', { customers: ['a'] }, 'body.customers[0]: expected an object, found a string'],
  ['no id', { customers: [{ full_name: 'N' }] }, 'body.customers[0].id: expected a string, found nothing'],
  ['a number as id', { customers: [{ id: 1 }] }, 'body.customers[0].id: expected a string, found a number'],
  [
    'an unknown customer',
    { customers: [{ id: 'x' }] },
    'body.customers[0].id: expected the id of a customer of this business, found another string',
  ],
  [
    'a customer of another business',
    { customers: [{ id: 'cus_foreign' }] },
    'body.customers[0].id: expected the id of a customer of this business, found another string',
  ],
  [
    'a customer twice',
    { customers: [{ id: 'cus_ada' }, { id: 'cus_ada' }] },
    'body.customers[1].id: expected each customer once, found one that an earlier item names',
  ],
  [
    'metadata no object',
    { customers: [{ id: 'cus_ada', metadata: 'x' }] },
    'body.customers[0].metadata: expected an object, found a string',
  ],
  ['null', { customers: [{ id: 'cus_ada', full_name: null }] }, 'body.customers[0].full_name: expected a string, found null'],
];

for (const [title, body, message] of REFUSED) {
  test(`batchUpdateCustomers: 400 for ${title}`, async ({ service, path }) => {
    const reply = await service.call(path(TARGET), { body });
    expect(reply.status).toBe(400);
    expect(reply.json()).toEqual({ error: { code: 'invalid_input', message } });
  });
}

test('batchUpdateCustomers: a batch with an unknown customer changes nobody', async ({ service, path }) => {
  const ask = () => service.call(path(TARGET), { body: { customers: [{ id: 'cus_ada' }] } });
  const before = (await ask()).json();
  const body = { customers: [{ id: 'cus_ada', full_name: 'Changed' }, { id: 'unknown' }] };
  expect((await service.call(path(TARGET), { body })).status).toBe(400);
  expect((await ask()).json()).toEqual(before);
});

test('batchUpdateCustomers: 404 for an unknown business', async ({ service }) => {
  expect((await service.call('/businesses/x/customers/batch_update', { body: { customers: [] } })).status).toBe(404);
});
