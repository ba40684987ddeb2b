import { IN_SOME_ANSWERS } from '../../../src/checks/run-history.ts';
import { endOf } from '../../../src/http/exchange.ts';
import { type Deviation, differences, foundIn, statusStatement } from '../../judging.ts';
import { type Exchange, type Implementation, isSuccess, memberPointer, now, outcome, sleep } from '../../library.ts';
import { NotAssessed, scenario } from '../../suite.ts';
import { OF_MANY_KINDS } from '../ages.ts';
import {
  answeredCustomers,
  brokenUpdates,
  type CustomerUpdate,
  customersOf,
  newValues,
  ownedCustomers,
  UPDATED_MEMBERS,
  type UpdatedMember,
  update,
} from '../batch-update.ts';
import { LATER_MS } from '../times.ts';
import { ODD_METADATA } from './kept-updates.ts';

/** What the third update of each customer sends: a queue, a cache and a column of its own may each lose something else. */
const THIRD_UPDATES: readonly (readonly UpdatedMember[])[] = [['phone_number'], ['metadata'], ['full_name', 'email_address']];
/** Makes phone numbers that no other update has. */
const FIRST_NUMBER = 980;
/** Between two updates of a customer: who collects updates for a while may keep only the last of those. */
const PAUSES_MS = [500, 150, 0];
/** Behind the third update: what is written late of an earlier one, and undoes the third, shows up to 500 ms sooner behind the second, 1 s behind the first. */
const LOOKS_MS = [200, 600, 1000, 1900, 2800, 3700];

/** The last updates of customers still stand some seconds later. What does not has to be lost twice: somebody else may have changed it. */
export const lastUpdateIsKept = scenario(
  'batchUpdateCustomers',
  ['customer.update-is-kept', statusStatement('batchUpdateCustomers')],
  { optional: true, last: true },
  async ({ implementation, session, check, notAssessed, all }) => {
    const latestMs = Math.min(LATER_MS, implementation.settings.tracking.resolutionTimeoutMs);
    const looksMs = [...LOOKS_MS.filter((ms) => ms < latestMs), latestMs];
    const customers = ownedCustomers(implementation).slice(0, THIRD_UPDATES.length);
    const followed = await all(
      customers.map((id, index) =>
        followUpdates(implementation, { id, members: THIRD_UPDATES[index] ?? [], pauseMs: PAUSES_MS[index] ?? 0 }, looksMs),
      ),
    );
    // A customer who was known is known. That a service takes no writes any more has another status, or is so for all customers.
    const isAccepted = followed.some(({ settled }) => settled.length > 0);
    const unknownBy = isAccepted ? [400, 404, 410, 422] : [404, 410];
    const isUnknown = (exchange: Exchange | undefined) => unknownBy.includes(exchange?.answer?.status ?? 0);
    const forgotten = followed.flatMap(({ id, exchanges: [first] }) =>
      isUnknown(first) ? (session.run.stored.updates.get(id) ?? []) : [],
    );
    const retried = await all(forgotten.slice(0, 1).map(({ item }) => update(implementation, [item])));
    const expected = 'a success, as when the same was sent for this customer before';
    const unknown = retried.flatMap((exchange) =>
      isUnknown(exchange) ? foundIn(exchange, [{ expected, actual: outcome(exchange) }]) : [],
    );
    const before = forgotten.slice(0, retried.length).map(({ exchange }) => exchange);
    const shown = [...before, ...followed.flatMap((one) => one.exchanges), ...retried];
    if (unknown.length > 0 || shown.some(isSuccess)) check({ [statusStatement('batchUpdateCustomers')]: unknown }, ...shown);
    else notAssessed(statusStatement('batchUpdateCustomers'), 'No update was accepted');
    // What was gone before the third update may have been written late as well: by an earlier test's update.
    const isLost = ({ deviations }: (typeof followed)[number]) => deviations.length > 0;
    const lost = followed.some(isLost) ? followed.filter(isLost) : followed.filter(({ isUnsettled }) => isUnsettled).slice(0, 1);
    const exchanges = followed.flatMap((one) => one.exchanges);
    if (followed.every(({ settled }) => settled.length === 0)) throw new NotAssessed('No answer shows what was updated last');
    if (lost.length === 0) return check({ 'customer.update-is-kept': [] }, ...exchanges);
    // Alone, since an update of another may be what changes this one. What writes now and then may pass between the updates of one.
    for (let turn = 0; turn < TURNS; turn += 1) {
      const one = lost[turn % lost.length];
      if (one === undefined) break;
      const again = await followUpdates(implementation, one, looksMs);
      if (isLost(again)) {
        const { shown } = again;
        const contrast =
          shown === 0 || shown === LOOKS_AGAIN
            ? `right in the answer to the update, another ${again.seconds} s later`
            : `${IN_SOME_ANSWERS}, ${again.seconds} s later: ${shown} of ${LOOKS_AGAIN} further ones over connections of their own show it, as where each process has its own copy`;
        return check({ 'customer.update-is-kept': { deviations: again.deviations, exchanges: again.exchanges, contrast } });
      }
      if (one.isUnsettled) return check({ 'customer.update-is-kept': [] }, ...exchanges, ...again.exchanges);
    }
    throw new NotAssessed('An update was lost once, and kept when it was tried again');
  },
);

/** More than small services have processes. */
const LOOKS_AGAIN = 8;

/** So often what was lost is tried again, at most. */
const TURNS = 4;

type Shown = Readonly<Record<string, unknown>>;

interface Followed {
  readonly id: string;
  /** What the third update sends. */
  readonly members: readonly UpdatedMember[];
  readonly pauseMs: number;
}

/** Updates a customer three times, and looks at him by updates of nothing, until one shows something else than the answer to the third update. */
async function followUpdates(implementation: Implementation, { id, members, pauseMs }: Followed, looksMs: readonly number[]) {
  const of = { id, members, pauseMs, isUnsettled: false, shown: 0 };
  const send = (sent: CustomerUpdate) => update(implementation, [{ id, ...sent }]);
  const values = (sent: readonly UpdatedMember[], number: number) => newValues(implementation, sent, number);
  const former = values(UPDATED_MEMBERS, FIRST_NUMBER);
  const first = await send(former);
  await sleep(pauseMs);
  const second = await send(values(UPDATED_MEMBERS, FIRST_NUMBER + 1));
  await sleep(pauseMs);
  // Several at once go back to what they were: a service may take that for the update before.
  const isReturn = members.length > 1;
  const sent = isReturn ? Object.fromEntries(members.map((member) => [member, former[member]])) : values(members, FIRST_NUMBER + 2);
  // What is odd may be refused. What an archive or a later writer does to it shows later.
  const odd =
    sent.metadata === undefined || isReturn
      ? null
      : await send({ ...sent, metadata: { ...OF_MANY_KINDS, ...ODD_METADATA, ...sent.metadata } });
  const third = odd !== null && isSuccess(odd) ? odd : await send(sent);
  const undone =
    isReturn && isSuccess(third) ? brokenUpdates([{ id, ...sent }], answeredCustomers(third), 'full_name', 'json').deviations : [];
  if (undone.length > 0)
    return { ...of, settled: members, seconds: '0', deviations: foundIn(third, undone), exchanges: [first, second, third] };
  const [before, expected] = [customerIn(second, id), customerIn(third, id)];
  // What the third update does to members that it does not send is no matter of time.
  const isSettled = (member: UpdatedMember) =>
    Object.hasOwn(expected, member) && (members.includes(member) || lostMember(member, before, expected).length === 0);
  const settled = UPDATED_MEMBERS.filter(isSettled);
  // Who asks all the time keeps what is kept for those who ask.
  const restingMs = third === odd ? [...looksMs.slice(0, 1), ...looksMs.slice(-1)] : looksMs;
  for (const ms of new Set(restingMs)) {
    await sleep(Math.max(0, endOf(third) + ms - now()));
    const look = await send({});
    const actual = customerIn(look, id);
    const deviations = settled.filter((member) => Object.hasOwn(actual, member)).flatMap((member) => lostMember(member, expected, actual));
    const seconds = ((look.startedAt - endOf(third)) / 1000).toFixed(1);
    if (deviations.length === 0) continue;
    let shown = 0;
    for (let turn = 0; turn < LOOKS_AGAIN; turn += 1) {
      const further = customerIn(await update(implementation, [{ id }], { freshConnection: true }), id);
      if (settled.every((member) => lostMember(member, expected, further).length === 0)) shown += 1;
    }
    return { ...of, settled, seconds, deviations: foundIn(look, deviations), exchanges: [first, second, third, look], shown };
  }
  const isUnsettled = UPDATED_MEMBERS.some((member) => Object.hasOwn(expected, member) && !settled.includes(member));
  return { ...of, settled, isUnsettled, seconds: '', deviations: [], exchanges: isSuccess(first) ? [third] : [first] };
}

/** The first of what is lost of a member: it is one loss. */
const lostMember = (member: UpdatedMember, { [member]: expected }: Shown, { [member]: actual }: Shown): Deviation[] =>
  differences(expected, actual, memberPointer(member, '/customers/0')).slice(0, 1);

function customerIn(exchange: Exchange, id: string): Shown {
  return (isSuccess(exchange) && customersOf(exchange).get(id)) || {};
}
