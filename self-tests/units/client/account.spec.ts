import { Account } from '../../../src/client/account.ts';
import { byTime } from '../../../src/client/time.ts';
import { expect, test } from '../../test.ts';

test('once wrong credentials lock the good ones, no more are sent', async () => {
  const account = new Account();
  account.allowed(1000);
  await account.turnToGuess();
  account.guessed(2000);
  // On its way when the account was locked.
  account.allowed(1990);
  account.refusedEverywhere();
  await expect(account.turnToGuess()).rejects.toThrow('refused after 1 requests with wrong ones');
  expect(account.lockedAfter).toBe(1);
});

test('wrong credentials lock nothing, where good ones are accepted long after them', async () => {
  const account = new Account();
  account.guessed(2000);
  account.allowed(7000);
  account.refusedEverywhere();
  await account.turnToGuess();
  expect(account.lockedAfter).toBeNull();
});

test('nothing is locked before wrong credentials were sent', () => {
  const account = new Account();
  account.refusedEverywhere();
  expect(account.lockedAfter).toBeNull();
});

test('wrong credentials keep to their ceiling', async () => {
  let now = 1_000_000;
  const sentAt: number[] = [];
  const sleep = async (milliseconds: number) => {
    now += milliseconds;
  };
  await byTime({ now: () => now, sleep }, async () => {
    const account = new Account(20);
    for (let time = 0; time < 4; time += 1) {
      await account.turnToGuess();
      sentAt.push(now - 1_000_000);
    }
  });
  expect(sentAt).toEqual([0, 3000, 6000, 9000]);
});
