import { firstCustomer, LAG_MS, lostCustomer } from '../../src/checks/stability.ts';
import { type EventRead, type EventStory, readEvent } from '../../src/client/tracked-event.ts';
import type { JsonObject } from '../../src/specification/json.ts';
import { type Deviation, foundIn, show } from '../judging.ts';
import { type Exchange, type Implementation, isSuccess, objectIn, outcome, sleep } from '../library.ts';
import { NotAssessed } from '../suite.ts';
import { SECOND } from './events.ts';

export const CACHED = 'A cache answers in place of the service';

/** Whether it was read before it was resolved: then its tag is that of the earlier state. */
export function wasReadEarly({ reads }: EventStory): boolean {
  const resolved = firstCustomer(reads);
  return resolved !== null && reads.some(({ atMs, event }) => event !== null && atMs < resolved.atMs);
}

/** What is wrong with reads of a resolved event that ask for news only; NotAssessed where it was not resolved, or does not stay so. */
export async function staleReads(implementation: Implementation, { id, reads }: EventStory) {
  const resolved = firstCustomer(reads);
  if (id === null || resolved === null || lostCustomer(reads)) throw new NotAssessed('The event was not resolved for good');
  if (implementation.client.environment.isCached) throw new NotAssessed(CACHED);
  const before = reads.findLast(({ atMs, event }) => event !== null && atMs < resolved.atMs);
  const isDated = reads.some(({ exchange: { answer } }) => ['etag', 'last-modified'].some((name) => answer?.headers[name] !== undefined));
  if (before === undefined && isDated)
    throw new NotAssessed('No event was read before it was resolved, so neither a tag nor a time tells the two states apart');
  const exchanges: Exchange[] = before === undefined ? [] : [before.exchange];
  const deviations: Deviation[] = [];
  for (const headers of conditions(before)) {
    const ask = () => implementation.client.send('getEvent', { id, headers });
    const isStale = ({ answer }: Exchange, event: JsonObject | null) => answer?.status === 304 || event?.customer === null;
    let read = await ask();
    if (isStale(read, objectIn(read))) read = await sleep(LAG_MS).then(ask);
    exchanges.push(read);
    if (!isStale(read, objectIn(read))) continue;
    // Whether the event lost its customer altogether is another statement.
    const { event, exchange } = await readEvent(implementation, id, 0);
    if (event?.customer !== resolved.customer) throw new NotAssessed('The event does not keep its customer');
    exchanges.push(exchange);
    const [condition] = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const expected = `the event with its customer ${show(resolved.customer)}, although the request says \`${condition}\``;
    deviations.push(...foundIn(read, [{ expected, actual: isSuccess(read) ? 'the event as it was before' : outcome(read) }]));
  }
  return { deviations, exchanges };
}

/** Headers by which a client asks for news only (RFC 9110 §13.1). Without an entity tag, one that the service cannot have given. */
function conditions(before: EventRead | undefined): Record<string, string>[] {
  const { etag, 'last-modified': modified = '', date = '' } = before?.exchange.answer?.headers ?? {};
  // `Last-Modified` counts seconds: it tells the two states apart only where the first one outlived its second.
  const outlived = Date.parse(date) >= Date.parse(modified) + SECOND;
  return [{ 'if-none-match': etag ?? '"conformance"' }, ...(outlived ? [{ 'if-modified-since': modified }] : [])];
}
