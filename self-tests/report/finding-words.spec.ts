import { answerLines, following } from '../../src/report/finding-words.ts';
import type { StoredExchange } from '../../src/result/result.ts';
import { expect, test } from '../test.ts';

const answered = (value: unknown): StoredExchange => ({
  title: 'GET /',
  request: { method: 'GET', url: 'http://127.0.0.1/', headers: {}, body: null },
  answer: { status: 200, headers: {}, body: JSON.stringify(value), bytes: 1, cut: false },
  failure: null,
  startedAt: '2026-11-21T10:00:00Z',
  durationMs: 1,
  curl: 'curl',
});
test('what follows has its sentence, where the result has the statement', () => {
  const statement = {
    id: 'a.b',
    level: 'requirement',
    text: 'A sentence.',
    source: '',
    endpoints: [],
    status: 'failed',
    checks: [],
  } as const;
  expect(following({ consequences: ['a.b', 'c.d'] }, [statement])).toEqual(['a.b (A sentence.)', 'c.d']);
  expect(following({ consequences: ['a.b', 'c.d', 'e.f'] }, [statement], 1)).toEqual(['a.b (A sentence.)', 'c.d, e.f']);
});

const lines = (value: unknown, at: string) => answerLines({ at, exchange: answered(value) })?.split('\n');

test('a short answer is shown whole, with the place marked', () => {
  const flags = ['new_editor', 'revenue_attribution'].map((feature_flag_name) => ({ feature_flag_name, enabled: true }));
  expect(lines({ feature_flags: flags }, '/feature_flags')).toEqual([
    '  {',
    '▸   "feature_flags": [',
    '      { "feature_flag_name": "new_editor", "enabled": true },',
    '      { "feature_flag_name": "revenue_attribution", "enabled": true }',
    '    ]',
    '  }',
  ]);
});

test('of a longer answer, the lines around the place are shown', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, name.repeat(60)]);
  expect(lines(Object.fromEntries(names), '/d')?.map((line) => line.slice(0, 8))).toEqual([
    '    "b":',
    '    "c":',
    '▸   "d":',
    '    "e":',
    '    "f":',
  ]);
});
