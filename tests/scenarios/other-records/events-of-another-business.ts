import { foundIn, show } from '../../../src/checks/finding.ts';
import { firstCustomer } from '../../../src/checks/resolution.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { now, sleep } from '../../../src/client/time.ts';
import { endOf, readEvent, type TrackedEvent, track } from '../../../src/client/tracked-event.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { followedEvents, readable } from '../followed-events.ts';
import { matchingEvent } from '../matching-event.ts';
import { anotherBusiness } from './another-business.ts';

/** The event of the other business is left alone for as many times as long as the control event took. */
const TIMES_AS_LONG = 2;

/** Data that lead to a customer of one business, tracked for another business. */
export const matchStaysInItsBusiness = scenario(covers('getEvent', 'event.match-stays-in-business'), async (context) => {
  const { implementation, check } = context;
  const { data, customer } = matchingEvent(implementation);
  const foreign = await trackFor((await anotherBusiness(implementation)).id, implementation, data);
  if (!isSuccess(foreign.exchange)) throw new NotAssessed(`The event was not accepted: ${outcome(foreign.exchange)}`);
  // The control events are followed meanwhile, where no test has done so yet.
  const control = firstCustomer(readable((await followedEvents(context)).matched).reads);
  if (control === null) throw new NotAssessed('The same data do not lead to a customer in the business that owns it');
  const missing = endOf(foreign.exchange) + TIMES_AS_LONG * control.atMs - now();
  if (missing > 0) await sleep(missing);

  const id = await idOf(implementation, foreign);
  if (id === null) throw new NotAssessed('The event was not found', ['CES_EVENT_LOOKUP_URL']);
  const { exchange, event } = await readEvent(implementation, id, endOf(foreign.exchange));
  if (event === null) throw new NotAssessed(`The event could not be read: ${outcome(exchange)}`);
  const expected = `null, or a customer of ${show(foreign.business)}, for which it was tracked`;
  const actual = `${show(customer)}, a customer of ${show(implementation.settings.fixtures.businessId)}`;
  const findings = event.customer === customer ? foundIn(exchange, [{ pointer: '/customer', expected, actual }]) : [];
  check({ 'event.match-stays-in-business': findings }, control.exchange, foreign.exchange, exchange);
});

function trackFor(business: string, implementation: Implementation, data: Readonly<Record<string, unknown>>): Promise<TrackedEvent> {
  const { settings, client, findEvent, unique, patience } = implementation;
  return track({ settings, client, findEvent, unique, patience, businessId: async () => business }, data);
}

/** Where the service took the event for one of its first business, it is found there. */
async function idOf({ findEvent, settings }: Implementation, { marker, business, exchange }: TrackedEvent): Promise<string | null> {
  return (await findEvent(marker, business, exchange)) ?? findEvent(marker, settings.fixtures.businessId ?? '', exchange);
}
