import { canonicalEmailAddress } from '../../../src/client/canonical.ts';
import { writeOutcome } from '../../../src/http/exchange.ts';
import { type Deviation, type Exchange, type Implementation, isSuccess, show } from '../../library.ts';
import { NotAssessed, scenario } from '../../suite.ts';
import { answeredCustomers, customersOf, ownedCustomers, update } from '../batch-update.ts';
import { reportUnderLoad } from '../under-load.ts';
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

interface Broken {
  readonly deviation: Deviation;
  /** The updates behind it. */
  readonly exchanges: readonly Exchange[];
}

/** What updates at once led to. */
export class RivalUpdates {
  /** Of all updates at once. */
  readonly exchanges: Exchange[] = [];
  /** Updates of earlier rounds whose answer was lost. */
  readonly unanswered: Sent[] = [];
  /** Values that could be judged. */
  looked = 0;
  /** Values that were not sent at once. */
  readonly lost: Broken[] = [];
  /** Values that were sent for another customer. */
  readonly foreign: Broken[] = [];
  /** Answers that list another customer than the updated one. */
  readonly mixed: Broken[] = [];

  /** The answer to the update of one customer lists this one only. */
  judgeAnswered(id: string, answered: readonly unknown[], exchange: Exchange): void {
    if (answered.some((other) => other !== id))
      this.mixed.push({
        deviation: { pointer: '/customers', expected: `only ${show(id)}`, actual: show(answered), exchange },
        exchanges: [],
      });
  }

  /** Afterwards, a customer's member has one of the values that were sent for it. */
  judgeValue(sent: readonly Sent[], id: string, member: Member, value: unknown, exchange: Exchange): void {
    const isOwn = (attempt: Sent) => attempt.id === id && attempt.member === member;
    const own = sent.filter(isOwn);
    const [first] = own;
    if (first === undefined || !own.some((attempt) => isSuccess(attempt.exchange))) return;
    this.looked += 1;
    // An update that was not accepted may have been carried out all the same (a lost answer), or be carried out late.
    const possible = [...own, ...this.unanswered.filter(isOwn)];
    if (possible.some((attempt) => marked(attempt.value) === marked(value))) return;
    const deviation = {
      pointer: `/customers/0/${member}`,
      expected: `one of the ${own.length} values that were sent at once, ${show(first.value)} for one`,
      actual: show(value),
      exchange,
    };
    const stranger = sent.find((attempt) => attempt.id !== id && marked(attempt.value) === marked(value));
    if (stranger) this.foreign.push({ deviation, exchanges: [first.exchange, stranger.exchange] });
    else this.lost.push({ deviation, exchanges: [first.exchange] });
  }
}

function deviationsOf(broken: readonly Broken[]): Deviation[] {
  return broken.slice(0, 3).map(({ deviation }) => deviation);
}

/** Those of the first: one of them is enough to look at. */
function exchangesOf([first]: readonly Broken[]): readonly Exchange[] {
  return first?.exchanges ?? [];
}

/** What distinguishes a value from its rivals. Metadata may have been merged with what was there. */
function marked(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'mark' in value ? value.mark : value;
}

/** Rounds of updates at once, and updates of one customer and one member in a round. */
const ROUNDS = 3;
const RIVALS = 3;
/** Customers in a round. More of them would take more requests, and show no more. */
const MOST_CUSTOMERS = 3;

/**
 * Several customers are updated at once, each update with one member only. The service may choose the order. Afterwards the name and the metadata
 * of a customer are among those that were sent for this customer in this round, since the two members do not touch each other.
 */
export const updatesAtOnceAreKeptApart = scenario(
  'batchUpdateCustomers',
  ['customer.update-is-kept', 'customer.update-leaves-other-customers', 'customer.answered-are-asked'],
  {
    category: 'properties',
  },
  async ({ implementation, record, check, notAssessed, all }) => {
    const rivals = new RivalUpdates();
    // A round that came only halfway is the last: what is still under way of it would disturb the next.
    const playRound = () => withCustomers(implementation, MOST_CUSTOMERS, (own) => updateAndRead(own, rivals));
    for (let round = 0; round < ROUNDS; round += 1) if ((await all([playRound()])).length === 0) break;
    const { looked, lost, foreign, mixed, exchanges } = rivals;
    const alone = () => withCustomers(implementation, 1, (own) => update(own, [{ id: ownedCustomers(own)[0], full_name: own.unique() }]));
    await reportUnderLoad(record, 'batchUpdateCustomers', exchanges, alone);
    if (looked === 0) throw new NotAssessed('No update at once was accepted, or the answers hold neither `full_name` nor `metadata`');
    check({ 'customer.update-is-kept': deviationsOf(lost) }, ...exchangesOf(lost));
    if (ownedCustomers(implementation).length < 2)
      notAssessed('customer.update-leaves-other-customers', 'Only one customer may be updated', ['CES_CUSTOMER_IDS']);
    else check({ 'customer.update-leaves-other-customers': deviationsOf(foreign) }, ...exchangesOf(foreign));
    check({ 'customer.answered-are-asked': deviationsOf(mixed) }, ...exchangesOf(mixed));
  },
);

/** One round. What it found before a limit ended it counts as well. */
async function updateAndRead(implementation: Implementation, rivals: RivalUpdates): Promise<void> {
  const sent = await updateAtOnce(implementation);
  rivals.exchanges.push(...sent.map(({ exchange }) => exchange));
  for (const { id, exchange } of sent)
    if (isSuccess(exchange)) {
      const answered = answeredCustomers(exchange).map((customer) => customer.id);
      rivals.judgeAnswered(id, answered, exchange);
    }
  const reads = ownedCustomers(implementation).map(async (id) => {
    const { customer, exchange } = await read(implementation, id);
    for (const member of MEMBERS)
      if (customer && Object.hasOwn(customer, member)) rivals.judgeValue(sent, id, member, customer[member], exchange);
  });
  // What one read finds counts although a limit of the run blocks another.
  const [blocked] = (await Promise.allSettled(reads)).filter(({ status }) => status === 'rejected');
  if (blocked?.status === 'rejected') throw blocked.reason;
  rivals.unanswered.push(...sent.filter(({ exchange }) => writeOutcome(exchange) === 'unknown'));
}

async function updateAtOnce(implementation: Implementation): Promise<Sent[]> {
  const updates = ownedCustomers(implementation).flatMap((id) =>
    Array.from({ length: RIVALS }, () => [
      { id, member: 'full_name' as const, value: implementation.unique() },
      { id, member: 'metadata' as const, value: { origin: 'conformance', mark: implementation.unique() } },
    ]).flat(),
  );
  return Promise.all(
    updates.map(async (sent) => ({ ...sent, exchange: await update(implementation, [{ id: sent.id, [sent.member]: sent.value }]) })),
  );
}

/** The customer as an update of nothing but the e-mail address shows it. */
async function read(implementation: Implementation, id: string) {
  const exchange = await update(implementation, [{ id, email_address: canonicalEmailAddress(implementation.unique()) }]);
  return { customer: isSuccess(exchange) ? customersOf(exchange).get(id) : undefined, exchange };
}
