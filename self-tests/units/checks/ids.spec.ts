import { doubtIn, doubtOf } from '../../../src/checks/doubted-settings.ts';
import { givenIdsRefused } from '../../../src/checks/given-ids.ts';
import { distinctRecordFindings } from '../../../src/checks/identity.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../../test.ts';
import { exchange, type Said } from './exchanges.ts';

test('records of different answers have different ids; the later answer is wrong', () => {
  const answers = ['a', 'b', undefined, 'a', undefined].map((id) => ({ record: { id }, exchange: exchange() }));
  expect(distinctRecordFindings(answers.slice(0, 3))).toEqual([]);
  const [finding, ...others] = distinctRecordFindings(answers);
  expect(finding).toEqual({
    pointer: '/id',
    expected: 'an id that no other record has',
    actual: '"a", as in answer 1 of 5',
    exchange: answers[3]?.exchange,
  });
  expect(finding?.exchange).toBe(answers[3]?.exchange);
  expect(others).toEqual([]);
});

const { fixtures } = readSettings({
  CES_BASE_URL: 'http://host/events/segments',
  CES_USERNAME: 'u',
  CES_PASSWORD: 'p',
  CES_BUSINESS_ID: '1',
  CES_CUSTOMER_IDS: 'ada,1,grace%2C',
  CES_SEGMENT_ID: '1',
  CES_OTHER_SEGMENT_ID: 'b/ö?',
  CES_PROJECT_EMAIL_ADDRESS_ID: '1',
  CES_PROJECT_EMAIL_TEMPLATE_ID: 't',
});
const answeredAt = (path: string, said: Said = {}) => ({ status: 404, ...said, url: `http://host/events/segments${path}` });
const fault = (words: string) => `${words}; if the id is right, this is a fault`;

for (const [title, name, said, words] of [
  ['a segment, by an id that others have too', 'getSegment', answeredAt('/segments/1'), fault('CES_SEGMENT_ID="1" is not found')],
  [
    'a second segment, percent-encoded',
    'getSegment',
    answeredAt('/segments/b%2F%C3%B6%3F'),
    fault('CES_OTHER_SEGMENT_ID="b/ö?" is not found'),
  ],
  [
    'a read that refuses the form of an id',
    'getSegment',
    answeredAt('/segments/1', { status: 400 }),
    fault('CES_SEGMENT_ID="1" is refused'),
  ],
  [
    'an address',
    'getProjectEmailAddress',
    answeredAt('/project_email_addresses/1', { status: 410 }),
    fault('CES_PROJECT_EMAIL_ADDRESS_ID="1" is not found'),
  ],
  [
    'a business, with a query',
    'getFeatureFlagStatuses',
    answeredAt('/businesses/1/feature_flags/statuses?names=a'),
    fault('CES_BUSINESS_ID="1" is not found'),
  ],
  [
    'customers in a body',
    'batchUpdateCustomers',
    answeredAt('/businesses/1/customers/batch_update', {
      method: 'POST',
      status: 422,
      sent: { customers: [{ id: 'ada' }, { id: 'grace,' }] },
    }),
    fault('CES_CUSTOMER_IDS="ada,grace," is refused'),
  ],
  [
    'either the address or the body',
    'copyProjectEmailTemplate',
    answeredAt('/project_email_templates/t/copy', { method: 'POST', sent: { business: '1' } }),
    fault('CES_BUSINESS_ID="1" or CES_PROJECT_EMAIL_TEMPLATE_ID="t" is not found'),
  ],
] as const)
  test(`the setting is named that gave ${title}`, () => expect(givenIdsRefused(exchange(said), name, fixtures)).toBe(words));

for (const [title, name, said] of [
  ['a success', 'getSegment', answeredAt('/segments/1', { status: 200 })],
  ['refused credentials', 'getSegment', answeredAt('/segments/1', { status: 403 })],
  ['a server error', 'getSegment', answeredAt('/segments/1', { status: 500 })],
  ['an id that the run made up', 'getSegment', answeredAt('/segments/conformance-1')],
  [
    'a body that may be refused for anything',
    'createCampaign',
    answeredAt('/businesses/1/campaigns', { method: 'POST', status: 400, sent: {} }),
  ],
  ['a creation that names no record', 'createBusiness', answeredAt('/businesses', { method: 'POST', sent: { name: '1' } })],
] as const)
  test(`no setting is to blame for ${title}`, () => expect(givenIdsRefused(exchange(said), name, fixtures)).toBeNull());

test('what a doubt names is read back, with what stands before it and after it', () => {
  const doubt = doubtOf([['CES_CUSTOMER_IDS', 'cus "a" or CES_B="b"']], 'is not found');
  expect(doubtIn(`["x"]; ${doubt} (npm run doctor tries it)`)).toEqual({
    settings: [{ name: 'CES_CUSTOMER_IDS', value: 'cus \\"a\\" or CES_B=\\"b\\"' }],
    trouble: 'is not found',
  });
});

test('of several settings each is named; a value too long to be shown whole has none', () => {
  const doubt = doubtOf(
    [
      ['CES_BUSINESS_ID', 'x'.repeat(300)],
      ['CES_SEGMENT_ID', 's'],
    ],
    'is refused',
  );
  expect(doubtIn(doubt)).toEqual({
    settings: [{ name: 'CES_BUSINESS_ID' }, { name: 'CES_SEGMENT_ID', value: 's' }],
    trouble: 'is refused',
  });
});
