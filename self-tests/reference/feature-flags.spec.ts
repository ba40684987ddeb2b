import { expect } from '@playwright/test';
import { test } from './support/service.ts';

const TARGET = '/businesses/{BUSINESS_ID}/feature_flags/statuses';
const flag = (feature_flag_name: string, enabled: boolean) => ({ feature_flag_name, enabled });

const ANSWERS: [string, object[]][] = [
  ['names=new_inbox', [flag('new_inbox', true)]],
  ['names=sms.two_way&names=beta-reports', [flag('sms.two_way', true), flag('beta-reports', false)]],
  ['names=unknown&names=new_inbox', [flag('new_inbox', true)]],
  ['names=unknown', []],
  ['names=new_inbox&names=new_inbox', [flag('new_inbox', true)]],
  ['names=__proto__&names=%00&names=%zz&names=constructor', []],
];

for (const [query, feature_flags] of ANSWERS) {
  test(`getFeatureFlagStatuses: ${query}`, async ({ service, path }) => {
    const reply = await service.call(`${path(TARGET)}?${query}`);
    expect(reply.status).toBe(200);
    expect(reply.json()).toEqual({ feature_flags });
  });
}

for (const query of ['', 'names', 'names=', 'other=new_inbox']) {
  test(`getFeatureFlagStatuses: 400 for the query "${query}"`, async ({ service, path }) => {
    const reply = await service.call(`${path(TARGET)}?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('query.names: expected the name of a feature flag');
  });
}

test('getFeatureFlagStatuses: a business may override the project, and a new one does not', async ({ service }) => {
  const { id } = (await service.call('/businesses', { body: {} })).json() as { id: string };
  expect((await service.call('/businesses/biz_harbour/feature_flags/statuses?names=new_inbox')).json()).toEqual({
    feature_flags: [flag('new_inbox', false)],
  });
  expect((await service.call(`/businesses/${id}/feature_flags/statuses?names=new_inbox`)).json()).toEqual({
    feature_flags: [flag('new_inbox', true)],
  });
});

test('getFeatureFlagStatuses: 404 for an unknown business', async ({ service }) => {
  expect((await service.call('/businesses/x/feature_flags/statuses?names=new_inbox')).status).toBe(404);
});
