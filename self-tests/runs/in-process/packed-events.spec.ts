import { onRecords } from '../../../mutation/answers.ts';
import { expect, test } from '../../test.ts';
import { findingsOf } from './play.ts';

test.describe.configure({ timeout: 60_000 });

/** What is found at a service that shows some names of events as another. */
function findingsWhere(isRenamed: (name: string) => boolean) {
  const renaming = onRecords(['getEvent'], (event) => (isRenamed(String(event.name)) ? { ...event, name: 'renamed' } : event));
  return findingsOf('whatever name is accepted is the name of the event', { interpose: renaming });
}

test('one of several names that went together is found alone', async () => {
  const found = await findingsWhere((name) => name.includes('&'));
  expect(found).toMatchObject([
    { requirement: 'event.name-is-tracked-name', pointer: '/name', expected: '"o\'neil & <b>sons</b>"', actual: '"renamed"' },
  ]);
});

test('names that are lost only together are found together', async () => {
  const found = await findingsWhere((name) => name.includes('&') && name.includes('😀'));
  expect(found).toMatchObject([{ requirement: 'event.name-is-tracked-name', actual: '"renamed"' }]);
  expect(found[0]?.expected).toMatch(/^"Order Placed-.*😀"$/);
});
