import { type Deviation, foundIn, show } from '../../judging.ts';
import { type Exchange, type Implementation, isObject, isRefusal, isSuccess, outcome } from '../../library.ts';
import { NotAssessed, type ScenarioContext, scenario } from '../../suite.ts';
import {
  answeredCustomers,
  type CustomerUpdate,
  customersOf,
  ids,
  listingDeviations,
  ownedCustomers,
  typicalUpdates,
  update,
} from '../batch-update.ts';
import { type Attempt, inOrder, send } from '../robustness/send.ts';
import { ORIGIN } from './owned-customers.ts';

/** Members by which a customer may be known elsewhere. */
const ALIASES = ['external_id', 'email_address', 'phone_number'];

/** Batches with an unknown customer, with an item that names none, and with no item. */
export const answeredAreAsked = scenario(
  'batchUpdateCustomers',
  [
    'customer.answered-are-asked',
    'customers.metadata-update',
    'customers.unknown-in-batch',
    'customers.item-without-id',
    'customers.empty-batch',
  ],
  async ({ implementation, check, observe }) => {
    const both = ownedCustomers(implementation).slice(0, 2);
    const [known = '', ...more] = both;
    const name = implementation.unique();
    const stranger = `${name}-unknown`;
    // Two of these batches name no customer, so none of them touches another.
    const [nameless, empty] = await Promise.all([
      update(implementation, [{ full_name: name }]),
      update(implementation, []),
      update(implementation, [{ id: known, metadata: { first: 1, second: 2 } }]),
    ]);
    // Two who are called the same are two.
    const alike = both.map((id) => ({ id, full_name: `${name} namesake` }));
    const namesakes = await update(implementation, alike);
    observe({ 'customers.item-without-id': outcome(nameless), 'customers.empty-batch': outcome(empty) });
    const second = await update(implementation, [{ id: known, metadata: { second: 3 } }]);
    const metadata = customersOf(second).get(known)?.metadata as Record<string, unknown> | undefined;
    // A customer is identified by `id` (rule 2), and by nothing else that is his own.
    const ownOf = (member: string) => customersOf(second).get(known)?.[member];
    const aliases = ALIASES.map(ownOf).filter((alias) => typeof alias === 'string' && alias !== '' && alias !== known);
    const byAlias = await Promise.all(aliases.map((alias) => update(implementation, [{ id: alias, metadata: ORIGIN }])));
    if (metadata) observe({ 'customers.metadata-update': Object.hasOwn(metadata, 'first') ? 'merged' : 'replaced' });

    // The unknown one stands between the known ones.
    const batch = [known, stranger, ...more].map((id) => ({ id, full_name: name }));
    const unknown = await update(implementation, batch);
    const idsIn = (exchange: Exchange) => (isSuccess(exchange) ? ids(answeredCustomers(exchange)) : []);
    const summary = isSuccess(unknown) ? { status: unknown.answer.status, answered: idsIn(unknown).length } : outcome(unknown);
    observe({ 'customers.unknown-in-batch': summary });

    // Whatever the status: an answer of success lists no customer that the request did not name.
    const deviations = [unknown, namesakes, nameless, empty, ...byAlias].flatMap((exchange) => {
      const asked: readonly unknown[] = exchange === unknown || exchange === namesakes ? both : [];
      const made = [stranger, aliases[byAlias.indexOf(exchange)]];
      const others = idsIn(exchange).filter((customer) => !asked.includes(customer) && !made.includes(customer));
      const expected = asked.length === 0 ? 'nobody: no item has the id of a customer' : `nobody but ${show(asked)}`;
      const deviation = { pointer: '/customers', expected, actual: show(others) };
      return others.length > 0 ? foundIn(exchange, [deviation]) : [];
    });
    // A service may refuse a batch with an unknown customer, skip him or make one. It may not stop there and call that a success.
    for (const exchange of [namesakes, unknown]) {
      const answered = both.filter((customer) => idsIn(exchange).includes(customer));
      const deviation = { pointer: '/customers', expected: `both of ${show(both)}`, actual: `only ${show(answered)}` };
      if (answered.length > 0 && answered.length < both.length) deviations.push(...foundIn(exchange, [deviation]));
    }
    check({ 'customer.answered-are-asked': deviations }, unknown, namesakes, nameless, empty, ...byAlias);
  },
);

/** Bytes of a body: limits that servers and gateways bring with them lie between. */
const SIZES = [2 ** 16, 2 ** 18, 2 ** 20];

/** A batch that names a customer twice lists this customer, once or twice; and nothing else is shown of such a batch. */
export const oddBatchesAreAnswered = scenario(
  'batchUpdateCustomers',
  [
    'customer.answered-are-asked',
    'customer.metadata-comes-back',
    'robustness.wrong-types',
    'customers.one-twice',
    'customers.null-value',
    'limits.largest-body',
  ],
  { optional: true },
  async (context) => {
    const { implementation, check, notAssessed, observe, all } = context;
    const [known] = await typicalUpdates(implementation);
    const owned = ownedCustomers(implementation);
    const id = String(known?.id ?? owned[0]);
    const other = owned.find((one) => one !== id);
    const names = [implementation.unique(), implementation.unique()];
    const [mark, second] = names;
    // The second item names less than the first.
    const twice = await update(implementation, [
      { id, full_name: mark, metadata: { ...ORIGIN, mark } },
      { id, full_name: second },
    ]);
    const deviations: Deviation[] = [];
    const { metadata } = (isSuccess(twice) && answeredCustomers(twice).at(-1)) || {};
    const isKept = isObject(metadata) && metadata.mark === mark;
    const expected = `${show(mark)} in \`mark\`, from the first of two items`;
    const lost = { pointer: '/customers/*/metadata', expected, actual: show(metadata) };
    if (!isSuccess(twice)) notAssessed('customer.metadata-comes-back', `Two items for a customer are refused: ${outcome(twice)}`);
    else if (metadata === undefined) notAssessed('customer.metadata-comes-back', 'The answer does not hold `metadata`');
    else check({ 'customer.metadata-comes-back': isKept ? [] : foundIn(twice, [lost]) }, twice);
    if (isSuccess(twice)) {
      const answered = answeredCustomers(twice);
      deviations.push(...listingDeviations(twice, [id]));
      const last = names.indexOf(String(answered.at(-1)?.full_name));
      observe({ 'customers.one-twice': { answered: answered.length, name: ['the first', 'the second'][last] ?? 'another' } });
    } else observe({ 'customers.one-twice': outcome(twice) });

    await checkLongBatch(context, id, other);

    // Each of them shows its own member, so they do not disturb each other.
    const nulls: (Attempt & { readonly member: string })[] = await all(
      ['full_name', 'email_address', 'phone_number', 'metadata'].map(async (member) => {
        const difference = { body: { customers: [{ id, [member]: null }] } };
        return { member, difference, exchange: await send(context, 'batchUpdateCustomers', difference) };
      }),
    );
    await inOrder(context, 'batchUpdateCustomers', 'robustness.wrong-types', nulls);
    const fates = nulls.map(({ member, exchange }) => [member, fateOfNull(exchange, id, member)]);
    observe({ 'customers.null-value': Object.fromEntries(fates) });
    const largest = await largestBody(implementation, { id, ...known });
    if (largest !== undefined) observe({ 'limits.largest-body': largest });
    check({ 'customer.answered-are-asked': deviations }, twice);
  },
);

/** Beyond the sizes at which batches are cut for no reason that a client is told: 10, 20, 25, 50, 64, 100, 128. */
const LONG = 130;

/** A long batch needs no more than two customers: the last of its items is the other one's. */
async function checkLongBatch({ implementation, check }: ScenarioContext, id: string, other: string | undefined): Promise<void> {
  if (other === undefined) return;
  const item = (customer: string) => ({ id: customer, metadata: ORIGIN });
  const exchange = await update(implementation, [...Array.from({ length: LONG - 1 }, () => item(id)), item(other)]);
  if (!isSuccess(exchange)) return;
  check({ 'customer.answered-are-asked': listingDeviations(exchange, [id, other]) }, exchange);
}

function fateOfNull(exchange: Exchange, id: string, member: string): string {
  if (!isSuccess(exchange)) return outcome(exchange);
  const customer = customersOf(exchange).get(id) ?? {};
  if (!Object.hasOwn(customer, member)) return 'accepted, and left out of the answer';
  const value = customer[member];
  if (value === null) return 'accepted, and answered as null';
  return value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0)
    ? 'accepted, and answered empty'
    : 'accepted, and not heeded';
}

/** JSON may be followed by any amount of space (RFC 8259 §2), so a large body needs no large record. All hold the same, and restore the customer. */
async function largestBody(implementation: Implementation, customer: CustomerUpdate): Promise<number | null | undefined> {
  const [call] = await implementation.typicalCalls('batchUpdateCustomers');
  let largest: number | null = null;
  for (const size of SIZES) {
    const rawBody = JSON.stringify({ customers: [customer] }).padEnd(size);
    const exchange = await implementation.client.send('batchUpdateCustomers', { ...(call?.id !== undefined && { id: call.id }), rawBody });
    if (!isSuccess(exchange)) return isRefusal(exchange) ? largest : undefined;
    largest = size;
    // The next one takes four times as long, and holds up all else on a slow link.
    if (4 * exchange.durationMs > implementation.settings.run.timeoutMs / 4) return size === SIZES.at(-1) ? size : undefined;
  }
  return largest;
}

/** Whether a batch that is refused for an unknown customer has changed the known one. He does not get what it held for the unknown one. */
export const refusedBatchIsSeen = scenario(
  'batchUpdateCustomers',
  ['customers.refused-batch', 'customer.update-leaves-other-customers', 'customer.answered-are-asked'],
  { optional: true },
  async ({ implementation, check, notAssessed, observe }) => {
    const [id = '', bystander = id] = ownedCustomers(implementation);
    const [name, strangers] = [implementation.unique(), implementation.unique()];
    const unknown = `${name}-unknown`;
    const sendBoth = (full_name: string) =>
      update(implementation, [
        { id, full_name },
        { id: unknown, full_name: strangers },
      ]);
    const batch = await sendBoth(name);
    const isRefused = !isSuccess(batch);
    // What a refused batch leaves behind may come with the next one that is accepted, whomever that names.
    const next = isRefused ? await update(implementation, [{ id: bystander, metadata: ORIGIN }]) : batch;
    if (!isSuccess(next)) notAssessed('customer.answered-are-asked', `No batch behind a refused one is accepted: ${outcome(next)}`);
    else {
      const asked: readonly unknown[] = isRefused ? [bystander] : [id, unknown];
      const answered = ids(answeredCustomers(next));
      const deviation = { pointer: '/customers', expected: `nobody but ${show(asked)}`, actual: show(answered) };
      check({ 'customer.answered-are-asked': answered.every((one) => asked.includes(one)) ? [] : foundIn(next, [deviation]) }, batch, next);
    }
    const exchange = isRefused ? await update(implementation, [{ id, metadata: ORIGIN }]) : batch;
    const nameIn = (answer: Exchange, customer: string) => (isSuccess(answer) ? customersOf(answer).get(customer)?.full_name : undefined);
    const shown = nameIn(exchange, id);
    if (shown === undefined) throw new NotAssessed(`The known customer's name is not shown: ${outcome(exchange)}`);
    const expected = 'the name that was sent for this customer, or the one before';
    const wrongIn = (answer: Exchange, customer: string, others: readonly string[]) => {
      const actual = nameIn(answer, customer);
      const wrong = { pointer: '/customers/*/full_name', expected, actual: show(actual) };
      return others.some((other) => other === actual) ? foundIn(answer, [wrong]) : [];
    };
    // Refused again, and looked at before another batch and behind it.
    const broughtLater = async () => {
      const refused = implementation.unique();
      await sendBoth(refused);
      const before = await update(implementation, [{ id, metadata: ORIGIN }]);
      await update(implementation, [{ id: bystander, metadata: ORIGIN }]);
      return nameIn(before, id) === refused ? [] : wrongIn(await update(implementation, [{ id, metadata: ORIGIN }]), id, [refused]);
    };
    const deviations = [
      ...(isRefused ? await broughtLater() : []),
      ...wrongIn(exchange, id, [strangers]),
      ...(isRefused && bystander !== id ? wrongIn(next, bystander, [name, strangers]) : []),
    ];
    check({ 'customer.update-leaves-other-customers': deviations }, batch);
    if (isRefused) observe({ 'customers.refused-batch': shown === name ? 'changed' : 'left as it was' });
  },
);
