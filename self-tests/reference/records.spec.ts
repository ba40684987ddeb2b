import { expect } from '@playwright/test';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { test } from './support/service.ts';

const ADDRESS = {
  email_address: 'bookings@mail.example',
  display_name: expect.any(String),
  reply_to: expect.any(String),
  business: 'biz_kärnten',
  one_off: false,
  custom_domain: 'mail.example',
};

const ANSWERS: [EndpointName, string, Record<string, unknown>][] = [
  [
    'getSentEmail',
    '/sent_emails/{SENT_EMAIL_ID}',
    {
      id: 'eml_2024/0001',
      sent_at: expect.any(String),
      provider_a_message_id: 'a-7f3c',
      provider_b_message_id: 'b-7f3c',
      provider_c_message_id: 'c-7f3c',
    },
  ],
  ['getSentEmail', '/sent_emails/eml_2024%2F0002', { failed_at: expect.any(String), failed_reason: 'mailbox_unavailable' }],
  [
    'listEmailAddresses',
    '/businesses/{BUSINESS_ID}/email_addresses',
    { email_addresses: [{ ...ADDRESS, id: 'ema_bookings' }, { one_off: true }] },
  ],
  [
    'getProjectEmailAddress',
    '/project_email_addresses/{PROJECT_EMAIL_ADDRESS_ID}',
    { ...ADDRESS, id: 'pea_default', email_address: 'project@mail.example' },
  ],
  ['getEmailAddress', '/email_addresses/{EMAIL_ADDRESS_ID}', { ...ADDRESS, id: 'ema_bookings' }],
  [
    'listEmailBlastExecutions',
    '/email_blasts/{EMAIL_BLAST_ID}/executions',
    { executions: [{ customer: 'cus_ada', finished_reason: 'delivered' }, { finished_reason: 'bounced' }, {}] },
  ],
  ['getSegment', '/segments/{SEGMENT_ID}', { id: 'seg_regular guests', static_customers: ['cus_ada', 'cus_Łukasz'] }],
  [
    'getProjectDefinedEvent',
    '/project_defined_events/{PROJECT_DEFINED_EVENT_ID}',
    { event: 'order.paid', purchase_amount_path: 'order.total' },
  ],
  ['getEvent', '/events/{EVENT_ID}', { name: 'order.paid', customer: 'cus_ada' }],
];

for (const [endpoint, target, members] of ANSWERS) {
  test(`${endpoint}: ${target}`, async ({ service, path }) => {
    const reply = await service.call(path(target));
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
    expect(reply.json()).toMatchObject(members);
  });
}

const UNKNOWN = [
  '/events/x',
  '/sent_emails/x',
  '/businesses/x/email_addresses',
  '/project_email_addresses/ema_bookings',
  '/email_addresses/pea_default',
  '/email_blasts/x/executions',
  '/segments/x',
  '/project_defined_events/x',
  '/nowhere',
];

for (const target of UNKNOWN) {
  test(`404 with an error for ${target}`, async ({ service }) => {
    const reply = await service.call(target);
    expect(reply.status).toBe(404);
    expect(reply.json()).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
  });
}

test('9 answers what 11 answers', async ({ service, path }) => {
  const { email_addresses } = (await service.call(path('/businesses/{BUSINESS_ID}/email_addresses'))).json() as {
    email_addresses: { id: string }[];
  };
  expect(email_addresses.length).toBe(2);
  for (const address of email_addresses) {
    expect((await service.call(`/email_addresses/${encodeURIComponent(address.id)}`)).json()).toEqual(address);
  }
});
