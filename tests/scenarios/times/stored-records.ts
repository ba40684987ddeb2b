import { type Finding, foundIn } from '../../../src/checks/finding.ts';
import { pollUntil } from '../../../src/client/polling.ts';
import type { StoredRecord } from '../../../src/client/stored-sample.ts';
import { now } from '../../../src/client/time.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isRefusal, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';

/** Of several servers, one may be late to know what another has stored. */
const LATE_MS = 3000;

/** A record as it was first read, and as it is now. */
export interface Reread {
  readonly record: StoredRecord;
  readonly exchange: Exchange;
}

/** Reads the oldest records again that an endpoint made in this run, once for all tests of this worker. */
export function readAgain({ implementation, session }: ScenarioContext, madeBy: EndpointName, readAt: EndpointName): Promise<Reread[]> {
  return implementation.once(`read again ${madeBy}`, async () => {
    const records = session.run.stored.of(madeBy);
    if (records.length === 0) throw new NotAssessed('Nothing that the run stored was read before');
    return Promise.all(
      records.map(async (record) => {
        const read = () => implementation.client.send(readAt, { id: record.id });
        let exchange = await read();
        if (!isRefusal(exchange)) return { record, exchange };
        await pollUntil(now() + LATE_MS, async () => {
          exchange = await read();
          return isRefusal(exchange) ? null : exchange;
        });
        return { record, exchange };
      }),
    );
  });
}

/** Those that can no longer be read. */
export function lostFindings(rereads: readonly Reread[], kind: string): Finding[] {
  const lost = rereads.filter(({ exchange }) => isRefusal(exchange));
  return lost.flatMap(({ record: { id, readAt }, exchange }) =>
    foundIn(exchange, [
      { expected: `the ${kind} ${JSON.stringify(id)}, read ${secondsSince(readAt, exchange)} s before`, actual: outcome(exchange) },
    ]),
  );
}

function secondsSince(readAt: number, { startedAt }: Exchange): string {
  return ((startedAt - readAt) / 1000).toFixed(1);
}
