import { memberPointer } from '../../../src/checks/echo.ts';
import { show } from '../../../src/checks/finding.ts';
import { differences } from '../../../src/checks/json-equality.ts';
import type { Members } from '../../../src/generation/bodies.ts';
import type { Step } from '../../../src/generation/sequences.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { customersOf, update } from '../batch-update.ts';
import type { Journal, Known } from './journal.ts';
import type { StepHandlers } from './steps.ts';

/** Members of a customer that only an update of themselves changes; names in parts may follow the full name. */
const MEMBERS = ['full_name', 'email_address', 'phone_number', 'external_id', 'metadata', 'unsubscribed'];

/** A customer as the last answer showed it, and all members that the sequence sent for it. */
interface Customer {
  readonly record: Known;
  readonly sent: Known;
}

/** Numbers of the customers that a sequence updates, each once. `which` counts through the customers given. */
export function updatedCustomers(steps: readonly Step[], given: number): number[] {
  return [...new Set(steps.flatMap((step) => (step.do === 'update customer' ? [step.which % given] : [])))];
}

/**
 * An update changes the members that it names, of the customer that it names.
 * @param idOf the customer behind a number; undefined where none is given
 */
export function customers(journal: Journal, idOf: (which: number) => string | undefined): StepHandlers<'update customer'> {
  const known = new Map<string, Customer>();

  /** Whether this value was sent for another customer. */
  function isOfAnother(id: string, member: string, value: unknown): boolean {
    return [...known].some(
      ([other, { sent }]) => other !== id && Object.hasOwn(sent, member) && differences(sent[member], value).length === 0,
    );
  }

  function judgeUntouched(id: string, { record, sent }: Customer, members: Members, answered: Known): void {
    const untouched = MEMBERS.filter((member) => !Object.hasOwn(members, member));
    for (const member of untouched.filter((name) => Object.hasOwn(record, name) && Object.hasOwn(answered, name))) {
      const findings = differences(record[member], answered[member], memberPointer(member, '/customers/0'));
      const mixed = isOfAnother(id, member, answered[member]);
      journal.judge('customer.update-leaves-other-customers', 'batchUpdateCustomers', mixed ? findings : []);
      const own = Object.hasOwn(sent, member) ? 'customer.update-is-kept' : 'customer.update-leaves-other-fields';
      journal.judge(own, 'batchUpdateCustomers', mixed ? [] : findings);
    }
  }

  return {
    'update customer': async ({ which, members }) => {
      const id = idOf(which);
      if (id === undefined) return;
      journal.begin(`update customer ${show(id)} with ${show(members)}`);
      const exchange = await update(journal.implementation, [{ id, ...members }]);
      journal.exchanges.push(exchange);
      const answered = isSuccess(exchange) ? customersOf(exchange).get(id) : undefined;
      if (!answered) return;
      const customer = known.get(id);
      if (customer) judgeUntouched(id, customer, members, answered);
      known.set(id, { record: answered, sent: { ...customer?.sent, ...members } });
    },
  };
}
