import { expect, test } from '@playwright/test';
import { Patience } from '../../../src/client/patience.ts';

test('after two disappointments, what is waited for gets a second, and never more than its limit', () => {
  const patience = new Patience();
  expect(patience.until(5000, 10_000)).toBe(15_000);
  patience.disappointed();
  expect(patience.until(5000, 10_000)).toBe(15_000);
  patience.disappointed();
  expect(patience.until(5000, 10_000)).toBe(6000);
  expect(patience.until(5000, 300)).toBe(5300);
});

test('a slow target gets twice the time of the slowest that came', () => {
  const patience = new Patience();
  patience.came(3000);
  patience.came(200);
  patience.disappointed();
  patience.disappointed();
  expect(patience.until(5000, 10_000)).toBe(11_000);
});
