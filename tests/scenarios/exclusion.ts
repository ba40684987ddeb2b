import { farAhead } from '../../src/client/api/cards.ts';
import { foundIn, show } from '../judging.ts';
import { type Exchange, type Implementation, isRefusal, isSuccess, outcome } from '../library.ts';
import { NotAssessed, recordOf, scenario } from '../suite.ts';
import { configuredCustomers, createCampaign } from './campaigns.ts';
import { type Campaign, deviation, enrolmentLists, listOf, missingFromAll } from './enrolment.ts';

/** As many as a small service has. */
const WORKERS = 4;

/** Campaigns that exclude customers: all but the first of those who are named, and two of all where a third one is known. Then a campaign for all. */
interface Exclusion {
  /** One, or two side by side: who takes one out of a list may step over the next. */
  readonly excluded: readonly string[];
  readonly excludedOfAll: readonly string[];
  /** Named beside those who are excluded. */
  readonly kept: string;
  readonly named: Exchange;
  /** As `ofAll`, where an id that names nobody is excluded as well. */
  readonly withStranger: Exchange;
  /** For everybody, behind that one where it was refused; else null. */
  readonly behind: Exchange | null;
  readonly ofAll: Exchange;
  readonly everybody: Exchange;
}

/** Two customers. Where one id is a part of another, these two, the longer id first: a service may compare ids in part. */
function pairOf(ids: readonly string[]): readonly (string | undefined)[] {
  const holding = ids.find((id) => ids.some((other) => other !== id && id.includes(other)));
  return holding === undefined ? [ids[1], ids[0]] : [holding, ids.find((id) => id !== holding && holding.includes(id))];
}

function exclusion(implementation: Implementation): Promise<Exclusion> {
  return implementation.once('campaigns that exclude a customer', async () => {
    const { customerIds } = implementation.settings.fixtures;
    const [excluded, customer] = pairOf(customerIds);
    if (customer === undefined || excluded === undefined)
      throw new NotAssessed('It takes a customer to enrol and one to exclude', ['CES_CUSTOMER_IDS']);
    const third = customerIds.filter((id) => id !== excluded && id !== customer).slice(0, 1);
    const excludedOfAll = [customer, ...third];
    const excludedOfNamed = [excluded, ...third];
    const create = (members: Campaign) => createScheduled(implementation, members);
    const ofAllBut = (ids: readonly string[]) => create({ enrolled_customers: 'all', excluded_customers: ids });
    const stranger = `${implementation.unique()}-unknown`;
    const [named, withStranger] = await Promise.all([
      create({ enrolled_customers: [customer, ...excludedOfNamed], excluded_customers: excludedOfNamed }),
      ofAllBut([...excludedOfAll, stranger]),
    ]);
    // What a refused campaign excluded is excluded from no other: looked at before another one is refused.
    const behind = isRefusal(withStranger) ? await create({ enrolled_customers: 'all' }) : null;
    // Whether an id that names nobody may be excluded is not shown.
    const lists = isSuccess(withStranger) ? enrolmentLists(recordOf(withStranger)) : [];
    const ofAll = lists.some(({ ids }) => ids.length > 0) ? withStranger : await ofAllBut(excludedOfAll);
    // At several workers, since each may keep it by itself.
    const refused = () => create({ enrolled_customers: 'all', excluded_customers: excludedOfAll, steps: 'no steps' });
    if (isRefusal(await refused())) await Promise.all(Array.from({ length: WORKERS - 1 }, refused));
    // Whoever was enrolled before is enrolled again. That this one is so is checked like that of every request.
    const everybody = await create({ enrolled_customers: 'all' });
    return { excluded: excludedOfNamed, excludedOfAll, kept: customer, named, withStranger, behind, ofAll, everybody };
  });
}

/** What starts at once may have changed by the time of the answer. */
async function createScheduled(implementation: Implementation, members: Campaign): Promise<Exchange> {
  const id = await implementation.businessId();
  const body = { name: implementation.unique(), ...members, scheduled_at: farAhead() };
  return implementation.client.send('createCampaign', { id, body });
}

const sendAgain = (implementation: Implementation, { request }: Exchange): Promise<Exchange> =>
  createCampaign(implementation, { ...(JSON.parse(request.body ?? '{}') as Campaign), name: implementation.unique() });

const isEnrolled = (customer: string, exchange: Exchange): boolean =>
  isSuccess(exchange) && listOf([customer], enrolmentLists(recordOf(exchange)))?.ids.includes(customer) === true;

/** Whoever is named beside customers who are excluded is enrolled, as he is without the exclusion. */
export const namedOthersAreEnrolled = scenario(
  'createCampaign',
  'campaign.enrolled-customers-come-back',
  { optional: true },
  async ({ implementation, check }) => {
    const { excluded, kept, named } = await exclusion(implementation);
    if (!isSuccess(named)) throw new NotAssessed(`No campaign excludes a customer: ${outcome(named)}`);
    if (isEnrolled(kept, named)) return check({ 'campaign.enrolled-customers-come-back': [] }, named);
    // He may have unsubscribed, or be enrolled when the campaign begins.
    const before = await createScheduled(implementation, { enrolled_customers: [kept, ...excluded] });
    const again = await sendAgain(implementation, named);
    if (!isEnrolled(kept, before)) throw new NotAssessed(`Without an exclusion, ${show(kept)} is not shown as enrolled either`);
    if (isEnrolled(kept, again)) throw new NotAssessed(`${show(kept)} was left out once, and not so again`);
    const [list] = enrolmentLists(recordOf(again));
    const expected = `${show(kept)} among them: only ${excluded.map((id) => show(id)).join(' and ')} excluded`;
    const deviations = list === undefined ? [] : foundIn(again, [deviation(list, expected, list.ids)]);
    check({ 'campaign.enrolled-customers-come-back': deviations }, before, again);
  },
);

/** No answer lists fewer of many, as the first page. */
const SHORTEST_PAGE = 10;

/** Whoever is enrolled with everybody, and not with everybody but one, is left out for that one; and nobody else comes in for it. */
export const allOthersAreEnrolled = scenario(
  'createCampaign',
  'campaign.all-enrols-every-customer',
  { optional: true },
  async ({ implementation, check }) => {
    const { excludedOfAll, withStranger, behind, ofAll, everybody } = await exclusion(implementation);
    if (!isSuccess(ofAll) || !isSuccess(everybody)) throw new NotAssessed(`No campaign excludes anybody of all: ${outcome(ofAll)}`);
    const whole = listOf(excludedOfAll, enrolmentLists(recordOf(everybody)));
    if (whole !== undefined && whole.ids.length > 0 && excludedOfAll.some((id) => !whole.ids.includes(id))) {
      const { told } = await missingFromAll(implementation, whole, everybody);
      return check({ 'campaign.all-enrols-every-customer': told }, ofAll, everybody);
    }
    const configured = configuredCustomers(implementation).filter((id) => !excludedOfAll.includes(id));
    const listIn = (exchange: Exchange) => (isSuccess(exchange) ? listOf(configured, enrolmentLists(recordOf(exchange))) : undefined);
    const [shown, fewer] = [everybody, ofAll].map(listIn);
    const enrolled = (shown?.ids ?? []).filter((id) => !excludedOfAll.includes(String(id)));
    if (fewer === undefined || fewer.ids.length === 0 || enrolled.length === 0)
      throw new NotAssessed('The answers do not list who is enrolled');
    const sentAgain = (exchange: Exchange) => sendAgain(implementation, exchange);
    const who = excludedOfAll.map((each) => show(each)).join(' and ');
    for (const exchange of new Set([withStranger, ofAll])) {
      const list = listIn(exchange);
      const further = (list?.ids ?? []).filter((id) => !shown?.ids.includes(id));
      // On a page of many, others move up for those who are excluded.
      const isPage = shown === undefined || (shown.ids.length >= SHORTEST_PAGE && further.length <= excludedOfAll.length);
      if (list !== undefined && further.length > 0 && !isPage) {
        // Somebody else may have made him in between.
        const [still, all] = [await sentAgain(exchange), await sentAgain(everybody)].map(listIn);
        const stranger = further.find((id) => still?.ids.includes(id) && all !== undefined && !all.ids.includes(id));
        const expected = 'nobody whom `all` does not enrol without an exclusion';
        const deviations = stranger === undefined ? [] : foundIn(exchange, [deviation(list, expected, stranger)]);
        if (deviations.length > 0) return check({ 'campaign.all-enrols-every-customer': deviations }, everybody, exchange);
      }
      const missing = list === undefined ? [] : enrolled.filter((id) => !list.ids.includes(id));
      const [first = missing[0]] = missing.filter((id) => configured.includes(String(id)));
      if (list === undefined || first === undefined) continue;
      if (!configured.includes(String(first))) {
        // No setting names this one. A list may show some of many customers, and somebody else may have made him in between.
        if (list.ids.length >= enrolled.length) {
          if (enrolled.some((id) => configured.includes(String(id)))) continue;
          throw new NotAssessed('The lists show some of many customers, and none whom a setting names');
        }
        const [still, all] = [await sentAgain(exchange), await sentAgain(everybody)].map(listIn);
        if (still?.ids.includes(first) !== false || !all?.ids.includes(first)) continue;
      }
      const stranger = exchange === withStranger ? ', beside an id that names nobody' : '';
      const expected = `${show(first)} among them: only ${who} ${excludedOfAll.length === 1 ? 'is' : 'are'} excluded${stranger}`;
      const deviations = foundIn(exchange, [deviation(list, expected, list.ids)]);
      return check({ 'campaign.all-enrols-every-customer': deviations }, everybody, exchange);
    }
    const ofNext = behind === null ? undefined : listIn(behind);
    const lacking = ofNext === undefined ? [] : excludedOfAll.filter((id) => shown?.ids.includes(id) && !ofNext.ids.includes(id));
    if (behind !== null && ofNext !== undefined && lacking.length > 0) {
      const expected = `${show(lacking[0])} among them, as for everybody later`;
      const deviations = foundIn(behind, [deviation(ofNext, expected, ofNext.ids)]);
      const contrast = 'right behind a refused campaign that excluded him';
      return check({ 'campaign.all-enrols-every-customer': { deviations, exchanges: [withStranger, behind], contrast } });
    }
    check({ 'campaign.all-enrols-every-customer': [] }, everybody, ofAll);
  },
);

/** Whoever is excluded is not among `enrolled_customer_ids`. `enrolled_customers` may repeat what was asked for (docs/reading-rules.md, rule 13). */
export const excludedAreNotEnrolled = scenario(
  'createCampaign',
  ['robustness.excluded-are-not-enrolled', 'campaigns.excluded-customers'],
  async ({ implementation, check, observe }) => {
    const { excluded, excludedOfAll, ...campaigns } = await exclusion(implementation);
    const accepted = [
      { exchange: campaigns.named, without: excluded },
      { exchange: campaigns.ofAll, without: excludedOfAll },
    ].filter(({ exchange }) => isSuccess(exchange));
    const [named] = accepted;
    if (named === undefined) throw new NotAssessed('No campaign that excludes a customer is accepted');
    const { enrolled_customers: customers, enrolled_customer_ids: ids } = recordOf(named.exchange);
    const leftOut = (list: unknown) => (Array.isArray(list) ? !excluded.some((id) => list.includes(id)) : null);
    observe({ 'campaigns.excluded-customers': { enrolled_customers: leftOut(customers), enrolled_customer_ids: leftOut(ids) } });
    const shown = accepted.flatMap(({ exchange, without }) => {
      const enrolled = recordOf(exchange).enrolled_customer_ids;
      return Array.isArray(enrolled) ? [{ exchange, without, among: without.filter((id) => enrolled.includes(id)) }] : [];
    });
    if (shown.length === 0) throw new NotAssessed('The answers do not hold `enrolled_customer_ids`');
    const broken = shown.filter(({ among }) => among.length > 0).slice(0, 1);
    const deviations = broken.flatMap(({ exchange, without, among: [first] }) => {
      const said = { expected: `nobody excluded: not ${without.map((id) => show(id)).join(', ')}`, actual: `${show(first)} is among them` };
      return foundIn(exchange, [{ pointer: '/enrolled_customer_ids', ...said }]);
    });
    check({ 'robustness.excluded-are-not-enrolled': deviations }, ...shown.map(({ exchange }) => exchange));
  },
);
