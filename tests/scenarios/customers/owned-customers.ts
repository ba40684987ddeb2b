import { canonicalEmailAddress, canonicalPhoneNumber } from '../../../src/client/api/cards.ts';
import { COMPARES_CUSTOMERS, SOMEBODY_ELSE } from '../../../src/engine/evidence/other-runs.ts';
import { show } from '../../judging.ts';
import { type Implementation, isSuccess, now, sleep } from '../../library.ts';
import { type CoveredScenario, NotAssessed, type ScenarioBody } from '../../suite.ts';
import { type CustomerUpdate, customersOf, ownedCustomers, update } from '../batch-update.ts';

/** Acts on so many customers alone. They are free again once it has ended and no request of it is under way. */
export function withCustomers<T>(
  implementation: Implementation,
  count: number,
  act: (implementation: Implementation) => Promise<T>,
): Promise<T> {
  const { customerIds } = implementation.settings.fixtures;
  return implementation.lease.having(count, customerIds, async (own) => {
    try {
      return await act(own.length === customerIds.length ? implementation : implementation.withCustomers(own));
    } finally {
      await implementation.client.idle();
    }
  });
}

/** Metadata that says whose a change is. */
export const ORIGIN = { origin: 'conformance' };
/** What the looks leave alone; the e-mail address is what they write. */
const WRITTEN_MEMBERS = ['full_name', 'phone_number', 'metadata'] as const;
/** Looks at each customer, after pauses that somebody else, or another server of the service, has time in. */
const [MOST_CUSTOMERS, LOOKS, PAUSE_MS] = [3, 3, 500];
/** So many where a value came that this run does not send: whoever writes to one customer after the other comes back to each after some seconds. */
const LOOKS_FOR_STRANGERS = 16;
/** So many where the first look shows what was there before the update. */
const MORE_LOOKS = 12;
/** Of what shows late, so often, over a connection each, after as long as it was late. */
const LOOKS_AGAIN = 6;
const SETTLED_MS = 3000;
/** Part of every value that a run makes up. */
export const SENT_BY_RUN = /conformance|\+1\d{10}/;

/**
 * Where a scenario finds a customer changed, somebody else may have done it, or an update may be seen late. Then customers are updated and looked at
 * after pauses. What turns to a value that this run has not sent is somebody else's. What was sent and shows only at a later look was late, which no
 * sentence rules out. Nothing is held against the service in either case.
 */
function unlessExcused(body: ScenarioBody, having: Having = (implementation, act) => act(implementation)): ScenarioBody {
  return async (context) => {
    try {
      await body(context);
    } finally {
      const { replay } = context.implementation.settings.run;
      const failed = context.record.checks.filter(({ status, requirement }) => status === 'failed' && COMPARES_CUSTOMERS.test(requirement));
      const { otherRuns } = context.session.run;
      if (replay === null && failed.length > 0 && otherRuns.underWay === null) {
        const { implementation } = context.session;
        // What was refused may hold a value of the customer by chance, as an id for instance.
        const sent = context.session.run.asked.changing.filter(isSuccess).flatMap(({ request: { body } }) => body ?? []);
        const isOfStrangers = failed.some(({ findings = [] }) =>
          findings.some(({ actual }) => isStrangeValue(actual, sent) || otherRuns.areIn(actual)),
        );
        const looks = isOfStrangers ? LOOKS_FOR_STRANGERS : LOOKS;
        // The lease comes first. Else a scenario that has all customers waits for one that waits for a customer.
        const excuse = await having(context.implementation, (own) =>
          implementation.once(`excuse of changed customers, ${looks} looks`, () => excuseAmong(own, sent, looks)),
        );
        if (excuse !== null) context.record.withdrawFailures(COMPARES_CUSTOMERS, excuse);
      }
    }
  };
}

type Having = <T>(implementation: Implementation, act: (implementation: Implementation) => Promise<T>) => Promise<T>;

/** Why changed customers show nothing of the service; null where they do. */
async function excuseAmong(implementation: Implementation, sent: readonly string[], most: number): Promise<NotAssessed | null> {
  const looked = ownedCustomers(implementation).slice(0, MOST_CUSTOMERS);
  const excuses = await Promise.all(looked.map((id) => excuseOf(implementation, id, sent, most)));
  return excuses.find((excuse) => excuse !== null) ?? null;
}

function values(mark: string): CustomerUpdate {
  return { full_name: mark, phone_number: canonicalPhoneNumber(990), metadata: { origin: 'conformance', mark } };
}

async function excuseOf(implementation: Implementation, id: string, bodies: readonly string[], most: number): Promise<NotAssessed | null> {
  const mark = implementation.unique();
  const shownAfter = async (sent: CustomerUpdate, freshConnection = false) => {
    const exchange = await update(implementation, [{ id, ...sent }], { freshConnection });
    return (isSuccess(exchange) && customersOf(exchange).get(id)) || {};
  };
  const look = () => shownAfter({ email_address: canonicalEmailAddress(implementation.unique()) });
  // Twice, so that what a service brings back from before is the run's own.
  await shownAfter(values(implementation.unique()));
  const sentAt = now();
  await shownAfter(values(mark));
  const early = await shownAfter({});
  const isOld = early.full_name !== undefined && early.full_name !== mark;
  // What the service itself does to the others at each update shows at once.
  const before = await look();
  for (let time = 0; time < (isOld ? MORE_LOOKS : most); time += 1) {
    await sleep(PAUSE_MS);
    const after = await (isOld ? shownAfter({}) : look());
    if (isOld && after.full_name === mark) {
      const lateMs = now() - sentAt;
      await sleep(Math.max(SETTLED_MS, lateMs));
      // What turns back to what it was is not late: one of several machines never learns of the update.
      for (let look = 0; look < LOOKS_AGAIN; look += 1) if ((await shownAfter({}, true)).full_name === early.full_name) return null;
      return new NotAssessed(
        `An update of a customer shows late: \`full_name\` was still ${show(early.full_name)} right after it, and as sent within ${Math.ceil(lateMs / 1000)} s. Until then, what an answer shows proves nothing`,
      );
    }
    const strange = isOld ? undefined : WRITTEN_MEMBERS.find((member) => isStrange(before[member], after[member], bodies));
    if (strange !== undefined)
      return new NotAssessed(
        `${SOMEBODY_ELSE} ${show(id)}: \`${strange}\` turned from ${show(before[strange])} to ${show(after[strange])}, which this run has not sent. The run needs customers that nobody else writes to`,
        ['CES_CUSTOMER_IDS'],
      );
  }
  return null;
}

function isStrange(before: unknown, after: unknown, sent: readonly string[]): boolean {
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
  return was !== is && !['null', '""', '{}', undefined].includes(is) && !wasSent(is, sent);
}

/** A text or an object, as JSON, that this run has not sent. */
const isStrangeValue = (json: string, sent: readonly string[]): boolean => /^(?:"[^"]|\{"[^"])/.test(json) && !wasSent(json, sent);

/** Of an object, its members may come in another order, or with those of another update. */
function wasSent(json: string, sent: readonly string[]): boolean {
  const parts = json.startsWith('{') ? json.slice(1, -1).split(/,(?=")/) : [json];
  return SENT_BY_RUN.test(json) || parts.some((part) => sent.some((body) => body.includes(part)));
}

/** All customers that the run may update. */
export const ALL = Number.POSITIVE_INFINITY;

/** The customers of the typical update: as many as its card names. */
export const MOST_TYPICAL = 3;

/** The same scenario, with so many customers of its own, or all where there are fewer. */
export function owning(count: number, { covers, body }: CoveredScenario): CoveredScenario {
  const alone = unlessExcused(body);
  return {
    covers,
    body: (context) => withCustomers(context.implementation, count, (implementation) => alone({ ...context, implementation })),
  };
}

/** The same scenario, which has customers in turn with others. */
export function sharing({ covers, body }: CoveredScenario): CoveredScenario {
  return { covers, body: unlessExcused(body, (implementation, act) => withCustomers(implementation, 1, act)) };
}
