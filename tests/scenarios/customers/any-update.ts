import { differencesAsSets } from '../../../src/checks/json-equality.ts';
import { recordsOf } from '../../../src/checks/shape.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { type Members, memberBoundaries, membersOf, mergeMembers } from '../../../src/generation/bodies.ts';
import { objectIn } from '../../../src/http/body.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { ownedCustomers, update } from '../batch-update.ts';
import { type Echo, echoJudges } from '../echo-judges.ts';
import { ECHOED_MEMBERS } from '../echoed-members.ts';
import { generalJudges, generalStatements, propertyHolds } from '../property.ts';
import { exampleRecords } from '../records.ts';
import { leaseOf, withCustomers } from './with-customers.ts';

const ECHOED = ECHOED_MEMBERS.batchUpdateCustomers;

interface UpdateAttempt extends Echo {
  readonly exchange: Exchange;
  readonly id: string;
  readonly answered: readonly unknown[] | null;
}

/** Customers are updated side by side, each with one update at a time. */
export function anyUpdateComesBack() {
  const names = Object.keys(ECHOED);
  const echoes = Object.values(ECHOED).map(([statement]) => statement);
  const statements = [...generalStatements('batchUpdateCustomers'), 'customer.answered-are-asked' as const, ...echoes];
  return propertyHolds<Members, UpdateAttempt>('batchUpdateCustomers', statements, async ({ implementation }) => {
    const owned = ownedCustomers(implementation);
    const lease = leaseOf(implementation);
    const [usual = {}] = await withCustomers(implementation, 1, (own) => exampleRecords(own, 'batchUpdateCustomers'));
    const { designerKind } = implementation.settings.fixtures;
    return {
      arbitrary: membersOf('customer-update', names),
      boundaries: memberBoundaries('customer-update', names).map(({ members, ...boundary }) => ({ ...boundary, input: members })),
      attempt: (members) => lease.having(1, owned, ([id = '']) => attemptUpdate(implementation, id, members)),
      isAccepted: ({ exchange }) => isSuccess(exchange),
      exchanges: ({ exchange }) => [exchange],
      judges: [
        ...generalJudges<Members, UpdateAttempt>('batchUpdateCustomers', designerKind, ({ exchange }) => exchange),
        {
          requirement: 'customer.answered-are-asked',
          findings: (_members, { id, answered }) => answered && differencesAsSets([id], answered, '/customers/*/id'),
        },
        ...echoJudges<UpdateAttempt>(ECHOED, usual),
      ],
      merge: mergeMembers('customer-update', names.length),
      concurrency: owned.length,
    };
  });
}

async function attemptUpdate(implementation: Implementation, id: string, members: Members): Promise<UpdateAttempt> {
  const exchange = await update(implementation, [{ id, ...members }]);
  const answer = objectIn(exchange);
  const customers = answer && recordsOf('batchUpdateCustomers', answer);
  const index = customers?.findIndex((customer) => customer.id === id) ?? -1;
  return {
    exchange,
    id,
    base: `/customers/${index}`,
    record: customers?.[index] ?? null,
    answered: customers?.map((customer) => customer.id) ?? null,
  };
}
