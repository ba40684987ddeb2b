import { show } from '../../../src/checks/finding.ts';
import { canonicalEmailAddress, canonicalPhoneNumber } from '../../../src/client/canonical.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { sleep } from '../../../src/client/time.ts';
import type { ScenarioBody } from '../../../src/engine/scenario.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { type CustomerUpdate, customersOf, ownedCustomers, update } from '../batch-update.ts';

/** What a stranger may write to; the e-mail address is what the reads write. */
const MEMBERS = ['full_name', 'phone_number', 'metadata'] as const;
/** Looks at each customer, after pauses that somebody else has time in. */
const [MOST_CUSTOMERS, LOOKS, PAUSE_MS] = [3, 3, 500];
/** Part of every value that a run makes up. */
const OWN = /conformance|\+1\d{10}/;

/**
 * Where a scenario finds a customer changed, somebody else may have done it. Then the same customers are updated and looked at after pauses: what
 * turns to a value that this run has not sent, though nothing asked for it, is somebody else's, and nothing is held against the service.
 */
export function unlessStrangers(body: ScenarioBody, probe = strangerAmong): ScenarioBody {
  return async (context) => {
    try {
      await body(context);
    } finally {
      const { replay } = context.implementation.settings.run;
      if (
        replay === null &&
        context.record.checks.some(({ status, requirement }) => status === 'failed' && requirement.startsWith('customer.'))
      ) {
        const stranger = await context.session.implementation.once('somebody else', () => probe(context.implementation));
        if (stranger !== null) context.record.withdrawFailures('customer.', stranger);
      }
    }
  };
}

/** Why the customers show nothing of the service; null where nobody else changes them. */
export async function strangerAmong(implementation: Implementation): Promise<NotAssessed | null> {
  const looked = ownedCustomers(implementation).slice(0, MOST_CUSTOMERS);
  const changes = await Promise.all(looked.map(async (id) => ({ id, seen: await changesOf(implementation, id) })));
  const changed = changes.find(({ seen }) => seen !== null);
  if (changed === undefined) return null;
  return new NotAssessed(
    `Somebody else changes customer ${show(changed.id)}: ${changed.seen}, which this run has not sent. The run needs customers that nobody else writes to`,
    ['CES_CUSTOMER_IDS'],
  );
}

/** A member that changes while the run leaves it alone, to a value of nobody in this run. */
async function changesOf(implementation: Implementation, id: string): Promise<string | null> {
  const mark = implementation.unique();
  const shownAfter = async (sent: CustomerUpdate) => {
    const exchange = await update(implementation, [{ id, ...sent }]);
    return (isSuccess(exchange) && customersOf(exchange).get(id)) || {};
  };
  const look = () => shownAfter({ email_address: canonicalEmailAddress(implementation.unique()) });
  await shownAfter({ full_name: mark, phone_number: canonicalPhoneNumber(990), metadata: { origin: 'conformance', mark } });
  // What the service itself does to the others at each update shows at once.
  const before = await look();
  for (let time = 0; time < LOOKS; time += 1) {
    await sleep(PAUSE_MS);
    const after = await look();
    const strange = MEMBERS.find((member) => isStrange(before[member], after[member]));
    if (strange !== undefined) return `\`${strange}\` turned from ${show(before[strange])} to ${show(after[strange])}`;
  }
  return null;
}

function isStrange(before: unknown, after: unknown): boolean {
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
  return was !== is && !['null', '""', '{}', undefined].includes(is) && !OWN.test(is);
}
