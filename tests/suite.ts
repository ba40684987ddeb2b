// How a test of the suite is written: `test(title, scenario(endpoint, statements, async ({ implementation, check }) => { … }))`.
export { type CoveredScenario, scenario, test } from '../src/engine/playwright/test.ts';
export type { Judged, ScenarioBody, ScenarioContext } from '../src/engine/scenario.ts';
export { ifAssessed, LimitReached, NotAssessed, need } from '../src/settings/not-assessed.ts';
export { answeredRecords, exampleRecord, exampleRecords, firstBroken, ifPossible, recordOf } from './scenarios/records.ts';
