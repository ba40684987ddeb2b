import { givenIdsRefused } from '../../../src/checks/given-ids.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { expect, test } from '../../test.ts';
import { exchange, type Said } from './exchanges.ts';

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
const at = (path: string, said: Said = {}) => ({ status: 404, ...said, url: `http://host/events/segments${path}` });
const fault = (words: string) => `${words}; if the id is right, this is a fault`;

const GIVEN: readonly (readonly [title: string, name: EndpointName, said: Said, words: string])[] = [
  ['a segment, by an id that others have too', 'getSegment', at('/segments/1'), fault('CES_SEGMENT_ID="1" is not found')],
  ['a second segment, percent-encoded', 'getSegment', at('/segments/b%2F%C3%B6%3F'), fault('CES_OTHER_SEGMENT_ID="b/ö?" is not found')],
  ['a read that refuses the form of an id', 'getSegment', at('/segments/1', { status: 400 }), fault('CES_SEGMENT_ID="1" is refused')],
  [
    'an address',
    'getProjectEmailAddress',
    at('/project_email_addresses/1', { status: 410 }),
    fault('CES_PROJECT_EMAIL_ADDRESS_ID="1" is not found'),
  ],
  [
    'a business, with a query',
    'getFeatureFlagStatuses',
    at('/businesses/1/feature_flags/statuses?names=a'),
    fault('CES_BUSINESS_ID="1" is not found'),
  ],
  [
    'customers in a body',
    'batchUpdateCustomers',
    at('/businesses/1/customers/batch_update', { method: 'POST', status: 422, sent: { customers: [{ id: 'ada' }, { id: 'grace,' }] } }),
    fault('CES_CUSTOMER_IDS="ada,grace," is refused'),
  ],
  [
    'either the address or the body',
    'copyProjectEmailTemplate',
    at('/project_email_templates/t/copy', { method: 'POST', sent: { business: '1' } }),
    fault('CES_BUSINESS_ID="1" or CES_PROJECT_EMAIL_TEMPLATE_ID="t" is not found'),
  ],
];
for (const [title, name, said, words] of GIVEN)
  test(`the setting is named that gave ${title}`, () => expect(givenIdsRefused(exchange(said), name, fixtures)).toBe(words));

const OTHERS: readonly (readonly [title: string, name: EndpointName, said: Said])[] = [
  ['a success', 'getSegment', at('/segments/1', { status: 200 })],
  ['refused credentials', 'getSegment', at('/segments/1', { status: 403 })],
  ['a server error', 'getSegment', at('/segments/1', { status: 500 })],
  ['an id that the run made up', 'getSegment', at('/segments/conformance-1')],
  ['a body that may be refused for anything', 'createCampaign', at('/businesses/1/campaigns', { method: 'POST', status: 400, sent: {} })],
  ['a creation that names no record', 'createBusiness', at('/businesses', { method: 'POST', sent: { name: '1' } })],
];
for (const [title, name, said] of OTHERS)
  test(`no setting is to blame for ${title}`, () => expect(givenIdsRefused(exchange(said), name, fixtures)).toBeNull());
