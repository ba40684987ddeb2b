import type { TestDetails, TestInfo } from '@playwright/test';
import type { Category } from '../../specification/categories.ts';
import { type EndpointName, endpoint as rowOf } from '../../specification/endpoints.ts';
import type { QuestionId, StatementId } from '../../specification/register.ts';
import { EVIDENCE } from '../evidence/evidence.ts';
import type { ScenarioBody } from '../scenario.ts';
import { nothingInCommon, Session } from '../session.ts';
import { baseTest } from './bare-test.ts';
import { type CoveredScenario, collector, type SuiteTest, type TestBody } from './collected-scenarios.ts';
import { toAnnotations } from './covers-annotations.ts';
import { Lanes } from './lanes.ts';
import { isOwnRun } from './own-run.ts';
import { lanesPerWorker } from './parallelism.ts';
import { plannedIn } from './plan.ts';

const playwrightTest = baseTest().extend<object, { lanes: Lanes }>({
  lanes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use, { workerIndex, config }) => {
      const common = nothingInCommon();
      const open = (lane: number) => Session.open(sessionName(workerIndex, lane), config.workers * lanesPerWorker(), common);
      const lanes = new Lanes(lanesPerWorker(), open, plannedIn);
      await use(lanes);
      await lanes.close();
    },
    { scope: 'worker' },
  ],
});

/**
 * Declares a test of the suite. It is Playwright's own function, called in the spec file itself, so that editors, UI mode and reports lead
 * to the test's line. In the mutation run it collects the scenario instead.
 */
export const test: SuiteTest = collector() ?? playwrightTest;

/** What a test covers, as Playwright's test details: statements of the register at one endpoint, or over several (null). */
export function covers(
  endpoint: EndpointName | null,
  statements: StatementId | readonly StatementId[],
  more: {
    /** Questions whose answers it may record. */
    readonly observes?: QuestionId | readonly QuestionId[];
    /** Other tests check these statements as well, so a refusal here leaves nothing open. */
    readonly optional?: true;
    /** The category of the checks in the report, if not their statement's own. */
    readonly category?: Category;
  } = {},
): TestDetails {
  const { observes = [], ...others } = more;
  return {
    annotation: toAnnotations({ endpoint, statements: [statements].flat(), observes: [observes].flat(), ...others }),
    tag: endpoint === null ? [] : [`@endpoint-${rowOf(endpoint).number}`],
  };
}

/** The tests of spec files that a worker has loaded and not played yet, in order. */
const declared: TestBody[] = [];

/** The body of a test. It runs in a lane of the worker, attaches its evidence for the report, and fails or skips the test by it. */
export function scenario(body: ScenarioBody): TestBody {
  const run = async ({ lanes }: { lanes: Lanes }, testInfo: TestInfo) => {
    const { record, evidence, suiteError, session } = await lanes.play(test, testInfo, () => declared.splice(0));
    await testInfo.attach(EVIDENCE, { body: JSON.stringify(evidence), contentType: 'application/json' });
    if (suiteError !== null) throw suiteError;
    const failures = record.failures();
    if (failures !== null) {
      // This keeps the worker; the reporter makes it a failure again.
      if (isOwnRun()) testInfo.fail();
      throw new CheckFailure(session.redact(failures));
    }
    const reason = record.nothingAssessed();
    testInfo.skip(reason !== null, reason ?? '');
  };
  const test: TestBody = Object.assign(run, { body });
  declared.push(test);
  return test;
}

/** The same test with its body in another one, which may act before and after it. It takes the place of the test that is given. */
export function around([details, test]: CoveredScenario, surround: (body: ScenarioBody) => ScenarioBody): CoveredScenario {
  declared.splice(declared.indexOf(test), 1);
  return [details, scenario(surround(test.body))];
}

function sessionName(worker: number, lane: number): string {
  return `${worker}${String.fromCharCode('a'.charCodeAt(0) + lane)}`;
}

/** Shows no stack: its message says all, and its place in the suite helps nobody. */
class CheckFailure extends Error {
  override readonly name = 'Failed check';

  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}
