import { type Exchange, endOf } from '../http/exchange.ts';
import { isObject, type JsonObject, memberPointer } from '../specification/json.ts';
import { type Breach, show } from './deviation.ts';

/** Each tells customers apart, and changes only by an update that sends it. */
const OWN_MEMBERS = ['external_id', 'full_name', 'email_address', 'phone_number'] as const;

/** How answers showed the customers: one of several in a batch may be answered with what another one is. */
export class CustomersShown {
  /** By customer: the latest answer that showed him, and how. */
  readonly #latest = new Map<unknown, { readonly exchange: Exchange; readonly customer: JsonObject }>();

  /** Members of metadata whose value was the id of the customer for whom they were sent. */
  readonly #own = new Map<string, Exchange>();

  /** Members of metadata that were sent for another customer, by their value. */
  borrowed(sent: readonly JsonObject[], exchange: Exchange, customers: readonly JsonObject[]): Breach[] {
    for (const { id, metadata } of sent)
      for (const [name, value] of Object.entries(isObject(metadata) ? metadata : {}))
        if (value === id) this.#own.set(JSON.stringify([name, value]), exchange);
    return customers.flatMap(({ id, metadata }, index): Breach[] =>
      Object.entries(isObject(metadata) ? metadata : {}).flatMap(([name, value]): Breach[] => {
        const earlier = value === id ? undefined : this.#own.get(JSON.stringify([name, value]));
        if (earlier === undefined) return [];
        const pointer = memberPointer(name, `/customers/${index}/metadata`);
        const expected = `nothing: it was not sent for ${show(id)}`;
        const actual = `${show(value)}, which was sent for another customer`;
        const deviations = [{ pointer, expected, actual }];
        return [{ requirement: 'customer.update-leaves-other-fields', deviations, ...(earlier !== exchange && { earlier }) }];
      }),
    );
  }

  /** Members that no update sent for a customer, and that are those of another one in the answer now. Notes how the answer shows them.
   * @param isSentMeanwhile whether another update sent the member of the customer after the earlier answer was asked for, known once all have ended */
  mixed(
    sent: readonly JsonObject[],
    exchange: Exchange,
    customers: readonly JsonObject[],
    isSentMeanwhile: (id: unknown, member: string, earlier: Exchange) => boolean,
  ): Breach[] {
    const found = customers.flatMap((customer, index): Breach[] => {
      const before = this.#latest.get(customer.id);
      if (before === undefined || endOf(before.exchange) > exchange.startedAt) return [];
      const { customer: was, exchange: earlier } = before;
      const isSent = (member: string) => sent.some((item) => item.id === customer.id && Object.hasOwn(item, member));
      const other = (member: string) =>
        customers.find(
          ({ id, [member]: value }) => id !== customer.id && value === customer[member] && this.#latest.get(id)?.customer[member] === value,
        );
      const isTold = (value: unknown) => typeof value === 'string' && value !== '';
      const member = OWN_MEMBERS.find(
        (each) => isTold(was[each]) && isTold(customer[each]) && was[each] !== customer[each] && !isSent(each) && other(each),
      );
      if (member === undefined) return [];
      const actual = `${show(customer[member])}, which is that of ${show(other(member)?.id)} in the same answer`;
      const deviation = { pointer: memberPointer(member, `/customers/${index}`), expected: show(was[member]), actual };
      const counts = () => !isSentMeanwhile(customer.id, member, earlier);
      return [{ requirement: 'customer.update-leaves-other-fields', deviations: [deviation], earlier, counts }];
    });
    // What is mixed up says nothing of how a customer is.
    if (found.length === 0) for (const customer of customers.filter(isObject)) this.#latest.set(customer.id, { exchange, customer });
    return found.slice(0, 1);
  }
}
