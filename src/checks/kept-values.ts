import { isDeepStrictEqual } from 'node:util';
import { customersIn } from '../client/call.ts';
import { type Exchange, endOf, isClientError } from '../http/exchange.ts';
import { jsonIn } from '../settings/parsing/json.ts';
import { percentDecoded } from '../settings/urls.ts';
import { type JsonObject, memberPointer } from '../specification/json.ts';
import { type Breach, show } from './deviation.ts';
import { ECHOED_MEMBERS } from './echo.ts';

const MEMBERS = Object.keys(ECHOED_MEMBERS.batchUpdateCustomers);

/** Kept for so long, an update is so on every server: what shows an earlier value then has lost it. */
const SETTLED_MS = 5000;

/** What one request sent for one member of a customer. */
interface Sent {
  readonly exchange: Exchange;
  /** As it was answered; undefined where nobody knows what came of it. */
  readonly value?: unknown;
}

/** What customers hold by the updates of a run: a write that comes late, or a copy that is written back, brings back what an earlier update sent. */
export class KeptValues {
  /** By business, customer and member. */
  readonly #sent = new Map<string, Sent[]>();

  /**
   * Notes an update as it went over the wire, whatever came of it: the same body in another spelling may be stored as well.
   * @param answered the customers of a success that is as documented
   */
  asked(exchange: Exchange, answered: readonly JsonObject[] = []): void {
    const { business, items } = sentIn(exchange);
    // Nobody can tell what a service makes of it.
    if (items.length === 0 && !isClientError(exchange)) this.#sent.clear();
    for (const item of items)
      for (const member of MEMBERS.filter((name) => Object.hasOwn(item, name))) {
        const all = this.#of(business, item.id, member);
        const [customer, ...more] = answered.filter(({ id }) => id === item.id);
        const value = more.length === 0 ? customer?.[member] : undefined;
        const known = all.findIndex((sent) => sent.exchange === exchange);
        all.splice(known < 0 ? all.length : known, known < 0 ? 0 : 1, { exchange, value });
      }
  }

  /** What an answer shows of members that its request did not name. */
  breaches(exchange: Exchange, answered: readonly JsonObject[]): Breach[] {
    const { business, items: sent } = sentIn(exchange);
    return answered.flatMap((customer, index) =>
      MEMBERS.filter((member) => Object.hasOwn(customer, member)).flatMap((member) => {
        if (sent.some((item) => item.id === customer.id && Object.hasOwn(item, member))) return [];
        const all = this.#of(business, customer.id, member);
        const known = all.filter(({ value }) => value !== undefined);
        const isPast = (one: Sent) => known.some((other) => other !== one && endOf(one.exchange) <= other.exchange.startedAt);
        const last = all.filter((one) => !isPast(one));
        const isOf = ({ value }: Sent) => isDeepStrictEqual(value, customer[member]);
        const isSettled = last.every(
          ({ value, exchange: update }) => value !== undefined && endOf(update) + SETTLED_MS <= exchange.startedAt,
        );
        const earlier = last.at(-1);
        if (earlier === undefined || !isSettled || last.some(isOf) || !known.some(isOf)) return [];
        const expected = `${show(earlier.value)}, which the last update of it brought`;
        const deviation = {
          pointer: memberPointer(member, `/customers/${index}`),
          expected,
          actual: `${show(customer[member])}, which an earlier update brought`,
        };
        return [{ requirement: 'customer.update-is-kept', deviations: [deviation], earlier: earlier.exchange } as const];
      }),
    );
  }

  #of(business: string, customer: unknown, member: string): Sent[] {
    const key = JSON.stringify([business, customer, member]);
    const all = this.#sent.get(key) ?? [];
    this.#sent.set(key, all);
    return all;
  }
}

const BUSINESS = /\/businesses\/([^/?]+)/;

function sentIn({ request: { url, body } }: Exchange) {
  const [, segment = ''] = BUSINESS.exec(url) ?? [];
  return { business: percentDecoded(segment), items: customersIn(jsonIn(body ?? '')) };
}
