import { Account } from '../../../src/client/account.ts';
import { byTime } from '../../../src/client/time.ts';
import { expect, test } from '../../test.ts';

test('once wrong credentials lock the good ones, no more are sent', async () => {
  const account = new Account();
  account.allowed(1000);
  await account.turnToBeRejected(true);
  account.rejected(2000, true);
  // On its way when the account was locked.
  account.allowed(1990);
  account.refusedEverywhere();
  await expect(account.turnToBeRejected(true)).rejects.toThrow('refused after 1 requests with wrong ones');
  expect(account.lockedAfter).toBe(1);
});

test('wrong credentials lock nothing, where good ones are accepted long after them', async () => {
  const account = new Account();
  account.rejected(2000, true);
  account.allowed(7000);
  account.refusedEverywhere();
  await account.turnToBeRejected(true);
  expect(account.lockedAfter).toBeNull();
});

test('good credentials that are put off after wrong ones, again and again, are locked, unless they were put off before any', async () => {
  for (const [isBefore, lockedAfter] of [
    [false, 3],
    [true, null],
  ] as const) {
    const account = new Account();
    if (isBefore) account.putOff();
    for (const time of [1000, 2000, 3000]) {
      account.rejected(time, true);
      expect(account.lockedAfter).toBeNull();
      account.putOff();
      account.putOff();
    }
    account.refusedEverywhere(true);
    expect(account.lockedAfter).toBe(lockedAfter);
  }
});

test('a target that shows a limit of requests a second puts good credentials off for that', () => {
  const account = new Account();
  for (const time of [1000, 2000, 3000]) {
    account.rejected(time, true);
    account.putOff(true);
  }
  expect(account.lockedAfter).toBeNull();
});

test('a target that lets many requests through between two waits has a limit of requests', () => {
  const account = new Account();
  for (const time of [1000, 2000, 3000]) {
    account.rejected(time, true);
    for (let request = 0; request < 100; request += 1) account.allowed(time);
    account.putOff();
  }
  expect(account.lockedAfter).toBeNull();
});

test('what is locked again, though no wrong credentials are sent any more, is sent none without credentials either', async () => {
  const account = new Account();
  account.rejected(1000, true);
  account.refusedEverywhere();
  await account.turnToBeRejected(false);
  account.allowed(2000);
  account.rejected(3000, false);
  account.refusedEverywhere();
  await expect(account.turnToBeRejected(false)).rejects.toThrow('refused after 1 requests');
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
      await account.turnToBeRejected(true);
      sentAt.push(now - 1_000_000);
    }
  });
  expect(sentAt).toEqual([0, 3000, 6000, 9000]);
});
