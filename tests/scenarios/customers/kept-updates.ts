import { echoFindings, memberPointer } from '../../../src/checks/echo.ts';
import { type Finding, foundIn } from '../../../src/checks/finding.ts';
import { canonicalEmailAddress, canonicalPhoneNumber } from '../../../src/client/canonical.ts';
import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { type CustomerUpdate, customersOf, ownedCustomers, update } from '../batch-update.ts';

/** Members that nothing but an update of themselves changes. */
const UNTOUCHED = ['email_address', 'phone_number', 'external_id', 'unsubscribed'];

/** A customer as the answer to its update shows it. */
interface Updated {
  readonly customer: CustomerUpdate;
  readonly exchange: Exchange;
}

/** One customer is updated in all members, then in two of them, one at a time; another customer is there to be left alone. */
export function updateIsKept(): CoveredScenario {
  return [
    covers('batchUpdateCustomers', [
      'customer.update-is-kept',
      'customer.update-leaves-other-fields',
      'customer.update-leaves-other-customers',
    ]),
    scenario(async ({ implementation, check, notAssessed }) => {
      const [id = '', other] = ownedCustomers(implementation);
      const exchanges: Exchange[] = [];
      const after = async (customer: string, members: CustomerUpdate): Promise<Updated> => {
        const exchange = await update(implementation, [{ id: customer, ...members }]);
        exchanges.push(exchange);
        return { customer: customersOf(exchange).get(customer) ?? {}, exchange };
      };
      const before = await after(id, allMembers(implementation.unique(), 901));
      const bystander = other === undefined ? null : await after(other, allMembers(implementation.unique(), 902));
      const renamed = implementation.unique();
      const afterName = await after(id, { full_name: renamed });
      const metadata = { origin: 'conformance', mark: renamed };
      const afterMetadata = await after(id, { metadata });

      const kept = changes({ full_name: renamed }, afterMetadata);
      if (kept === null) notAssessed('customer.update-is-kept', 'A later answer does not hold `full_name`');
      else check({ 'customer.update-is-kept': kept }, ...exchanges);

      const untouched = [changes(before.customer, afterMetadata, UNTOUCHED), changes(before.customer, afterName, ['metadata'])].filter(
        (findings) => findings !== null,
      );
      if (untouched.length === 0) notAssessed('customer.update-leaves-other-fields', 'The answers hold no field that was left alone');
      else check({ 'customer.update-leaves-other-fields': untouched.flat() }, ...exchanges);

      if (other === undefined || bystander === null) throw new NotAssessed('Only one customer may be updated', ['CES_CUSTOMER_IDS']);
      const still = changes(bystander.customer, await after(other, { metadata }), ['full_name', ...UNTOUCHED]);
      if (still === null) throw new NotAssessed('The answers hold no field of the other customer');
      check({ 'customer.update-leaves-other-customers': still }, ...exchanges);
    }),
  ];
}

function allMembers(mark: string, number: number): CustomerUpdate {
  return {
    full_name: mark,
    email_address: canonicalEmailAddress(mark),
    phone_number: canonicalPhoneNumber(number),
    metadata: { origin: 'conformance', mark },
  };
}

/** Where these members of a customer are not what they were; null where no answer holds them before and after. */
function changes(before: CustomerUpdate, { customer, exchange }: Updated, members = Object.keys(before)): Finding[] | null {
  const held = members.filter((member) => Object.hasOwn(before, member) && Object.hasOwn(customer, member));
  if (held.length === 0) return null;
  const pointer = (member: string) => memberPointer(member, '/customers/0');
  return foundIn(
    exchange,
    held.flatMap((member) => echoFindings('json', before[member], customer[member], pointer(member))),
  );
}
