import { canonicalEmailAddress, canonicalPhoneNumber } from '../../../src/client/canonical.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { type CustomerUpdate, customersOf, ownedCustomers, update } from '../batch-update.ts';
import { type Broken, firstBroken } from '../first-broken.ts';
import { type TrailStep, UpdateTrail } from './update-trail.ts';

const MEMBERS = ['full_name', 'email_address', 'phone_number', 'metadata'] as const;
const ALONE = MEMBERS.map((member) => [member]);
const [FIRST_PAIR = [], ...OTHER_PAIRS] = MEMBERS.flatMap((member, index) => MEMBERS.slice(index + 1).map((other) => [member, other]));
/** What a client sends to clear a member. It may be refused. */
const CLEARED: CustomerUpdate = { full_name: '', email_address: '', phone_number: '', metadata: {} };

/**
 * One customer is updated in all members, then in each alone, then in two at a time; then each is cleared. Every answer shows whether the
 * other members are what they were. Another customer is there to be left alone, and shares the last update.
 */
export const updateIsKept = scenario(
  covers(
    'batchUpdateCustomers',
    ['customer.update-is-kept', 'customer.update-leaves-other-fields', 'customer.update-leaves-other-customers'],
    { observes: 'customers.names-follow' },
  ),
  async ({ implementation, check, observe, notAssessed }) => {
    const [id = '', other] = ownedCustomers(implementation);
    const own = new UpdateTrail();
    const bystander = new UpdateTrail();
    let number = 900;
    const values = (members: readonly string[]): CustomerUpdate => {
      number += 1;
      const all = allMembers(implementation.unique(), number);
      return Object.fromEntries(members.map((member) => [member, all[member]]));
    };
    const follow = async (trail: UpdateTrail, customer: string | undefined, sent: CustomerUpdate): Promise<void> => {
      if (customer === undefined) return;
      const exchange = await update(implementation, [{ id: customer, ...sent }]);
      const shown = isSuccess(exchange) ? customersOf(exchange).get(customer) : undefined;
      if (shown) trail.note(sent, shown, exchange);
    };

    await Promise.all([follow(own, id, values(MEMBERS)), follow(bystander, other, values(MEMBERS))]);
    const names = () => ({ first_name: own.valueOf('first_name'), last_name: own.valueOf('last_name') });
    const before = names();
    for (const members of ALONE) {
      await follow(own, id, values(members));
      if (members.includes('full_name')) observeNames(before, names(), observe);
    }
    await Promise.all([follow(bystander, other, values(['metadata'])), follow(own, id, values(FIRST_PAIR))]);
    for (const members of OTHER_PAIRS) await follow(own, id, values(members));
    for (const [member, value] of Object.entries(CLEARED)) await follow(own, id, { [member]: value });
    // The customer is left as full as it was. What an item of a batch leaves out is not filled in from the item before.
    const [filled, bare] = [values(MEMBERS), values(['phone_number'])];
    const batch =
      other === undefined
        ? null
        : await update(implementation, [
            { id, ...filled },
            { id: other, ...bare },
          ]);
    if (other === undefined || batch === null || !isSuccess(batch)) {
      await follow(own, id, filled);
      await follow(bystander, other, bare);
    } else {
      const shown = [...customersOf(batch)];
      for (const [trail, customer, sent] of [
        [own, id, filled],
        [bystander, other, bare],
      ] as const) {
        const index = shown.findIndex(([each]) => each === customer);
        const [, answered] = shown[index] ?? [];
        if (answered) trail.note(sent, answered, batch, index);
      }
    }
    const inBatch = ({ exchange }: TrailStep) => exchange === batch;

    if (own.steps.length === 0) throw new NotAssessed('No update of one customer was accepted');
    if (own.kept === 0) notAssessed('customer.update-is-kept', 'No later answer holds a member that was updated');
    else {
      const lost = broken(own, ({ lost }) => lost);
      check({ 'customer.update-is-kept': lost });
    }
    if (own.compared === 0) notAssessed('customer.update-leaves-other-fields', 'The answers hold no field that was left alone');
    else {
      const changed = broken(own, ({ changed }) => changed);
      check({ 'customer.update-leaves-other-fields': changed });
      const filledIn = firstBroken(1, bystander.steps.filter(inBatch), hurtIn, {
        beside: () => 'alone: right; in a batch, behind another customer: wrong',
      });
      check({ 'customer.update-leaves-other-fields': filledIn });
    }
    if (other === undefined) throw new NotAssessed('Only one customer may be updated', ['CES_CUSTOMER_IDS']);
    if (bystander.compared === 0) throw new NotAssessed('The answers hold no field of the other customer');
    // What an update does to its own customer is no matter of another's.
    const known = new Set(own.steps.flatMap((step) => hurtIn(step).map(({ pointer }) => `${step.sent} ${pointer}`)));
    const strange = broken(bystander, (step) =>
      inBatch(step) ? [] : hurtIn(step).filter(({ pointer }) => !known.has(`${step.sent} ${pointer}`)),
    );
    check({ 'customer.update-leaves-other-customers': strange });
  },
);

/** The first update whose answer shows it, and which updates show nothing of the kind. */
function broken({ steps }: UpdateTrail, findingsOf: (step: TrailStep) => TrailStep['lost']): Broken {
  const later = steps.slice(1);
  const first = later.find((step) => findingsOf(step).length > 0);
  const right = (count: number) => `right after ${later.length - count} of ${later.length} updates`;
  return firstBroken(1, later, findingsOf, {
    alsoSeen: ({ lostUpdates }) => lostUpdates,
    beside: (count) => `seen in the answer to an update of ${words(first)}; ${right(count)}`,
  });
}

function hurtIn({ lost, changed }: TrailStep): TrailStep['lost'] {
  return [...lost, ...changed];
}

function words(step: TrailStep | undefined): string {
  return (step?.sent ?? []).map((member) => `\`${member}\``).join(' and ');
}

type Names = Readonly<Record<'first_name' | 'last_name', unknown>>;

function observeNames(before: Names, after: Names, observe: (answers: { 'customers.names-follow': unknown }) => void): void {
  const fate = (member: keyof Names) => (before[member] === after[member] ? 'stays' : 'follows');
  if (before.first_name === undefined && before.last_name === undefined) return;
  observe({ 'customers.names-follow': { first_name: fate('first_name'), last_name: fate('last_name') } });
}

function allMembers(mark: string, number: number): CustomerUpdate {
  return {
    full_name: mark,
    email_address: canonicalEmailAddress(mark),
    phone_number: canonicalPhoneNumber(number),
    metadata: { origin: 'conformance', mark },
  };
}
