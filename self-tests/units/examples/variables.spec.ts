import { expect, test } from '@playwright/test';
import { VARIABLE_NAMES } from '../../../src/settings/variables.ts';
import { examples } from './files.ts';

for (const { name, text } of examples()) {
  test(`${name} names only variables that exist`, () => {
    const named = [...new Set(text.match(/\bCES_\w+/g))];
    expect(VARIABLE_NAMES).toEqual(expect.arrayContaining(named));
  });
}

test('there is an example for each of the places that the README names', () => {
  expect(
    examples()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['docker/Dockerfile', 'github-actions/action.yml', 'github-actions/conformance.yml', 'gitlab/.gitlab-ci.yml']);
});
