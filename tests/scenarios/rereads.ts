import { isLoadToBlame, moreMadeSince, NOW_AND_THEN, READ_AGAIN } from '../../src/checks/run-history.ts';
import { MAY_CHANGE, stableReadDeviations } from '../../src/checks/stability.ts';
import { READ_AT, type StoredRecord } from '../../src/client/stored-sample.ts';
import { foundIn, type StatementId } from '../judging.ts';
import {
  type Call,
  ENDPOINT_NAMES,
  type EndpointName,
  type Exchange,
  type Implementation,
  isSuccess,
  now,
  objectIn,
  outcome,
  sleep,
} from '../library.ts';
import { type Judged, NotAssessed, type ScenarioContext } from '../suite.ts';
import { secondsBetween } from './changes-since.ts';
import { isMissing, LATER_MS, readLate } from './times.ts';
import { firstBrokenAtOnce } from './under-load.ts';

export function exchangesOf(rereads: readonly Reread[]) {
  return rereads.map(({ exchange }) => exchange);
}

/** A fail-over loses some seconds, and not only what was sampled. More records tell no better. */
const [AROUND_MS, MOST_BESIDE] = [2000, 20];

/** The run waits as long for the customers that it updated last. */
const OLD_MS = LATER_MS + 4000;

/** Archives take events after ten seconds, or twenty, and write them otherwise. They were tracked first, so the run gets longer by a few seconds only, and other records can be as old at no cost. */
const OLD_EVENT_MS = OLD_MS + 11_500;

/** Waits until what was read then has been there for some seconds. */
export function untilOld({ settings }: Implementation, { startedAt, durationMs }: Exchange, oldMs = OLD_MS): Promise<void> {
  const { resolutionTimeoutMs } = settings.tracking;
  // Who sets a short time wants a short run.
  const age = resolutionTimeoutMs < OLD_MS ? resolutionTimeoutMs : oldMs;
  return sleep(Math.max(0, startedAt + durationMs + age - now()));
}

/** Each of two machines may keep what it read first, and show at its second read what became of it. */
const READS_OF_LARGEST = 4;

/** A record as it was first read, and as it is now. */
export interface Reread {
  readonly record: StoredRecord;
  readonly exchange: Exchange;
}

/** Reads the oldest records again that an endpoint made in this run, once for all tests of this worker. */
export async function readAgain(context: ScenarioContext, madeBy: EndpointName): Promise<Reread[]> {
  const rereads = await readAgainOnce(context, madeBy);
  if (rereads.length === 0) throw new NotAssessed('Nothing that the run stored was read before');
  if (!rereads.some(isGone)) return rereads;
  const sample = await Promise.all(ENDPOINT_NAMES.map((name) => readAgainOnce(context, name)));
  // A fail-over loses what was stored in some seconds, of whatever kind.
  const { stored } = context.session.run;
  const madeAt = ({ record: { read } }: Reread) => stored.creationsFor(read).at(-1)?.startedAt ?? read.startedAt;
  const times = rereads.filter(isGone).map(madeAt);
  const beside = stored.readBeside(madeBy, Math.min(...times) - AROUND_MS, Math.max(...times) + AROUND_MS).slice(0, MOST_BESIDE);
  const all = [...sample, await Promise.all(beside.map((record) => reread(context.implementation, record)))];
  if (!areGoneAtOnce(all.flat(), context.implementation.client.environment.absence.backAt, madeAt)) return rereads;
  throw new NotAssessed(
    'All that the run stored within some time is gone, of several kinds: the service was deployed anew, or failed over, and lost data',
  );
}

function readAgainOnce({ implementation, session }: ScenarioContext, madeBy: EndpointName): Promise<Reread[]> {
  if (READ_AT[madeBy] === undefined) return Promise.resolve([]);
  const again = (record: StoredRecord) => reread(implementation, record);
  return implementation.once(`read again ${madeBy}`, async () => {
    const { stored } = session.run;
    const rereads = await Promise.all(
      stored.of(madeBy).map(async (record) => {
        await untilOld(implementation, record.read, stored.of('trackEvent').length > 0 ? OLD_EVENT_MS : OLD_MS);
        return again(record);
      }),
    );
    const { largestEvent } = stored;
    if (madeBy !== 'trackEvent' || largestEvent === null) return rereads;
    for (let turn = 1; turn < READS_OF_LARGEST; turn += 1) await again(largestEvent);
    return [...rereads.filter(({ record }) => record.id !== largestEvent.id), await again(largestEvent)];
  });
}

async function reread(implementation: Implementation, record: StoredRecord): Promise<Reread> {
  const readAt = READ_AT[record.madeBy];
  if (readAt === undefined) throw new Error(`Nothing that ${record.madeBy} makes can be read`);
  const { exchange } = await readLate(implementation, () => implementation.client.send(readAt, { id: record.id }));
  return { record, exchange };
}

function isGone({ exchange }: Reread): boolean {
  return isMissing(exchange);
}

/** What is gone is of several kinds, and nothing of its time is left: a service that loses one kind, or the oldest of it, keeps others as old. One kind is enough where the target was away since. */
function areGoneAtOnce(rereads: readonly Reread[], backAt: number, madeAt: (reread: Reread) => number): boolean {
  // What was read again before the target was away was not lost yet.
  const [gone, kept] = [rereads.filter(isGone), rereads.filter((reread) => !isGone(reread) && !(reread.exchange.startedAt < backAt))];
  const youngest = Math.max(...gone.map(madeAt));
  const areSeveral = new Set(gone.map(({ record }) => record.madeBy)).size > 1;
  // A store that is restored from a copy has lost what came between that and the outage.
  const oldest = Math.min(...gone.map(madeAt));
  return kept.map(madeAt).every((time) => time < oldest || time > youngest) && (youngest < backAt || areSeveral);
}

/** Holds that all can still be read. Of what fails, it shows the first read and the last. */
export function checkAreKept(context: ScenarioContext, statement: StatementId, rereads: readonly Reread[], kind: string) {
  const { check } = context;
  const lost = rereads.filter(isGone);
  const [first] = lost;
  if (first === undefined) return check({ [statement]: [] }, ...exchangesOf(rereads));
  const { read, id } = first.record;
  const expected = `the ${kind} ${JSON.stringify(id)}, read ${secondsBetween(read, first.exchange)} s before`;
  const deviations = foundIn(first.exchange, [{ expected, actual: outcome(first.exchange) }]);
  const contrast = [agesOf(context, lost, rereads, 'gone', 'still there'), unmatchedWords(context, lost, rereads)]
    .filter(Boolean)
    .join('; ');
  const making = context.session.run.stored.creationsFor(read).slice(-1);
  check({ [statement]: { deviations, exchanges: [...making, read, first.exchange], contrast } });
}

/** Tells apart by the customer, where that is what decides; false where it does not. */
function unmatchedWords({ session: { run } }: ScenarioContext, lost: readonly Reread[], rereads: readonly Reread[]): string | false {
  const kept = rereads.filter((reread) => !lost.includes(reread)).map(({ exchange }) => objectIn(exchange)?.customer);
  const areMatched = kept.length > 0 && kept.every((customer) => typeof customer === 'string');
  const areUnmatched = lost.every(({ record }) => record.value.customer === null && !run.ledger.wasResolved(record.id));
  return areMatched && areUnmatched && 'those that are still there have a customer, and the others had none';
}

/** *2 of 5 that were read again are gone: the youngest of them was read 12.0 s before, with 60 more made since; 3 are still there* */
export function agesOf(
  { session: { run } }: ScenarioContext,
  broken: readonly Reread[],
  rereads: readonly Reread[],
  isBroken: string,
  isKept: string,
): string {
  const kept = rereads.length - broken.length;
  // Some are looked for longer than others.
  const ageOf = ({ record, exchange }: Reread) => exchange.startedAt - record.read.startedAt;
  const [youngest] = broken.toSorted((one, other) => ageOf(one) - ageOf(other));
  if (youngest === undefined) return '';
  const { record, exchange } = youngest;
  const age = `${secondsBetween(record.read, exchange)} s`;
  const made = run.asked.countBetween(record.madeBy, record.read, exchange);
  const since = made < FEWEST_SINCE ? '' : `, ${moreMadeSince(made)}`;
  if (kept === 0) return `so are all ${rereads.length} ${READ_AGAIN}, ${age} later or more${since}`;
  const are = (number: number) => (number === 1 ? 'is' : 'are');
  const before = `the youngest of them was read ${age} before${since}`;
  return `${broken.length} of ${rereads.length} ${READ_AGAIN} ${are(broken.length)} ${isBroken}: ${before}; ${kept === 1 ? 'one' : kept} ${are(kept)} ${isKept}`;
}

/** As many records may push one out of a store that holds the latest only. */
const FEWEST_SINCE = 10;

/** Together they last longer than a cache of some seconds. */
const [TURNS, APART_MS] = [12, 700];

/** Reads the record some more times, alone. Null unless one differs from the first read of the run, and a later one does not: then the record has not changed. */
export async function oddReads({ client }: Implementation, name: EndpointName, call: Call, first: Exchange): Promise<Judged | null> {
  const reads: Exchange[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    await sleep(APART_MS);
    reads.push(await client.send(name, { ...call, alone: true }));
  }
  const answered = reads.filter(isSuccess);
  const wrong = answered.filter((read) => stableReadDeviations(name, first, read).length > 0);
  const [guilty] = wrong;
  if (guilty === undefined || answered.slice(answered.indexOf(guilty)).every((read) => wrong.includes(read))) return null;
  const contrast = `${NOW_AND_THEN}: of ${TURNS} reads alone, ${APART_MS / 1000} s apart, ${wrong.length} ${wrong.length === 1 ? 'differs' : 'differ'} from the first`;
  return { deviations: foundIn(guilty, stableReadDeviations(name, first, guilty)), exchanges: [first, guilty], contrast };
}

/** Judges reads at once of what was not read for some seconds: a service may answer from a cache that it is still filling. Null unless some of them are as the first read was, some are not, and one alone is. */
export async function oddAtOnce(
  { client }: Implementation,
  name: EndpointName,
  call: Call,
  first: Exchange,
  reads: readonly Exchange[],
): Promise<Judged | null> {
  const answered = reads.filter(isSuccess).map((exchange) => ({ exchange }));
  const deviationsOf = ({ exchange }: { readonly exchange: Exchange }) => foundIn(exchange, stableReadDeviations(name, first, exchange));
  const wrong = answered.filter((read) => deviationsOf(read).length > 0).length;
  if (MAY_CHANGE.includes(name) || wrong === 0 || wrong === answered.length) return null;
  const again = async () => ({ exchange: await client.send(name, { ...call, alone: true }) });
  const judged = await firstBrokenAtOnce(answered, { most: 1 }, again, deviationsOf);
  return isLoadToBlame(judged.contrast) ? judged : null;
}
