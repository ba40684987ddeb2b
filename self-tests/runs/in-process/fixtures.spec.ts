import { expect } from '@playwright/test';
import type { Scenario } from '../../../src/engine/scenario.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { failedIn, runInProcess } from '../../hostile/run-in-process.ts';
import { test, withStatus } from '../run.ts';

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
