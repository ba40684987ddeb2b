import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { answeredCustomers, customersOf, ids, ownedCustomers, update } from '../batch-update.ts';

/** What becomes of a customer in a batch that some services refuse. */
export function oddBatchesAreAnswered(): CoveredScenario {
  return [
    covers('batchUpdateCustomers', [], { observes: ['customers.refused-batch', 'customers.twice-in-batch'] }),
    scenario(async ({ implementation, observe }) => {
      const [id = ''] = ownedCustomers(implementation);
      const nameNow = async () => {
        const exchange = await update(implementation, [{ id, metadata: { origin: 'conformance' } }]);
        return isSuccess(exchange) ? customersOf(exchange).get(id)?.full_name : undefined;
      };

      const [known, first, last] = [implementation.unique(), implementation.unique(), implementation.unique()];
      const refused = await update(implementation, [
        { id, full_name: known },
        { id: `${known}-unknown`, full_name: known },
      ]);
      if (!isSuccess(refused)) {
        const name = await nameNow();
        const isChanged = name === undefined ? 'not shown' : name === known ? 'changed' : 'left as it was';
        observe({ 'customers.refused-batch': isChanged });
      }

      const twice = await update(implementation, [
        { id, full_name: first },
        { id, full_name: last },
      ]);
      const name = await nameNow();
      observe({
        'customers.twice-in-batch': {
          answer: outcome(twice),
          listed: isSuccess(twice) ? ids(answeredCustomers(twice)).filter((answered) => answered === id).length : null,
          holds: name === last ? 'the last' : name === first ? 'the first' : 'neither',
        },
      });
    }),
  ];
}
