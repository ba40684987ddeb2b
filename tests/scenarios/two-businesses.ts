import { isLoadToBlame } from '../../src/checks/run-history.ts';
import { answeredOrLost } from '../../src/client/lost-answers.ts';
import { type Deviation, distinctIdDeviations, ECHOED_MEMBERS, foundIn, jsonValue, pathDeviations, recordsOf, show } from '../judging.ts';
import { type Exchange, type Implementation, isSuccess, outcome } from '../library.ts';
import { firstBroken, ifPossible, type Judged, NotAssessed, recordOf, type ScenarioContext, scenario } from '../suite.ts';
import { customersOf, ownedCustomers, update } from './batch-update.ts';
import { creationWith, renewed } from './echo.ts';
import { checkMadeAtOnce, firstBrokenAtOnce } from './under-load.ts';

/** A business beside the one that all other checks use, without customers or addresses; NotAssessed where none can be created. */
export async function anotherBusiness(implementation: Implementation) {
  const exchange = await implementation.another('createBusiness');
  return { id: createdId(exchange), exchange };
}

/** The id of a business that was created. */
export function createdId(exchange: Exchange): string {
  const { id } = recordOf(exchange);
  if (typeof id !== 'string') throw new NotAssessed('The created business has no id');
  return id;
}

/** An address of the whole project has no business to name. */
export function isOwned({ business }: Readonly<Record<string, unknown>>): boolean {
  return typeof business === 'string' && business !== '';
}

/** Listed addresses of another business; one that several share is the project's, and may name its first owner (docs/reading-rules.md, rule 13). */
export async function foreignAddressDeviations(implementation: Implementation, business: string, exchange: Exchange): Promise<Deviation[]> {
  const deviations: Deviation[] = [];
  for (const [index, address] of recordsOf('listEmailAddresses', jsonValue(exchange)).entries()) {
    if (!isOwned(address) || address.business === business || (await isOfProject(implementation, address.id))) continue;
    deviations.push(...foundIn(exchange, pathDeviations(address, 'business', business, `/email_addresses/${index}`)));
  }
  return deviations;
}

function isOfProject(implementation: Implementation, id: unknown): Promise<boolean> {
  if (typeof id !== 'string') return Promise.resolve(false);
  return implementation.once(`project address ${id}`, async () => {
    const read = await implementation.client.send('getProjectEmailAddress', { id });
    return isSuccess(read) && recordOf(read).id === id;
  });
}

/** Requests of two businesses, one after the other on a connection that is kept, and then side by side on several. */
const IN_TURN = 4;
const AT_ONCE = 8;

interface OfBusiness {
  readonly business: string;
  readonly exchange: Exchange;
}

/** Sends for both businesses in turn, then for both at once; for one, where there is no other. */
async function inTurnAndAtOnce({ implementation, all }: ScenarioContext, send: (business: string, atOnce: boolean) => Promise<Exchange>) {
  const first = await implementation.businessId();
  const other = await ifPossible(anotherBusiness(implementation));
  const sendFor = async (turn: number, atOnce = false): Promise<OfBusiness> => {
    const business = turn % 2 === 0 || other === null ? first : other.id;
    return { business, exchange: await answeredOrLost(() => send(business, atOnce)) };
  };
  const inTurn: OfBusiness[] = [];
  for (let turn = 0; turn < IN_TURN; turn += 1) inTurn.push(await sendFor(turn));
  const refused = inTurn.find(({ exchange }) => !isSuccess(exchange));
  if (refused) throw new NotAssessed(`The request for one of two businesses does not succeed: ${outcome(refused.exchange)}`);
  return [...inTurn, ...(await all(Array.from({ length: AT_ONCE }, (_, turn) => sendFor(turn, true))))];
}

/** Says whether one that is wrong is right alone, else whether those one after the other are wrong or those at once, and shows what was under way together. */
async function turnsOf<Turn extends { readonly exchange: Exchange }>(
  turns: readonly Turn[],
  again: (turn: Turn) => Promise<Turn>,
  deviationsOf: (turn: Turn) => readonly Deviation[],
): Promise<Judged> {
  const wrongOf = (some: readonly Turn[]) => `${some.filter((turn) => deviationsOf(turn).length > 0).length} of ${some.length} wrong`;
  const [inTurn, atOnce] = [turns.slice(0, IN_TURN), turns.slice(IN_TURN)];
  const beside = () => `one after the other: ${wrongOf(inTurn)}; at once: ${wrongOf(atOnce)}`;
  const judged = await firstBrokenAtOnce(turns, { most: 1, beside }, again, deviationsOf);
  return isLoadToBlame(judged.contrast) ? judged : { ...judged, exchanges: turns.map(({ exchange }) => exchange) };
}

const FOR_ALL = { enrolled_customers: 'all' };

/** Campaigns of nothing but a name: what the first business has, the other one may not use. Those at once are for all customers: a service that looks them up in between may mistake the business. */
export const campaignsAreOfTheirBusiness = scenario(
  'createCampaign',
  ['campaign.business-is-path', 'campaign.name-comes-back', 'record.ids-are-distinct'],
  { optional: true, category: 'properties' },
  async (context) => {
    const { implementation, check } = context;
    const create = (id: string, members: object = {}, alone?: true) =>
      implementation.client.send('createCampaign', { id, body: { name: implementation.unique(), ...members }, ...(alone && { alone }) });
    const answers = await inTurnAndAtOnce(context, (id, atOnce) => create(id, atOnce ? FOR_ALL : {}));
    const exchanges = answers.map(({ exchange }) => exchange);
    const { name } = ECHOED_MEMBERS.createCampaign;
    await checkMadeAtOnce(context, { name }, exchanges);
    const campaigns = answers.filter(({ exchange }) => isSuccess(exchange) && Object.hasOwn(recordOf(exchange), 'business'));
    if (campaigns.length === 0) throw new NotAssessed('The answers do not hold `business`');
    const deviationsOf = ({ business, exchange }: OfBusiness) =>
      foundIn(exchange, pathDeviations(recordOf(exchange), 'business', business));
    const again = async ({ business, exchange: before }: OfBusiness) => {
      const isForAll = before.request.body?.includes('"all"');
      const exchange = await create(business, isForAll ? FOR_ALL : {}, true);
      if (!isSuccess(exchange)) throw new NotAssessed(`Sent alone, it does not succeed: ${outcome(exchange)}`);
      return { business, exchange };
    };
    check({ 'campaign.business-is-path': await turnsOf(campaigns, again, deviationsOf) });
    // It may be refused: the address is of the first business.
    const { emailAddressId } = implementation.settings.fixtures;
    const other = campaigns.find(({ business }) => business !== campaigns[0]?.business);
    if (emailAddressId === null || other === undefined) return;
    const exchange = await create(other.business, { email_address: emailAddressId });
    const borrowed = { business: other.business, exchange };
    if (isSuccess(exchange) && Object.hasOwn(recordOf(exchange), 'business'))
      check({ 'campaign.business-is-path': deviationsOf(borrowed) }, exchange);
  },
);

export const addressesAreOfTheirBusiness = scenario(
  'listEmailAddresses',
  'email-address.business-is-path',
  { optional: true },
  async (context) => {
    const { implementation, check } = context;
    const answers = await inTurnAndAtOnce(context, (id) => implementation.client.send('listEmailAddresses', { id }));
    const again = async ({ business }: OfBusiness) => {
      const exchange = await implementation.client.send('listEmailAddresses', { id: business, alone: true });
      const [list] = await judgedLists(implementation, [{ business, exchange }]);
      if (list === undefined) throw new NotAssessed(`Sent alone, it does not succeed: ${outcome(exchange)}`);
      return list;
    };
    const judged = await judgedLists(implementation, answers);
    check({ 'email-address.business-is-path': await turnsOf(judged, again, ({ deviations }) => deviations) });
  },
);

/** Lists the addresses of both businesses once more: what keeps lists in memory and renews them may mix them up. */
export async function checkAddressesAgain({ implementation, check }: ScenarioContext): Promise<void> {
  const { id: other } = await anotherBusiness(implementation);
  const lists: OfBusiness[] = [];
  for (const business of [await implementation.businessId(), other])
    lists.push({ business, exchange: await answeredOrLost(() => implementation.client.send('listEmailAddresses', { id: business })) });
  const judged = await judgedLists(implementation, lists);
  if (judged.length === 0) throw new NotAssessed('The addresses cannot be listed again');
  check({ 'email-address.business-is-path': firstBroken(judged, { most: 1 }, ({ deviations }) => deviations) });
  // A list that is put together from what uses the addresses holds one for each use.
  const twice = ({ exchange }: OfBusiness) =>
    foundIn(exchange, distinctIdDeviations(recordsOf('listEmailAddresses', jsonValue(exchange)), '/email_addresses'));
  check({ 'record.ids-are-distinct': firstBroken(judged, { most: 1, beside: () => 'at the end of the run' }, twice) });
}

/** The lists that were answered, with the addresses of another business in each. */
async function judgedLists(implementation: Implementation, lists: readonly OfBusiness[]) {
  const judged: (OfBusiness & { readonly deviations: readonly Deviation[] })[] = [];
  for (const list of lists.filter(({ exchange }) => isSuccess(exchange)))
    judged.push({ ...list, deviations: await foreignAddressDeviations(implementation, list.business, list.exchange) });
  return judged;
}

/** What a customer that was made anew would not have. */
const IDENTIFYING = ['email_address', 'phone_number', 'external_id'];

/** A customer of the configured business, named in an update of another one. */
export const updateStaysInItsBusiness = scenario(
  'batchUpdateCustomers',
  ['customer.update-stays-in-business', 'customers.of-another-business'],
  async ({ implementation, check, observe }) => {
    const [id = ''] = ownedCustomers(implementation);
    const { id: business } = await anotherBusiness(implementation);
    // The control request: the service has seen the customer through its own business.
    await update(implementation, [{ id, metadata: { origin: 'conformance' } }]);
    const mark = implementation.unique();
    const body = { customers: [{ id, full_name: mark }] };
    const foreign = await implementation.client.send('batchUpdateCustomers', { id: business, body });
    observe({ 'customers.of-another-business': outcome(foreign) });

    const expected = `no update: ${show(id)} is no customer of ${show(business)}`;
    // An update of something else shows what the customer is called by now.
    const own = await update(implementation, [{ id, metadata: { origin: 'conformance' } }]);
    const customer = isSuccess(own) ? customersOf(own).get(id) : undefined;
    const shown = isSuccess(foreign) ? customersOf(foreign).get(id) : undefined;
    // An unknown customer may be made anew in the other business: the id alone shows nothing.
    const borrowed = IDENTIFYING.find((member) => typeof shown?.[member] === 'string' && shown[member] === customer?.[member]);
    const there = { pointer: '/customers', expected, actual: `${show(id)} is there, with its ${borrowed}` };
    const sent = { pointer: '/customers/0/full_name', expected, actual: `${show(mark)}, sent through ${show(business)}` };
    const isSent = customer?.full_name === mark;
    const deviations = borrowed !== undefined ? foundIn(foreign, [there]) : isSent ? foundIn(own, [sent]) : [];
    check({ 'customer.update-stays-in-business': deviations }, foreign, own);
  },
);

/** Who finds a business by its id or by its `external_id`, whichever comes first, finds another one where the two are the same. */
export const idIsNoExternalId = scenario(
  'createCampaign',
  'campaign.business-is-path',
  { optional: true, last: true },
  async ({ implementation, check }) => {
    const { client, unique } = implementation;
    const { id } = await anotherBusiness(implementation);
    const { call } = await creationWith(implementation, 'createBusiness', 'external_id');
    const body = { ...renewed(implementation, call.body), external_id: id };
    const named = await client.send('createBusiness', { body });
    if (!isSuccess(named)) throw new NotAssessed(`No business has the id of another as its \`external_id\`: ${outcome(named)}`);
    const campaign = await client.send('createCampaign', { id, body: { name: unique(), enrolled_customers: 'all' } });
    const { business } = isSuccess(campaign) ? recordOf(campaign) : {};
    if (business === undefined) throw new NotAssessed(`No campaign shows its business: ${outcome(campaign)}`);
    const deviations = foundIn(campaign, pathDeviations({ business }, 'business', id));
    const contrast = `a business was made with the \`external_id\` ${show(id)} before`;
    const isNamed = business === recordOf(named).id;
    check({ 'campaign.business-is-path': { deviations, ...(isNamed && { exchanges: [named], contrast }) } });
  },
);
