import { type Finding, foundIn } from '../../../src/checks/finding.ts';
import { differencesAsSets } from '../../../src/checks/json-equality.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { answeredCustomers, type CustomerUpdate, customersOf, ids, ownedCustomers, typicalUpdates, update } from '../batch-update.ts';
import { type Attempt, inOrder, send } from '../robustness/send.ts';

/** Bytes of a body: limits that servers and gateways bring with them lie between. */
const SIZES = [2 ** 16, 2 ** 18, 2 ** 20];

/** A batch that names a customer twice lists this customer, once or twice; and nothing else is shown of such a batch. */
export const oddBatchesAreAnswered = scenario(
  covers('batchUpdateCustomers', ['customer.answered-are-asked', 'robustness.wrong-types'], {
    optional: true,
    observes: ['customers.one-twice', 'customers.null-value', 'limits.largest-body'],
  }),
  async (context) => {
    const { implementation, check, observe, all } = context;
    const [known] = await typicalUpdates(implementation);
    const id = String(known?.id ?? ownedCustomers(implementation)[0]);
    const names = [implementation.unique(), implementation.unique()];
    const twice = await update(
      implementation,
      names.map((full_name) => ({ id, full_name })),
    );
    const findings: Finding[] = [];
    if (isSuccess(twice)) {
      const answered = answeredCustomers(twice);
      findings.push(...foundIn(twice, differencesAsSets([id], ids(answered), '/customers/*/id')));
      const last = names.indexOf(String(answered.at(-1)?.full_name));
      observe({ 'customers.one-twice': { answered: answered.length, name: ['the first', 'the second'][last] ?? 'another' } });
    } else observe({ 'customers.one-twice': outcome(twice) });

    // Each of them shows its own member, so they do not disturb each other.
    const nulls: (Attempt & { readonly member: string })[] = await all(
      ['full_name', 'email_address', 'phone_number', 'metadata'].map(async (member) => {
        const difference = { body: { customers: [{ id, [member]: null }] } };
        return { member, difference, exchange: await send(context, 'batchUpdateCustomers', difference) };
      }),
    );
    await inOrder(context, 'batchUpdateCustomers', 'robustness.wrong-types', nulls);
    observe({
      'customers.null-value': Object.fromEntries(nulls.map(({ member, exchange }) => [member, fateOfNull(exchange, id, member)])),
    });
    observe({ 'limits.largest-body': await largestBody(implementation, { id, ...known }) });
    check({ 'customer.answered-are-asked': findings }, twice);
  },
);

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
async function largestBody(implementation: Implementation, customer: CustomerUpdate): Promise<number | null> {
  const [call] = await implementation.typicalCalls('batchUpdateCustomers');
  const exchanges = await Promise.all(
    SIZES.map((size) => {
      const rawBody = JSON.stringify({ customers: [customer] }).padEnd(size);
      return implementation.client.send('batchUpdateCustomers', { ...(call?.id !== undefined && { id: call.id }), rawBody });
    }),
  );
  const refused = exchanges.findIndex((exchange) => !isSuccess(exchange));
  return (refused === -1 ? SIZES : SIZES.slice(0, refused)).at(-1) ?? null;
}
