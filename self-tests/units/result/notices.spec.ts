import { expect, test } from '@playwright/test';
import { noticesOf } from '../../../src/result/notices.ts';
import { evidence } from '../engine/evidence.ts';

test('what broke under load only is counted over all tests, by how it broke', () => {
  const brokenUnderLoad = { reset: 2 };
  const [notice] = noticesOf([evidence({ brokenUnderLoad, inFlight: 8 }), evidence({ brokenUnderLoad: { reset: 1, timeout: 1 } })]);
  expect(notice).toContain('(3 closed, 1 timed out)');
  expect(notice).toContain('at most 8 a worker');
});

test('waits are counted over all tests', () => {
  expect(noticesOf([evidence({ waits: 2 }), evidence({ waits: 1 })])).toEqual([
    'The target asked 3 times to wait (429, or 503 with Retry-After), and the run did.',
  ]);
  expect(noticesOf([evidence({ waits: 1 })])[0]).toContain('asked once');
});

test('a run without any has none', () => {
  expect(noticesOf([])).toEqual([]);
  expect(noticesOf([evidence({})])).toEqual([]);
});

test('an absence that several workers noticed is reported once', () => {
  const from = Date.parse('2026-03-04T05:06:07Z');
  const notices = noticesOf([
    evidence({ absences: [{ from: from + 900, milliseconds: 700 }] }),
    evidence({ absences: [{ from, milliseconds: 1000 }] }),
    evidence({ absences: [{ from: from + 60_000, milliseconds: 400 }] }),
  ]);
  expect(notices).toEqual([
    expect.stringContaining('no connections from 05:06:07 UTC on for 1.6 s'),
    expect.stringContaining('no connections from 05:07:07 UTC on for 0.4 s'),
  ]);
});
