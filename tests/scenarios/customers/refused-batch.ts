import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { customersOf, ownedCustomers, update } from '../batch-update.ts';

/** Whether a batch that is refused for an unknown customer has changed the known one. */
export const refusedBatchIsSeen = scenario(
  covers('batchUpdateCustomers', [], { observes: 'customers.refused-batch' }),
  async ({ implementation, observe }) => {
    const [id = ''] = ownedCustomers(implementation);
    const name = implementation.unique();
    const refused = await update(implementation, [
      { id, full_name: name },
      { id: `${name}-unknown`, full_name: name },
    ]);
    if (isSuccess(refused)) throw new NotAssessed(`The batch is not refused: ${outcome(refused)}`);
    const exchange = await update(implementation, [{ id, metadata: { origin: 'conformance' } }]);
    const shown = isSuccess(exchange) ? customersOf(exchange).get(id)?.full_name : undefined;
    observe({ 'customers.refused-batch': shown === undefined ? 'not shown' : shown === name ? 'changed' : 'left as it was' });
  },
);
