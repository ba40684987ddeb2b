import type { TestDetails, TestInfo } from '@playwright/test';
import type { Category } from '../../specification/categories.ts';
import { type EndpointName, endpoint as rowOf } from '../../specification/endpoints.ts';
import type { QuestionId, StatementId } from '../../specification/register.ts';
import type { Scenario, ScenarioBody } from '../scenario.ts';
import { baseTest } from './bare-test.ts';
import { coversOf, toAnnotations } from './covers-annotations.ts';
import { isOwnRun } from './own-run.ts';
import { SuiteRun } from './suite-run.ts';

/** The body of a test as Playwright takes it, and the scenario's body in it. */
export type TestBody = ((fixtures: { suiteRun: SuiteRun }, testInfo: TestInfo) => Promise<void>) & { readonly body: ScenarioBody };

/** What a test covers and its body, made by a function that several spec files share: `test('title', ...memberComesBack(…))`. */
export type CoveredScenario = readonly [TestDetails, TestBody];

type SuiteTest = (title: string, details: TestDetails, body: TestBody) => void;

const playwrightTest: SuiteTest = baseTest().extend<object, { suiteRun: SuiteRun }>({
  suiteRun: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use, { config }) => {
      const run = new SuiteRun(config.metadata, (file) => scenariosIn(() => import(`${file}?scenarios`)));
      await use(run);
      await run.close();
    },
    { scope: 'worker', timeout: 0 },
  ],
});

/**
 * Declares a test of the suite. It is Playwright's own function, called in the spec file itself, so that editors, UI mode and reports lead
 * to the test's line. While scenarios are collected, it collects them instead.
 */
export let test: SuiteTest = playwrightTest;

/** The scenarios that spec files declare as they are loaded, for playing them in another order than Playwright's, or without it. */
export async function scenariosIn(load: () => Promise<unknown>): Promise<readonly Scenario[]> {
  const scenarios: Scenario[] = [];
  test = (title, { annotation = [] }, { body }) => scenarios.push({ title, covers: coversOf([annotation].flat()), body });
  try {
    await load();
  } finally {
    test = playwrightTest;
  }
  return scenarios;
}

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
    /** It looks at what the others left, so it begins when they have ended. */
    readonly last?: true;
  } = {},
): TestDetails {
  const { observes = [], ...others } = more;
  return {
    annotation: toAnnotations({ endpoint, statements: [statements].flat(), observes: [observes].flat(), ...others }),
    tag: endpoint === null ? [] : [`@endpoint-${rowOf(endpoint).number}`],
  };
}

/** The body of a test. The run plays it, and the test fails or skips by what came of it. */
export function scenario(body: ScenarioBody): TestBody {
  const run = async ({ suiteRun }: { suiteRun: SuiteRun }, testInfo: TestInfo) => {
    const played = await suiteRun.outcomeOf(testInfo, body);
    if (played === null) return testInfo.skip(true, 'The run has no verdict');
    const { record, suiteError, session } = played;
    const failures = record.failures();
    if (suiteError !== null || failures !== null) {
      // This keeps the worker, and so the run; the reporter makes it a failure again.
      if (isOwnRun()) testInfo.fail();
      throw suiteError ?? new CheckFailure(session.redact(failures ?? ''));
    }
    const reason = record.nothingAssessed();
    testInfo.skip(reason !== null, reason ?? '');
  };
  return Object.assign(run, { body });
}

/** The same test with its body in another one, which may act before and after it. */
export function around([details, { body }]: CoveredScenario, surround: (body: ScenarioBody) => ScenarioBody): CoveredScenario {
  return [details, scenario(surround(body))];
}

/** Shows no stack: its message says all, and its place in the suite helps nobody. */
class CheckFailure extends Error {
  override readonly name = 'Failed check';

  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}
