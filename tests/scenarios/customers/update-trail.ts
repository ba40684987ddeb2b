import { echoFindings, memberPointer } from '../../../src/checks/echo.ts';
import { type Finding, foundIn } from '../../../src/checks/finding.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { schema } from '../../../src/specification/schemas.ts';
import type { CustomerUpdate } from '../batch-update.ts';

/** Every documented member of a customer but its id. */
const MEMBERS: readonly string[] = Object.keys(schema('customer').properties ?? {}).filter((member) => member !== 'id');

/** What ties these members together is not shown: a new name may be taken apart, and a new address may have to be confirmed. */
const MAY_FOLLOW: Readonly<Record<string, readonly string[]>> = {
  full_name: ['first_name', 'last_name'],
  email_address: ['unsubscribed'],
  phone_number: ['unsubscribed'],
};

/** What is known of one member: its value, and the one that the last update replaced. */
interface Known {
  readonly value: unknown;
  readonly replaced?: { readonly value: unknown; readonly by: Exchange };
}

/** One update, and what its answer shows of earlier ones. */
export interface TrailStep {
  readonly exchange: Exchange;
  readonly sent: readonly string[];
  /** Members that are again what they were before an earlier update. */
  readonly lost: readonly Finding[];
  /** The updates that were lost. */
  readonly lostUpdates: readonly Exchange[];
  /** Members that are neither what they were nor what was sent. */
  readonly changed: readonly Finding[];
}

/** The answers to updates of one customer, one after another. */
export class UpdateTrail {
  readonly steps: TrailStep[] = [];
  /** Members that were compared after an update of their own, and members that were compared at all. */
  kept = 0;
  compared = 0;
  readonly #known = new Map<string, Known>();

  /** What is known of a member; undefined where no answer has shown it. */
  valueOf(member: string): unknown {
    return this.#known.get(member)?.value;
  }

  /** @param index of the customer in the answer */
  note(sent: CustomerUpdate, customer: CustomerUpdate, exchange: Exchange, index = 0): void {
    const named = Object.keys(sent);
    const step = { lost: [] as Finding[], lostUpdates: [] as Exchange[], changed: [] as Finding[] };
    for (const member of MEMBERS) {
      const known = this.#known.get(member);
      if (named.includes(member) || named.some((other) => MAY_FOLLOW[other]?.includes(member)))
        this.#renew(member, named, customer, exchange);
      else if (!Object.hasOwn(customer, member)) continue;
      else if (known === undefined) this.#known.set(member, { value: customer[member] });
      else {
        this.compared += 1;
        if (known.replaced) this.kept += 1;
        const findings = echoFindings('json', known.value, customer[member], memberPointer(member, `/customers/${index}`));
        const isBack = known.replaced && echoFindings('json', known.replaced.value, customer[member], '').length === 0;
        step[isBack ? 'lost' : 'changed'].push(...foundIn(exchange, findings));
        if (known.replaced && isBack && findings.length > 0) step.lostUpdates.push(known.replaced.by);
      }
    }
    this.steps.push({ exchange, sent: named, ...step });
  }

  /** An update names the member, or one that it may follow. */
  #renew(member: string, named: readonly string[], customer: CustomerUpdate, by: Exchange): void {
    const known = this.#known.get(member);
    if (!Object.hasOwn(customer, member)) this.#known.delete(member);
    else
      this.#known.set(member, {
        value: customer[member],
        ...(known && named.includes(member) && { replaced: { value: known.value, by } }),
      });
  }
}
