import { expect } from '@playwright/test';
import { UNKNOWN_MARKER } from '../../../src/checks/given-ids.ts';
import type { Scenario } from '../../../src/engine/scenario.ts';
import { leftOpenLines } from '../../../src/result/left-open.ts';
import type { ConformanceResult } from '../../../src/result/result.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { failedIn, runInProcess } from '../../hostile/run-in-process.ts';
import { test, type Variables, withStatus } from '../run.ts';
import { changeJson } from '../target.ts';

test.describe.configure({ timeout: 120_000 });

const typical =
  (...names: EndpointName[]) =>
  ({ title }: Scenario) =>
    names.some((name) => title.startsWith(`${name}: the typical answer`));

test('what the API itself can give is not missed, and shown with the endpoint that gave it', async ({ target }) => {
  const { variables } = await target();
  const { CES_EMAIL_TEMPLATE_ID: _template, CES_EMAIL_ADDRESS_ID: _address, CES_EVENT_ID: _event, ...given } = variables;
  const result = await runInProcess(given, typical('listEmailTemplateVariables', 'getEmailAddress', 'getEvent'));
  expect(failedIn(result)).toEqual([]);
  expect(withStatus(result, 'passed')).toEqual(
    expect.arrayContaining(['email-template.variables-list', 'email-address.fields', 'event.fields']),
  );
  const found = result.settings.filter(({ source }) => source.startsWith('discovered'));
  expect(found.map(({ name, source }) => `${name} ${source}`).sort()).toEqual([
    'CES_EMAIL_ADDRESS_ID discovered (endpoint 9)',
    'CES_EMAIL_TEMPLATE_ID discovered (endpoint 4)',
    'CES_EVENT_ID discovered (endpoint 18)',
  ]);
});

test('a read-only run sends nothing but GET, and says of all that writes what kept it from being assessed', async ({ target }) => {
  const { variables, seen } = await target();
  const result = await runInProcess({ ...variables, CES_READ_ONLY: '1' }, () => true);
  expect([...new Set(seen.map(({ method }) => method))]).toEqual(['GET']);
  expect(result).toMatchObject({ verdict: 'conformant', complete: false, sentence: expect.stringContaining('as far as assessed') });
  const writing = result.endpoints.filter(({ method }) => method === 'POST').map(({ number }) => number);
  // What was never seen of their answers is another matter.
  const checks = result.requirements
    .filter(({ level }) => level !== 'completeness')
    .flatMap((entry) => entry.checks)
    .filter(({ endpoint, title }) => title === SEQUENCES || (endpoint !== null && writing.includes(endpoint)));
  expect(checks.length).toBeGreaterThan(100);
  const others = checks.filter(({ status, variables: named }) => status !== 'not-assessed' || !named?.includes('CES_READ_ONLY'));
  expect(others.map(({ title, status, message }) => `${status} ${title}: ${message}`)).toEqual([]);
});

const SEQUENCES = 'the statements hold after requests in any order';

const ASKED: readonly (EndpointName | null)[] = ['getEvent', 'createBusiness', 'getSegment', 'trackEvent'];

test('a base URL of an IPv6 address with a prefix: endpoints, credentials, event look-up', async ({ target }) => {
  const service = await target({ host: '::1', prefix: '/api/v1' }).catch((error: NodeJS.ErrnoException) => {
    test.skip(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT', 'this machine has no IPv6 loopback');
    throw error;
  });
  expect(service.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+\/api\/v1$/);
  const result = await runInProcess(service.variables, ({ covers }) => ASKED.includes(covers.endpoint));
  expect(failedIn(result)).toEqual([]);
  expect(result).toMatchObject({ verdict: 'conformant', target: { baseUrl: service.baseUrl }, notices: [] });
  expect(service.seen.length).toBeGreaterThan(50);
});

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
