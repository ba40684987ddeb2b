import { Account } from '../../../src/client/account.ts';
import type { Ask } from '../../../src/client/ask.ts';
import { Bans } from '../../../src/client/bans.ts';
import { GuessWaits } from '../../../src/client/guess-waits.ts';
import { byTime } from '../../../src/client/time.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { expect, test } from '../../test.ts';
import { exchange } from '../checks/exchanges.ts';

test('once wrong credentials lock the good ones, no more are sent', async () => {
  const account = new Account();
  account.allowed(1000);
  await account.turnToBeRejected(true);
  account.rejected(2000, true);
  // On its way when the account was locked.
  account.allowed(1990);
  account.refusedEverywhere();
  await expect(account.turnToBeRejected(true)).rejects.toThrow('refused after 1 request with wrong ones');
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

type PutOff = readonly [title: string, before: boolean, isPaced: boolean, passed: number, sentAfterMs: number, lockedAfter: number | null];
/** After each of three wrong ones, good credentials are put off twice. */
const PUT_OFF: readonly PutOff[] = [
  ['good credentials that are put off after wrong ones, again and again, are locked', false, false, 0, 0, 3],
  ['good ones that were on their way when wrong ones were rejected may be let through', false, false, 1, 0, 3],
  ['good credentials that were put off before any wrong ones are not locked', true, false, 0, 0, null],
  ['a target that shows a limit of requests a second puts good credentials off for that', false, true, 0, 0, null],
  ['a target that lets many requests through between two waits has a limit of requests', false, false, 100, 0, null],
  ['a target that accepts good ones after the latest wrong ones puts them off for something else', false, false, 1, 1, null],
];
for (const [title, before, isPaced, passed, sentAfterMs, lockedAfter] of PUT_OFF)
  test(title, () => {
    const account = new Account();
    if (before) account.putOff(500);
    for (const time of [1000, 2000, 3000]) {
      account.rejected(time, true);
      expect(account.lockedAfter).toBeNull();
      for (let request = 0; request < passed; request += 1) account.allowed(time + sentAfterMs);
      for (const _wait of [1, 2]) account.putOff(time + 100, isPaced);
    }
    expect(account.lockedAfter).toBe(lockedAfter);
  });

for (const [title, againAfterMs, lockedAfter] of [
  ['puts good ones off again, though no wrong ones were sent since it let some through, has a limit of requests', 6000, null],
  ['puts good ones off after wrong ones only, and lets them through when the wait is over, locks the account', null, 3],
  ['put several off before it let others through locks the account, however long these waited', 10, 3],
] as const)
  test(`a target that ${title}`, () => {
    const account = new Account();
    for (let time = 10_000; time <= 30_000; time += 10_000) {
      account.rejected(time, true);
      account.putOff(time);
      account.allowed(time + 5000);
      if (againAfterMs !== null) account.putOff(time + againAfterMs);
    }
    expect(account.lockedAfter).toBe(lockedAfter);
  });

test('a target that puts good ones off once no wrong ones are sent has a limit of requests, which these met first', async () => {
  const account = new Account();
  account.rejected(1000, true);
  account.guessesPutOff();
  await expect(account.turnToBeRejected(true)).rejects.toThrow(NotAssessed);
  account.putOff(3000);
  account.guessesPutOff();
  await account.turnToBeRejected(true);
  expect(account.lockedAfter).toBeNull();
});

test('a target that asks wrong credentials alone to wait has not refused the good ones', async () => {
  const account = new Account();
  for (const time of [1000, 2000, 3000]) {
    account.rejected(time, true);
    account.allowed(time);
    account.putOff(time, false, false);
  }
  await expect(account.turnToBeRejected(true)).rejects.toThrow('The target put wrong credentials off after 3 requests with them');
});

test('a target that falls silent right after wrong credentials, a second time, bans who sends them', async () => {
  const account = new Account();
  account.allowed(500);
  for (const time of [1000, 20_000]) {
    account.rejected(time, true);
    account.silentFrom(time + 100);
    expect(account.lockedAfter).toBe(time === 1000 ? null : 2);
  }
  await expect(account.turnToBeRejected(true)).rejects.toThrow('answered nothing for a while after 2 requests with wrong credentials');
});

test('a target that falls silent long after wrong credentials, or without further ones, has outages of its own', () => {
  const account = new Account();
  account.silentFrom(500);
  account.rejected(1000, true);
  for (const at of [5000, 1100, 1200]) account.silentFrom(at);
  expect([account.guessesBefore(5000), account.guessesBefore(1100), account.lockedAfter]).toEqual([0, 1, null]);
});

test('what is locked again, though no wrong credentials are sent any more, is sent none without credentials either', async () => {
  const account = new Account();
  account.rejected(1000, true);
  account.refusedEverywhere();
  await account.turnToBeRejected(false);
  account.allowed(2000);
  account.rejected(3000, false);
  account.refusedEverywhere();
  await expect(account.turnToBeRejected(false)).rejects.toThrow('refused after 1 request with wrong ones');
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

const AT = 1_800_000_000_000;
const asking = (intent: Ask['intent'], credentials: Ask['credentials'] = 'good') => ({ intent, credentials }) as Ask;

type Ban = readonly [title: string, sent: readonly Ask[], bans: number, afterMs: number, givenUp: readonly Ask['intent'][]];
/** What is sent no more after so many bans, each so long after a request of each kind. */
const ROWS: readonly Ban[] = [
  ['two bans are chance', [asking('hostile')], 2, 10, []],
  ['three are a firewall', [asking('hostile')], 3, 10, ['hostile']],
  ['the oddest are to blame first', [asking('hostile'), asking('generated')], 3, 10, ['hostile']],
  ['generated ones, where there are no odder ones', [asking('generated')], 3, 10, ['generated']],
  ['a ban long after is none for it', [asking('hostile')], 3, 2000, []],
  ['typical requests are never to blame', [asking('typical')], 3, 10, []],
  ['wrong credentials lock the account, which is another matter', [asking('hostile', 'wrong')], 3, 10, []],
];

for (const [title, sent, count, afterMs, givenUp] of ROWS)
  test(`${title}: ${givenUp.join() || 'nothing'} is given up`, () => {
    const bans = new Bans();
    for (let ban = 0; ban < count; ban += 1) {
      for (const ask of sent) bans.sent(ask, AT + ban * 10_000);
      bans.began(AT + ban * 10_000 + afterMs);
    }
    const intents = (['hostile', 'generated', 'typical'] as const).filter((intent) => {
      try {
        bans.check(asking(intent));
        return false;
      } catch {
        return true;
      }
    });
    expect(intents).toEqual(givenUp);
    expect(bans.count).toBe(givenUp.length * count);
  });

test('what meets a ban twice by itself is given up at once, and counts; what is usual may meet two outages, and no third', () => {
  const bans = new Bans();
  for (let ban = 0; ban < 3; ban += 1) expect(() => bans.shownBy(asking('hostile'), 2)).toThrow('as firewalls do');
  expect(() => bans.check(asking('hostile'))).toThrow('as firewalls do');
  expect(() => bans.shownBy(asking('typical'), 2)).not.toThrow();
  expect(() => bans.shownBy(asking('typical'), 3)).toThrow('as firewalls do');
  expect(bans.count).toBe(3);
});

for (const [title, durationMs, slowestGoodMs, goodAt, lockedAfter] of [
  ['six slow rejections, far slower than any good answer, slow guesses down', 4000, 100, 50, 6],
  ['a target that is slow anyway slows nothing down', 4000, 1500, 50, null],
  ['a guard that takes a second for wrong credentials does that on purpose', 1000, 10, 50, null],
  ['a target that answers nobody meanwhile stands still', 4000, 100, 3950, null],
] as const)
  test(title, () => {
    const account = new Account();
    for (let guess = 0; guess < 6; guess += 1) {
      account.rejected(guess, true);
      account.answered({ ...exchange(), startedAt: goodAt, durationMs: slowestGoodMs });
      account.guessTook({ ...exchange(), startedAt: 0, durationMs });
    }
    expect(account.lockedAfter).toBe(lockedAfter);
  });

test('a wait for wrong credentials is shared, and those together are no longer than 20 s', async () => {
  const time = { at: 0, slept: [] as number[] };
  const clock = { now: () => time.at, sleep: async (ms: number) => void time.slept.push(ms) };
  const waits = new GuessWaits();
  const later = (seconds: number) => exchange({ status: 429, headers: { 'retry-after': `${seconds}` } });
  const answers = [later(15), exchange({ status: 401 }), later(6)];
  const send = async () => answers.shift() ?? exchange({ status: 500 });
  const all = await byTime(clock, async () => {
    const first = await waits.waitOut(send);
    time.at = 15_000;
    return [first, await waits.waitOut(send)];
  });
  expect(all.map(({ answer, waits: waited }) => `${answer?.status} ${waited.length}`)).toEqual(['401 1', '429 0']);
  expect(time.slept).toEqual([0, 15_000, 0]);
});
