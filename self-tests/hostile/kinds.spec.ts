import { runSuite } from '../../mutation/run-suite.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { type EndpointName, numberOf } from '../../src/specification/endpoints.ts';
import { expect, test } from '../test.ts';
import { KINDS } from './kinds.ts';
import { expectWholeReport } from './whole-report.ts';

/** Beyond what the process ever had before; the endless kinds would take gigabytes. */
const MOST_BYTES = 200 * 1024 * 1024;

const peakBytes = () => process.resourceUsage().maxRSS * 1024;

/** A busy machine would add time-outs. */
const PATIENT = { CES_TIMEOUT_MS: '20000' };

for (const { name, endpoint, interpose, fails, mayFail, says, variables } of KINDS)
  test(`${name}: ${fails.length === 0 ? 'fails nothing' : 'fails what it has to'}, and the report is whole`, async () => {
    test.setTimeout(90_000);
    const before = peakBytes();
    const { result, failed, changes, mistakes } = await runSuite(
      { interpose },
      { parts: [({ covers }) => covers.endpoint === endpoint], variables: { ...PATIENT, ...variables } },
    );
    expect(peakBytes() - before).toBeLessThan(MOST_BYTES);
    expect(mistakes).toEqual([]);
    expect(changes).toBeGreaterThan(0);

    const reported = [...new Set(failed.map(({ requirement }) => requirement))];
    expect(reported.filter((id) => fails.includes(id) || !mayFail?.test(id)).sort()).toEqual([...fails].sort());
    if (says) expect(messages(result, fails.length === 0 ? 'not-assessed' : 'failed', endpoint).join('\n\n')).toMatch(says);
    expectWholeReport(result);
    expect('polluted' in {}).toBe(false);
  });

function messages(result: ConformanceResult, status: string, name: EndpointName): string[] {
  const checks = result.requirements.flatMap((requirement) => requirement.checks);
  return checks.filter((check) => check.status === status && check.endpoint === numberOf(name)).map(({ message = '' }) => message);
}
