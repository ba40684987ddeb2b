import { foundIn } from '../../../src/checks/finding.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { answeredCustomers, brokenUpdates, typicalUpdates, update } from '../batch-update.ts';
import { ECHOED_MEMBERS } from '../echoed-members.ts';

export const UPDATED_MEMBERS = Object.keys(ECHOED_MEMBERS.batchUpdateCustomers) as (keyof typeof ECHOED_MEMBERS.batchUpdateCustomers)[];

/** Of several customers, each with a value of its own. */
export function memberOfUpdateComesBack(member: (typeof UPDATED_MEMBERS)[number]) {
  const [statement, likeness] = ECHOED_MEMBERS.batchUpdateCustomers[member];
  return scenario(covers('batchUpdateCustomers', statement), async ({ implementation, check }) => {
    const typical = await typicalUpdates(implementation);
    const updates = typical.map((customer) => ({ id: customer.id, [member]: customer[member] }));
    const exchange = await update(implementation, updates);
    const answered = answeredCustomers(exchange);
    if (!answered.some((customer) => Object.hasOwn(customer, member))) throw new NotAssessed(`The answer does not hold \`${member}\``);
    const broken = brokenUpdates(updates, answered, member, likeness);
    check({ [statement]: { ...broken, findings: foundIn(exchange, broken.findings) } });
  });
}
