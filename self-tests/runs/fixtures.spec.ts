import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { CheckResult, ConformanceResult } from '../../src/result/result.ts';
import { VARIABLE_NAMES } from '../../src/settings/variables.ts';
import { type EndpointName, numberOf } from '../../src/specification/endpoints.ts';
import { QUICK, resultIn, test, type Variables, withStatus } from './run.ts';

test.describe.configure({ timeout: 120_000 });

/** What is left out, the endpoint at which it is missed, and a statement that cannot be assessed then. Each absence has its run in `self-tests/runs/in-process/needs.spec.ts`. */
const MISSING: readonly (readonly [readonly string[], EndpointName, string])[] = [
  [['CES_FEATURE_FLAGS_PARAM'], 'getFeatureFlagStatuses', 'feature-flag.fields'],
  [['CES_BUSINESS_ID'], 'getEvent', 'event.match-is-resolved'],
  [['CES_TRACK_MATCHING_DATA', 'CES_TRACK_MATCHING_CUSTOMER_ID'], 'getEvent', 'event.match-is-resolved'],
];

for (const [names, endpoint, requirement] of MISSING) {
  test(`without ${names.join(' and ')}`, async ({ runs, target }) => {
    const { variables } = await target();
    // Beside what is missed something is assessed, so that there is a verdict.
    const args = ['--grep', `@endpoint-${numberOf(endpoint)}\\b|createBusiness: the typical answer`];
    const { code, stdout, directory } = await runs.run(args, { ...without(variables, names), ...QUICK });
    expect(code, stdout).toBe(0);
    const result = await resultIn(directory);
    expect(result.verdict).toBe('conformant');
    const checks = result.requirements.find(({ id }) => id === requirement)?.checks ?? [];
    const open = checks.filter(({ status, variables: named }) => status === 'not-assessed' && named?.includes(names[0] ?? ''));
    expect(open, JSON.stringify(checks, null, 1)).not.toEqual([]);
    for (const { message } of open) expect(message).not.toBe('');
  });
}

test('what the API itself can give is not missed', async ({ runs, target }) => {
  const { variables } = await target();
  const args = ['--grep', '(listEmailTemplateVariables|getEmailAddress|getEvent): the typical answer'];
  const given = without(variables, ['CES_EMAIL_TEMPLATE_ID', 'CES_EMAIL_ADDRESS_ID', 'CES_EVENT_ID']);
  const { code, stdout, directory } = await runs.run(args, { ...given, ...QUICK });
  expect(code, stdout).toBe(0);
  const result = await resultIn(directory);
  expect(withStatus(result, 'passed')).toEqual(
    expect.arrayContaining(['email-template.variables-list', 'email-address.fields', 'event.fields']),
  );
});

test('an id that does not exist is a finding that names its setting', async ({ runs, target }) => {
  const { variables } = await target();
  const settings = { ...variables, ...QUICK, CES_SEGMENT_ID: 'seg_gone' };
  const { code, directory } = await runs.run(['--grep', '(getSegment|getSentEmail): the typical answer'], settings);
  expect(code).toBe(1);
  const { findings = [] } = await resultIn(directory);
  expect(findings.filter(({ level }) => level === 'requirement')).toMatchObject([
    {
      requirement: 'http.success-is-200',
      endpoints: [13],
      actual: 'status 404: CES_SEGMENT_ID="seg_gone" is not found; if the id is right, this is a fault',
    },
  ]);
});

test('with a base URL and credentials alone nothing fails, and every variable that is missed exists', async ({ runs, target }) => {
  const { variables } = await target();
  const given = { CES_BASE_URL: '', CES_USERNAME: '', CES_PASSWORD: '' };
  const { code, stdout, directory } = await runs.run([], { ...pick(variables, Object.keys(given)), ...QUICK });
  expect(code, stdout).toBe(0);
  const result = await resultIn(directory);
  expect(result).toMatchObject({ verdict: 'conformant', complete: false });
  // A documented field that only a fixture could show was never seen: reported, and no failure of a requirement.
  const failed = result.requirements.filter(({ status, level }) => status === 'failed' && level !== 'completeness');
  expect(failed.map(({ id }) => id)).toEqual([]);
  expect(namedVariables(result).filter((name) => !(VARIABLE_NAMES as readonly string[]).includes(name))).toEqual([]);
  // What was said before the first write is about what was left.
  const [, expected = ''] =
    /^This run leaves about ([\d,]+) records at 127\.0\.0\.1:\d+, and .* --read-only .* CES_WRITE_BUDGET /.exec(stdout) ?? [];
  const left = result.leftBehind?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  expect(Math.abs(left - Number(expected.replace(',', '')))).toBeLessThan(left / 3);
  expect(stdout).toContain('\n◐ Conformant as far as assessed: ');
  expect(readFileSync(join(directory, 'summary.md'), 'utf8')).toMatch(/^## ◐ /);
  expect(stdout).toMatch(/\n {2}Would add most (CES_\w+, ){2}CES_\w+; npm run doctor /);
});

test('a read-only run without fixtures says what to give, and writes nothing', async ({ runs, target }) => {
  const { variables, seen } = await target();
  const { code, stdout } = await runs.run(['--read-only'], pick(variables, ['CES_BASE_URL', 'CES_USERNAME', 'CES_PASSWORD']));
  expect(code).toBe(2);
  expect(stdout).not.toContain('This run leaves');
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^Exit 2: No requirement was assessed\. Give records to look at: CES_.*; npm run doctor /,
  );
  expect(seen.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a read-only run sends nothing but GET, and says of the rest what kept it from being assessed', async ({ runs, target }) => {
  const { variables, seen } = await target();
  const { code, stdout, directory } = await runs.run([], { ...variables, ...QUICK, CES_READ_ONLY: '1' });
  expect(code, stdout).toBe(0);
  expect([...new Set(seen.map(({ method }) => method))]).toEqual(['GET']);
  const result = await resultIn(directory);
  expect(result).toMatchObject({ verdict: 'conformant', complete: false });
  expect(result.sentence).toContain('as far as assessed');
  const checks = checksOfWriting(result).filter(({ title }) => title !== SEQUENCES);
  expect(checks.filter(({ status }) => status !== 'not-assessed').map(({ title, category }) => `${category} ${title}`)).toEqual([]);
  const unnamed = checks.filter(({ variables: named }) => !named?.includes('CES_READ_ONLY'));
  expect(unnamed.map(({ title, message }) => `${title}: ${message}`)).toEqual([]);
});

test('sequences of a read-only run show nothing of what only writing could show', async ({ runs, target }) => {
  const { variables } = await target();
  const args = ['--grep', `${SEQUENCES}|getSegment: `];
  const { directory } = await runs.run(args, { ...variables, ...QUICK, CES_READ_ONLY: '1' });
  const { requirements } = await resultIn(directory);
  const checks = requirements.flatMap((entry) => entry.checks).filter(({ title }) => title === SEQUENCES);
  expect(checks.length).toBeGreaterThan(0);
  expect(checks.filter(({ status, variables: named }) => status !== 'not-assessed' || !named?.includes('CES_READ_ONLY'))).toEqual([]);
});

const SEQUENCES = 'the statements hold after requests in any order';

/** The checks at endpoints that write; what was never seen of their answers is another matter. */
function checksOfWriting({ endpoints, requirements }: ConformanceResult): CheckResult[] {
  const writing = endpoints.filter(({ method }) => method === 'POST').map(({ number }) => number);
  return requirements
    .filter(({ level }) => level !== 'completeness')
    .flatMap(({ checks }) => checks)
    .filter(({ endpoint }) => endpoint !== null && writing.includes(endpoint));
}

function without(variables: Variables, names: readonly string[]): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !names.includes(name)));
}

function pick(variables: Variables, names: readonly string[]): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => names.includes(name)));
}

function namedVariables({ requirements }: ConformanceResult): string[] {
  return requirements.flatMap(({ checks }) => checks.flatMap(({ variables = [] }) => variables));
}
