import type { Evidence } from '../engine/evidence/evidence.ts';
import { numberOf } from '../specification/endpoints.ts';
import type { LostTarget } from './result.ts';

/** More is no help to a person who sends them again one by one. */
const MOST_SHOWN = 10;
const INTENTS = ['hostile', 'generated', 'typical'];

type LastRequest = NonNullable<Evidence['lastRequests']>[number];

/** What is known of a target that was lost, from what each worker sent last; null where it was not lost. */
export function lostTargetOf(evidence: readonly Evidence[]): LostTarget | null {
  const [reason] = evidence.flatMap(({ gone }) => gone ?? []);
  if (reason === undefined) return null;
  const requests = evidence.flatMap(({ lastRequests = [] }) => lastRequests).toSorted(byTelling);
  const different = requests.filter(({ curl }, index) => requests.findIndex((other) => other.curl === curl) === index);
  return {
    reason,
    requests: different.slice(0, MOST_SHOWN).map(({ endpoint, endedAt, ...request }) => ({
      ...request,
      endpoint: numberOf(endpoint),
      endedAt: new Date(endedAt).toISOString(),
    })),
  };
}

/** Under way before answered; hostile before generated before typical; the latest first. */
function byTelling(a: LastRequest, b: LastRequest): number {
  const underWay = Number(b.brokenOff) - Number(a.brokenOff);
  return underWay || INTENTS.indexOf(a.intent) - INTENTS.indexOf(b.intent) || b.endedAt - a.endedAt;
}
