import { TRACKED_BEHIND } from '../../src/checks/run-history.ts';
import { firstCustomer, LAG_MS } from '../../src/checks/stability.ts';
import { type EventStory, follow, type TrackedEvent } from '../../src/client/tracked-event.ts';
import { isGone } from '../../src/http/exchange.ts';
import { foundIn, show } from '../judging.ts';
import { type Exchange, type Implementation, isSuccess, objectIn, outcome, sleep } from '../library.ts';
import { ifPossible, type ScenarioContext } from '../suite.ts';
import { acceptedEvent, lastRead, matchingEvent, readable, storyOf, TOO_EARLY, trackedAnew, trackText } from './events.ts';

/** As a text it may be what a customer is called elsewhere, so it is a number that nobody is given. */
const NUMBER = 770_077_007;
/** What may stand in place of a text that leads to a customer. A worker that looks for one may fail for it; small pools have no more workers than these. */
export const NO_TEXTS: readonly unknown[] = [NUMBER, { is: NUMBER }, true, [NUMBER], 0, null];

/** Checks that an event whose data hold no text leads to none of these customers: a store that compares a number with texts may take any text for 0. Returns whether it could be read. */
export async function isOfNobody(
  { implementation, check }: ScenarioContext,
  tracked: TrackedEvent,
  known: readonly string[],
): Promise<boolean> {
  const read = lastRead(await storyOf(implementation, tracked));
  if (read === null) return false;
  const { customer } = read.record;
  const expected = 'null, since no text of these data names anybody';
  const deviations = known.some((id) => id === customer) ? [{ pointer: '/customer', expected, actual: show(customer) }] : [];
  check({ 'event.unmatched-stays-null': foundIn(read.exchange, deviations) }, tracked.exchange, read.exchange);
  return true;
}

/** Tracks events of a project-defined name whose data have no amount where its path leads: a worker that follows the path may fail for them. None where no such name is known. */
export async function trackOffPath(
  implementation: Implementation,
): Promise<{ readonly events: readonly TrackedEvent[]; readonly words: string }> {
  const known = await ifPossible(implementation.accepted('getProjectDefinedEvent'));
  const { event, purchase_amount_path: path } = (known !== null && objectIn(known.exchange)) || {};
  const [first = '', ...rest] = typeof path === 'string' ? path.split('.').filter((name) => /^\w+$/.test(name)) : [];
  if (typeof event !== 'string' || first === '') return { events: [], words: '' };
  const within = (value: unknown) => rest.reduceRight((inner, name) => ({ [name]: inner }), value);
  const odd = [...new Set(['a text', null, within('a text')].map((value) => JSON.stringify({ [first]: value })))];
  const events: TrackedEvent[] = [];
  for (const data of odd) events.push(await trackText(implementation, data, event));
  return { events, words: `${odd.join(' and ')}, called ${show(event)}` };
}

interface Resolving {
  /** How it differs from others. */
  readonly contrast: string;
  /** What may have brought it about. */
  readonly before?: readonly Exchange[];
  /** An event that matches a customer; tracked anew where absent. */
  readonly tracked?: TrackedEvent;
}

/** Checks that an event that matches a customer is resolved, and returns it; null where it is not. */
export async function resolvedEvent(context: ScenarioContext, { contrast, before = [], ...given }: Resolving): Promise<EventStory | null> {
  const { implementation, check } = context;
  const { data, customer } = matchingEvent(implementation);
  const tracked = given.tracked ?? (await acceptedEvent(implementation, data));
  const story = readable(await follow(implementation, tracked, true, 0));
  const { reads } = story;
  const last = reads.at(-1);
  const expected = `${show(customer)} within ${implementation.settings.tracking.resolutionTimeoutMs} ms (CES_RESOLUTION_TIMEOUT_MS)`;
  const unresolved = { pointer: '/customer', expected, actual: `still ${show(last?.event?.customer)}` };
  const deviations = firstCustomer(reads) === null && last ? foundIn(last.exchange, [unresolved]) : [];
  const anew = deviations.length > 0 && before.length === 0 ? await trackedAnew(context) : null;
  const { words, odd } = anew === 'unresolved' ? stopped(context) : { words: anew === 'read too early' ? TOO_EARLY : contrast, odd: [] };
  const exchanges = [...before, ...odd, tracked.exchange, ...(last ? [last.exchange] : [])];
  check({ 'event.match-is-resolved': { deviations, exchanges, contrast: words } });
  return deviations.length === 0 ? story : null;
}

/** What a worker, or its store, may stop at: characters that no text of a database holds. */
const ODD_DATA = /\\u00[01]|\\ud[89a-f]/i;
const MOST_ODD = 2;

/** What resolves events has stopped: since when, and the first odd ones that were tracked since. */
function stopped({ session: { run } }: ScenarioContext): { readonly words: string; readonly odd: readonly Exchange[] } {
  const read = run.ledger.lastResolved;
  const last = read && run.stored.creationsFor(read).at(-1);
  const since = run.asked.changing.filter(({ request, startedAt }) => request.url.endsWith('/track') && startedAt > (last?.startedAt ?? 0));
  const odd = since.filter((exchange) => isSuccess(exchange) && ODD_DATA.test(exchange.request.body ?? '')).slice(0, MOST_ODD);
  const at = last ? `; the last one that was resolved was tracked at ${new Date(last.startedAt).toISOString().slice(11, 19)} UTC` : '';
  const behind = odd.length === 0 ? '' : `${TRACKED_BEHIND}odd data, among others; `;
  return { words: `${behind}two more that were tracked later are not resolved either: what resolves them has stopped${at}`, odd };
}

/** Checks that a resolved event is still there, with its customer, behind odd ones: a worker that fails for these may lose what it had before. */
export async function checkIsKeptBehind(
  { implementation, check, notAssessed }: ScenarioContext,
  { tracked, id, reads }: EventStory,
  odd: readonly TrackedEvent[],
): Promise<void> {
  const held = firstCustomer(reads)?.customer;
  const read = () => implementation.client.send('getEvent', { id: id ?? '' });
  const first = await read();
  const isOther = isGone(first) || (isSuccess(first) && objectIn(first)?.customer !== held);
  // A copy of the data may be behind.
  const exchange = isOther ? await sleep(LAG_MS).then(read) : first;
  if (!isGone(exchange) && !isSuccess(exchange)) return notAssessed('event.stays-resolved', `It was not read again: ${outcome(exchange)}`);
  const customer = objectIn(exchange)?.customer;
  const isKept = !isGone(exchange) && customer === held;
  const found = isGone(exchange)
    ? { expected: 'the event, as it was read before', actual: outcome(exchange) }
    : { pointer: '/customer', expected: `still ${show(held)}`, actual: show(customer) };
  const deviations = isKept ? [] : foundIn(exchange, [found]);
  const exchanges = [tracked, ...odd].map((one) => one.exchange);
  const contrast = `tracked before ${odd.length} events whose data are odd, and read behind them`;
  check({
    'event.stays-resolved': { deviations, exchanges: [...exchanges, ...reads.slice(-1).map((one) => one.exchange), exchange], contrast },
  });
}
