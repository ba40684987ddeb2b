import { type Finding, foundIn } from '../../../src/checks/finding.ts';
import { READ_AT, type StoredRecord } from '../../../src/client/stored-sample.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isRefusal, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { ENDPOINT_NAMES, type EndpointName } from '../../../src/specification/endpoints.ts';
import { readLate } from './read-late.ts';

/** A record as it was first read, and as it is now. */
export interface Reread {
  readonly record: StoredRecord;
  readonly exchange: Exchange;
}

/** Reads the oldest records again that an endpoint made in this run, once for all tests of this worker. */
export async function readAgain(context: ScenarioContext, madeBy: EndpointName): Promise<Reread[]> {
  const rereads = await readAgainOnce(context, madeBy);
  if (rereads.length === 0) throw new NotAssessed('Nothing that the run stored was read before');
  if (!isGone(rereads)) return rereads;
  const others = await Promise.all(ENDPOINT_NAMES.filter((other) => other !== madeBy).map((other) => readAgainOnce(context, other)));
  const kinds = others.filter((each) => each.length > 0);
  if (kinds.length > 0 && kinds.every(isGone))
    throw new NotAssessed('All records that the run stored are gone, of each kind: the service was deployed anew, and lost its data');
  return rereads;
}

function readAgainOnce({ implementation, session }: ScenarioContext, madeBy: EndpointName): Promise<Reread[]> {
  const { [madeBy]: readAt } = READ_AT;
  if (readAt === undefined) return Promise.resolve([]);
  return implementation.once(`read again ${madeBy}`, () =>
    Promise.all(
      session.run.stored.of(madeBy).map(async (record) => {
        const { exchange } = await readLate(implementation, () => implementation.client.send(readAt, { id: record.id }), isRefusal);
        return { record, exchange };
      }),
    ),
  );
}

function isGone(rereads: readonly Reread[]): boolean {
  return rereads.every(({ exchange }) => isRefusal(exchange));
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
