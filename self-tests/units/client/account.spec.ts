import { Account } from '../../../src/client/account.ts';
import type { Ask } from '../../../src/client/ask.ts';
import { byTime } from '../../../src/client/time.ts';
import type { Reading } from '../../../src/http/reading.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

const ask: Ask = {
  route: 'POST /businesses',
  effect: 'creates',
  welcome: true,
  guesses: false,
  json: true,
  send: async () => {
    throw new Error('sent by nobody');
  },
  ended: () => {},
};
const refusal = (status: number) => exchange({ status, body: { error: 'This key may only read' } });

/** Sends what was allowed before, and reads its answer so. */
function resend(reading: Reading) {
  let sent = 0;
  return {
    send: async () => {
      sent += 1;
      return reading;
    },
    sent: () => sent,
  };
}

test('what was never allowed is not the service’s fault, in its own words', async () => {
  const account = new Account();
  await expect(account.refused(ask, refusal(403), resend('service').send)).rejects.toThrow(
    'These credentials may not POST /businesses: status 403: This key may only read. Ask the owner of the service for the right',
  );
  expect(account.refusals).toEqual({ barred: ['POST /businesses'], answer: 'status 403: This key may only read', lockedAfter: null });
});

test('the refusal of one input stands, where what was allowed before still is; after three of them nobody asks again', async () => {
  const account = new Account();
  account.allowed(ask, 0);
  const again = resend('service');
  for (let time = 0; time < 5; time += 1) expect((await account.refused(ask, refusal(403), again.send)).answer?.status).toBe(403);
  expect(again.sent()).toBe(3);
  expect(account.refusals).toBeNull();
});

test('no update is sent again, since it would undo later ones', async () => {
  const account = new Account();
  const updating: Ask = { ...ask, effect: 'changes' };
  account.allowed(updating, 0);
  const again = resend('barred');
  expect((await account.refused(updating, refusal(403), again.send)).answer?.status).toBe(403);
  expect(again.sent()).toBe(0);
});

for (const [status, reading] of [
  [403, 'barred'],
  [402, 'service'],
] as const)
  test(`a right that ended is not the service’s fault: ${status}`, async () => {
    const account = new Account();
    account.allowed(ask, 0);
    await expect(account.refused(ask, refusal(status), resend(reading).send)).rejects.toThrow('These credentials may not');
    account.allowed(ask, 0);
    expect(account.refusals).toBeNull();
  });

test('once wrong credentials lock the good ones, no more are sent', async () => {
  const account = new Account();
  account.allowed(ask, 1000);
  await account.turnToGuess();
  account.guessed(2000);
  // On its way when the account was locked.
  account.allowed(ask, 1990);
  account.refusedEverywhere();
  await expect(account.turnToGuess()).rejects.toThrow('refused after 1 requests with wrong ones');
  expect(account.refusals).toEqual({ barred: [], answer: null, lockedAfter: 1 });
});

test('wrong credentials lock nothing, where good ones are accepted long after them', async () => {
  const account = new Account();
  account.guessed(2000);
  account.allowed(ask, 7000);
  account.refusedEverywhere();
  await account.turnToGuess();
  expect(account.refusals).toBeNull();
});

test('nothing is locked before wrong credentials were sent', () => {
  const account = new Account();
  account.refusedEverywhere();
  expect(account.refusals).toBeNull();
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
