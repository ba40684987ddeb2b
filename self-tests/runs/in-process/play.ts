import type { Difference, Interposition } from '../../../mutation/interposition.ts';
import { at, counting, here, unchanged } from '../../../mutation/rows.ts';
import type { Plan } from '../../../mutation/run-parts.ts';
import { runSuite, type SuiteRun } from '../../../mutation/run-suite.ts';
import type { ConformanceResult } from '../../../src/result/result.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { expect } from '../../test.ts';

/** A busy machine would add time-outs. */
const PATIENT = { CES_TIMEOUT_MS: '20000', CES_RESOLUTION_TIMEOUT_MS: '20000' };

/** Runs the tests whose titles begin so, or fit, against a service that differs. */
export async function play(chosen: string | RegExp, difference: Difference, plan: Partial<Plan> = {}): Promise<SuiteRun> {
  const run = await runSuite(difference, {
    parts: [({ title }) => (typeof chosen === 'string' ? title.startsWith(chosen) : chosen.test(title))],
    ...plan,
    variables: { ...PATIENT, ...plan.variables },
  });
  expect(run.mistakes).toEqual([]);
  return run;
}

/** Its findings but for those of completeness, since only some tests ran. */
export const shownIn = ({ findings = [] }: ConformanceResult) => findings.filter(({ level }) => level !== 'completeness');
export const findingsOf = async (title: string | RegExp, difference: Difference) => shownIn((await play(title, difference)).result);

/** None of the requests that go before those at once. */
const FIRST = 4;

/** Breaks some requests to an endpoint, by number: those at once and what is sent again on a fresh connection, not what is sent alone afterwards. */
export function breaking(endpoint: EndpointName, how: Interposition, last = 10): Difference {
  const some = counting((count, request, forward) => (count >= FIRST && count <= last ? how : unchanged)(request, forward));
  return { interpose: at(endpoint)(here(some)) };
}
