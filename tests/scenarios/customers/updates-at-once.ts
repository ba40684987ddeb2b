import { RIGHT_ALONE } from '../../../src/checks/run-history.ts';
import { canonicalEmailAddress } from '../../../src/client/api/cards.ts';
import { writeOutcome } from '../../../src/http/reading.ts';
import { type Deviation, differencesAsSets, foundIn, show } from '../../judging.ts';
import { type Exchange, type Implementation, isRefusal, isSuccess, refusalOf } from '../../library.ts';
import { firstBroken, ifPossible, type Judged, NotAssessed, scenario } from '../../suite.ts';
import { answeredCustomers, customersOf, ids, ownedCustomers, update } from '../batch-update.ts';
import { firstBrokenAtOnce, mostInFlight, reportUnderLoad } from '../under-load.ts';
import { checkOppositeOrders } from './opposite-orders.ts';
import { withCustomers } from './owned-customers.ts';

/** Members whose updates do not touch each other. */
const MEMBERS = ['full_name', 'metadata'] as const;
type Member = (typeof MEMBERS)[number];

/** One of several updates under way at once. */
export interface Sent {
  readonly id: string;
  readonly member: Member;
  readonly value: unknown;
  readonly exchange: Exchange;
}

/** What a customer showed of a member afterwards. */
interface Shown extends Sent {
  /** The updates that may have been carried out since the round began. */
  readonly sent: readonly Sent[];
}

/** For whom the value was sent that a customer shows: for the customer itself, for another, or for nobody. */
export function origin({ id, member, value, sent }: Shown): 'own' | 'foreign' | 'none' {
  const same = sent.filter((update) => markOf(update.value) === markOf(value));
  if (same.some((update) => update.id === id && update.member === member)) return 'own';
  return same.some((update) => update.id !== id) ? 'foreign' : 'none';
}

/** What distinguishes a value from its rivals. Metadata may have been merged with what was there. */
function markOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'mark' in value ? value.mark : value;
}

function ownUpdates({ id, member, sent }: Shown): readonly Sent[] {
  return sent.filter((update) => update.id === id && update.member === member);
}

function deviationIn(shown: Shown): Deviation[] {
  const own = ownUpdates(shown);
  const [sent, found] = [own[0]?.value, shown.value].map((value) => show(markOf(value)));
  const expected = `one of the ${own.length} values that were sent at once, ${sent} for one`;
  const actual = `${found}, ${origin(shown) === 'foreign' ? 'which was sent for another customer' : 'from before: none of them was kept'}`;
  return foundIn(shown.exchange, [{ pointer: `/customers/0/${shown.member}`, expected, actual }]);
}

/** Rounds of updates at once, and updates of one customer and one member in a round. */
const ROUNDS = 2;
const RIVALS = 3;
/** Customers in a round. More of them would take more requests, and show no more. */
const MOST_CUSTOMERS = 3;
/** The more there are to lock, the likelier two batches meet. */
const MOST_LOCKED = 6;

/** Customers are updated at once, one member each, in any order. Afterwards a member is among the values that were sent for it in this round. */
export const updatesAtOnceAreKeptApart = scenario(
  'batchUpdateCustomers',
  ['customer.update-is-kept', 'customer.update-leaves-other-customers', 'customer.answered-are-asked'],
  { category: 'properties' },
  async (context) => {
    const { implementation, record, check, notAssessed, all } = context;
    const sent: Sent[] = [];
    const shown: Shown[] = [];
    // A round that came only halfway is the last: what is still under way of it would disturb the next.
    const playRound = () => withCustomers(implementation, MOST_CUSTOMERS, (own) => updateAndRead(own, sent, shown));
    for (let round = 0; round < ROUNDS; round += 1) if ((await all([playRound()])).length === 0) break;
    const alone = () => withCustomers(implementation, 1, (own) => update(own, [{ id: ownedCustomers(own)[0], full_name: own.unique() }]));
    const exchanges = sent.map(({ exchange }) => exchange);
    await reportUnderLoad(record, 'batchUpdateCustomers', exchanges, alone);
    if (exchanges.every(isSuccess)) await withCustomers(implementation, MOST_LOCKED, (own) => checkOppositeOrders(context, own));
    const refused = sent.find(({ exchange }) => isRefusal(exchange));
    const why = refused === undefined ? '' : `: ${refusalOf(refused.exchange)}`;
    if (shown.length === 0)
      throw new NotAssessed(`No update at once was accepted, or the answers hold neither \`full_name\` nor \`metadata\`${why}`);
    const lost = shown.find((one) => origin(one) === 'none');
    const keptAlone = lost && (await ifPossible(withCustomers(implementation, 1, (own) => updatedAlone(own, lost.member))));
    const isLoad = keptAlone && origin(keptAlone) === 'own';
    const beside = (wrong: number) => `${isLoad ? RIGHT_ALONE : ''}${mostInFlight(exchanges)} in flight: ${wrong} of ${shown.length} wrong`;
    const alsoSeen = (one: Shown) => one.sent.map(({ exchange }) => exchange);
    const valuesOf = (wrong: 'foreign' | 'none') =>
      firstBroken(shown, { most: 1, alsoSeen, beside }, (one) => (origin(one) === wrong ? deviationIn(one) : []));
    // Lost alone as well: what was under way has nothing to do with it.
    const isLostAlone = keptAlone && isSuccess(keptAlone.exchange) && origin(keptAlone) === 'none';
    check({ 'customer.update-is-kept': isLostAlone ? lostAlone(keptAlone) : valuesOf('none') });
    if (ownedCustomers(implementation).length < 2)
      notAssessed('customer.update-leaves-other-customers', 'Only one customer may be updated', ['CES_CUSTOMER_IDS']);
    else check({ 'customer.update-leaves-other-customers': valuesOf('foreign') });
    const accepted = sent.filter(({ exchange }) => isSuccess(exchange));
    const again = (one: Sent) =>
      withCustomers(implementation, 1, async (own) => {
        const [id = ''] = ownedCustomers(own);
        return { ...one, id, exchange: await update(own, [{ id, [one.member]: one.value }], { alone: true }) };
      });
    const mixed = await firstBrokenAtOnce(accepted, { most: 3 }, again, ({ id, exchange }) => {
      const answered = ids(answeredCustomers(exchange));
      const isMixed = answered.some((other) => other !== id);
      return isMixed ? foundIn(exchange, differencesAsSets([id], answered, '/customers/*/id')) : [];
    });
    check({ 'customer.answered-are-asked': mixed });
  },
);

/** One round: adds what it sent, and what it saw afterwards, also where a limit ends it. */
async function updateAndRead(implementation: Implementation, earlier: Sent[], shown: Shown[]): Promise<void> {
  // An update without an answer may have been carried out all the same, or be carried out late.
  const unanswered = earlier.filter(({ exchange }) => writeOutcome(exchange) === 'unknown');
  const round = await updateAtOnce(implementation);
  earlier.push(...round);
  const reads = ownedCustomers(implementation).map(async (id) => {
    const exchange = await update(implementation, [{ id, email_address: canonicalEmailAddress(implementation.unique()) }]);
    const customer = (isSuccess(exchange) && customersOf(exchange).get(id)) || {};
    for (const member of MEMBERS) {
      const one = { id, member, value: customer[member], exchange, sent: [...round, ...unanswered] };
      const isTold = Object.hasOwn(customer, member) && ownUpdates(one).some((update) => isSuccess(update.exchange));
      if (isTold) shown.push(one);
    }
  });
  const [blocked] = (await Promise.allSettled(reads)).filter(({ status }) => status === 'rejected');
  if (blocked?.status === 'rejected') throw blocked.reason;
}

/** One update of this member and no other, with nothing beside it, and what the customer shows of it then. */
async function updatedAlone(implementation: Implementation, member: Member): Promise<Shown> {
  const [id = ''] = ownedCustomers(implementation);
  const value = valueFor(implementation, member);
  const sent = { id, member, value, exchange: await update(implementation, [{ id, [member]: value }], { alone: true }) };
  const exchange = await update(implementation, [{ id, email_address: canonicalEmailAddress(implementation.unique()) }], { alone: true });
  const customer = (isSuccess(exchange) && customersOf(exchange).get(id)) || {};
  return { id, member, value: customer[member], exchange, sent: [sent] };
}

function lostAlone({ member, value, exchange, sent }: Shown): Judged {
  const [expected, found] = [sent[0]?.value, value].map((each) => show(markOf(each)));
  const actual = `${found}, from before: an update of \`${member}\` and nothing else is not kept`;
  const deviations = foundIn(exchange, [{ pointer: `/customers/0/${member}`, expected: expected ?? '', actual }]);
  return { deviations, exchanges: sent.map((update) => update.exchange), contrast: 'nothing else was under way' };
}

const valueFor = (implementation: Implementation, member: Member): unknown =>
  member === 'metadata' ? { origin: 'conformance', mark: implementation.unique() } : implementation.unique();

async function updateAtOnce(implementation: Implementation): Promise<Sent[]> {
  const updates = ownedCustomers(implementation).flatMap((id) =>
    Array.from({ length: RIVALS }, () => MEMBERS.map((member) => ({ id, member, value: valueFor(implementation, member) }))).flat(),
  );
  return Promise.all(
    updates.map(async (sent) => ({ ...sent, exchange: await update(implementation, [{ id: sent.id, [sent.member]: sent.value }]) })),
  );
}
