import { expect } from '@playwright/test';
import { UNKNOWN_MARKER } from '../../../src/checks/doubted-settings.ts';
import { leftOpenLines } from '../../../src/result/left-open.ts';
import type { ConformanceResult } from '../../../src/result/result.ts';
import { runInProcess } from '../../hostile/run-in-process.ts';
import { test, type Variables } from '../run.ts';
import { changeJson } from '../target.ts';

test.describe.configure({ timeout: 60_000 });

const ALL = '`all` enrols every customer of the business';

const runOf = (variables: Variables, title: string) => runInProcess(variables, (scenario) => scenario.title === title);
const actualsOf = ({ findings = [] }: ConformanceResult, id: string) =>
  findings.flatMap(({ requirement, actual }) => (requirement === id ? [actual] : []));

test('an id that is no customer is named where `all` does not enrol it', async ({ target }) => {
  const { variables } = await target();
  const wrong = { ...variables, CES_CUSTOMER_IDS: `${variables.CES_CUSTOMER_IDS},cus_nope` };
  const actuals = actualsOf(await runOf(wrong, ALL), 'campaign.all-enrols-every-customer');
  expect(actuals).toHaveLength(1);
  expect(actuals[0]).toContain('; CES_CUSTOMER_IDS="cus_nope" is not found; if the id is right, this is a fault (npm run doctor');
});

test('no doubt falls on a customer that the service knows and `all` leaves out', async ({ target }) => {
  const { variables } = await target({
    change: (reply, { path }) =>
      path.endsWith('/campaigns')
        ? changeJson(reply, (campaign) => ({ ...campaign, enrolled_customers: ['cus_grace'], enrolled_customer_ids: ['cus_grace'] }))
        : reply,
  });
  const actuals = actualsOf(await runOf(variables, ALL), 'campaign.all-enrols-every-customer');
  expect(actuals).toContain('["cus_grace"]');
  expect(actuals.join()).not.toContain('CES_CUSTOMER_IDS');
});

test('an id that does not exist is a finding that names its setting', async ({ target }) => {
  const { variables } = await target();
  const { findings = [] } = await runOf({ ...variables, CES_SEGMENT_ID: 'seg_gone' }, 'getSegment: the typical answer is as documented');
  const actual = 'status 404: CES_SEGMENT_ID="seg_gone" is not found; if the id is right, this is a fault';
  expect(findings.filter(({ level }) => level === 'requirement')).toMatchObject([
    { requirement: 'http.success-is-200', endpoints: [13], actual },
  ]);
});

test('a second record that does not exist fails nothing, and is named with what it costs', async ({ target }) => {
  const { variables } = await target();
  const result = await runOf({ ...variables, CES_OTHER_SEGMENT_ID: 'seg_gone' }, 'getSegment: a second record is its own');
  expect(result.findings).toEqual([]);
  expect(leftOpenLines(result)).toEqual([
    expect.stringMatching(/^CES_OTHER_SEGMENT_ID=seg_gone is not found: it costs \d+ requirements?$/),
  ]);
  expect(result.complete).toBe(false);
});

test('a look-up that never finds an event shows by its marker', async ({ target }) => {
  const { variables } = await target();
  const wrong = { ...variables, CES_EVENT_LOOKUP_URL: '/nowhere/{marker}', CES_RESOLUTION_TIMEOUT_MS: '300' };
  const result = await runInProcess(wrong, ({ title }) => title.includes('a tracked event can be read, with its name and data'));
  expect(actualsOf(result, 'event.can-be-read')).toEqual([expect.stringMatching(new RegExp(`^${UNKNOWN_MARKER}`))]);
});
