import { follow } from '../../../src/client/tracked-event.ts';
import { type Deviation, echoDeviations, foundIn, show } from '../../judging.ts';
import { type Exchange, isClientError, isSuccess, memberPointer, schema, sleep } from '../../library.ts';
import { firstBroken, type Judged, NotAssessed, scenario } from '../../suite.ts';
import { OF_MANY_KINDS } from '../ages.ts';
import {
  answeredCustomers,
  type CustomerUpdate,
  customersOf,
  UPDATED_MEMBERS as MEMBERS,
  type UpdatedMember as Member,
  newValues,
  ownedCustomers,
  update,
} from '../batch-update.ts';
import { acceptedEvent } from '../events.ts';

/** Every documented member of a customer but its id. */
const DOCUMENTED_MEMBERS: readonly string[] = Object.keys(schema('customer').properties ?? {}).filter((member) => member !== 'id');

/** What ties these members together is not shown: a new name may be taken apart, and a new address may have to be confirmed. */
const MAY_FOLLOW: Readonly<Record<string, readonly string[]>> = {
  full_name: ['first_name', 'last_name'],
  email_address: ['unsubscribed'],
  phone_number: ['unsubscribed'],
};

/** By what a customer is known, so that an answer that shows little else may show it too. */
const IDENTITY: readonly string[] = ['id', 'external_id'];
/** What an answer may leave out as well as write. */
const EMPTY: readonly unknown[] = ['null', '""', '{}', undefined];

/** What is known of one member: its value, and those that updates replaced, the latest first. */
interface Known {
  readonly value: unknown;
  readonly replaced?: { readonly values: readonly unknown[]; readonly by: Exchange };
}

/** One update, and what its answer shows of earlier ones. */
interface TrailStep {
  readonly exchange: Exchange;
  readonly sent: readonly string[];
  /** Members that are again what they were before an earlier update. */
  readonly lost: Deviation[];
  /** The updates that sent what is lost, or changed. */
  readonly updates: Exchange[];
  /** Members that are neither what they were nor what was sent. */
  readonly changed: Deviation[];
}

/** The answers to updates of one customer, one after another. */
class UpdateTrail {
  readonly id: string;
  readonly steps: TrailStep[] = [];
  /** Members that were compared after an update of their own, and members that were compared at all. */
  kept = 0;
  compared = 0;
  readonly #known = new Map<string, Known>();

  constructor(id: string) {
    this.id = id;
  }

  /** What is known of a member; undefined where no answer has shown it. */
  valueOf(member: string): unknown {
    return this.#known.get(member)?.value;
  }

  /** Adds what the answer to an update shows of the customer. */
  note(sent: CustomerUpdate, exchange: Exchange): void {
    const answered = isSuccess(exchange) ? answeredCustomers(exchange) : [];
    const index = answered.findIndex(({ id }) => id === this.id);
    const customer = answered[index];
    const named = Object.keys(sent);
    const mayChange = (member: string) => named.includes(member) || named.some((other) => MAY_FOLLOW[other]?.includes(member));
    if (customer === undefined) {
      // What was not refused may have been carried out, whatever became of its answer.
      if (!isClientError(exchange)) for (const member of DOCUMENTED_MEMBERS.filter(mayChange)) this.#known.delete(member);
      return;
    }
    // It shows the customer, and not only what was sent. So what it no longer shows is gone.
    const isWhole = DOCUMENTED_MEMBERS.some(
      (member) => Object.hasOwn(customer, member) && !mayChange(member) && !IDENTITY.includes(member),
    );
    const step: TrailStep = { exchange, sent: named, lost: [], updates: [], changed: [] };
    const gone: string[] = [];
    for (const member of DOCUMENTED_MEMBERS) {
      const known = this.#known.get(member);
      const isShown = Object.hasOwn(customer, member);
      const value = customer[member];
      const pointer = memberPointer(member, `/customers/${index}`);
      if (mayChange(member)) {
        const replaced = known ? { replaced: { values: [known.value, ...(known.replaced?.values ?? [])], by: exchange } } : {};
        if (isShown) this.#known.set(member, { value, ...replaced });
        else this.#known.delete(member);
      } else if (isShown && known === undefined) this.#known.set(member, { value });
      else if (isShown && known) this.#compare(member, known, value, pointer, step);
      else if (isWhole && known && !EMPTY.includes(JSON.stringify(known.value))) gone.push(`\`${member}\` (${show(known.value)})`);
    }
    const expected = 'all that an earlier answer showed of the customer, and this update does not name';
    if (gone.length > 0) step.changed.push({ pointer: `/customers/${index}`, expected, actual: `without ${gone.join(', ')}`, exchange });
    this.steps.push(step);
  }

  #compare(member: string, { value, replaced }: Known, answered: unknown, pointer: string, step: TrailStep): void {
    this.compared += 1;
    if (replaced && UPDATABLE.includes(member)) this.kept += 1;
    const deviations = echoDeviations('json', value, answered, pointer);
    // An update that empties a member brings nothing back.
    const mayBeBack = (earlier: unknown) => step.sent.length === 0 || !EMPTY.includes(JSON.stringify(earlier));
    const isEarlier = (earlier: unknown) => mayBeBack(earlier) && echoDeviations('json', earlier, answered, '').length === 0;
    const isBack = replaced?.values.some(isEarlier);
    step[isBack ? 'lost' : 'changed'].push(...foundIn(step.exchange, deviations));
    if (replaced && deviations.length > 0) step.updates.push(replaced.by);
  }
}

const UPDATABLE: readonly string[] = MEMBERS;
const ALONE = MEMBERS.map((member) => [member]);
const [FIRST_PAIR = [], SECOND_PAIR = [], ...OTHER_PAIRS] = MEMBERS.flatMap((member, index) =>
  MEMBERS.slice(index + 1).map((other) => [member, other]),
);
/** Longer than a service takes that writes what it was sent a moment later. */
const WRITTEN_LATER_MS = 500;
/** Names and values that an answer may repeat, and a store drop or change. */
export const ODD_METADATA = { $set: 1, 'a.b': 2, key: 1, Key: 2, fraction: 0.123456789012, text: '', list: [], wide: '😀' };
/** What a log may shorten in place, and a store write otherwise, for whoever looks later. */
const LONG_METADATA = { ...OF_MANY_KINDS, text: 'long '.repeat(60), list: Array.from({ length: 12 }, (_, index) => index) };
/** With the lost update, as many as a story shows before its last request (`src/result/sequence/steps.ts`). */
const LATEST = 2;
/** What a client sends to clear a member. It may be refused. */
const CLEARED: Readonly<Record<Member, unknown>> = { full_name: '', email_address: '', phone_number: '', metadata: {} };

/** One customer is updated in all members, in each alone, and in pairs; then each is cleared. Another is left alone, but for the last update. */
export const updateIsKept = scenario(
  'batchUpdateCustomers',
  ['customer.update-is-kept', 'customer.update-leaves-other-fields', 'customer.update-leaves-other-customers', 'customers.names-follow'],
  async ({ implementation, check, observe, notAssessed }) => {
    const [own = new UpdateTrail(''), bystander] = ownedCustomers(implementation).map((id) => new UpdateTrail(id));
    let number = 900;
    const values = (members: readonly Member[]): CustomerUpdate => newValues(implementation, members, ++number);
    /** Updates customers in one request. One who is not there is left out. */
    const send = async (
      ...updates: readonly (readonly [trail: UpdateTrail | undefined, sent: CustomerUpdate])[]
    ): Promise<Exchange | null> => {
      const there = updates.flatMap(([trail, sent]) => (trail ? [{ trail, sent }] : []));
      if (there.length === 0) return null;
      const items = there.map(({ trail: { id }, sent }) => ({ id, ...sent }));
      const exchange = await update(implementation, items);
      for (const { trail, sent } of there) trail.note(sent, exchange);
      return exchange;
    };

    // The same metadata for both: a service may keep one object for two customers.
    const shared = values(['metadata']);
    const first = [own, bystander].map((trail) => [trail, { ...values(MEMBERS), ...shared }] as const);
    const together = await send(...first);
    if (together === null || !isSuccess(together)) for (const alone of first) await send(alone);
    const namesOf = () => [own.valueOf('first_name'), own.valueOf('last_name')];
    const before = namesOf();
    for (const members of ALONE) {
      await send([own, values(members)]);
      const [first_name, last_name] = namesOf().map((name, index) => (name === before[index] ? 'stays' : 'follows'));
      const isShown = members.includes('full_name') && before.some((name) => name !== undefined);
      if (isShown) observe({ 'customers.names-follow': { first_name, last_name } });
    }
    await Promise.all([send([bystander, values(['phone_number'])]), send([own, values(SECOND_PAIR)])]);
    // An item of a batch may have members that the first item lacks, and lack those that it has.
    await send([bystander, values(['phone_number', 'metadata'])], [own, values(FIRST_PAIR)]);
    for (const members of OTHER_PAIRS) await send([own, values(members)]);
    // Either may be refused. An update of nothing looks at the customer, and shows what the one before did.
    for (const sent of [{ metadata: ODD_METADATA }, {}, { metadata: LONG_METADATA }, {}, {}]) await send([own, sent]);
    // A service that takes names apart may find nothing behind the first word.
    await send([own, { full_name: implementation.unique() }]);
    // What changes lies deep: a service may compare objects by what lies at their top.
    for (const mark of [1, 2]) await send([own, { metadata: { origin: 'conformance', deep: { mark, list: [mark] } } }]);
    for (const [member, value] of Object.entries(CLEARED)) await send([own, { [member]: value }]);
    // A service that writes later undoes what came between: the metadata is followed at once, and looked at when that is over.
    await send([own, values(['metadata'])]);
    await send([own, values(['full_name', 'phone_number'])]);
    await sleep(WRITTEN_LATER_MS);
    await send([own, {}]);
    // A customer is found by its id, also where another one has the address. It may be refused.
    const address = bystander?.valueOf('email_address');
    if (typeof address === 'string' && address !== '') {
      await send([own, { ...values(['full_name']), email_address: address }]);
      // Whether two may have one address is not shown: it may have been taken away from the other.
      await send([bystander, values(['email_address'])]);
    }
    // What a customer was called at first is news again.
    const former = first[0]?.[1].full_name;
    await send([own, values(['full_name'])]);
    await send([own, { full_name: former }]);
    await send([own, {}]);
    // Each gets what the other one had. It may be refused.
    const [one, two] = [own, bystander].map((trail) => trail?.valueOf('email_address'));
    if (typeof one === 'string' && typeof two === 'string' && one !== two) {
      await send([own, { email_address: two }], [bystander, { email_address: one }]);
      await send([own, {}], [bystander, {}]);
    }
    // The customer is left as full as it was. What an item of a batch leaves out is not filled in from the item before.
    const both = [[own, values(MEMBERS)] as const, [bystander, values(['phone_number'])] as const];
    // A service that remembers whom it has shown may forget only the first of a batch that is changed.
    const look = () => send([own, {}], [bystander, {}]);
    await look();
    const batch = await send(...both);
    if (batch === null || !isSuccess(batch)) for (const alone of both) await send(alone);
    const behindBatch = await look();
    const inBatch = ({ exchange }: TrailStep) => exchange === batch;
    const isBehind = ({ exchange }: TrailStep) => exchange === behindBatch;

    if (own.steps.length === 0) throw new NotAssessed('No update of one customer was accepted');
    if (own.kept === 0) notAssessed('customer.update-is-kept', 'No later answer holds a member that was updated');
    else check({ 'customer.update-is-kept': broken(own, ({ lost }) => lost) });
    if (own.compared === 0) notAssessed('customer.update-leaves-other-fields', 'The answers hold no field that was left alone');
    else {
      check({ 'customer.update-leaves-other-fields': broken(own, ({ changed }) => changed) });
      const behind = bystander?.steps.filter(inBatch) ?? [];
      const isBack = behind.some(({ lost }) => lost.length > 0);
      const beside = () =>
        isBack ? 'the value from before an update is back' : 'alone: right; in a batch, behind another customer: wrong';
      const alsoSeen = ({ updates }: TrailStep) => updates;
      check({ 'customer.update-leaves-other-fields': firstBroken(behind, { most: 1, beside, alsoSeen }, hurtIn) });
      const later = bystander?.steps.filter(isBehind) ?? [];
      const afterBatch = () => 'updated in a batch behind another customer, and seen in the answer to an update of nothing';
      if (later.length > 0)
        check({ 'customer.update-is-kept': firstBroken(later, { most: 1, beside: afterBatch, alsoSeen }, ({ lost }) => lost) });
    }
    if (bystander === undefined) throw new NotAssessed('Only one customer may be updated', ['CES_CUSTOMER_IDS']);
    if (bystander.compared === 0) throw new NotAssessed('The answers hold no field of the other customer');
    // What an update does to its own customer is no matter of another's.
    const known = new Set(own.steps.flatMap((step) => hurtIn(step).map(({ pointer }) => `${step.sent} ${pointer}`)));
    const strange = (step: TrailStep) =>
      inBatch(step) || isBehind(step) ? [] : hurtIn(step).filter(({ pointer }) => !known.has(`${step.sent} ${pointer}`));
    check({ 'customer.update-leaves-other-customers': broken(bystander, strange, (step) => sinceBefore(step, bystander, own)) });
  },
);

/** The look at a customer before this one, and what was done to another since. */
function sinceBefore(step: TrailStep, { steps }: UpdateTrail, other: UpdateTrail): Exchange[] {
  const before = steps[steps.indexOf(step) - 1]?.exchange;
  const isBetween = ({ startedAt }: Exchange) =>
    before !== undefined && startedAt >= before.startedAt && startedAt < step.exchange.startedAt;
  return [...(before ? [before] : []), ...other.steps.map(({ exchange }) => exchange).filter(isBetween)];
}

/** The first update whose answer shows it, and which updates show nothing of the kind. */
function broken(
  { steps }: UpdateTrail,
  deviationsOf: (step: TrailStep) => TrailStep['lost'],
  alsoSeen = ({ updates }: TrailStep): readonly Exchange[] => updates,
): Judged {
  const later = steps.slice(1);
  /** With the last updates between: one of them may have undone it. */
  const withLatest = (step: TrailStep) => {
    const [lost, ...more] = alsoSeen(step);
    const between = steps.slice(steps.findIndex(({ exchange }) => exchange === lost) + 1, steps.indexOf(step));
    return lost === undefined ? [] : [...new Set([lost, ...more, ...between.slice(-LATEST).map(({ exchange }) => exchange)])];
  };
  const first = later.find((step) => deviationsOf(step).length > 0);
  const sent = (first?.sent ?? []).map((member) => `\`${member}\``).join(' and ') || 'nothing';
  const right = (count: number) => `right after ${later.length - count} of ${later.length} updates`;
  const beside = (count: number) => `seen in the answer to an update of ${sent}; ${right(count)}`;
  return firstBroken(later, { most: 1, alsoSeen: withLatest, beside }, deviationsOf);
}

function hurtIn({ lost, changed }: TrailStep): TrailStep['lost'] {
  return [...lost, ...changed];
}

/** An e-mail address or a phone number, by which an event may find its customer. */
const CONTACT = /@|\d{7}/;
/** Makes a phone number that no other update has. */
const AFTER_EVENT = 990;
/** Enough for what a service does to the customer once the event has its customer. */
const AFTERWARDS_MS = 200;

/** A service that stores a customer as he was when the event came undoes what was updated meanwhile. */
export const updateSurvivesEvent = scenario('batchUpdateCustomers', 'customer.update-is-kept', { optional: true }, async (context) => {
  const { implementation, check } = context;
  const { matchingData, matchingCustomerId: id } = implementation.settings.tracking;
  if (matchingData === null || id === null || !ownedCustomers(implementation).includes(id))
    throw new NotAssessed('No event is known that matches a customer who may be updated');
  const tracked = await acceptedEvent(implementation, matchingData);
  const all = newValues(implementation, MEMBERS, AFTER_EVENT);
  const sent: CustomerUpdate = CONTACT.test(JSON.stringify(matchingData)) ? { full_name: all.full_name } : all;
  const updated = await update(implementation, [{ id, ...sent }]);
  await follow(implementation, tracked, true, AFTERWARDS_MS);
  const exchange = await update(implementation, [{ id, metadata: all.metadata }]);
  const [before, after] = [updated, exchange].map((one) => (isSuccess(one) ? customersOf(one).get(id) : undefined));
  const isShown = (member: string) => before?.[member] === sent[member] && after?.[member] !== undefined;
  const shown = Object.keys(sent).filter(isShown);
  if (shown.length === 0) throw new NotAssessed('The answers do not show what was updated');
  const deviations = shown.flatMap((member) => echoDeviations('json', sent[member], after?.[member], `/customers/0/${member}`));
  const contrast = 'between the update and this answer, an event that matches the customer was processed';
  const exchanges = [tracked.exchange, updated, exchange];
  check({ 'customer.update-is-kept': { deviations: foundIn(exchange, deviations), exchanges, contrast } });
});
