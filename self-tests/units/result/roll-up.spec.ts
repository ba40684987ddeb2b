import { expect, test } from '@playwright/test';
import { statusOf } from '../../../src/result/roll-up.ts';

test('what only a second record would open keeps no statement open that was assessed elsewhere', () => {
  const open = { status: 'not-assessed', variables: ['CES_OTHER_SEGMENT_ID'] } as const;
  expect(statusOf([{ status: 'passed' }, open])).toBe('passed');
  expect(statusOf([{ status: 'failed' }, open])).toBe('failed');
  expect(statusOf([open])).toBe('not-assessed');
  expect(statusOf([{ status: 'passed' }, { status: 'not-assessed', variables: ['CES_SEGMENT_ID'] }])).toBe('not-assessed');
});
