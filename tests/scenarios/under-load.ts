import { RIGHT_ALONE } from '../../src/checks/run-history.ts';
import { CARDS } from '../../src/client/api/cards.ts';
import { type CheckRecord, EVERY_REQUEST } from '../../src/engine/evidence/check-record.ts';
import { type FailureKind, rejectsCredentials } from '../../src/http/exchange.ts';
import { readingOf } from '../../src/http/reading.ts';
import type { JsonObject } from '../../src/specification/json.ts';
import {
  type Deviation,
  distinctRecordDeviations,
  type EchoedMembers,
  echoDeviations,
  foundIn,
  orderDeviations,
  type StatementId,
  show,
} from '../judging.ts';
import { type EndpointName, type Exchange, isSuccess, memberPointer, outcome } from '../library.ts';
import {
  answeredRecords,
  firstBroken,
  ifAssessed,
  ifPossible,
  type Judged,
  NotAssessed,
  recordOf,
  type ScenarioContext,
} from '../suite.ts';
import { readLate } from './times.ts';

/** A connection that breaks, a time-out or a 5xx: it shows nothing of a record. */
export function isBroken(exchange: Exchange): boolean {
  return orderDeviations(exchange).length > 0;
}

/** One of several threads that is broken shows in so many, mostly. Creations leave records, and are sent once. */
const ONE_BY_ONE = 12;

/** One deviation for all that broke among requests at once: how many, in what load, and what the first gives alone. What may be the environment's is none. @param sentAlone what it gave alone before, where it was sent so */
export async function reportUnderLoad(
  record: CheckRecord,
  name: EndpointName,
  exchanges: readonly Exchange[],
  alone: () => Promise<Exchange>,
  sentAlone?: Exchange,
): Promise<void> {
  const broken = exchanges.filter(isBroken);
  const own = broken.filter((exchange) => readingOf(exchange) === 'service');
  const [first = broken[0]] = own;
  if (first === undefined) return;
  let [again, sent] = [sentAlone ?? (await ifAssessed(alone())), 1];
  const most = own.length === 0 || CARDS[name].creates ? 1 : ONE_BY_ONE;
  for (; again !== null && !isBroken(again) && sent < most; sent += 1) {
    const next = await ifAssessed(alone());
    // What may be the environment's says nothing of threads.
    if (next !== null && isBroken(next) && readingOf(next) !== 'service') break;
    again = next;
  }
  const load = `${mostInFlight(exchanges)} in flight: ${counted(broken)}`;
  if (again !== null && isBroken(again)) {
    const contrast = `not the load: alone${sent === 1 ? '' : `, one by one, no. ${sent} is`} ${inShort(again)} as well; ${load}`;
    record.alsoFailed(EVERY_REQUEST, name, orderDeviations(again), again, contrast);
    return;
  }
  if (own.length === 0) return;
  const expected = `an answer below 500 under load${again === null ? '' : ', as when it is sent alone'}`;
  const contrast = again === null ? load : `alone: ${inShort(again)}; ${load}`;
  const kinds = [...new Set(own.map(inShort))].sort();
  record.alsoFailed(EVERY_REQUEST, name, [{ expected, actual: kinds.join(' and ') }], first, contrast);
}

/** *4 × connection closed, 1 × 500* */
export function counted(broken: readonly Exchange[]): string {
  const counts = new Map<string, number>();
  for (const kind of broken.map(inShort)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ');
}

const FAILURES: Readonly<Partial<Record<FailureKind, string>>> = {
  reset: 'connection closed',
  refused: 'connection refused',
  timeout: 'time-out',
};

/** *404*, *connection closed* */
export function inShort({ answer, failure }: Exchange): string {
  return answer ? String(answer.status) : (FAILURES[failure?.kind ?? 'malformed'] ?? 'broken answer');
}

/** How many of these were under way at one moment: a limit of the run, or the target's own pace, may have held others back. */
export function mostInFlight(exchanges: readonly Exchange[]): number {
  const broken = exchanges.flatMap(({ underLoad }) => underLoad?.inFlight ?? []);
  const during = ({ startedAt }: Exchange) =>
    exchanges.filter((other) => other.startedAt <= startedAt && startedAt <= other.startedAt + other.durationMs).length;
  return Math.max(...exchanges.map(during), ...broken);
}

/** As `firstBroken`. Where the first is right alone, the load is to blame, and what was under way with it goes along. @param otherwise what is shown else @param done what was done with so many at once */
export async function firstBrokenAtOnce<Attempt extends { readonly exchange: Exchange }>(
  attempts: readonly Attempt[],
  otherwise: Parameters<typeof firstBroken<Attempt>>[1],
  again: (attempt: Attempt) => Promise<Attempt>,
  deviationsOf: (attempt: Attempt) => readonly Deviation[],
  done = 'in flight',
): Promise<Judged> {
  const broken = attempts.filter((attempt) => deviationsOf(attempt).length > 0);
  const besides = (one: Attempt) => attempts.filter(({ exchange }) => exchange !== one.exchange && overlap(exchange, one.exchange));
  // One that overlaps others of these can be shown with them.
  const [first = broken[0]] = broken.filter((one) => besides(one).length > 0);
  const others = first === undefined ? [] : besides(first);
  // Other tests' requests may have been under way as well.
  const beside = first?.exchange.inFlight ?? 0;
  const alone = first === undefined || (others.length === 0 && beside === 0) ? null : await ifPossible(again(first));
  if (first === undefined || alone === null || deviationsOf(alone).length > 0) return firstBroken(attempts, otherwise, deviationsOf);
  const inFlight = Math.max(beside, mostInFlight(attempts.map(({ exchange }) => exchange)));
  const contrast = `${RIGHT_ALONE}${inFlight} ${done}: ${broken.length} of ${attempts.length} wrong`;
  const inTurn = [first, ...attempts.filter((attempt) => attempt !== first)];
  return firstBroken(inTurn, { most: 1, alsoSeen: () => others.map(({ exchange }) => exchange), beside: () => contrast }, deviationsOf);
}

function overlap(one: Exchange, other: Exchange): boolean {
  return one.startedAt <= other.startedAt + other.durationMs && other.startedAt <= one.startedAt + one.durationMs;
}

/** Records that were made at once, each with values of its own for these members: they come back, and the ids are different. */
export async function checkMadeAtOnce(context: ScenarioContext, members: EchoedMembers, exchanges: readonly Exchange[]): Promise<void> {
  const { check, notAssessed } = context;
  const accepted = answeredRecords(exchanges.filter(isSuccess));
  if (accepted.length === 0) throw new NotAssessed('None of the creations at once was accepted');
  const beside = besideWords(exchanges);
  for (const [member, [statement, likeness]] of Object.entries(members)) {
    const sentBy = ({ request }: Exchange) => JSON.parse(request.body ?? '{}') as JsonObject;
    const holding = accepted.filter(({ record, exchange }) => Object.hasOwn(record, member) && Object.hasOwn(sentBy(exchange), member));
    const mixed = firstBroken(holding, { most: 3, beside }, ({ record, exchange }) =>
      foundIn(exchange, echoDeviations(likeness, sentBy(exchange)[member], record[member], memberPointer(member))),
    );
    if (holding.length === 0) notAssessed(statement, `\`${member}\` was not sent, or the answers do not hold it`);
    else check({ [statement]: { ...mixed, exchanges } });
  }
  await checkDistinctAtOnce(context, exchanges);
}

/** Records that were made at once: no two of those that were accepted have one id. @param again sends what got this answer once more, alone */
export async function checkDistinctAtOnce(
  { check }: ScenarioContext,
  exchanges: readonly Exchange[],
  again?: (exchange: Exchange) => Promise<Exchange> | undefined,
): Promise<void> {
  const answers = answeredRecords(exchanges.filter(isSuccess));
  const repeated = distinctRecordDeviations(answers);
  const [first] = repeated;
  const sent = first?.exchange && again?.(first.exchange);
  const alone = sent ? await ifPossible(sent) : null;
  const twin = alone && isSuccess(alone) ? answers.find(({ record }) => record.id === recordOf(alone).id) : undefined;
  if (alone !== null && twin !== undefined) {
    const pair = [twin.exchange, alone];
    const contrast = 'not the load: one that is asked for alone has the id of an earlier one as well';
    return check({ 'record.ids-are-distinct': { deviations: distinctRecordDeviations(answeredRecords(pair)), exchanges: pair, contrast } });
  }
  // The first of several with one id counts as right, so that one more has to be.
  const contrast = besideWords(exchanges, 1)(repeated.length);
  check({ 'record.ids-are-distinct': { deviations: repeated.slice(0, 3), exchanges, contrast } });
}

/** The last ones: what holds back all but a few at once holds these back. */
const MOST_READ = 4;

/** Records that were made at once are there, each. @param make one more, alone @param read one of them, by its id */
export async function checkAreThere(
  { implementation, record, check, all }: ScenarioContext,
  [statement, endpoint]: readonly [StatementId, EndpointName],
  exchanges: readonly Exchange[],
  make: () => Promise<Exchange>,
  read: (id: string) => Promise<Exchange>,
): Promise<void> {
  const made = exchanges.filter(isSuccess).filter((exchange) => typeof recordOf(exchange).id === 'string');
  const readOf = async (creation: Exchange) => {
    const id = String(recordOf(creation).id);
    return { creation, id, exchange: (await readLate(implementation, () => read(id))).exchange };
  };
  const reads = await all(made.slice(-MOST_READ).map(readOf));
  // Which of them credentials reach is not shown.
  const told = reads.filter(({ exchange }) => !rejectsCredentials(exchange) && !isBroken(exchange));
  if (told.length === 0) {
    record.notAssessed(statement, 'None of the records that were made at once could be read', [], { endpoint });
    return;
  }
  const alone = told.every(({ exchange }) => isSuccess(exchange)) ? null : await ifPossible(make().then(readOf));
  const isOfLoad = alone !== null && isSuccess(alone.exchange);
  const beside = (gone: number) =>
    `${isOfLoad ? RIGHT_ALONE : ''}${mostInFlight(exchanges)} in flight when they were made: ${gone} of ${told.length} are not there`;
  const alsoSeen = ({ creation }: (typeof told)[number]) => [creation];
  const shown = firstBroken(told, { most: 1, alsoSeen, beside }, ({ id, exchange }) =>
    isSuccess(exchange)
      ? []
      : foundIn(exchange, [{ expected: `what ${show(id)} holds, which was made just before`, actual: outcome(exchange) }]),
  );
  check({ [statement]: { ...shown, endpoint } });
}

/** *alone: right; 8 in flight: 2 of 8 wrong*. Where all are wrong, nothing says that one alone is right. */
function besideWords(exchanges: readonly Exchange[], assumedRight = 0): (wrong: number) => string {
  const accepted = exchanges.filter(isSuccess).length;
  return (wrong) =>
    `${wrong < accepted - assumedRight ? RIGHT_ALONE : ''}${mostInFlight(exchanges)} in flight: ${wrong} of ${accepted} wrong`;
}
