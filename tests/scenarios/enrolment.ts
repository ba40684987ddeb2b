import { doubtOf } from '../../src/checks/given-ids.ts';
import { canonicalEmailAddress } from '../../src/client/api/cards.ts';
import { endOf } from '../../src/http/exchange.ts';
import { invocation } from '../../src/installation/installation.ts';
import { type Deviation, differencesAsSets, foundIn, show } from '../judging.ts';
import { type Exchange, type Implementation, isRefusal, isSuccess, outcome, sleep } from '../library.ts';
import { ifAssessed, NotAssessed, need, recordOf, scenario } from '../suite.ts';
import { customersOf, ownedCustomers, update } from './batch-update.ts';
import { configuredCustomers, createCampaign } from './campaigns.ts';
import { ALL, withCustomers } from './customers/owned-customers.ts';
import { anotherBusiness } from './two-businesses.ts';
import { firstBrokenAtOnce } from './under-load.ts';

/** A list in which a campaign shows whom it enrols. */
interface EnrolmentList {
  readonly member: 'enrolled_customers' | 'enrolled_customer_ids';
  readonly ids: readonly unknown[];
}

export type Campaign = Readonly<Record<string, unknown>>;

const MEMBERS = ['enrolled_customers', 'enrolled_customer_ids'] as const;

export function enrolmentLists(campaign: Campaign): EnrolmentList[] {
  return MEMBERS.flatMap((member) => {
    const ids = campaign[member];
    return Array.isArray(ids) ? [{ member, ids }] : [];
  });
}

/** The list that counts for these customers: the first that holds one of them, or anybody. The specification does not say how the two differ. */
export function listOf(customers: readonly string[], lists: readonly EnrolmentList[]): EnrolmentList | undefined {
  const holding = lists.find(({ ids }) => ids.some((id) => customers.includes(String(id))));
  return holding ?? lists.find(({ ids }) => ids.length > 0) ?? lists[0];
}

/** From here on, customers take part. */
const BEGUN: readonly unknown[] = ['started', 'stopped', 'finished'];

/** Whether nobody is enrolled in a campaign that has not begun: a service may enrol when it begins. */
function enrolsLater(campaign: Campaign): boolean {
  return !BEGUN.includes(campaign.status) && enrolmentLists(campaign).every(({ ids }) => ids.length === 0);
}

/** A campaign of customers that are named, and of nobody else: a segment may enrol further ones, so none is sent along. */
function namedCampaign(implementation: Implementation): Promise<{ named: readonly string[]; exchange: Exchange }> {
  const named = configuredCustomers(implementation).slice(0, 2);
  return implementation.once('campaign of named customers', async () => ({
    named,
    exchange: await createCampaign(implementation, { enrolled_customers: named }),
  }));
}

export const namedCustomersAreEnrolled = scenario(
  'createCampaign',
  ['campaign.enrolled-customers-come-back', 'campaign.enrolled-ids-were-enrolled'],
  async ({ implementation, check, notAssessed }) => {
    const { named, exchange } = await namedCampaign(implementation);
    const campaign = recordOf(exchange);
    const lists = enrolmentLists(campaign);
    const shown = listOf(named, lists);
    if (shown === undefined) notAssessed('campaign.enrolled-customers-come-back', 'The answer does not list who is enrolled');
    else if (enrolsLater(campaign))
      notAssessed('campaign.enrolled-customers-come-back', 'The campaign has not started, and nobody is enrolled in it yet');
    else {
      const holding = lists.filter(({ ids }) => ids.some((id) => named.includes(String(id))));
      const deviations: Deviation[] = [];
      for (const { member, ids } of holding.length > 0 ? holding : [shown]) {
        const leftOut = await perhapsUnsubscribed(implementation, named, ids);
        const expected = named.filter((id) => !leftOut.includes(id));
        // Whom nobody named is the matter of the next check, where it is the list of ids that shows him.
        const own = member === shown.member ? ids : ids.filter((id) => named.includes(String(id)));
        deviations.push(...differencesAsSets(expected, own, `/${member}`));
      }
      check({ 'campaign.enrolled-customers-come-back': deviations }, exchange);
    }

    const enrolled = lists.find(({ member }) => member === 'enrolled_customer_ids');
    if (enrolled === undefined) throw new NotAssessed('The answer does not hold `enrolled_customer_ids`');
    const strangers = enrolled.ids.filter((id) => !named.includes(String(id)));
    const deviations = strangers.map((id) => deviation(enrolled, `nobody but ${show(named)}`, id));
    check({ 'campaign.enrolled-ids-were-enrolled': deviations }, exchange);
  },
);

/** Customers who were named, were not enrolled, and may have unsubscribed: their `unsubscribed` differs from that of all who are enrolled, or is not shown. Whether they can be enrolled is open. */
async function perhapsUnsubscribed(implementation: Implementation, named: readonly string[], enrolled: readonly unknown[]) {
  const missing = named.filter((id) => !enrolled.includes(id));
  if (missing.length === 0 || missing.length === named.length) return [];
  const unchanged = named.map((id) => ({ id }));
  const customers = customersOf(await update(implementation, unchanged));
  const stateOf = (id: string) => customers.get(id)?.unsubscribed;
  const states = named.filter((id) => enrolled.includes(id)).map(stateOf);
  return missing.filter((id) => customers.has(id) && (stateOf(id) === undefined || !states.includes(stateOf(id))));
}

/** Whether nobody is excluded because nothing is said of it, or because the list is empty. What a segment does with `all` is not shown. */
const NOBODY_EXCLUDED = [{}, { excluded_customers: [] }];

export const allEnrolsEveryCustomer = scenario('createCampaign', 'campaign.all-enrols-every-customer', async (context) => {
  const { implementation, check, session } = context;
  const customerIds = configuredCustomers(implementation);
  /** The update of a customer that a service's index may not know yet, or that was under way. */
  const justUpdated = (id: string | undefined, exchange: Exchange) => {
    const { ledger } = session.run;
    const updated = ledger.updateBeside(id, exchange) ?? ledger.latestUpdate(id, exchange);
    return updated && exchange.startedAt - endOf(updated) < REFRESHED_MS ? updated : undefined;
  };
  for (const members of NOBODY_EXCLUDED) {
    const exchange = await createCampaign(implementation, { enrolled_customers: 'all', ...members });
    const campaign = recordOf(exchange);
    const shown = listOf(customerIds, enrolmentLists(campaign));
    if (shown === undefined) throw new NotAssessed('The answer does not list who is enrolled');
    // Where customers that are named show at once, so do those that `all` stands for.
    const named = enrolsLater(campaign) ? recordOf((await namedCampaign(implementation)).exchange) : null;
    if (named !== null && enrolsLater(named)) throw new NotAssessed('The campaign has not started, and nobody is enrolled in it yet');
    const { missing, deviations, told, isDoubtful } = await missingFromAll(implementation, shown, exchange);
    const [first] = missing;
    const again = () => createCampaign(implementation, { enrolled_customers: 'all', ...members });
    const isFound = first !== undefined && !isDoubtful;
    const isIn = (made: Exchange) => listOf(customerIds, enrolmentLists(recordOf(made)))?.ids.includes(first) === true;
    const isOfMembers = isFound && Object.keys(members).length > 0 && !isIn(await again());
    if (isOfMembers && isIn(await createCampaign(implementation, { enrolled_customers: 'all' }))) {
      const contrast = `with ${show(members)}; without it, everybody is enrolled`;
      return check({ 'campaign.all-enrols-every-customer': { deviations, exchanges: [exchange], contrast } });
    }
    const allLater = () => withCustomers(implementation, ALL, () => sleep(REFRESHED_MS).then(() => inTurn(LATER, again)));
    const later = isFound ? await ifAssessed(allLater()) : null;
    const late = later && lateFor(first, [justUpdated(first, exchange), exchange], later);
    if (late !== null) return check({ 'campaign.all-enrols-every-customer': { deviations, ...late } });
    const exclusion = isFound ? session.run.ledger.exclusionOf(missing, exchange, (id) => customerIds.includes(String(id))) : undefined;
    const before = exclusion ? { contrast: exclusion.contrast, exchanges: [exclusion.exchange, exchange] } : { exchanges: [exchange] };
    check({ 'campaign.all-enrols-every-customer': { deviations: told, ...before } });
  }
  // What is right one after the other may share a list that is being read.
  const create = async () => ({ exchange: await createCampaign(implementation, { enrolled_customers: 'all' }) });
  const made = await context.all(Array.from({ length: AT_ONCE }, create));
  const shownIn = ({ exchange }: { readonly exchange: Exchange }) =>
    isSuccess(exchange) && !enrolsLater(recordOf(exchange)) ? listOf(customerIds, enrolmentLists(recordOf(exchange))) : undefined;
  const partly = (one: { readonly exchange: Exchange }) => {
    const shown = shownIn(one);
    const missing = shown && customerIds.find((id) => !shown.ids.includes(id) && !justUpdated(id, one.exchange));
    return shown === undefined || missing === undefined ? [] : foundIn(one.exchange, [everyCustomer(shown, missing)]);
  };
  // One alone shows nothing of two that meet.
  if (made.filter(shownIn).length > 1)
    check({ 'campaign.all-enrols-every-customer': await firstBrokenAtOnce(made, { most: 1 }, create, partly) });
});

/** Campaigns for all, beside each other. */
const AT_ONCE = 3;

const everyCustomer = (shown: EnrolmentList, missing: string): Deviation =>
  deviation(shown, `every customer of the business, ${show(missing)} among them`, shown.ids);

const MOST_MISSING = 3;

/** Customers of the settings whom a campaign for all leaves out. `told`: with a doubt about the id. */
export async function missingFromAll(implementation: Implementation, shown: EnrolmentList, exchange: Exchange) {
  const missing = configuredCustomers(implementation).filter((id) => !shown.ids.includes(id));
  const some = missing.slice(0, MOST_MISSING);
  const deviations = foundIn(
    exchange,
    some.map((id) => everyCustomer(shown, id)),
  );
  const doubts = await Promise.all(some.map((id) => doubtOfCustomer(implementation, id)));
  const told = deviations.map((each, index) => ({ ...each, actual: `${each.actual}${doubts[index]}` }));
  return { missing, deviations, told, isDoubtful: doubts.some(Boolean) };
}

/** In which a service has refreshed its index of customers. */
const REFRESHED_MS = 2500;

/** Of several machines, one may still leave him out. */
const LATER = 3;

async function inTurn<T>(times: number, act: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  while (all.length < times) all.push(await act());
  return all;
}

/** What shows that a customer was missing for an update a moment before: he is there each time when the last update is older. Null for anything else. */
function lateFor(id: string | undefined, [update, campaign]: readonly [Exchange | undefined, Exchange], later: readonly Exchange[]) {
  const isIn = (exchange: Exchange) => isSuccess(exchange) && enrolmentLists(recordOf(exchange)).some(({ ids }) => ids.includes(id));
  if (update === undefined || !later.every(isIn)) return null;
  const ms = Math.round(campaign.startedAt - endOf(update));
  const when = ms < 0 ? 'while an update of' : `${ms} ms after an update of`;
  const contrast = `wrong ${when} ${show(id)}${ms < 0 ? ' was under way' : ''}; right ${REFRESHED_MS} ms after the last one`;
  return { exchanges: [update, campaign], contrast };
}

/** Words on a customer that an update of nothing does not find either: the id may be wrong. Empty for others. */
async function doubtOfCustomer(implementation: Implementation, id: string): Promise<string> {
  // What cannot be asked casts no doubt on the id.
  const exchange = await ifAssessed(update(implementation, [{ id }]));
  if (exchange === null || (isSuccess(exchange) ? customersOf(exchange).has(id) : !isRefusal(exchange))) return '';
  return `; ${doubtOf([['CES_CUSTOMER_IDS', id]], 'is not found')} (${invocation('doctor', '--allow-writes')} tries it)`;
}

/** *All* names no condition, so who has no e-mail address is one of them. Afterwards he gets a new address. */
export const allEnrolsWhoHasNoAddress = scenario(
  'createCampaign',
  'campaign.all-enrols-every-customer',
  { optional: true },
  async ({ implementation, check }) => {
    const [id = ''] = ownedCustomers(implementation);
    const address = await implementation.emailAddressId();
    const create = () => createCampaign(implementation, { enrolled_customers: 'all', email_address: address });
    const withoutAddress = async (pauseMs: number) => {
      const cleared = await update(implementation, [{ id, email_address: '' }]);
      const customer = customersOf(cleared).get(id);
      if (customer === undefined || !['', null].includes(customer.email_address as string | null))
        throw new NotAssessed(`No customer can be without an address: ${outcome(cleared)}`);
      await sleep(pauseMs);
      const exchange = await create().finally(() =>
        update(implementation, [{ id, email_address: canonicalEmailAddress(implementation.unique()) }]),
      );
      return { cleared, exchange };
    };
    const { cleared, exchange } = await withoutAddress(0);
    if (!isSuccess(exchange)) throw new NotAssessed(`A campaign for all is refused: ${outcome(exchange)}`);
    const shown = listOf(configuredCustomers(implementation), enrolmentLists(recordOf(exchange)));
    if (shown === undefined || shown.ids.length === 0) throw new NotAssessed('The answer does not list who is enrolled');
    const isMissing = !shown.ids.includes(id);
    const late = isMissing ? lateFor(id, [cleared, exchange], [(await withoutAddress(REFRESHED_MS)).exchange]) : null;
    const expected = `every customer of the business, ${show(id)} among them${late === null ? ', who has no e-mail address' : ''}`;
    const deviations = foundIn(exchange, isMissing ? [deviation(shown, expected, shown.ids)] : []);
    check({ 'campaign.all-enrols-every-customer': { deviations, exchanges: [cleared, exchange], ...late } });
  },
);

/** A new business has no customers. */
export const allEnrolsNobodyOfAnotherBusiness = scenario(
  'createCampaign',
  'campaign.all-enrols-every-customer',
  { optional: true },
  async ({ implementation, check }) => {
    const { customerIds } = implementation.settings.fixtures;
    need(customerIds[0], 'CES_CUSTOMER_IDS');
    const { id, exchange: business } = await anotherBusiness(implementation);
    const ofNewBusiness = async () => {
      const body = { name: implementation.unique(), enrolled_customers: 'all' };
      const exchange = await implementation.client.send('createCampaign', { id, body });
      if (!isSuccess(exchange)) throw new NotAssessed(`A campaign for all customers of a new business is refused: ${outcome(exchange)}`);
      const lists = enrolmentLists(recordOf(exchange));
      if (lists.length === 0) throw new NotAssessed('The answer lists nobody who is enrolled');
      return { lists, exchange };
    };
    const first = await ofNewBusiness();
    // Whoever is enrolled is held to those of the first business. A service may answer the list of the campaign before, so that one is shown too.
    const isAnybody = first.lists.some(({ ids }) => ids.length > 0);
    const own = isAnybody ? await ifAssessed(createCampaign(implementation, { enrolled_customers: 'all' })) : null;
    const known = [...customerIds, ...(own ? enrolmentLists(recordOf(own)) : []).flatMap(({ ids }) => ids)];
    const judged = ({ lists, exchange }: typeof first, before: readonly Exchange[]) => {
      const deviations = lists.flatMap((list) => {
        const strangers = list.ids.filter((customer) => known.includes(customer)).slice(0, 1);
        const whose = (customer: unknown) =>
          customerIds.includes(String(customer))
            ? 'a customer of the first business'
            : 'whom a campaign for all of the first business enrols too';
        return strangers.map((customer) => ({
          ...{ pointer: `/${list.member}`, expected: 'no customer of another business' },
          actual: `${show(customer)}, ${whose(customer)}`,
        }));
      });
      return { deviations: foundIn(exchange, deviations), exchanges: [business, ...before, exchange] };
    };
    const again = own && judged(await ofNewBusiness(), [own]);
    check({ 'campaign.all-enrols-every-customer': again && again.deviations.length > 0 ? again : judged(first, []) });
  },
);

export function deviation({ member }: EnrolmentList, expected: string, actual: unknown): Deviation {
  return { pointer: `/${member}`, expected, actual: show(actual) };
}
