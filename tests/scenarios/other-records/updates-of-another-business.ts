import { type Finding, foundIn, show } from '../../../src/checks/finding.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { customersOf, ownedCustomers, update } from '../batch-update.ts';
import { anotherBusiness } from './another-business.ts';

/** What a customer that was made anew would not have. */
const IDENTIFYING = ['email_address', 'phone_number', 'external_id'];

/** A customer of the configured business, named in an update of another one. */
export const updateStaysInItsBusiness = scenario(
  covers('batchUpdateCustomers', 'customer.update-stays-in-business', { observes: 'customers.of-another-business' }),
  async ({ implementation, check, observe }) => {
    const [id = ''] = ownedCustomers(implementation);
    const { id: business } = await anotherBusiness(implementation);
    const mark = implementation.unique();
    const body = { customers: [{ id, full_name: mark }] };
    const foreign = await implementation.client.send('batchUpdateCustomers', { id: business, body });
    observe({ 'customers.of-another-business': outcome(foreign) });

    const findings: Finding[] = [];
    const expected = `no update: ${show(id)} is no customer of ${show(business)}`;
    // An update of something else shows what the customer is called by now.
    const own = await update(implementation, [{ id, metadata: { origin: 'conformance' } }]);
    const customer = isSuccess(own) ? customersOf(own).get(id) : undefined;
    const shown = isSuccess(foreign) ? customersOf(foreign).get(id) : undefined;
    // An unknown customer may be made anew in the other business: the id alone shows nothing.
    const borrowed = IDENTIFYING.find((member) => typeof shown?.[member] === 'string' && shown[member] === customer?.[member]);
    if (borrowed !== undefined)
      findings.push(...foundIn(foreign, [{ pointer: '/customers', expected, actual: `${show(id)} is there, with its ${borrowed}` }]));
    if (customer?.full_name === mark)
      findings.push(
        ...foundIn(own, [{ pointer: '/customers/0/full_name', expected, actual: `${show(mark)}, sent through ${show(business)}` }]),
      );
    check({ 'customer.update-stays-in-business': findings.slice(0, 1) }, foreign, own);
  },
);
