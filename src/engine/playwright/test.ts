import type { TestDetails, TestInfo } from '@playwright/test';
import { type EndpointName, endpoint as rowOf } from '../../specification/endpoints.ts';
import { QUESTIONS, type QuestionId, type StatementId } from '../../specification/register.ts';
import type { Covers } from '../evidence/check-record.ts';
import type { Scenario, ScenarioBody } from '../scenario.ts';
import { toAnnotations } from './covers-annotations.ts';
import { baseTest, isOwnRun } from './own-run.ts';
import { SuiteRun } from './suite-run.ts';

type TestBody = (fixtures: { suiteRun: SuiteRun }, testInfo: TestInfo) => Promise<void>;

export interface CoveredScenario {
  readonly covers: Covers;
  readonly body: ScenarioBody;
}

type PlaywrightTest = (title: string, details: TestDetails, body: TestBody) => void;

const playwrightTest: PlaywrightTest = baseTest().extend<object, { suiteRun: SuiteRun }>({
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

/** Where the scenarios are collected that spec files declare; null while Playwright takes them. */
let collected: Scenario[] | null = null;

/** Declares a test of the suite: for Playwright, or for whoever collects the scenarios. */
export function test(title: string, { covers, body }: CoveredScenario): void {
  if (collected !== null) collected.push({ title, covers, body });
  else {
    const tag = covers.endpoint === null ? [] : [`@endpoint-${rowOf(covers.endpoint).number}`];
    calledFromSpecFile(() => playwrightTest(title, { annotation: toAnnotations(covers), tag }, playing({ title, covers, body })));
  }
}

/** Playwright takes a test's place from two frames up the stack. Without its own frames and `declare`'s, that is the line of the spec file. */
function calledFromSpecFile(declare: () => void): void {
  const { captureStackTrace } = Error;
  Error.captureStackTrace = (target) => captureStackTrace(target, calledFromSpecFile);
  try {
    declare();
  } finally {
    Error.captureStackTrace = captureStackTrace;
  }
}

/** The scenarios that spec files declare as they are loaded, for playing them in another order than Playwright's, or without it. */
export async function scenariosIn(load: () => Promise<unknown>): Promise<readonly Scenario[]> {
  const scenarios: Scenario[] = [];
  collected = scenarios;
  try {
    await load();
  } finally {
    collected = null;
  }
  return scenarios;
}

type Id = StatementId | QuestionId;
type More = Pick<Covers, 'optional' | 'category' | 'last'>;

/** What a test checks, and which questions it may answer, at one endpoint, or over several (null). Several spec files may share it. */
export function scenario(endpoint: EndpointName | null, ids: Id | readonly Id[], body: ScenarioBody): CoveredScenario;
export function scenario(endpoint: EndpointName | null, ids: Id | readonly Id[], more: More, body: ScenarioBody): CoveredScenario;
export function scenario(
  endpoint: EndpointName | null,
  ids: Id | readonly Id[],
  ...rest: readonly [ScenarioBody] | readonly [More, ScenarioBody]
): CoveredScenario {
  const [more, body] = rest.length === 1 ? [{}, rest[0]] : rest;
  const statements = [ids].flat().filter((id) => !isQuestion(id)) as StatementId[];
  return { covers: { endpoint, statements, observes: [ids].flat().filter(isQuestion), ...more }, body };
}

const isQuestion = (id: Id): id is QuestionId => QUESTIONS.some((question) => question.id === id);

/** The run plays the scenario, and the test fails or skips by what came of it. */
function playing(own: Scenario): TestBody {
  return async ({ suiteRun }, testInfo) => {
    const played = await suiteRun.outcomeOf(testInfo, own);
    if (played === null) return testInfo.skip(true, 'The run has no verdict');
    const { record, suiteError, session } = played;
    const failures = record.failures();
    if (suiteError !== null || failures !== null) {
      // This keeps the worker, and so the run; the reporter makes it a failure again.
      if (isOwnRun()) testInfo.fail();
      throw suiteError ?? failedCheck(session.redact(failures ?? ''));
    }
    const reason = record.nothingAssessed();
    testInfo.skip(reason !== null, reason ?? '');
  };
}

/** Shows no stack: its message says all, and its place in the suite helps nobody. */
function failedCheck(message: string): Error {
  const name = 'Failed check';
  return Object.assign(new Error(message), { name, stack: `${name}: ${message}` });
}
