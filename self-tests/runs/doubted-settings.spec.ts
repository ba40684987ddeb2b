import { expect } from '@playwright/test';
import { only, QUICK, test } from './run.ts';

test('a look-up that never finds an event is named in the finding, among what is left open, and in the last line', async ({
  runs,
  target,
}) => {
  const { variables } = await target();
  const wrong = { ...variables, ...QUICK, CES_EVENT_LOOKUP_URL: '/nowhere/{marker}', CES_RESOLUTION_TIMEOUT_MS: '300' };
  const { code, stdout } = await runs.run(only('a tracked event can be read, with its name and data'), wrong);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /Actual +the look-up does not know the marker .*; CES_EVENT_LOOKUP_URL="\/nowhere\/\{marker\}" finds no event; if the look-up is right, this is a fault/,
  );
  expect(stdout).toMatch(/Left open +CES_EVENT_LOOKUP_URL=\/nowhere\/\{marker\} finds no event/);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(
    'Exit 1: 1 requirement broken; 1 setting looks wrong (Left open), which npm run doctor -- --allow-writes tries',
  );
});
