import { noticesOf } from '../../../src/result/notices.ts';
import { expect, test } from '../../test.ts';
import { evidence } from '../engine/evidence.ts';

test('what broke under load only is counted over all tests, by how it broke', () => {
  const brokenUnderLoad = { reset: 2 };
  const [notice] = noticesOf([evidence({ brokenUnderLoad, inFlight: 8 }), evidence({ brokenUnderLoad: { reset: 1, timeout: 1 } })]);
  expect(notice).toContain('(3 closed, 1 timed out)');
  expect(notice).toContain('at most 8 in flight');
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

test('disturbances are dated, in their order, and no more of them than a reader wants', () => {
  const from = Date.parse('2026-03-04T05:06:07Z');
  const words = 'answered 503 to everything';
  const notices = noticesOf([
    evidence({ absences: [{ from: from + 60_000, milliseconds: 400, words: 'took no connections' }] }),
    evidence({ absences: [{ from, milliseconds: 1600, words }] }),
  ]);
  expect(notices).toEqual([
    expect.stringContaining('The target answered 503 to everything from 05:06:07 to 05:06:08 UTC (1.6 s)'),
    expect.stringContaining('The target took no connections from 05:07:07 to 05:07:07 UTC (0.4 s)'),
  ]);
  const many = Array.from({ length: 7 }, (_, index) => ({ from: from + index, milliseconds: 1, words }));
  expect(noticesOf([evidence({ absences: many })]).slice(5)).toEqual(['2 more such times followed.']);
});

test('limits that the run learned are named with their settings', () => {
  const learned = [
    { connections: 8, rps: null },
    { connections: 4, rps: null },
    { connections: 4, rps: 27 },
  ];
  expect(noticesOf(learned.map((targetLimits) => evidence({ targetLimits })))).toEqual([
    expect.stringContaining('CES_MAX_CONNECTIONS=4 '),
    expect.stringContaining('CES_MAX_RPS=27 '),
  ]);
});
