import { type Deviation, show } from '../../checks/deviation.ts';
import { RIGHT_AGAIN, RIGHT_ALONE } from '../../checks/run-history.ts';
import { objectIn } from '../../http/body.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotAssessed } from '../../settings/not-assessed.ts';
import { jsonIn } from '../../settings/parsing/json.ts';
import { valueAt } from '../../specification/json-pointer.ts';
import type { Session } from '../session.ts';
import type { CheckRecord } from './check-record.ts';

/** So many a run: each waits until it is alone, and may leave a record. */
const MOST = 8;
/** With more at once, a paste is too long to read. */
const MOST_BESIDE = 4;

/** What a single answer shows is asked for once more, alone: where it is right then, what came before it or was under way with it goes along. */
export async function explainFailures(record: CheckRecord, { run, answers, implementation, calls }: Session): Promise<void> {
  const { urls } = run.ledger;
  for (const { index, exchange, deviation, isOnly } of record.shownBy) {
    const { flaky, contrast = '', requirement, endpoint } = record.checks[index] ?? {};
    const since = urls.since(exchange);
    if (since !== null) record.explain(index, since, []);
    else if (flaky) record.explain(index, null, urls.before(exchange));
    const asked = calls.get(exchange);
    const key = `${requirement} ${endpoint}`;
    const isLeft = run.sentAgain.size < MOST && !run.sentAgain.has(key);
    // A replay sends what it was asked for, and nothing else.
    const mayBeSent = isLeft && isOnly && contrast === '' && isValue(deviation) && run.settings.run.replay === null;
    if (since !== null || !asked || !mayBeSent) continue;
    run.sentAgain.add(key);
    const again = await implementation.client.send(asked.name, { ...asked.call, alone: true }).catch(nothing);
    if (again === null || !isRight(again, deviation)) continue;
    const beside = urls.beside(exchange).slice(-MOST_BESIDE);
    if (beside.length > 0) record.explain(index, `${RIGHT_ALONE}${exchange.inFlight ?? beside.length + 1} in flight: wrong`, beside);
    else record.explain(index, RIGHT_AGAIN, urls.before(exchange));
  }
  answers.forget();
}

function nothing(error: unknown): null {
  if (error instanceof NotAssessed) return null;
  throw error;
}

const STATUS = /^status (\d+)$/;

/** Whether the expectation is one that any answer can be held against. */
function isValue({ pointer, expected }: Deviation): boolean {
  return STATUS.test(expected) || (pointer !== undefined && jsonIn(expected) !== undefined);
}

function isRight(again: Exchange, { pointer = '', expected }: Deviation): boolean {
  const status = STATUS.exec(expected)?.[1];
  return status === undefined ? show(valueAt(objectIn(again), pointer)) === expected : again.answer?.status === Number(status);
}
