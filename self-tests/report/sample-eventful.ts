import type { LostTarget } from '../../src/result/lost-target.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { failingResult } from './sample-result.ts';

/** A target that stopped answering, with text of its own that must not act. */
export const LOST: LostTarget = {
  reason: 'The target stopped answering at 00:21:38 UTC: no connection to http://localhost:1 (ECONNREFUSED)',
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

/** The failing result with what a finding has only now and then: a contrast, what follows from it, and a waiver that is over. */
export function eventfulResult(): ConformanceResult {
  const result = failingResult();
  const [first, ...others] = result.findings ?? [];
  if (first === undefined) throw new Error('the sample has findings');
  const ids = result.requirements.map(({ id }) => id);
  return {
    ...result,
    findings: [
      { ...first, contrast: 'only when `segment` is left out', consequences: ids.slice(0, 6), endpoints: [1, 2, 5, 18], checks: 24 },
      ...others,
    ],
    notices: ['The run reached its limit of 10 min (CES_MAX_MINUTES): what had not been looked at by then is not assessed.'],
    waiverProblems: ['The waiver of segment.fields (TICKET-9) expired on 2026-02-01: mend the deviation, or renew the waiver.'],
  };
}
