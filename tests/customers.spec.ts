import { foundIn, show } from '../src/checks/finding.ts';
import { covers, scenario, test } from '../src/engine/playwright/test.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { isSuccess, outcome } from '../src/http/outcome.ts';
import { NotAssessed } from '../src/settings/not-assessed.ts';
import { answersAsDocumented } from './scenarios/answers.ts';
import { rejectsWrongCredentials } from './scenarios/authentication/wrong-credentials.ts';
import { answeredCustomers, brokenUpdates, customersOf, ids, ownedCustomers, typicalUpdates, update } from './scenarios/batch-update.ts';
import { anyUpdateComesBack } from './scenarios/customers/any-update.ts';
import { batchAnswersItsCustomers } from './scenarios/customers/batches.ts';
import { updateIsKept } from './scenarios/customers/kept-updates.ts';
import { oddBatchesAreAnswered } from './scenarios/customers/odd-batches.ts';
import { refusedBatchIsSeen } from './scenarios/customers/refused-batch.ts';
import { updatesAtOnceAreKeptApart } from './scenarios/customers/updates-at-once.ts';
import { ECHOED_MEMBERS } from './scenarios/echoed-members.ts';
import { listsOfUpdateComeBack } from './scenarios/other-records/lists-sent-twice.ts';
import { unknownIdIsNoOther } from './scenarios/other-records/unknown-ids.ts';
import { updateStaysInItsBusiness } from './scenarios/other-records/updates-of-another-business.ts';
import { robustnessOf } from './scenarios/robustness/all.ts';
import { holdsInAnyOrder } from './scenarios/sequences/holds-in-any-order.ts';

// All tests that update customers stand in this file, so that one test at a time owns them.

test('batchUpdateCustomers: the typical answer is as documented', ...answersAsDocumented('batchUpdateCustomers'));

for (const [member, [statement, likeness]] of Object.entries(ECHOED_MEMBERS.batchUpdateCustomers))
  test(
    `batchUpdateCustomers: \`${member}\` comes back`,
    covers('batchUpdateCustomers', statement),
    scenario(async ({ implementation, record }) => {
      const typical = await typicalUpdates(implementation);
      const updates = typical.map((customer) => ({ id: customer.id, [member]: customer[member] }));
      const exchange = await update(implementation, updates);
      const answered = answeredCustomers(exchange);
      if (!answered.some((customer) => Object.hasOwn(customer, member))) throw new NotAssessed(`The answer does not hold \`${member}\``);
      const broken = brokenUpdates(updates, answered, member, likeness);
      record.check(statement, foundIn(exchange, broken.findings), broken);
    }),
  );

test('the answer to a batch lists its customers, whatever their number and order', ...batchAnswersItsCustomers());
test('an update is kept, and is all that changes', ...updateIsKept());
test('batchUpdateCustomers: an unknown id leads to no other record', ...unknownIdIsNoOther('batchUpdateCustomers'));
test('an update through one business changes no customer of another', ...updateStaysInItsBusiness());
test('batchUpdateCustomers: lists in `metadata` that are sent twice come back as sent', ...listsOfUpdateComeBack());
test('a batch that is refused is looked at again', ...refusedBatchIsSeen());
test('a batch that is odd lists nobody whom it does not name', ...oddBatchesAreAnswered());
test('any update that is accepted comes back', ...anyUpdateComesBack());
test('updates at once are kept, each for its own customer', ...updatesAtOnceAreKeptApart());
test('the statements hold after requests in any order', ...holdsInAnyOrder());
test('batchUpdateCustomers: wrong credentials are rejected', ...rejectsWrongCredentials('batchUpdateCustomers'));
for (const [claim, ...covered] of robustnessOf('batchUpdateCustomers')) test(`batchUpdateCustomers: ${claim}`, ...covered);

test(
  'the answer to a batch lists only customers that the batch names',
  covers('batchUpdateCustomers', 'customer.answered-are-asked', {
    observes: ['customers.metadata-update', 'customers.unknown-in-batch', 'customers.item-without-id', 'customers.empty-batch'],
  }),
  scenario(async ({ implementation, check, observe }) => {
    const [known = '', ...more] = ownedCustomers(implementation).slice(0, 2);
    await update(implementation, [{ id: known, metadata: { first: 1, second: 2 } }]);
    const second = await update(implementation, [{ id: known, metadata: { second: 3 } }]);
    const metadata = customersOf(second).get(known)?.metadata as Record<string, unknown> | undefined;
    if (metadata) observe({ 'customers.metadata-update': Object.hasOwn(metadata, 'first') ? 'merged' : 'replaced' });

    const name = implementation.unique();
    const stranger = `${name}-unknown`;
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
    const nameless = await update(implementation, [{ full_name: name }]);
    observe({ 'customers.item-without-id': outcome(nameless) });
    const empty = await update(implementation, []);
    observe({ 'customers.empty-batch': outcome(empty) });

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
  }),
);
