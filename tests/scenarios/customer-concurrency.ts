import { type Finding, show } from '../../src/checks/finding.ts';
import { canonicalEmailAddress } from '../../src/client/canonical.ts';
import type { Implementation } from '../../src/client/implementation.ts';
import { conformance } from '../../src/engine/playwright/test.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { isSuccess } from '../../src/http/outcome.ts';
import { NotAssessed } from '../../src/settings/not-assessed.ts';
import { answeredCustomers, customersOf, ownedCustomers, update } from './batch-update.ts';

/** Rounds of updates at once, and updates of one customer and one member in a round. */
const ROUNDS = 6;
const RIVALS = 4;

const statements = ['customer.update-is-kept', 'customer.update-leaves-other-customers', 'customer.answered-are-asked'];

interface Sent {
  readonly id: string;
  readonly member: 'full_name' | 'metadata';
  readonly value: unknown;
  readonly exchange: Exchange;
}

/**
 * Updates of all customers under way at once, each of one member only. Whatever order the service put them in, each customer's name and
 * metadata are afterwards among those sent for this customer in this round, since the two members do not touch each other.
 */
export function updatesAtOnce(): void {
  conformance(
    'updates at once',
    { endpoint: 3, requirements: statements, category: 'properties' },
    async ({ implementation, check, record, all }) => {
      const lost: { finding: Finding; exchanges: Exchange[] }[] = [];
      const foreign: { finding: Finding; exchanges: Exchange[] }[] = [];
      const mixed: { finding: Finding; exchanges: Exchange[] }[] = [];
      let looked = 0;
      const playRound = async () => {
        const sent = await updateAtOnce(implementation);
        for (const { id, exchange } of sent.filter((attempt) => isSuccess(attempt.exchange))) {
          const answered = answeredCustomers(exchange).map((customer) => customer.id);
          if (answered.some((other) => other !== id))
            mixed.push({ finding: { pointer: '/customers', expected: `only ${show(id)}`, actual: show(answered) }, exchanges: [exchange] });
        }
        for (const id of ownedCustomers(implementation)) {
          const state = await read(implementation, id);
          for (const member of ['full_name', 'metadata'] as const) {
            const own = sent.filter((attempt) => attempt.id === id && attempt.member === member);
            // One that was not accepted may have been carried out all the same (a lost answer), so its value is possible too.
            if (!own.some((attempt) => isSuccess(attempt.exchange)) || !state.customer || !Object.hasOwn(state.customer, member)) continue;
            looked += 1;
            const value = marked(state.customer[member]);
            if (own.some((attempt) => marked(attempt.value) === value)) continue;
            const finding = {
              pointer: `/customers/0/${member}`,
              expected: `one of the ${own.length} values that were sent at once, ${show(own[0]?.value)} for one`,
              actual: show(state.customer[member]),
            };
            const stranger = sent.find((attempt) => attempt.id !== id && marked(attempt.value) === value);
            (stranger ? foreign : lost).push({
              finding,
              exchanges: [own[0]?.exchange, stranger?.exchange, state.exchange].filter((exchange) => exchange !== undefined),
            });
          }
        }
        return true;
      };
      // A round that came only halfway is the last: what is still under way of it would disturb the next.
      for (let round = 0; round < ROUNDS; round += 1) if ((await all([playRound()])).length === 0) break;
      if (looked === 0) throw new NotAssessed('No update at once was accepted, or the answers hold neither `full_name` nor `metadata`');
      check(
        'customer.update-is-kept',
        lost.slice(0, 3).map(({ finding }) => finding),
        ...(lost[0]?.exchanges ?? []),
      );
      if (ownedCustomers(implementation).length < 2)
        record.notAssessed('customer.update-leaves-other-customers', 'Only one customer may be updated', ['CES_CUSTOMER_IDS']);
      else
        check(
          'customer.update-leaves-other-customers',
          foreign.slice(0, 3).map(({ finding }) => finding),
          ...(foreign[0]?.exchanges ?? []),
        );
      check(
        'customer.answered-are-asked',
        mixed.slice(0, 3).map(({ finding }) => finding),
        ...(mixed[0]?.exchanges ?? []),
      );
    },
  );
}

async function updateAtOnce(implementation: Implementation): Promise<Sent[]> {
  const updates = ownedCustomers(implementation).flatMap((id) =>
    Array.from({ length: RIVALS }, () => [
      { id, member: 'full_name' as const, value: implementation.unique() },
      { id, member: 'metadata' as const, value: { origin: 'conformance', mark: implementation.unique() } },
    ]).flat(),
  );
  return Promise.all(
    updates.map(async ({ id, member, value }) => ({
      id,
      member,
      value,
      exchange: await update(implementation, [{ id, [member]: value }]),
    })),
  );
}

/** The customer as an update of nothing but the e-mail address shows it. */
async function read(
  implementation: Implementation,
  id: string,
): Promise<{ customer: Record<string, unknown> | undefined; exchange: Exchange }> {
  const exchange = await update(implementation, [{ id, email_address: canonicalEmailAddress(implementation.unique()) }]);
  return { customer: isSuccess(exchange) ? customersOf(exchange).get(id) : undefined, exchange };
}

/** What tells a value from its rivals: metadata may have been merged with what was there. */
function marked(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'mark' in value ? value.mark : value;
}
