import { AnswerLost } from '../../src/client/environment.ts';
import { type CheckRecord, EVERY_REQUEST } from '../../src/engine/evidence/check-record.ts';
import type { FailureKind } from '../../src/http/exchange.ts';
import { readingOf } from '../../src/http/reading.ts';
import { type EndpointName, type Exchange, orderDeviations } from '../library.ts';
import { ifAssessed } from '../suite.ts';

/** A connection that breaks, a time-out or a 5xx: it shows nothing of a record. */
export function isBroken(exchange: Exchange): boolean {
  return orderDeviations(exchange).length > 0;
}

/** The outcome of a request among many: a write that lost its answer, and is not sent again, as the broken exchange that it is. */
export async function sentBeside(send: () => Promise<Exchange>): Promise<Exchange> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof AnswerLost) return error.exchange;
    throw error;
  }
}

/**
 * One deviation for all that broke among requests at once, whatever the test looks for. It says how many were in flight, how many broke,
 * and what the first of them gives alone. What may be the environment's, and is answered alone, is none.
 */
export async function reportUnderLoad(
  record: CheckRecord,
  name: EndpointName,
  exchanges: readonly Exchange[],
  alone: (broken: Exchange) => Promise<Exchange>,
): Promise<void> {
  const broken = exchanges.filter(isBroken);
  const own = broken.filter((exchange) => readingOf(exchange) === 'service');
  const [first = broken[0]] = own;
  if (first === undefined) return;
  const again = await ifAssessed(alone(first));
  const load = `${mostInFlight(exchanges)} in flight: ${counted(broken)}`;
  if (again !== null && isBroken(again)) {
    const contrast = `not the load: alone ${inShort(again)} as well; ${load}`;
    record.alsoFailed(EVERY_REQUEST, name, orderDeviations(again), again, contrast);
    return;
  }
  if (own.length === 0) return;
  const kinds = [...new Set(own.map((exchange) => wordsOf(exchange)[1]))].sort();
  const expected = `an answer below 500 under load${again === null ? '' : ', as when it is sent alone'}`;
  const contrast = again === null ? load : `alone: ${inShort(again)}; ${load}`;
  record.alsoFailed(EVERY_REQUEST, name, [{ expected, actual: kinds.join(' and ') }], first, contrast);
}

/** *4 connections closed, 1 time-out* */
function counted(broken: readonly Exchange[]): string {
  const words = broken.map(wordsOf);
  return [...new Set(words.map(([, many]) => many))]
    .map((kind) => words.filter(([, many]) => many === kind))
    .toSorted((a, b) => b.length - a.length)
    .map((alike) => `${alike.length} ${alike[0]?.[alike.length === 1 ? 0 : 1]}`)
    .join(', ');
}

const FAILURES: Readonly<Partial<Record<FailureKind, readonly [one: string, many: string]>>> = {
  reset: ['connection closed', 'connections closed'],
  refused: ['connection refused', 'connections refused'],
  timeout: ['time-out', 'time-outs'],
};

function wordsOf({ answer, failure }: Exchange): readonly [one: string, many: string] {
  if (answer) return [`answer with status ${answer.status}`, `answers with status ${answer.status}`];
  return FAILURES[failure?.kind ?? 'malformed'] ?? ['broken answer', 'broken answers'];
}

/** *404*, *connection closed* */
export function inShort(exchange: Exchange): string {
  return exchange.answer ? String(exchange.answer.status) : wordsOf(exchange)[0];
}

/** How many of these were under way at one moment: a limit of the run, or the target's own pace, may have held others back. */
export function mostInFlight(exchanges: readonly Exchange[]): number {
  const broken = exchanges.flatMap(({ underLoad }) => underLoad?.inFlight ?? []);
  const during = ({ startedAt }: Exchange) =>
    exchanges.filter((other) => other.startedAt <= startedAt && startedAt <= other.startedAt + other.durationMs).length;
  return Math.max(...exchanges.map(during), ...broken);
}
