import { differences, ECHOED_MEMBERS, foundIn } from '../../judging.ts';
import { type Exchange, type Implementation, isSuccess, memberPointer, now, sleep } from '../../library.ts';
import { NotAssessed, scenario } from '../../suite.ts';
import { customersOf, ownedCustomers, update } from '../batch-update.ts';

/** Customers that are looked at. */
const MOST_CUSTOMERS = 3;
/** What a queue, a cache or a second server loses, it loses within so long; what it lost later was there for that long, up to ten seconds. */
const [SETTLED_MS, LONGEST_MS] = [1000, 10_000];
/** Somewhat longer than a resolved event is watched. */
const WINDOWS = 1.25;
/** What a client sends of a customer, and nothing else changes. */
const MEMBERS = Object.keys(ECHOED_MEMBERS.batchUpdateCustomers);

/** What was updated last is still there at the end of the run. What is not has to be lost a second time: somebody else may have changed it. */
export const lastUpdateIsKept = scenario(
  'batchUpdateCustomers',
  'customer.update-is-kept',
  { optional: true, last: true },
  async ({ implementation, session, check, all }) => {
    const latest = ownedCustomers(implementation).flatMap((id) => {
      const updated = session.run.ledger.latestUpdate(id);
      return updated && isSuccess(updated) && customersOf(updated).has(id) ? [{ id, updated }] : [];
    });
    if (latest.length === 0) throw new NotAssessed('No customer was updated before');
    const looks = await all(latest.slice(0, MOST_CUSTOMERS).map(({ id, updated }) => lookAgain(implementation, id, updated)));
    const lost = looks.find(({ deviations }) => deviations.length > 0);
    const exchanges = looks.map(({ exchange }) => exchange);
    if (lost === undefined) return check({ 'customer.update-is-kept': [] }, ...exchanges);
    const renewed = await update(implementation, [{ id: lost.id, full_name: implementation.unique() }]);
    await sleep(Math.min(LONGEST_MS, lost.exchange.startedAt - lost.updated.startedAt));
    const again = await lookAgain(implementation, lost.id, renewed);
    if (again.deviations.length === 0) throw new NotAssessed('An update was lost once, and kept when it was tried again');
    const seconds = ((again.exchange.startedAt - renewed.startedAt) / 1000).toFixed(1);
    const contrast = `right in the answer to the update, wrong ${seconds} s later`;
    check({ 'customer.update-is-kept': { deviations: again.deviations, exchanges: [renewed, again.exchange], contrast } });
  },
);

/** Compares what an update answered with what the customer is a while later, shown by an update of nothing. */
async function lookAgain(implementation: Implementation, id: string, updated: Exchange) {
  const window = Math.min(LONGEST_MS, WINDOWS * implementation.settings.tracking.unmatchedWindowMs);
  const missing = updated.startedAt + updated.durationMs + Math.max(SETTLED_MS, window) - now();
  if (missing > 0) await sleep(missing);
  const exchange = await update(implementation, [{ id }]);
  const [before = {}, after = {}] = [updated, exchange].map((one) => (isSuccess(one) ? customersOf(one).get(id) : undefined));
  const shown = MEMBERS.filter((member) => Object.hasOwn(before, member) && Object.hasOwn(after, member));
  const deviations = shown.flatMap((member) => differences(before[member], after[member], memberPointer(member, '/customers/0')));
  return { id, updated, exchange, deviations: foundIn(exchange, deviations) };
}
