import { type Finding, foundIn, show } from '../../../src/checks/finding.ts';
import { differencesAsSets } from '../../../src/checks/json-equality.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { answeredCustomers, brokenUpdates, type CustomerUpdate, ids, ownedCustomers, update } from '../batch-update.ts';
import { firstBroken } from '../first-broken.ts';
import { exampleRecords } from '../records.ts';

/** Batches beyond this size try an implementation's limits, which are not shown, rather than its care. */
const LARGEST_BATCH = 6;
/** That people are shown. */
const MOST_SIZES = 2;

/** A batch of updates that was accepted. */
interface Accepted {
  /** *3 customers*, *3 backwards*. */
  readonly size: string;
  readonly batch: readonly CustomerUpdate[];
  readonly exchange: Exchange;
  readonly answered: readonly CustomerUpdate[];
}

/** Batches of any size and order. */
export function batchAnswersItsCustomers(): CoveredScenario {
  return [
    covers('batchUpdateCustomers', ['customer.answered-are-asked', 'customer.full-name-comes-back'], {
      observes: 'customers.unsubscribed-values',
    }),
    scenario(async ({ implementation, record, notAssessed, observe }) => {
      const owned = ownedCustomers(implementation).slice(0, LARGEST_BATCH);
      const typical = await exampleRecords(implementation, 'batchUpdateCustomers');
      const values = new Set(typical.map(({ unsubscribed }) => unsubscribed).filter((value) => value !== undefined));
      observe({ 'customers.unsubscribed-values': [...values] });
      const accepted = await acceptedBatches(implementation, owned);
      if (accepted.length === 0) throw new NotAssessed('No batch was accepted');
      const wrong = firstBroken(1, accepted, idFindings, { beside: () => sizesApart(accepted, idFindings) });
      record.check('customer.answered-are-asked', wrong.findings, wrong);
      if (!accepted.some(({ answered }) => answered.some((customer) => Object.hasOwn(customer, 'full_name'))))
        return notAssessed('customer.full-name-comes-back', 'The answers do not hold `full_name`');
      const mixed = firstBroken(1, accepted, nameFindings, { beside: () => sizesApart(accepted, nameFindings) });
      record.check('customer.full-name-comes-back', mixed.findings, mixed);
    }),
  ];
}

/** One customer, then two, and so on; then the same backwards. */
async function acceptedBatches(implementation: Implementation, owned: readonly string[]): Promise<Accepted[]> {
  const sizes = owned.map((_, index) => owned.slice(0, index + 1));
  // An answer that is matched by position, or sorted, goes to the wrong customer in one of the two directions.
  const batches = [
    ...sizes.map((owners) => ({ owners, size: owners.length === 1 ? '1 customer' : `${owners.length} customers` })),
    ...sizes.slice(1).map((owners) => ({ owners: owners.toReversed(), size: `${owners.length} backwards` })),
  ].map(({ owners, size }) => ({ size, batch: owners.map((id) => ({ id, full_name: implementation.unique() })) }));
  const accepted: Accepted[] = [];
  for (const { size, batch } of batches) {
    const exchange = await update(implementation, batch);
    if (isSuccess(exchange)) accepted.push({ size, batch, exchange, answered: answeredCustomers(exchange) });
  }
  return accepted;
}

/** *right: 1 customer, 2 customers; wrong: 3 customers, 4 customers and 7 more* */
function sizesApart(accepted: readonly Accepted[], findingsOf: (batch: Accepted) => Finding[]): string {
  const sizes = (right: boolean) => accepted.filter((batch) => (findingsOf(batch).length === 0) === right).map(({ size }) => size);
  const [right, wrong] = [sizes(true), sizes(false)].map((all) => {
    const more = all.length > MOST_SIZES ? ` and ${all.length - MOST_SIZES} more` : '';
    return `${all.slice(0, MOST_SIZES).join(', ') || 'none'}${more}`;
  });
  return `right: ${right}; wrong: ${wrong}`;
}

function idFindings({ batch, answered, exchange }: Accepted): Finding[] {
  const answeredIds = ids(answered);
  const twice =
    answeredIds.length > new Set(answeredIds).size
      ? [{ pointer: '/customers', expected: 'each customer once', actual: show(answeredIds) }]
      : [];
  return foundIn(exchange, [...differencesAsSets(ids(batch).map(String), answeredIds, '/customers/*/id'), ...twice]);
}

function nameFindings({ batch, answered, exchange }: Accepted): Finding[] {
  return foundIn(exchange, brokenUpdates(batch, answered, 'full_name', 'json').findings);
}
