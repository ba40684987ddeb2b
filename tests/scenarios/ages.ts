import { READ_AT } from '../../src/client/stored-sample.ts';
import { endOf } from '../../src/http/exchange.ts';
import { foundIn, type StatementId } from '../judging.ts';
import { type Exchange, isSuccess, now, outcome, sleep } from '../library.ts';
import { NotAssessed, recordOf, scenario } from '../suite.ts';
import { isMissing, readLate } from './times.ts';

/** Milliseconds since the record was first seen. In between, caches end, and what is copied to other machines arrives there. */
const AGES_MS = [500, 1100, 1700, 2300, 2900, 3500, 4100, 4700, 5300, 6100, 7000, 8000];
/** One machine may be behind another. So many reads in a row, each over a connection of its own, meet both. */
const READS = 4;
/** Ages in a row at which it was there, and then at which it was not: fewer are chance. */
const FEWEST = { there: 3, gone: 2 };

interface Look {
  readonly ageMs: number;
  readonly exchange: Exchange;
}

/** A new record that could be read, cannot for a while, and can again: nobody deleted it. What is gone for good is found at the end of the run. */
export function isThereAtEveryAge(name: 'createBusiness' | 'copyEmailTemplate', statement: StatementId) {
  return scenario(name, statement, { optional: true }, async ({ implementation, check }) => {
    const { client } = implementation;
    const { id } = recordOf(await implementation.freshExample(name));
    const { [name]: readAt } = READ_AT;
    if (typeof id !== 'string' || readAt === undefined) throw new NotAssessed('The new record has no id');
    const read = () => client.send(readAt, { id, freshConnection: true });
    const first = (await readLate(implementation, read)).exchange;
    if (!isSuccess(first)) throw new NotAssessed(`The new record cannot be read: ${outcome(first)}`);
    const looks: Look[] = [];
    for (const age of AGES_MS) {
      await sleep(Math.max(0, endOf(first) + age - now()));
      let exchange = await read();
      for (let turn = 1; turn < READS && isMissing(exchange); turn += 1) exchange = await read();
      looks.push({ ageMs: exchange.startedAt - endOf(first), exchange });
    }
    if (client.environment.absence.backAt > first.startedAt) throw new NotAssessed('The target was away in between');
    const gone = looks.findIndex(({ exchange }) => isMissing(exchange));
    const [guilty] = looks.slice(gone === -1 ? looks.length : gone);
    const since = looks.slice(gone).findIndex(({ exchange }) => !isMissing(exchange));
    if (looks.every((look) => isSuccess(look.exchange))) return check({ [statement]: [] }, first);
    if (guilty === undefined || gone < FEWEST.there || since < FEWEST.gone)
      throw new NotAssessed('At some ages it was not read: neither there throughout, nor gone and there again');
    const [before, back] = [looks[gone - 1], looks[gone + since]];
    const contrast = `there up to ${inSeconds(before)} after it was first read, gone from ${inSeconds(guilty)} on, and there again after ${inSeconds(back)}`;
    const deviation = { expected: `${JSON.stringify(id)}, which could be read before`, actual: outcome(guilty.exchange) };
    check({ [statement]: { deviations: foundIn(guilty.exchange, [deviation]), exchanges: [first, guilty.exchange], contrast } });
  });
}

const inSeconds = (look: Look | undefined): string => `${((look?.ageMs ?? 0) / 1000).toFixed(1)} s`;
