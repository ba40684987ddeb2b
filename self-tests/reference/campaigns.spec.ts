import { expect } from '@playwright/test';
import { type Running, test } from './support/service.ts';

const TARGET = '/businesses/{BUSINESS_ID}/campaigns';
const idsOf = (service: Running): string[] => service.fixture('CES_CUSTOMER_IDS').split(',').map(decodeURIComponent);

test('createCampaign: a campaign has every documented field', async ({ service, path }) => {
  const fixture = (name: string) => service.fixture(`CES_${name}`);
  const [first, second] = idsOf(service);
  const steps = [
    { type: 'email', email_template_id: fixture('EMAIL_TEMPLATE_ID'), custom_step_id: 'cst_1' },
    { type: 'sms', text: { any: [1] } },
    { type: 'wait' },
  ];
  const sent = {
    name: 'Spring',
    steps,
    segment: fixture('SEGMENT_ID'),
    email_address: fixture('EMAIL_ADDRESS_ID'),
    phone_number: fixture('PHONE_NUMBER_ID'),
    scheduled_at: '2030-03-01T09:00:00.123456+02:00',
    metadata: { a: 1 },
    enrolled_customers: [second, first, second],
  };
  const reply = await service.call(path(TARGET), { body: { ...sent, excluded_customers: [first] } });
  expect(reply.status).toBe(201);
  const answered = reply.json() as { created_at: string };
  expect(answered).toEqual({
    ...sent,
    id: expect.stringMatching(/^cmp_/),
    created_at: expect.stringMatching(/Z$/),
    updated_at: answered.created_at,
    business: fixture('BUSINESS_ID'),
    status: 'draft',
    scheduled_end_at: '2030-03-31T07:00:00.123Z',
    statistics: {
      emails: { sent: 0, delivered: 0, opened: 0, soft_bounced: 0, hard_bounced: 0, spam_reported: 0, clicked: 0 },
      custom_steps: [{ custom_step: 'cst_1', sent: 0 }],
      executions: { total: 0, pending: 0, started: 0, finished: 0, errored: 0 },
      sms: { sms_sent_count: 0, sms_sent_segments_count: 0, mms_sent_count: 0, mms_sent_segments_count: 0 },
      total_customers_enrolled: 1,
      total_customers_started: 0,
      total_customers_finished: 0,
    },
    consumed_message_segments: { sms: 0, mms: 0, email: 0 },
    attributed_revenue: '0.00',
    enrolled_customer_ids: [second],
    estimated_message_segments: { sms: 1, mms: 0, email: 1 },
  });
});

test('createCampaign: all means every current customer of the business, less the excluded', async ({ service, path }) => {
  const [first, ...others] = idsOf(service);
  const reply = await service.call(path(TARGET), { body: { enrolled_customers: 'all', excluded_customers: [first] } });
  const everybody = [...others, service.fixture('CES_TRACK_MATCHING_CUSTOMER_ID')];
  expect(reply.json()).toMatchObject({ enrolled_customers: everybody, enrolled_customer_ids: everybody });
});

test('createCampaign: an empty body makes an empty draft, also in a new business', async ({ service }) => {
  const { id } = (await service.call('/businesses', { body: {} })).json() as { id: string };
  const reply = await service.call(`/businesses/${id}/campaigns`, { body: { enrolled_customers: 'all' } });
  expect(reply.json()).toMatchObject({ business: id, steps: [], metadata: {}, enrolled_customers: [], enrolled_customer_ids: [] });
});

const REFUSED: [object, string][] = [
  [{ name: 1 }, 'body.name: expected a string, found a number'],
  [{ metadata: null }, 'body.metadata: expected an object, found null'],
  [{ steps: {} }, 'body.steps: expected an array, found an object'],
  [{ steps: [{}] }, 'body.steps[0].type: expected a string, found nothing'],
  [
    { steps: [{ type: 'wait' }, { type: 'email', email_template_id: 1 }] },
    'body.steps[1].email_template_id: expected a string, found a number',
  ],
  [{ steps: [{ type: 'email', custom_step_id: null }] }, 'body.steps[0].custom_step_id: expected a string, found null'],
  [
    { steps: [{ type: 'email', email_template_id: 'x' }] },
    'body.steps[0].email_template_id: expected the id of an e-mail template, found an id that names none',
  ],
  [
    { scheduled_at: 'tomorrow' },
    'body.scheduled_at: expected an ISO 8601 date and time such as 2030-01-31T09:30:00Z, found another string',
  ],
  [{ scheduled_at: 5 }, 'body.scheduled_at: expected a string, found a number'],
  [{ enrolled_customers: 'some' }, 'body.enrolled_customers: expected "all" or an array of customer ids, found another string'],
  [{ enrolled_customers: [1] }, 'body.enrolled_customers[0]: expected a string, found a number'],
  [
    { enrolled_customers: ['x'] },
    'body.enrolled_customers[0]: expected the id of a customer of this business, found an id that names none',
  ],
  [
    { excluded_customers: ['cus_foreign'] },
    'body.excluded_customers[0]: expected the id of a customer of this business, found an id that names none',
  ],
  [{ segment: 'x' }, 'body.segment: expected the id of a segment, found an id that names none'],
  [{ phone_number: 'x' }, 'body.phone_number: expected the id of a phone number, found an id that names none'],
  [
    { email_address: 'ema_harbour' },
    'body.email_address: expected the id of an e-mail address of this business or of the project, found an id that names none',
  ],
];

for (const [body, message] of REFUSED) {
  test(`createCampaign: 400 for ${JSON.stringify(body)}: ${message}`, async ({ service, path }) => {
    const reply = await service.call(path(TARGET), { body });
    expect(reply.status).toBe(400);
    expect(reply.json()).toEqual({ error: { code: 'invalid_input', message } });
  });
}

test('createCampaign: 404 for an unknown business', async ({ service }) => {
  expect((await service.call('/businesses/x/campaigns', { body: {} })).status).toBe(404);
});
