import { suiteScenarios } from '../../../mutation/run-parts.ts';
import type { Scenario } from '../../../src/engine/scenario.ts';
import { assemble } from '../../../src/result/assemble.ts';
import { ENDPOINT_NAMES } from '../../../src/specification/endpoints.ts';
import { QUESTIONS, REQUIREMENTS, statementOf } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { ended, run } from '../engine/evidence.ts';

let scenarios: readonly Scenario[];

test.beforeAll(async () => {
  // A module declares its scenarios once a process: whoever else needs them here must get them from the same place.
  scenarios = (await suiteScenarios()).flatMap((file) => file.scenarios);
});

/** What the suite checks: `id at endpoint`. */
const declared = () => new Set(scenarios.flatMap(({ covers }) => covers.statements.map((id) => `${id} at ${covers.endpoint}`)));
const observed = () => new Set(scenarios.flatMap(({ covers }) => (covers.observes ?? []).map((id) => `${id} at ${covers.endpoint}`)));

test('the suite has scenarios for all endpoints, each with a title of its own', () => {
  const endpoints = new Set(scenarios.map(({ covers }) => covers.endpoint));
  for (const name of ENDPOINT_NAMES) expect(endpoints).toContain(name);
  const titles = scenarios.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('a title that begins with the name of an endpoint belongs to that endpoint', () => {
  const astray = scenarios.filter(({ title, covers }) => {
    const named = ENDPOINT_NAMES.find((name) => title.startsWith(`${name}: `));
    return named !== undefined && named !== covers.endpoint;
  });
  expect(astray.map(({ title }) => title)).toEqual([]);
});

test('every statement of the register is checked at each of its endpoints', () => {
  const checked = declared();
  const listed = REQUIREMENTS.filter(({ level }) => level !== 'completeness').flatMap(({ id, endpoints }) =>
    endpoints.map((name) => `${id} at ${name}`),
  );
  expect(listed.filter((place) => !checked.has(place))).toEqual([]);
});

test('nothing is checked at an endpoint that the register does not list for it', () => {
  const astray = scenarios.flatMap(({ title, covers }) =>
    covers.statements
      // A scenario over several endpoints says of each check where it was made.
      .filter((id) => covers.endpoint !== null && !statementOf(id).endpoints.includes(covers.endpoint))
      .map((id) => `${id} at ${covers.endpoint} (${title})`),
  );
  expect(astray).toEqual([]);
});

test('no scenario declares completeness: it is judged over the whole run', () =>
  expect(scenarios.flatMap(({ covers }) => covers.statements).filter((id) => statementOf(id).level === 'completeness')).toEqual([]));

test('every question is asked at each of its endpoints', () => {
  const asked = observed();
  // Some are answered by the result of every run itself, without a scenario.
  const byReporter: readonly string[] = assemble(run([ended([])])).observations.map(({ id }) => id);
  const listed = QUESTIONS.filter(({ id }) => !byReporter.includes(id)).flatMap(({ id, endpoints }) =>
    endpoints.length === 0 ? [`${id} at null`] : endpoints.map((name) => `${id} at ${name}`),
  );
  expect(listed.filter((place) => !asked.has(place))).toEqual([]);
});
