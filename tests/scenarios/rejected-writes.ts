import { foundIn } from '../../src/checks/finding.ts';
import type { Call } from '../../src/client/call.ts';
import { findTracked, type TrackedEvent } from '../../src/client/tracked-event.ts';
import type { ScenarioContext } from '../../src/engine/scenario.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { NotAssessed } from '../../src/settings/not-assessed.ts';
import { MARKER_MEMBER } from '../../src/settings/parsing/event-data.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { customersOf, update } from './batch-update.ts';

/** A request with wrong credentials. */
export interface Attempt {
  /** That credentials of this kind are rejected. */
  readonly statement: StatementId;
  readonly call: Call;
  readonly exchange: Exchange;
}

type CheckOfEffects = (context: ScenarioContext, attempts: readonly Attempt[]) => Promise<void>;

/** The endpoints at which the API shows what a rejected request has done. */
export const CHECKS_OF_EFFECTS: Readonly<Partial<Record<EndpointName, CheckOfEffects>>> = {
  batchUpdateCustomers: customersUnchanged,
  trackEvent: nothingTracked,
};

/** Each attempt sets a name of its own, so the name that a customer has shows which of them was carried out. */
async function customersUnchanged({ implementation, check }: ScenarioContext, attempts: readonly Attempt[]): Promise<void> {
  const [id] = implementation.settings.fixtures.customerIds;
  // Sets no full name, so whatever name the answer holds was there before.
  const exchange = await update(implementation, [{ id, metadata: { origin: 'conformance', mark: implementation.unique() } }]);
  const customer = customersOf(exchange).get(id);
  if (!customer || !Object.hasOwn(customer, 'full_name')) throw new NotAssessed('The answer does not hold `full_name`');
  const carriedOut = attempts.filter(({ call }) => {
    const { customers } = call.body as { customers: { full_name: string }[] };
    return customers[0]?.full_name === String(customer.full_name);
  });
  const findings = carriedOut.map((attempt) => ({
    pointer: '/customers/0/full_name',
    expected: 'the name from before the rejected updates',
    actual: `the name from the update with wrong credentials (${kindOf(attempt)})`,
  }));
  const shown = carriedOut.map((attempt) => attempt.exchange);
  check({ 'authentication.rejection-does-nothing': foundIn(exchange, findings) }, ...shown, exchange);
}

async function nothingTracked({ implementation, check }: ScenarioContext, attempts: readonly Attempt[]): Promise<void> {
  // Tracked later than the rejected ones: once it is found, they would be found too.
  const later = trackedBy(await implementation.acceptedCall('trackEvent'));
  const deadline = Date.now() + implementation.settings.tracking.resolutionTimeoutMs;
  if ((await findTracked(implementation, later, deadline)) === null)
    throw new NotAssessed('An event tracked with good credentials was not found, so nothing can be said of the others');
  const findings = await Promise.all(
    attempts.map(async (attempt) => {
      const id = await findTracked(implementation, trackedBy(attempt), 0);
      const actual = `the event ${id}, tracked with wrong credentials (${kindOf(attempt)})`;
      return id === null ? [] : foundIn(attempt.exchange, [{ expected: 'no event', actual }]);
    }),
  );
  check({ 'authentication.rejection-does-nothing': findings.flat() }, later.exchange);
}

function trackedBy({ call, exchange }: Pick<Attempt, 'call' | 'exchange'>): TrackedEvent {
  const body = call.body as { event: string; data: { [MARKER_MEMBER]: string } };
  return { business: call.id ?? '', marker: body.data[MARKER_MEMBER], body, exchange };
}

/** The kind of wrong credentials in a word: `wrong-password`. */
function kindOf({ statement }: Attempt): string {
  return statement.slice('authentication.rejects-'.length);
}
