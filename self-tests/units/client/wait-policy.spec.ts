import { Patience } from '../../../src/client/wait-policy.ts';
import { expect, test } from '../../test.ts';

test('after two disappointments, what is waited for gets a second, and never more than its limit', () => {
  const patience = new Patience();
  expect(patience.wait(5000, 10_000).until).toBe(15_000);
  patience.disappointed();
  expect(patience.wait(5000, 10_000).until).toBe(15_000);
  patience.disappointed();
  expect(patience.wait(5000, 10_000).until).toBe(6000);
  expect(patience.wait(5000, 300).until).toBe(5300);
});

test('a slow target gets twice the time of the slowest that came', () => {
  const patience = new Patience();
  patience.came(3000);
  patience.came(200);
  patience.disappointed();
  patience.disappointed();
  expect(patience.wait(5000, 10_000)).toEqual({ until: 11_000, isGuess: false });
  expect(patience.wait(5000, 4000)).toEqual({ until: 9000, isGuess: false });
});

test('a wait that was cut short proves nothing while none ever came', () => {
  const patience = new Patience();
  patience.disappointed();
  expect(patience.wait(5000, 10_000).isGuess).toBe(false);
  patience.disappointed();
  expect(patience.wait(5000, 10_000).isGuess).toBe(true);
  expect(patience.wait(5000, 1000).isGuess).toBe(false);
  patience.came(40);
  expect(patience.wait(5000, 10_000).isGuess).toBe(false);
});
