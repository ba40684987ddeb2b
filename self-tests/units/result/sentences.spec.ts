import { NO_SUCH_FORM } from '../../../src/http/authorization.ts';
import { findingsOf } from '../../../src/result/findings.ts';
import { countKnownFaults } from '../../../src/result/known-faults.ts';
import { leftOpenLines, UNSAID } from '../../../src/result/left-open.ts';
import { limitSentence, noticesOf } from '../../../src/result/notices.ts';
import { wouldAddSentence } from '../../../src/result/prospects.ts';
import type { CheckResult, ConformanceResult, Status } from '../../../src/result/result.ts';
import { passingResult } from '../../report/sample-result.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { evidence } from '../engine/evidence.ts';
import { check, set, statement } from './samples.ts';

/** How a transcript calls these reasons. */
const REASONS: Readonly<Record<string, string>> = { NO_SUCH_FORM, UNSAID: `ended: ${UNSAID}` };

/** Checks written *passed 1 | not-assessed 3 CES_SEGMENT_ID: not set*: status, endpoint, settings that would change it, and what was found, or why nothing was. */
function checksOf(text: string): CheckResult[] {
  return text.split(' | ').map((each) => {
    const [, status = '', endpoint, names = '', words = ''] = /^(\S+) (\d+) ?([A-Z_ ]*)(?:: (.*))?$/.exec(each) ?? [];
    return check(status as Status, {
      endpoint: Number(endpoint),
      ...(names !== '' && { variables: names.split(' ') }),
      ...(words !== '' && { message: REASONS[words] ?? words }),
      ...(status === 'failed' && { findings: [{ expected: 'status 200', actual: words }] }),
    });
  });
}

/** A result with these statements, by id each with its checks, and these settings. */
function resultOf(all: Readonly<Record<string, string>>, given: Record<string, string> = {}, more: Partial<ConformanceResult> = {}) {
  const requirements = Object.entries(all).map(([id, text]) => statement(checksOf(text), { id }));
  const settings = Object.entries(given).map(([name, value]) => set(name, value));
  return { ...passingResult(), settings, requirements, findings: findingsOf(requirements), ...more };
}

const limits = ({ requirements, settings }: ConformanceResult) => limitSentence(requirements, settings);

type Given = Parameters<typeof resultOf>;

test('what people are told of limits, of what was left open, and of what they should set next, was approved', () =>
  expectCalls('result/left-open.txt', {
    limitSentence: (...given: Given) => limits(resultOf(...given)),
    leftOpenLines: (...given: Given) => leftOpenLines(resultOf(...given)),
    wouldAddSentence: (...given: Given) => wouldAddSentence(resultOf(...given)),
  }));

test('where a limited run saw some known faults, it says how many times as many a full run sees', () => {
  const id = 'http.success-is-200';
  const seenAt = (...endpoints: string[]) => countKnownFaults((statement, endpoint) => statement === id && endpoints.includes(endpoint));
  const [seen, all] = [seenAt('getEvent'), seenAt('getEvent', 'batchUpdateCustomers')];
  expect(seen).toBeGreaterThan(0);
  const words = `a full run sees some ${(all / seen).toFixed(1)} times as many known faults`;
  expect(limits(resultOf({ [id]: 'passed 1 | not-assessed 3 CES_MAX_REQUESTS' }))).toContain(words);
});

test('what people are told of a run, from pieces of its evidence, was approved', () =>
  expectCalls('result/notices.txt', {
    noticesOf: (...pieces: Parameters<typeof evidence>) => noticesOf(pieces.map((piece) => evidence(piece))),
  }));
