import { expect, test } from '@playwright/test';
import { sendAgain } from '../../src/report/send-again.ts';

const ONE = { curl: 'curl last', endpoint: 1 };

test('one request that shows it needs no advice', () => {
  expect(sendAgain(ONE)).toEqual({ advice: null, commands: 'curl last' });
  expect(sendAgain({ endpoint: 1 })).toBeUndefined();
});

test('several stand in order, a command a line', () => {
  expect(sendAgain({ ...ONE, sequence: { commands: ['id=$(curl first)', 'curl last'] } })).toEqual({
    advice: 'It takes all these requests: the last alone may not show it.',
    commands: 'id=$(curl first)\ncurl last',
  });
});

for (const [byHand, advice] of [
  [{ id: 'b%2F1', from: 'answer' }, 'Put the id that the answer before gives in place of b%2F1.'],
  [
    { id: 'evt_1', from: 'look-up', marker: 'm-1' },
    'Put another marker in place of m-1. Look the tracked event up, and put its id in place of evt_1.',
  ],
  [{ id: 'evt_1', from: 'look-up' }, 'Look the tracked event up, and put its id in place of evt_1.'],
] as const)
  test(`people hear what to do by hand: ${advice}`, () => {
    expect(sendAgain({ ...ONE, sequence: { commands: ['curl first', 'curl last'], byHand } })?.advice).toBe(
      `It takes these requests one by one: the last alone may not show it. ${advice}`,
    );
  });

test('what an update did stands after mending', () => {
  expect(sendAgain({ curl: 'curl', endpoint: 3, at: '/customers/0' })?.advice).toMatch(/run the test again to see that it is mended/);
  expect(sendAgain({ curl: 'curl', endpoint: 3 })?.advice).toBeNull();
});
