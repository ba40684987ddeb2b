import { findTracked, type TrackedEvent } from '../../../src/client/tracked-event.ts';
import { MARKER_MEMBER } from '../../../src/settings/parsing/json.ts';
import { type Deviation, foundIn } from '../../judging.ts';
import { type EndpointName, now } from '../../library.ts';
import { NotAssessed, type ScenarioContext } from '../../suite.ts';
import { customersOf, update } from '../batch-update.ts';
import type { Attempt } from './attempts.ts';

/** A request that was carried out, and what shows it. */
export interface Effect {
  readonly attempt: Marked;
  readonly deviation: Deviation;
}

/** A request whose body carries a mark of its own. */
type Marked = Pick<Attempt, 'call' | 'exchange' | 'title'>;
type EffectsOf = (context: ScenarioContext, attempts: readonly Marked[]) => Promise<Effect[]>;

/** The endpoints at which the API shows what a request has done. */
export const EFFECTS: Readonly<Partial<Record<EndpointName, EffectsOf>>> = {
  batchUpdateCustomers: customersChanged,
  trackEvent: eventsTracked,
};

/** Each attempt sets a name of its own, so the name that a customer has shows which of them was carried out last. */
async function customersChanged({ implementation }: ScenarioContext, attempts: readonly Marked[]): Promise<Effect[]> {
  const [id] = implementation.settings.fixtures.customerIds;
  // Sets no full name, so whatever name the answer holds was there before.
  const exchange = await update(implementation, [{ id, metadata: { origin: 'conformance', mark: implementation.unique() } }]);
  const customer = customersOf(exchange).get(id);
  if (!customer || !Object.hasOwn(customer, 'full_name')) throw new NotAssessed('The answer does not hold `full_name`');
  const done = attempts.filter(({ call }) => {
    const { customers } = call.body as { customers: { full_name: string }[] };
    return customers[0]?.full_name === String(customer.full_name);
  });
  return done.map((attempt) => {
    const actual = `the name from a rejected update (${attempt.title})`;
    const expected = 'the name from before the rejected updates';
    return { attempt, deviation: { pointer: '/customers/0/full_name', expected, actual, exchange } };
  });
}

async function eventsTracked({ implementation }: ScenarioContext, attempts: readonly Marked[]): Promise<Effect[]> {
  // Tracked later than the rejected ones: once it is found, they would be found too.
  const later = trackedBy(await implementation.acceptedCall('trackEvent'));
  const deadline = now() + implementation.settings.tracking.findTimeoutMs;
  if ((await findTracked(implementation, later, deadline)) === null)
    throw new NotAssessed('An event tracked with good credentials was not found, so nothing can be said of the others');
  const found = await Promise.all(
    attempts.map(async (attempt) => {
      const id = await findTracked(implementation, trackedBy(attempt), 0);
      const [deviation] = foundIn(attempt.exchange, [{ expected: 'no event', actual: 'an event, tracked by a rejected request' }]);
      return id === null || deviation === undefined ? [] : [{ attempt, deviation }];
    }),
  );
  return found.flat();
}

function trackedBy({ call, exchange }: Pick<Attempt, 'call' | 'exchange'>): TrackedEvent {
  const body = call.body as { event: string; data: { [MARKER_MEMBER]: string } };
  return { business: call.id ?? '', marker: body.data[MARKER_MEMBER], body, exchange };
}
