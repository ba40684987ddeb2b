import { jsonAnswer, jsonOf, onRecords, succeeded } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition } from '../interposition.ts';

const KEPT = 'business.is-kept';

/** Businesses that are answered, and not there afterwards. */
export const BUSINESS_FAULTS: readonly Fault[] = [
  fault('business-not-kept', 'createBusiness', KEPT, 'A business is answered and not stored', forgotten(), ONLY),
  fault(
    'business-id-of-another-kind',
    'createBusiness',
    KEPT,
    'The id is one under which nothing is found',
    onRecords(['createBusiness'], (business) => ({ ...business, id: `business/${business.id}` })),
  ),
];

/** What createBusiness created is unknown to all other endpoints. */
function forgotten(): () => Interposition {
  return () => {
    const created = new Set<unknown>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.endpoint === 'createBusiness' && succeeded(answer)) created.add(jsonOf(answer).id);
      return created.has(request.id) ? jsonAnswer(404, { error: { code: 'not_found', message: 'no such business' } }) : answer;
    };
  };
}
