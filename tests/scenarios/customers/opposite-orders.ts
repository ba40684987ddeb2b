import { RIGHT_ALONE } from '../../../src/checks/run-history.ts';
import { LATE_ROOM } from '../../../src/client/lost-answers.ts';
import { readingOf, writeOutcome } from '../../../src/http/reading.ts';
import { type Deviation, foundIn } from '../../judging.ts';
import { type EndpointName, type Exchange, type Implementation, isSuccess, now, outcome, sleep } from '../../library.ts';
import { ifAssessed, need, type ScenarioContext } from '../../suite.ts';
import { listingDeviations, ownedCustomers, update } from '../batch-update.ts';
import { counted, isBroken, mostInFlight } from '../under-load.ts';

const BATCH: EndpointName = 'batchUpdateCustomers';
/** Batches at once, and how often they are sent, since two may miss each other. */
const [AT_ONCE, TRIES] = [4, 5];
/** A batch that outlasts this, and so many times the slowest one in the usual order, hangs. */
const [LEAST_MS, SLOWEST] = [3000, 4];
/** Databases give up a lock after this at the latest, as they come. Meanwhile the customers are asked for so often. */
const [FREE_AFTER_MS, PAUSE_MS] = [40_000, 1000];

/**
 * Batches of the same customers at once, in opposite orders: who locks one customer after another as they are named waits for the other batch,
 * as that one does for this. It is held against the service where it happens twice, while batches in one order at once are answered before and between.
 * A refusal, a 503 or one after the other is a service's right. A success that leaves out one of them, twice, is held against it as well.
 */
export async function checkOppositeOrders({ record }: ScenarioContext, implementation: Implementation): Promise<void> {
  const there = ownedCustomers(implementation);
  if (there.length < 2) return;
  const id = need(implementation.settings.fixtures.businessId, 'CES_BUSINESS_ID');
  const renamed = (customers: readonly string[]) => customers.map((customer) => ({ id: customer, full_name: implementation.unique() }));
  // Past the policy for what breaks: a hang is expected, and costs its own limit alone.
  const send = async (customers: readonly string[], timeoutMs?: number): Promise<Exchange> => {
    const ask = implementation.client.ask(BATCH, { id, body: { customers: renamed(customers) } });
    const exchange = await ask.send({ showsNoLoad: true, ...(timeoutMs !== undefined && { timeoutMs }) });
    ask.ended(exchange);
    // What a gateway has given up may be carried out yet, and should not meet what comes next.
    if (exchange.answer !== null && writeOutcome(exchange) === 'unknown') await sleep(LATE_ROOM * exchange.durationMs);
    return exchange;
  };
  const inOrders = (orders: readonly (readonly string[])[], timeoutMs?: number) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => send(orders[index % orders.length] ?? [], timeoutMs)));
  const sameOrder = (timeoutMs?: number) => inOrders([there], timeoutMs);

  // By the usual way, which knows what may not be sent: in a read-only run, say.
  const named = () => update(implementation, renamed(there));
  const usual = await ifAssessed(Promise.all(Array.from({ length: AT_ONCE }, named)));
  if (usual === null) return;
  const limit = Math.max(LEAST_MS, SLOWEST * Math.max(...usual.map(({ durationMs }) => durationMs)));
  if (!usual.every(isSuccess) || limit > implementation.settings.run.timeoutMs) return;
  let isSkipping = false;
  const blocked = async (): Promise<Exchange[] | null> => {
    for (let turn = 0; turn < TRIES; turn += 1) {
      const exchanges = await inOrders([there, there.toReversed()], limit);
      isSkipping ||= exchanges.some((exchange) => leftOut(exchange, there).length > 0);
      if (exchanges.some(isBlocked)) return exchanges;
    }
    return null;
  };
  /** Whether they are free again: nobody else should meet what this has locked. */
  const areFree = async (): Promise<boolean> => {
    for (const end = now() + FREE_AFTER_MS; now() < end; await sleep(PAUSE_MS)) if (isSuccess(await send(there, limit))) return true;
    return false;
  };
  const isBlocking = (await blocked()) !== null;
  if (isSkipping) {
    const again = await inOrders([there, there.toReversed()], limit);
    const first = again.find((exchange) => leftOut(exchange, there).length > 0);
    const contrast = `${RIGHT_ALONE}in opposite orders, with ${mostInFlight(again)} in flight: wrong, twice`;
    if (first) record.alsoFailed('customer.answered-are-asked', BATCH, leftOut(first, there), again, contrast);
  }
  if (!isBlocking || !(await areFree()) || !(await sameOrder(limit)).every(isSuccess)) return;
  const exchanges = await blocked();
  const [first] = exchanges?.filter(isBlocked) ?? [];
  const freed = exchanges !== null && (await areFree());
  if (exchanges === null || first === undefined || !freed) return;
  const expected = `an answer below 500 within ${limit} ms, whatever order another batch names the same customers in`;
  const load = `${mostInFlight(exchanges)} in flight: ${counted(exchanges.filter(isBlocked))}, twice`;
  const contrast = `${RIGHT_ALONE}at once in one order: right; in opposite orders, with ${load}`;
  record.alsoFailed('robustness.every-request', BATCH, foundIn(first, [{ expected, actual: outcome(first) }]), exchanges, contrast);
}

/** Customers whom a success leaves out, though the batch renames them. */
function leftOut(exchange: Exchange, there: readonly string[]): readonly Deviation[] {
  return isSuccess(exchange) ? listingDeviations(exchange, there) : [];
}

/** No answer in time, or the service's own error. */
function isBlocked(exchange: Exchange): boolean {
  return isBroken(exchange) && (exchange.failure?.kind === 'timeout' || readingOf(exchange) === 'service');
}
