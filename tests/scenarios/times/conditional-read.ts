import { type Finding, foundIn, show } from '../../../src/checks/finding.ts';
import { firstCustomer, lostCustomer } from '../../../src/checks/resolution.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { type EventRead, type EventStory, readEvent } from '../../../src/client/tracked-event.ts';
import { objectIn } from '../../../src/http/body.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';

const SECOND = 1000;

/**
 * What is wrong with conditional reads of an event that was resolved: they name what was read before, and are told that nothing has changed.
 * @throws NotAssessed where the event was not resolved, or does not stay so
 */
export async function staleReads(
  implementation: Implementation,
  { id, reads }: EventStory,
): Promise<{ findings: readonly Finding[]; exchanges: readonly Exchange[] }> {
  const resolved = firstCustomer(reads);
  if (id === null || resolved === null || lostCustomer(reads)) throw new NotAssessed('The event was not resolved for good');
  const before = reads.findLast(({ atMs, event }) => event !== null && atMs < resolved.atMs);
  const exchanges: Exchange[] = [];
  const findings: Finding[] = [];
  for (const headers of conditions(before)) {
    const read = await implementation.client.send('getEvent', { id, headers });
    exchanges.push(read);
    if (!isStale(read)) continue;
    // Whether the event lost its customer altogether is another statement.
    const { event, exchange } = await readEvent(implementation, id, 0);
    if (event?.customer !== resolved.customer) throw new NotAssessed('The event does not keep its customer');
    exchanges.push(exchange);
    const [condition] = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const expected = `the event with its customer ${show(resolved.customer)}, although the request says \`${condition}\``;
    findings.push(...foundIn(read, [{ expected, actual: isSuccess(read) ? 'the event as it was before' : outcome(read) }]));
  }
  return { findings, exchanges };
}

/** Headers by which a client asks for news only (RFC 9110 §13.1). Without an entity tag, one that the service cannot have given. */
function conditions(before: EventRead | undefined): Record<string, string>[] {
  const { etag, 'last-modified': modified = '', date = '' } = before?.exchange.answer?.headers ?? {};
  // `Last-Modified` counts seconds: it tells the two states apart only where the first one outlived its second.
  const outlived = Date.parse(date) >= Date.parse(modified) + SECOND;
  return [{ 'if-none-match': etag ?? '"conformance"' }, ...(outlived ? [{ 'if-modified-since': modified }] : [])];
}

function isStale(exchange: Exchange): boolean {
  if (exchange.answer?.status === 304) return true;
  return objectIn(exchange)?.customer === null;
}
