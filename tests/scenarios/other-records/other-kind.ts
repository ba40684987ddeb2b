import { foundIn } from '../../../src/checks/finding.ts';
import { askedIdFindings } from '../../../src/checks/identity.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { LimitReached, NotAssessed } from '../../../src/settings/not-assessed.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { recordOf } from '../records.ts';

/** Both kinds of addresses have one shape, and an endpoint each. */
export function addressOfOtherKind(name: 'getProjectEmailAddress' | 'getEmailAddress') {
  return scenario(
    covers(name, 'record.id-is-asked-id', { observes: 'addresses.of-the-other-kind', optional: true }),
    async ({ implementation, check, observe }) => {
      const id = await idOfOtherKind(implementation, name);
      // Another check asks for an address of this kind, so nothing stays open.
      if (id === null) throw new NotAssessed('No address of the other kind is known');
      const exchange = await implementation.client.send(name, { id });
      observe({ 'addresses.of-the-other-kind': outcome(exchange) });
      // What a service answers to an unknown id is not shown: without an id of its own it is no record.
      const record = isSuccess(exchange) ? recordOf(exchange) : {};
      check({ 'record.id-is-asked-id': record.id === undefined ? [] : foundIn(exchange, askedIdFindings(record, id)) }, exchange);
    },
  );
}

async function idOfOtherKind(implementation: Implementation, name: EndpointName): Promise<string | null> {
  if (name === 'getEmailAddress') return implementation.settings.fixtures.projectEmailAddressId;
  return implementation.emailAddressId().catch((error: unknown) => {
    if (error instanceof NotAssessed && !(error instanceof LimitReached)) return null;
    throw error;
  });
}
