import { countKnownFaults } from '../../../src/result/known-faults.ts';
import { limitSentence } from '../../../src/result/limit-sentence.ts';
import type { CheckResult, RequirementResult } from '../../../src/result/result.ts';
import { judged } from '../../../src/result/roll-up.ts';
import { expect, test } from '../../test.ts';

const passed: CheckResult = { title: 't', endpoint: 1, category: 'shape', status: 'passed' };
const open = (...variables: string[]): CheckResult => ({ ...passed, endpoint: 3, status: 'not-assessed', variables });
const requirement = (id: string, ...checks: CheckResult[]): RequirementResult =>
  judged({ id, level: 'requirement', text: '', source: '', endpoints: [] }, checks);
const settings = [
  { name: 'CES_MAX_MINUTES', value: '2.5', source: 'environment' },
  { name: 'CES_MAX_REQUESTS', value: '300', source: 'environment' },
];

test('a run that no limit cut short has no such line', () => {
  expect(limitSentence([requirement('a', passed, open('CES_SEGMENT_ID'))], settings)).toBeNull();
});

test('each limit that left something out is named once, with its value, and what was judged in spite of it', () => {
  const cut = [requirement('a', passed), requirement('b', passed, open('CES_MAX_REQUESTS')), requirement('c', open('CES_MAX_MINUTES'))];
  expect(limitSentence(cut, settings)).toBe(
    'With 300 requests (CES_MAX_REQUESTS) and 2.5 min (CES_MAX_MINUTES): 2 of 3 requirements judged, 1 of them in part; a full run sees more.',
  );
  expect(limitSentence([requirement('c', open('CES_WRITE_BUDGET'))], [])).toBe(
    'With CES_WRITE_BUDGET: 0 of 1 requirements judged; a full run sees more.',
  );
});

test('where it saw some known faults, it says how many times as many a full run sees', () => {
  const id = 'http.success-is-200';
  const { seen, all } = countKnownFaults((statement, endpoint) => statement === id && endpoint === 'getEvent');
  expect(seen).toBeGreaterThan(0);
  expect(limitSentence([requirement(id, passed, open('CES_MAX_REQUESTS'))], settings)).toContain(
    `a full run sees some ${(all / seen).toFixed(1)} times as many known faults`,
  );
});
