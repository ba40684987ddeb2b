import { Lease } from '../../../src/client/lease.ts';
import { type Deviation, ECHOED_MEMBERS, echoDeviations, foundIn, type StatementId, show } from '../../judging.ts';
import { type Exchange, type Implementation, isSuccess, memberPointer } from '../../library.ts';
import { exampleRecords, NotAssessed, type ScenarioContext, scenario } from '../../suite.ts';
import {
  answeredCustomers,
  brokenUpdates,
  type CustomerUpdate,
  customersOf,
  ids,
  listingDeviations,
  ownedCustomers,
  typicalUpdates,
  type UpdatedMember,
  update,
} from '../batch-update.ts';
import { firstBrokenAtOnce } from '../under-load.ts';

/** Sizes up to this are tried one by one; beyond it, only all customers at once. */
const LARGEST_STEP = 6;

/** A batch of updates that was accepted. */
interface Accepted {
  /** The same customers backwards. */
  readonly reversed: boolean;
  readonly batch: readonly CustomerUpdate[];
  readonly exchange: Exchange;
  readonly answered: readonly CustomerUpdate[];
}

/** Batches of any size and order. */
export const batchAnswersItsCustomers = scenario(
  'batchUpdateCustomers',
  ['customer.answered-are-asked', 'customer.full-name-comes-back', 'customers.unsubscribed-values', 'limits.largest-batch'],
  async ({ implementation, check, notAssessed, observe, all }) => {
    const owned = ownedCustomers(implementation);
    const typical = await exampleRecords(implementation, 'batchUpdateCustomers');
    const values = new Set(typical.map(({ unsubscribed }) => unsubscribed).filter((value) => value !== undefined));
    observe({ 'customers.unsubscribed-values': [...values] });
    const accepted = await acceptedBatches(implementation, all, owned);
    if (accepted.length === 0) throw new NotAssessed('No batch was accepted');
    observe({ 'limits.largest-batch': { accepted: Math.max(...accepted.map(({ batch }) => batch.length)), tried: owned.length } });
    const again = ({ reversed, batch }: Accepted) => sendBatch(implementation, batch, reversed, { alone: true });
    const firstOf = (deviationsOf: typeof idDeviations) =>
      firstBrokenAtOnce(accepted, { most: 1, beside: () => sizesApart(accepted, deviationsOf) }, again, deviationsOf);
    check({ 'customer.answered-are-asked': await firstOf(idDeviations) });
    if (!accepted.some(({ answered }) => answered.some((customer) => Object.hasOwn(customer, 'full_name'))))
      return notAssessed('customer.full-name-comes-back', 'The answers do not hold `full_name`');
    check({ 'customer.full-name-comes-back': await firstOf(nameDeviations) });
  },
);

/** What was answered may not have been stored, where a batch is written in parts. */
export const wholeBatchIsStored = scenario(
  'batchUpdateCustomers',
  'customer.update-is-kept',
  { optional: true },
  async ({ implementation, check }) => {
    const owned = ownedCustomers(implementation);
    const renaming = owned.map((id) => ({ id, full_name: implementation.unique() }));
    const { batch, exchange, answered } = await sendBatch(implementation, renaming, false);
    if (brokenUpdates(batch, answered, 'full_name', 'json').deviations.length > 0) throw new NotAssessed('Names are not answered as sent');
    const look = await update(
      implementation,
      owned.map((id) => ({ id })),
    );
    const shown = isSuccess(exchange) && isSuccess(look) ? answeredCustomers(look).filter((one) => one.full_name !== undefined) : [];
    if (shown.length === 0) throw new NotAssessed('No later answer holds the names of a batch of all');
    const { deviations } = brokenUpdates(batch, shown, 'full_name', 'json');
    const contrast = `asked for once more, behind a batch of all ${owned.length} customers`;
    check({ 'customer.update-is-kept': { deviations: foundIn(look, deviations), exchanges: [exchange, look], contrast } });
  },
);

/** One customer, two, and so on; all; and the same backwards. Batches run side by side where there are customers enough for both. */
async function acceptedBatches(implementation: Implementation, all: ScenarioContext['all'], owned: readonly string[]): Promise<Accepted[]> {
  const steps = owned.slice(0, LARGEST_STEP).map((_, index) => index + 1);
  const sizes = owned.length > LARGEST_STEP ? [...steps, owned.length] : steps;
  const lease = new Lease();
  const send = (size: number, reversed: boolean) =>
    lease.having(size, owned, async (own): Promise<Accepted[]> => {
      const batch = (reversed ? own.toReversed() : own).map((id) => ({ id, full_name: implementation.unique() }));
      const sent = await sendBatch(implementation, batch, reversed);
      return isSuccess(sent.exchange) ? [sent] : [];
    });
  // An answer that is matched by position, or sorted, goes to the wrong customer in one of the two directions.
  const batches = [...sizes.map((size) => ({ size, reversed: false })), ...sizes.slice(1).map((size) => ({ size, reversed: true }))];
  // Those that leave the fewest customers over begin, beside the ones that these are enough for.
  const pairing = ({ size }: { size: number }) => Math.max(size, owned.length - size);
  const inPairs = batches.toSorted((one, other) => pairing(other) - pairing(one));
  const accepted = (await all(inPairs.map(({ size, reversed }) => send(size, reversed)))).flat();
  return batches.flatMap(({ size, reversed }) => accepted.filter((each) => each.batch.length === size && each.reversed === reversed));
}

async function sendBatch(
  implementation: Implementation,
  batch: readonly CustomerUpdate[],
  reversed: boolean,
  how?: { readonly alone: true },
): Promise<Accepted> {
  const exchange = await update(implementation, batch, how);
  return { reversed, batch, exchange, answered: isSuccess(exchange) ? answeredCustomers(exchange) : [] };
}

/** *right: 1 to 3 customers; wrong: 4 to 6 customers (2 to 6 backwards)* */
function sizesApart(accepted: readonly Accepted[], deviationsOf: (batch: Accepted) => Deviation[]): string {
  const sizes = (right: boolean) => {
    const some = accepted.filter((batch) => (deviationsOf(batch).length === 0) === right);
    const [forwards, backwards] = [false, true].map((order) => ranges(some.filter(({ reversed }) => reversed === order)));
    if (forwards === '') return backwards === '' ? 'none' : `${backwards} backwards`;
    return `${forwards} ${forwards === '1' ? 'customer' : 'customers'}${backwards === '' ? '' : ` (${backwards} backwards)`}`;
  };
  return `right: ${sizes(true)}; wrong: ${sizes(false)}`;
}

/** *1 to 3 and 5* */
function ranges(batches: readonly Accepted[]): string {
  const runs: number[][] = [];
  for (const { length } of batches.map(({ batch }) => batch)) {
    const last = runs.at(-1);
    if (last?.at(-1) === length - 1) last.push(length);
    else runs.push([length]);
  }
  const words = runs.flatMap((run) => (run.length < 3 ? run.map(String) : [`${run[0]} to ${run.at(-1)}`]));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function idDeviations({ batch, answered, exchange }: Accepted): Deviation[] {
  const answeredIds = ids(answered);
  const twice = { pointer: '/customers', expected: 'each customer once', actual: show(answeredIds) };
  const isTwice = answeredIds.length > new Set(answeredIds).size;
  return [...listingDeviations(exchange, ids(batch).map(String)), ...foundIn(exchange, isTwice ? [twice] : [])];
}

function nameDeviations({ batch, answered, exchange }: Accepted): Deviation[] {
  return foundIn(exchange, brokenUpdates(batch, answered, 'full_name', 'json').deviations);
}

const KEPT: StatementId = 'customer.update-is-kept';
const SENT_BEFORE = 'the same update came before, and another one of the same member in between';
const DAMAGED = 'The values do not come back';

/** Each is hardly another value than the one before, and all the same an update: a store may find no change in it. */
const HARDLY_CHANGED: Partial<Record<UpdatedMember, (mark: string) => readonly unknown[]>> = {
  full_name: (mark) => [`${mark} de la Cruz`, `${mark} de La Cruz`, `${mark} de La Crúz`],
  metadata: (mark) => [
    { mark, number: 1, flag: true },
    { mark, number: '1', flag: 1 },
  ],
};

/** The member comes back for each of several customers, and so does a value that is hardly another one. */
export function memberOfUpdateComesBack(member: UpdatedMember) {
  const [statement, likeness] = ECHOED_MEMBERS.batchUpdateCustomers[member];
  const hardlyChanged = HARDLY_CHANGED[member];
  const statements = [statement, ...(hardlyChanged ? ([KEPT] as const) : [])];
  return scenario('batchUpdateCustomers', statements, async ({ implementation, check }) => {
    const typical = await typicalUpdates(implementation);
    // Backwards: in the order of the settings, who answers in an order of his own may be right by chance.
    const updates = typical.toReversed().map((customer) => ({ id: customer.id, [member]: customer[member] }));
    const exchange = await update(implementation, updates);
    const answered = answeredCustomers(exchange);
    if (!answered.some((customer) => Object.hasOwn(customer, member))) throw new NotAssessed(`The answer does not hold \`${member}\``);
    const broken = brokenUpdates(updates, answered, member, likeness);
    check({ [statement]: { ...broken, deviations: foundIn(exchange, broken.deviations) } });
    const [{ id } = { id: undefined }] = updates;
    if (hardlyChanged === undefined) return;
    const deviationsOf = (sent: unknown, held: unknown) => echoDeviations(likeness, sent, held, memberPointer(member, '/customers/0'));
    const look = async (...sent: readonly unknown[]) => {
      const answer = await update(implementation, [{ id, ...(sent.length > 0 && { [member]: sent[0] }) }]);
      const held = isSuccess(answer) ? customersOf(answer).get(id) : undefined;
      if (held === undefined || !Object.hasOwn(held, member)) throw new NotAssessed('No answer shows the member after a small change');
      return { exchange: answer, deviations: (value: unknown) => foundIn(answer, deviationsOf(value, held[member])) };
    };
    const contrast = 'the value before differs from this one in little else than letter case, accents or types';
    const [first, ...others] = hardlyChanged(implementation.unique());
    const begun = await look(first);
    let [before, previous] = [begun, first];
    // Where the value before is damaged as well, no likeness is to blame.
    const damaged = before.deviations(first);
    if (damaged.length > 0) {
      check({ [statement]: damaged }, before.exchange);
      throw new NotAssessed(DAMAGED);
    }
    // The first one again: a service may drop what it was sent before, though another value came since.
    for (const value of [...others, first]) {
      const looked = await look(value);
      const deviations = looked.deviations(value);
      const shown =
        value === first
          ? { exchanges: [begun.exchange, before.exchange, looked.exchange], contrast: SENT_BEFORE }
          : { exchanges: [before.exchange, looked.exchange], contrast };
      if (deviations.length > 0) {
        // Behind another value it may come back wrong as well: then it is no matter of the value before.
        if (value !== first) await look(updates[0]?.[member]);
        const again = value === first ? looked : await look(value);
        const isOwn = value !== first && again.deviations(value).length > 0;
        check({ [statement]: isOwn ? again.deviations(value) : { deviations, ...shown } }, again.exchange);
        throw new NotAssessed(DAMAGED);
      }
      check({ [statement]: [] }, ...shown.exchanges);
      // It may be answered as sent, and not stored: an update of nothing shows what is.
      const later = await look();
      // What holds neither value is no matter of their likeness.
      const isLikeness = value === first || later.deviations(previous).length === 0;
      check({ [KEPT]: { deviations: later.deviations(value), ...(isLikeness ? shown : { exchanges: [looked.exchange] }) } });
      [before, previous] = [looked, value];
    }
  });
}
