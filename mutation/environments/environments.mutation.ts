import { expect, test } from '@playwright/test';
import { runSuite } from '../run-suite.ts';
import { suiteScenarios } from '../suite-scenarios.ts';
import { ENVIRONMENTS } from './environments.ts';

const LONGEST_MS = 5 * 60_000;
/** As a real run, and patient enough for a busy machine. */
const PLAN = { parts: [() => true], settles: () => false, lanes: 8 };
const VARIABLES = { CES_TIMEOUT_MS: '8000', CES_RESOLUTION_TIMEOUT_MS: '8000', CES_PATIENCE_MS: '20000' };
/** Requirements in all. */
const ENOUGH = 117;

const { ENVIRONMENT: wanted } = process.env;

for (const environment of ENVIRONMENTS.filter(({ name }) => wanted === undefined || name.includes(wanted)))
  test(`environment: ${environment.name}`, async () => {
    test.setTimeout(LONGEST_MS);
    // What is away at the start should still be so when the run begins.
    await suiteScenarios();
    const { failed, mistakes, changes, result, durationMs } = await runSuite(environment, {
      ...PLAN,
      variables: { ...VARIABLES, ...environment.variables },
    });
    const open = result.requirements.filter(({ status }) => status !== 'passed').map(({ id }) => id);
    if (process.env.DEBUG_ENV) console.log(environment.name, durationMs, changes, result.notices, open, failed.map(({ requirement, endpoint, findings, contrast }) => `${requirement} at ${endpoint}: ${JSON.stringify(findings)} ${contrast}`), JSON.stringify(result.requirements.flatMap(({ checks }) => checks.filter(({status}) => status === 'not-assessed').map(({reason, endpoint}) => `${endpoint} ${reason}`)),null,1).slice(0,1500));
    expect.soft(failed.map(({ requirement, endpoint, findings }) => `${requirement} at ${endpoint}: ${JSON.stringify(findings)}`)).toEqual([]);
    expect.soft(mistakes).toEqual([]);
    expect.soft(result.noVerdictReason).toBeUndefined();
    expect.soft(ENOUGH - open.length, open.join(', ')).toBeGreaterThan(100);
    if (environment.says) expect(result.notices?.join('\n')).toMatch(environment.says);
  });
