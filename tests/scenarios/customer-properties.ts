import type { Likeness } from '../../src/checks/echo.ts';
import { differencesAsSets, isObject } from '../../src/checks/json-equality.ts';
import { recordsOf } from '../../src/checks/shape.ts';
import type { Implementation } from '../../src/client/implementation.ts';
import { type Members, memberBoundaries, membersOf } from '../../src/generation/bodies.ts';
import { jsonOf } from '../../src/http/body.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { isSuccess } from '../../src/http/outcome.ts';
import { ownedCustomers, update } from './batch-update.ts';
import { type Echo, echoJudges } from './echo-judges.ts';
import { generalJudges, generalRequirements, propertyHolds } from './property.ts';
import { exampleRecords } from './records.ts';

const ASKED = 'customer.answered-are-asked';

interface UpdateAttempt extends Echo {
  readonly exchange: Exchange;
  readonly id: string;
  readonly answered: readonly unknown[] | null;
}

/** What a batch update accepted comes back, whatever it was; customers side by side, each with one update at a time. */
export function anyUpdateComesBack(statements: Readonly<Record<string, readonly [string, Likeness]>>): void {
  const names = Object.keys(statements);
  const requirements = [...generalRequirements(3), ASKED, ...Object.values(statements).map(([requirement]) => requirement)];
  propertyHolds<Members, UpdateAttempt>('any update that is accepted comes back', 3, requirements, async ({ implementation }) => {
    const free = [...ownedCustomers(implementation)];
    const [usual = {}] = await exampleRecords(implementation, 3);
    return {
      arbitrary: membersOf('customer-update', names),
      boundaries: memberBoundaries('customer-update', names).map(({ label, members }) => ({ label, input: members })),
      attempt: async (members) => {
        const id = free.pop();
        if (id === undefined) throw new Error('More updates under way than there are customers.');
        try {
          return await attemptUpdate(implementation, id, members);
        } finally {
          free.push(id);
        }
      },
      isAccepted: ({ exchange }) => isSuccess(exchange),
      exchanges: ({ exchange }) => [exchange],
      judges: [
        ...generalJudges<Members, UpdateAttempt>(3, implementation.settings.fixtures.designerKind, ({ exchange }) => exchange),
        { requirement: ASKED, findings: (_members, { id, answered }) => answered && differencesAsSets([id], answered, '/customers/*/id') },
        ...echoJudges<UpdateAttempt>(statements, usual),
      ],
      concurrency: free.length,
    };
  });
}

async function attemptUpdate(implementation: Implementation, id: string, members: Members): Promise<UpdateAttempt> {
  const exchange = await update(implementation, [{ id, ...members }]);
  const json = isSuccess(exchange) ? jsonOf(exchange.answer) : { problem: 'no success' };
  const customers = 'value' in json && isObject(json.value) ? recordsOf(3, json.value) : null;
  const index = customers?.findIndex((customer) => customer.id === id) ?? -1;
  return {
    exchange,
    id,
    base: `/customers/${index}`,
    record: customers?.[index] ?? null,
    answered: customers?.map((customer) => customer.id) ?? null,
  };
}
