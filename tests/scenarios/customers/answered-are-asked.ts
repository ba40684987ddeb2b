import { foundIn, show } from '../../../src/checks/finding.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { answeredCustomers, customersOf, ids, ownedCustomers, update } from '../batch-update.ts';

/** Batches with an unknown customer, with an item that names none, and with no item. */
export const answeredAreAsked = scenario(
  covers('batchUpdateCustomers', 'customer.answered-are-asked', {
    observes: ['customers.metadata-update', 'customers.unknown-in-batch', 'customers.item-without-id', 'customers.empty-batch'],
  }),
  async ({ implementation, check, observe }) => {
    const [known = '', ...more] = ownedCustomers(implementation).slice(0, 2);
    const name = implementation.unique();
    const stranger = `${name}-unknown`;
    // Two of these batches name no customer, so none of them touches another.
    const [nameless, empty] = await Promise.all([
      update(implementation, [{ full_name: name }]),
      update(implementation, []),
      update(implementation, [{ id: known, metadata: { first: 1, second: 2 } }]),
    ]);
    observe({ 'customers.item-without-id': outcome(nameless), 'customers.empty-batch': outcome(empty) });
    const second = await update(implementation, [{ id: known, metadata: { second: 3 } }]);
    const metadata = customersOf(second).get(known)?.metadata as Record<string, unknown> | undefined;
    if (metadata) observe({ 'customers.metadata-update': Object.hasOwn(metadata, 'first') ? 'merged' : 'replaced' });

    // The unknown one stands between the known ones.
    const unknown = await update(
      implementation,
      [known, stranger, ...more].map((id) => ({ id, full_name: name })),
    );
    observe({
      'customers.unknown-in-batch': isSuccess(unknown)
        ? { status: unknown.answer.status, answered: ids(answeredCustomers(unknown)).length }
        : outcome(unknown),
    });

    // Whatever the status: an answer of success lists no customer that the request did not name.
    const answers: readonly { asked: readonly unknown[]; exchange: Exchange }[] = [
      { asked: [known, ...more], exchange: unknown },
      { asked: [], exchange: nameless },
      { asked: [], exchange: empty },
    ];
    const findings = answers.flatMap(({ asked, exchange }) => {
      const answered = isSuccess(exchange) ? ids(answeredCustomers(exchange)) : [];
      const others = answered.filter((customer) => !asked.includes(customer) && customer !== stranger);
      const finding = { pointer: '/customers', expected: `nobody but ${show(asked)}`, actual: show(others) };
      return others.length > 0 ? foundIn(exchange, [finding]) : [];
    });
    const both = [known, ...more];
    const answered = isSuccess(unknown) ? both.filter((customer) => ids(answeredCustomers(unknown)).includes(customer)) : [];
    // A service may refuse such a batch, skip the unknown customer or make one. It may not stop there and call that a success.
    if (answered.length > 0 && answered.length < both.length)
      findings.push(...foundIn(unknown, [{ pointer: '/customers', expected: `both of ${show(both)}`, actual: `only ${show(answered)}` }]));
    check({ 'customer.answered-are-asked': findings }, unknown, nameless, empty);
  },
);
