import { foundIn } from '../../../src/checks/finding.ts';
import { READ_AT, type StoredRecord } from '../../../src/client/stored-sample.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isRefusal, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { ENDPOINT_NAMES, type EndpointName } from '../../../src/specification/endpoints.ts';
import type { StatementId } from '../../../src/specification/register.ts';
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

/** Holds that all can still be read. Of what fails, it shows the first read and the last. */
export function checkAreKept({ check, record }: ScenarioContext, statement: StatementId, rereads: readonly Reread[], kind: string): void {
  const lost = rereads.filter(({ exchange }) => isRefusal(exchange));
  const [first] = lost;
  if (first === undefined) {
    check({ [statement]: [] }, ...rereads.map(({ exchange }) => exchange));
    return;
  }
  const { read, id } = first.record;
  const findings = foundIn(first.exchange, [
    {
      expected: `the ${kind} ${JSON.stringify(id)}, read ${secondsBetween(read, first.exchange)} s before`,
      actual: outcome(first.exchange),
    },
  ]);
  const kept = rereads.filter((reread) => !lost.includes(reread));
  const [youngest = first] = lost.toSorted((one, other) => other.record.read.startedAt - one.record.read.startedAt);
  const contrast =
    kept.length === 0
      ? `so are all ${rereads.length} that were read again`
      : `${lost.length} of ${rereads.length} that were read again are gone: the youngest of them was read ${secondsBetween(youngest.record.read, youngest.exchange)} s before; ${kept.length === 1 ? 'one is' : `${kept.length} are`} still there`;
  record.check(statement, findings, { exchanges: [read, first.exchange], contrast });
}

function secondsBetween(read: Exchange, { startedAt }: Exchange): string {
  return ((startedAt - read.startedAt) / 1000).toFixed(1);
}
