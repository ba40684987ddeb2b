import { ownEventFields } from '../../src/checks/stability.ts';
import { READ_AT } from '../../src/client/stored-sample.ts';
import { endOf } from '../../src/http/exchange.ts';
import { differences, foundIn, type StatementId, show } from '../judging.ts';
import { type Exchange, type Implementation, isSuccess, now, outcome, sleep } from '../library.ts';
import { ifAssessed, NotAssessed, recordOf, scenario } from '../suite.ts';
import { readable, trackAndRead } from './events.ts';
import { isMissing, readLate } from './times.ts';

/** Milliseconds since the record was first seen. In between, caches end, jobs tidy up, and what is copied to other machines arrives there. */
const AGES_MS = [500, 1100, 1700, 2300, 2900, 3500, 4100, 4700, 5300, 6100, 7000, 8000];
/** Ten seconds are a usual lease of a job: who takes it up again begins anew. */
const EVENT_AGES_MS = [...AGES_MS, 8800, 9600, 10_400, 11_200];
/** One machine may be behind another. So many reads in a row, each over a connection of its own, meet both. */
const READS = 4;
/** Ages in a row at which it was as before, and then at which it was not: fewer are chance. */
const FEWEST = { right: 3, wrong: 2 };

const UNCLEAR = 'At some ages it was not read, or too shortly otherwise to tell';

interface Look {
  readonly ageMs: number;
  readonly exchange: Exchange;
}

interface Change {
  /** The first that shows it. */
  readonly exchange: Exchange;
  readonly contrast: string;
  readonly isBack: boolean;
}

/** A new record that could be read, cannot for a while, and can again: nobody deleted it. What is gone for good is found at the end of the run. */
export function isThereAtEveryAge(name: 'createBusiness' | 'copyEmailTemplate', statement: StatementId) {
  return scenario(name, statement, { optional: true }, async ({ implementation, check }) => {
    const made = await implementation.freshExample(name);
    const { id } = recordOf(made);
    const { [name]: readAt } = READ_AT;
    if (typeof id !== 'string' || readAt === undefined) throw new NotAssessed('The new record has no id');
    const read = () => implementation.client.send(readAt, { id, freshConnection: true });
    const first = (await readLate(implementation, read)).exchange;
    if (isMissing(first)) {
      const deviation = { expected: `${JSON.stringify(id)}, which was made just before`, actual: outcome(first) };
      return check({ [statement]: foundIn(first, [deviation]) }, made, first);
    }
    if (!isSuccess(first)) throw new NotAssessed(`The new record cannot be read: ${outcome(first)}`);
    const looks = await looksAt(implementation, first, read, isMissing);
    const change = changeIn(looks, isMissing, ['there', 'gone']);
    if (change?.isBack) {
      const deviation = { expected: `${JSON.stringify(id)}, which could be read before`, actual: outcome(change.exchange) };
      const { exchange, contrast } = change;
      return check({ [statement]: { deviations: foundIn(exchange, [deviation]), exchanges: [first, exchange], contrast } });
    }
    if (!looks.every(({ exchange }) => isSuccess(exchange))) throw new NotAssessed(UNCLEAR);
    check({ [statement]: [] }, first);
  });
}

/** Values that a job may take for nothing, and drop; and what an archive may write otherwise: digits, order, letters, times, names. */
export const OF_MANY_KINDS = {
  ...{ none: null, zero: 0, no: false, blank: '', bare: {}, empty: [], deep: { none: null, list: [null, {}] } },
  ...{ fraction: 19.876543, small: 1.5e-7, large: 9007199254740991, order: [3, 1, 2, 2], time: '2031-02-03T04:05:06.789012+02:00' },
  // Services find customers by these, and may change them in place to compare them.
  ...{
    email: 'Nobody.Conformance@Example.COM',
    phone: '+1 (202) 555-0199',
    email_address: ' Nobody@Example.COM',
    phone_number: '001-202-555-0199',
  },
  ...{ text: ' Ünïcode 日本 😀 "\\ ', long: 'conformance '.repeat(40), 'a.b-c d': true, Capital: 'A', date: '2031-02-03', digits: '007' },
};

/** At every age an event has the fields of its first read, and keeps the customer that it got. */
export const eventIsTheSameAtEveryAge = scenario(
  'getEvent',
  ['event.own-fields-never-change', 'event.stays-resolved'],
  { optional: true },
  async ({ implementation, session, check, notAssessed }) => {
    const { fixtures, tracking } = implementation.settings;
    const data = (fixtures.businessId === null ? null : tracking.matchingData) ?? tracking.unmatchedData;
    const tracked = (some: object) => trackAndRead(implementation, { ...some, ...data });
    const story = readable((await ifAssessed(tracked(OF_MANY_KINDS))) ?? (await tracked({})));
    const { id, reads } = story;
    const first = reads.at(-1)?.exchange;
    if (id === null || first === undefined) throw new NotAssessed('The event was not found');
    session.run.stored.keep({ id, madeBy: 'trackEvent', value: recordOf(first), read: first });
    const own = (exchange: Exchange) => differences(ownEventFields(recordOf(first)), ownEventFields(recordOf(exchange)));
    const isChanged = (exchange: Exchange) => isSuccess(exchange) && own(exchange).length > 0;
    let customer: unknown = null;
    const isLost = (exchange: Exchange) => isSuccess(exchange) && customer !== null && recordOf(exchange).customer !== customer;
    const read = async () => {
      const exchange = await implementation.client.send('getEvent', { id, freshConnection: true });
      if (isSuccess(exchange)) customer ??= recordOf(exchange).customer ?? null;
      return exchange;
    };
    const looks = await looksAt(implementation, first, read, (exchange) => isChanged(exchange) || isLost(exchange), EVENT_AGES_MS);
    const isRead = looks.every(({ exchange }) => isSuccess(exchange));
    const changed = changeIn(looks, isChanged, ['as it was', 'changed']);
    const exchanges = [story.tracked.exchange, first];
    if (changed) {
      const deviations = foundIn(changed.exchange, own(changed.exchange));
      check({ 'event.own-fields-never-change': { deviations, exchanges: [...exchanges, changed.exchange], contrast: changed.contrast } });
    } else if (isRead && !looks.some((look) => isChanged(look.exchange))) check({ 'event.own-fields-never-change': [] }, ...exchanges);
    else throw new NotAssessed(UNCLEAR);
    const since = looks.findIndex(({ exchange }) => isSuccess(exchange) && typeof recordOf(exchange).customer === 'string');
    if (since < 0) return notAssessed('event.stays-resolved', 'The event was not resolved');
    const resolved = looks.slice(since);
    const lost = changeIn(resolved, isLost, ['with its customer', 'without it']);
    if (lost) {
      const deviation = { pointer: '/customer', expected: `still ${show(customer)}`, actual: show(recordOf(lost.exchange).customer) };
      const deviations = foundIn(lost.exchange, [deviation]);
      check({ 'event.stays-resolved': { deviations, exchanges: [...exchanges, lost.exchange], contrast: lost.contrast } });
    } else if (isRead && !resolved.some((look) => isLost(look.exchange))) check({ 'event.stays-resolved': [] }, ...exchanges);
    else notAssessed('event.stays-resolved', UNCLEAR);
  },
);

/** Reads the record at every age, and again where it is not as before. @throws NotAssessed where the target was away in between */
async function looksAt(
  { client }: Implementation,
  first: Exchange,
  read: () => Promise<Exchange>,
  isWrong: (exchange: Exchange) => boolean,
  ages = AGES_MS,
): Promise<Look[]> {
  const looks: Look[] = [];
  for (const age of ages) {
    await sleep(Math.max(0, endOf(first) + age - now()));
    let exchange = await read();
    for (let turn = 1; turn < READS && isWrong(exchange); turn += 1) exchange = await read();
    looks.push({ ageMs: exchange.startedAt - endOf(first), exchange });
  }
  if (client.environment.absence.backAt > first.startedAt) throw new NotAssessed('The target was away in between');
  return looks;
}

/** *there up to 1.7 s after it was first read, gone from 2.3 s on, and there again after 4.1 s*; null where it was as before, or too shortly otherwise to tell. */
function changeIn(
  looks: readonly Look[],
  isWrong: (exchange: Exchange) => boolean,
  [right, wrong]: readonly [string, string],
): Change | null {
  const from = looks.findIndex(({ exchange }) => isWrong(exchange));
  const [before, guilty] = [looks[from - 1], looks[from]];
  if (from < FEWEST.right || before === undefined || guilty === undefined) return null;
  const since = looks.slice(from).findIndex(({ exchange }) => !isWrong(exchange));
  if ((since === -1 ? looks.length - from : since) < FEWEST.wrong) return null;
  const back = looks[from + since];
  const again = since === -1 || back === undefined ? '' : `, and ${right} again after ${inSeconds(back)}`;
  const contrast = `${right} up to ${inSeconds(before)} after it was first read, ${wrong} from ${inSeconds(guilty)} on${again}`;
  return { exchange: guilty.exchange, contrast, isBack: again !== '' };
}

const inSeconds = ({ ageMs }: Look): string => `${(ageMs / 1000).toFixed(1)} s`;
