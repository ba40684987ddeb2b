import type { StoredExchange } from '../../../src/http/storage.ts';
import { requestsBefore } from '../../../src/result/sequence.ts';
import { expect, test } from '../../test.ts';

function sent(title: string, startedAtMs: number, durationMs = 10): StoredExchange {
  const request = { method: 'GET', url: 'http://127.0.0.1/', headers: {}, body: null };
  return { title, request, answer: null, failure: null, startedAt: new Date(startedAtMs).toISOString(), durationMs, curl: '' };
}

const GUILTY = sent('read', 100);

test('names what had ended before, the latest last', () => {
  expect(
    requestsBefore(GUILTY, [sent('copy', 50), GUILTY, sent('source', 20), sent('beside', 95), sent('later', 120)]).map(
      ({ title }) => title,
    ),
  ).toEqual(['source', 'copy']);
});

test('a burst is no sequence of steps', () => {
  expect(requestsBefore(GUILTY, [GUILTY, ...[10, 20, 30, 40].map((at) => sent(`${at}`, at))])).toEqual([]);
});
