import { expect, test } from '@playwright/test';
import { toFindingsMarkdown } from '../../src/report/findings-markdown.ts';
import { renderHtml } from '../../src/report/html/render.tsx';
import { lostBlock } from '../../src/report/lost-target.ts';
import { toMarkdown } from '../../src/report/summary.ts';
import type { LostTarget } from '../../src/result/lost-target.ts';
import { passingResult } from './sample-result.ts';

const REASON = 'The target stopped answering at 00:21:38 UTC: no connection to http://localhost:1 (ECONNREFUSED)';
const LOST: LostTarget = {
  reason: REASON,
  requests: [
    {
      endpoint: 13,
      test: 'getSegment: hostile ids are answered in order',
      intent: 'hostile',
      brokenOff: true,
      outcome: 'the connection was closed before any byte of the answer (UND_ERR_SOCKET)',
      endedAt: '2026-11-22T00:21:38.000Z',
      title: 'GET /segments/%00<b>\u001b[2J → no answer: reset',
      curl: "curl -sS -i 'http://localhost:1/segments/%00<b>'",
    },
  ],
};

test('in the terminal: why, and each of the last requests with its command; nothing of a target acts', () => {
  expect(lostBlock(LOST)).toBe(
    [
      `✕ ${REASON}`,
      '  It had answered before. The last requests before that, those under way first, the most unusual first; send them one by one to see whether one of them stops it:',
      "  1. GET /segments/%00<b>\\u001B[2J → no answer: reset (broken off, hostile input; in 'getSegment: hostile ids are answered in order')",
      "  curl           curl -sS -i 'http://localhost:1/segments/%00<b>'",
    ].join('\n'),
  );
  expect(lostBlock({ reason: REASON, requests: [] })).toContain('No request was under way.');
});

test('it stands above everything else in summary, findings and report', () => {
  const result = { ...passingResult(), lost: LOST };
  expect(toMarkdown(result).split('\n')[0]).toContain('The target stopped answering at 00:21:38 UTC');
  expect(toFindingsMarkdown(result).split('\n')[2]).toContain('The target stopped answering at 00:21:38 UTC');
  const html = renderHtml(result);
  expect(html.indexOf('The target stopped answering')).toBeLessThan(html.indexOf('<h1'));
  expect(html).toContain('/segments/%00&lt;b>');
  expect(renderHtml(passingResult())).not.toContain('The target stopped answering');
});
