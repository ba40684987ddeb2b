import { earlierFindings } from '../../../src/checks/earlier-requests.ts';
import { foundIn } from '../../../src/checks/finding.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import type { NamedCreation } from '../echoed-members.ts';
import { recordOf } from '../records.ts';

/** A full record, and then one of nothing but a name: what the second leaves out, it does not have from the first. */
export function holdsNothingOfEarlierRequests(name: NamedCreation) {
  return scenario(covers(name, 'robustness.nothing-of-earlier-requests'), async ({ implementation, check }) => {
    const { call, exchange: full } = await implementation.acceptedCall(name);
    if (!isSuccess(full)) throw new NotAssessed(`The full request does not succeed: ${outcome(full)}`);
    const body = { name: implementation.unique() };
    const exchange = await implementation.client.send(name, { ...call, body });
    if (!isSuccess(exchange)) throw new NotAssessed(`A request of nothing but a name does not succeed: ${outcome(exchange)}`);
    check({ 'robustness.nothing-of-earlier-requests': foundIn(exchange, earlierFindings(name, body, recordOf(exchange))) }, full, exchange);
  });
}
