import { misplacedOr } from '../../src/checks/json-equality.ts';
import { canonicalEmailAddress, canonicalPhoneNumber } from '../../src/client/api/cards.ts';
import {
  type Deviation,
  differencesAsSets,
  ECHOED_MEMBERS,
  echoDeviations,
  foundIn,
  jsonValue,
  type Likeness,
  recordsOf,
} from '../judging.ts';
import { type Call, type Exchange, type Implementation, memberPointer } from '../library.ts';
import { firstBroken, type Judged, need } from '../suite.ts';

export type CustomerUpdate = Readonly<Record<string, unknown>>;

/** A member that a client sends of a customer, and nothing else changes. */
export type UpdatedMember = keyof typeof ECHOED_MEMBERS.batchUpdateCustomers;
export const UPDATED_MEMBERS = Object.keys(ECHOED_MEMBERS.batchUpdateCustomers) as UpdatedMember[];

/** Values of these members that no other update has. @param number makes the phone number, below 1000 */
export function newValues(implementation: Implementation, members: readonly UpdatedMember[], number: number): CustomerUpdate {
  const mark = implementation.unique();
  const all = {
    // Of more than two words: a service that keeps names in parts may lose one when it puts them together again.
    full_name: `${mark} de la Cruz`,
    email_address: canonicalEmailAddress(mark),
    phone_number: canonicalPhoneNumber(number),
    metadata: { origin: 'conformance', mark },
  };
  return Object.fromEntries(members.map((member) => [member, all[member]]));
}

/** The customers that the scenario may update. No other one has them meanwhile: see `owning`. */
export function ownedCustomers(implementation: Implementation): readonly string[] {
  const { customerIds } = implementation.settings.fixtures;
  need(customerIds[0], 'CES_CUSTOMER_IDS');
  return customerIds;
}

export function update(
  implementation: Implementation,
  customers: readonly CustomerUpdate[],
  how: Pick<Call, 'alone' | 'freshConnection'> = {},
): Promise<Exchange> {
  const id = need(implementation.settings.fixtures.businessId, 'CES_BUSINESS_ID');
  return implementation.client.send('batchUpdateCustomers', { ...how, id, body: { customers } });
}

/** The fullest update that the suite sends: every updatable field of as many customers, up to three, as are accepted at once. */
export async function typicalUpdates(implementation: Implementation): Promise<readonly CustomerUpdate[]> {
  const { call } = await implementation.accepted('batchUpdateCustomers');
  const [fullest] = await implementation.typicalCalls('batchUpdateCustomers');
  return updatesIn(fullest).slice(0, updatesIn(call).length);
}

function updatesIn(call: Call | undefined): readonly CustomerUpdate[] {
  return (call?.body as { customers?: CustomerUpdate[] } | undefined)?.customers ?? [];
}

/** The customers that an answer of success lists. */
export function answeredCustomers(exchange: Exchange): Record<string, unknown>[] {
  return recordsOf('batchUpdateCustomers', jsonValue(exchange));
}

/** The same customers by id. */
export function customersOf(exchange: Exchange): Map<unknown, Record<string, unknown>> {
  return new Map(answeredCustomers(exchange).map((customer) => [customer.id, customer]));
}

export function ids(customers: readonly CustomerUpdate[]): unknown[] {
  return customers.map(({ id }) => id);
}

/** Everybody whom a batch names is listed. A batch that was sent again may list fewer: whoever the first one changed is like that already. */
export function listingDeviations(exchange: Exchange, asked: readonly string[]): Deviation[] {
  const answered = ids(answeredCustomers(exchange));
  const expected = exchange.resentAfter === undefined ? asked : asked.filter((id) => answered.includes(id));
  return foundIn(exchange, differencesAsSets(expected, answered, '/customers/*/id'));
}

/** Where a member of customers does not come back as it was sent in one batch: in one deviation where values came to the wrong customers. */
export function brokenUpdates(
  batch: readonly CustomerUpdate[],
  customers: readonly CustomerUpdate[],
  member: string,
  likeness: Likeness,
): Judged {
  const held = customers.flatMap((customer, index) => {
    const sent = batch.find(({ id }) => id === customer.id);
    const isHeld = sent !== undefined && Object.hasOwn(customer, member);
    return isHeld ? [{ sent: sent[member], answered: customer[member], pointer: memberPointer(member, `/customers/${index}`) }] : [];
  });
  const deviationsOf = (sent: unknown, answered: unknown, pointer = '') => echoDeviations(likeness, sent, answered, pointer);
  const broken = firstBroken(held, { most: held.length }, ({ sent, answered, pointer }) => deviationsOf(sent, answered, pointer));
  const values = {
    sent: held.map(({ sent }) => sent),
    answered: held.map(({ answered }) => answered),
    same: (sent: unknown, answered: unknown) => deviationsOf(sent, answered).length === 0,
  };
  return { ...broken, deviations: misplacedOr(broken.deviations, values, (index) => held[index]?.pointer ?? '') };
}
