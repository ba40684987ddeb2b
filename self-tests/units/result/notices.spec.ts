import { expect, test } from '@playwright/test';
import type { CheckEvidence } from '../../../src/engine/evidence/evidence.ts';
import { noticesOf } from '../../../src/result/notices.ts';
import { evidence, FACTS } from '../engine/evidence.ts';

const open = (...variables: string[]): CheckEvidence => ({
  requirement: 'segment.fields',
  endpoint: 'getSegment',
  status: 'not-assessed',
  reason: 'x',
  variables,
});
const settings = [
  { name: 'CES_MAX_MINUTES', value: '2.5', source: 'environment' },
  { name: 'CES_WRITE_BUDGET', value: '300', source: 'environment' },
];
const run = { ...FACTS, settings };

test('what broke under load only is counted over all tests, by how it broke', () => {
  const brokenUnderLoad = { reset: 2 };
  const [notice] = noticesOf([evidence({ brokenUnderLoad, inFlight: 8 }), evidence({ brokenUnderLoad: { reset: 1, timeout: 1 } })]);
  expect(notice).toContain('(3 closed, 1 timed out)');
  expect(notice).toContain('at most 8 at once');
});

test('waits are counted over all tests', () => {
  expect(noticesOf([evidence({ waits: 2 }), evidence({ waits: 1 })])).toEqual([
    'The target asked 3 times to wait (429, or 503 with Retry-After), and the run did.',
  ]);
  expect(noticesOf([evidence({ waits: 1 })])[0]).toContain('asked once');
});

test('a limit that was reached is reported once, with its value', () => {
  const notices = noticesOf([
    evidence({ run, checks: [open('CES_SEGMENT_ID', 'CES_MAX_MINUTES'), open('CES_MAX_MINUTES')] }),
    evidence({ run, checks: [open('CES_WRITE_BUDGET')] }),
  ]);
  expect(notices).toHaveLength(2);
  expect(notices[0]).toContain('limit of 2.5 min');
  expect(notices[1]).toContain('may create 300 records');
});

test('a run without any has none', () => {
  expect(noticesOf([])).toEqual([]);
  expect(noticesOf([evidence({ run, checks: [open('CES_SEGMENT_ID')] })])).toEqual([]);
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
