import { stableReadFindings } from '../../../src/checks/stability.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import type { Journal } from './journal.ts';
import type { StepHandlers } from './steps.ts';

/**
 * Endpoints that read a configured record. Flags and previews are no records; everything else has a step of its own. A replay token counts
 * through this list, so its order stays.
 */
export const CONFIGURED_RECORDS = [
  'getSentEmail',
  'getProjectEmailAddress',
  'getEmailAddress',
  'listEmailBlastExecutions',
  'getSegment',
  'getProjectDefinedEvent',
] as const;

/** A record shows at every read what it showed at the read before. */
export function reads(journal: Journal): StepHandlers<'list addresses' | 'read record'> {
  const { client } = journal.implementation;
  const last = new Map<EndpointName, Exchange>();

  async function read(name: EndpointName): Promise<void> {
    journal.begin(`read the configured record (${name})`);
    const [typical] = await journal.implementation.typicalCalls(name);
    const exchange = await client.send(name, { ...typical });
    journal.exchanges.push(exchange);
    const earlier = last.get(name);
    if (earlier && isSuccess(earlier)) {
      // Somebody else may have changed the record in between: only a third read that differs again counts.
      const differs = stableReadFindings(name, earlier, exchange).length > 0;
      const again = differs ? await client.send(name, { ...typical }) : exchange;
      journal.judge('robustness.reading-is-safe', name, stableReadFindings(name, exchange, again));
    }
    last.set(name, exchange);
  }

  return {
    'list addresses': () => read('listEmailAddresses'),
    'read record': ({ which }) => read(CONFIGURED_RECORDS[which % CONFIGURED_RECORDS.length] ?? 'getSegment'),
  };
}
