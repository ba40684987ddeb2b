import { expect, test } from '@playwright/test';
import { suiteScenes } from '../../../mutation/suite-scenarios.ts';
import type { Scene } from '../../../src/engine/scenario.ts';
import { assemble } from '../../../src/result/assemble.ts';
import { QUESTIONS, question, REQUIREMENTS, requirement } from '../../../src/specification/register.ts';
import { ended, run } from './evidence.ts';

let scenes: readonly Scene[];

test.beforeAll(async () => {
  // A module declares its scenes once a process: whoever else needs them here must get them from the same place.
  scenes = (await suiteScenes()).flatMap((file) => file.scenes);
});

/** What the suite checks: `id at endpoint`. */
const declared = () => new Set(scenes.flatMap(({ covers }) => covers.requirements.map((id) => `${id} at ${covers.endpoint}`)));
const observed = () => new Set(scenes.flatMap(({ covers }) => (covers.observes ?? []).map((id) => `${id} at ${covers.endpoint}`)));

/** What the result of every run answers by itself, without a scene. */
function answeredByTheReporter(): Set<string> {
  return new Set(assemble(run([ended([])])).observations.map(({ id }) => id));
}

test('the suite has scenes for all endpoints, each with a title of its own', () => {
  const endpoints = new Set(scenes.map(({ covers }) => covers.endpoint));
  for (let number = 1; number <= 18; number += 1) expect(endpoints).toContain(number);
  const titles = scenes.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('every statement of the register is checked at each of its endpoints', () => {
  const checked = declared();
  const listed = REQUIREMENTS.filter(({ level }) => level !== 'completeness').flatMap(({ id, endpoints }) =>
    endpoints.map((number) => `${id} at ${number}`),
  );
  expect(listed.filter((place) => !checked.has(place))).toEqual([]);
});

test('nothing is checked at an endpoint that the register does not list for it', () => {
  const astray = scenes.flatMap(({ title, covers }) =>
    covers.requirements
      // A scene over several endpoints says of each check where it was made.
      .filter((id) => covers.endpoint !== null && !requirement(id).endpoints.includes(covers.endpoint))
      .map((id) => `${id} at ${covers.endpoint} (${title})`),
  );
  expect(astray).toEqual([]);
});

test('no scene declares completeness: it is told of the whole run', () => {
  expect(scenes.flatMap(({ covers }) => covers.requirements).filter((id) => requirement(id).level === 'completeness')).toEqual([]);
});

test('every question is asked at each of its endpoints', () => {
  const asked = observed();
  const byReporter = answeredByTheReporter();
  const listed = QUESTIONS.filter(({ id }) => !byReporter.has(id)).flatMap(({ id, endpoints }) =>
    endpoints.length === 0 ? [`${id} at null`] : endpoints.map((number) => `${id} at ${number}`),
  );
  expect(listed.filter((place) => !asked.has(place))).toEqual([]);
});

test('no question is asked that the register does not have', () => {
  for (const { covers } of scenes) for (const id of covers.observes ?? []) expect(question(id).id).toBe(id);
});
