import { pauseBefore, pollUntil, WaitPolicy } from '../../../src/client/time.ts';
import { expect, test } from '../../test.ts';

test('pauses grow, move, and have bounds', () => {
  const pauses = Array.from({ length: 2000 }, (_, attempt) => pauseBefore(attempt));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2000);
  expect(pauses[0]).toBeLessThanOrEqual(20);
  for (const pause of pauses.slice(12)) expect(pause >= 200).toBe(true);
  expect(new Set(pauses.slice(12, 40).map(Math.round)).size).toBeGreaterThan(20);
});

test('pauses are the same in every run', () => expect([0, 1, 2].map((attempt) => Math.round(pauseBefore(attempt)))).toEqual([10, 23, 24]));

test('asks until there is an answer', async () => {
  const answers = [null, null, 'found', 'not asked for'];
  expect(await pollUntil(Date.now() + 5000, async () => answers.shift() ?? null)).toBe('found');
  expect(answers).toEqual(['not asked for']);
});

for (const answer of [0, '', false])
  test(`${JSON.stringify(answer)} is an answer`, async () => {
    expect(await pollUntil<unknown>(Date.now() + 5000, async () => answer)).toBe(answer);
  });

for (const [title, until] of [
  ['asks once at least, and no more when the time is over', () => 0],
  ['does not begin a wait that ends beyond the deadline', () => Date.now() + pauseBefore(0) / 2],
] as const)
  test(title, async () => {
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return null;
    };
    expect(await pollUntil(until(), ask)).toBeNull();
    expect(asked).toBe(1);
  });

test('what goes wrong on asking is not swallowed', async () => {
  await expect(
    pollUntil(Date.now() + 5000, async () => {
      throw new Error('no look-up');
    }),
  ).rejects.toThrow('no look-up');
});

test('after two disappointments, what is waited for gets a second, and never more than its limit', () => {
  const patience = new WaitPolicy();
  expect(patience.wait(5000, 10_000).until).toBe(15_000);
  patience.disappointed();
  expect(patience.wait(5000, 10_000).until).toBe(15_000);
  patience.disappointed();
  expect(patience.wait(5000, 10_000).until).toBe(6000);
  expect(patience.wait(5000, 300).until).toBe(5300);
});

test('a slow target gets twice the time of the slowest that came', () => {
  const patience = new WaitPolicy();
  patience.came(3000);
  patience.came(200);
  patience.disappointed();
  patience.disappointed();
  expect(patience.wait(5000, 10_000)).toEqual({ until: 11_000, isGuess: false });
  expect(patience.wait(5000, 4000)).toEqual({ until: 9000, isGuess: false });
});

test('a wait that was cut short proves nothing while none ever came', () => {
  const patience = new WaitPolicy();
  patience.disappointed();
  expect(patience.wait(5000, 10_000).isGuess).toBe(false);
  patience.disappointed();
  expect(patience.wait(5000, 10_000).isGuess).toBe(true);
  expect(patience.wait(5000, 1000).isGuess).toBe(false);
  patience.came(40);
  expect(patience.wait(5000, 10_000).isGuess).toBe(false);
});
