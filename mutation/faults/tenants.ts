import { IDS } from '../../reference/seed/ids.ts';
import { type Customer, type PendingEvent, Store } from '../../reference/store/store.ts';
import { answerOf, type JsonObject, jsonOf, NOT_FOUND, pause, sentJson, succeeded, withId, withJson } from '../answers.ts';
import { fault, faults, ONLY, within } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { here, instead, list, member, recordsKeeping, requests, SHARED_MS, type Spoil, set } from '../rows.ts';
import { matching } from './event-content.ts';

const CAMPAIGN = 'campaign.business-is-path';
const STAYS = 'customer.update-stays-in-business';
const MATCH = 'event.match-stays-in-business';
const ADDRESS_BUSINESS = 'email-address.business-is-path';

class CustomersOfAnybody extends Store {
  override findCustomer(business: string, id: string): Customer | undefined {
    return super.findCustomer(business, id) ?? super.findCustomer(IDS.business, id);
  }
}
class SecondThoughts extends Store {
  readonly #processed = new Set<string>();
  /** At first only the customers of the business are looked at, and a little later all. */
  override resolve(pending: PendingEvent): void {
    super.resolve(pending);
    if (pending.business === IDS.business || this.#processed.has(pending.id)) return;
    this.#processed.add(pending.id);
    setTimeout(() => super.resolve({ ...pending, business: IDS.business }), 100).unref();
  }
}

const ofItsAddress = requests((request) =>
  sentJson(request)?.email_address === IDS.emailAddress ? withId(request, IDS.business) : request,
);

/** Whatever business an event names, it is one of a business whose id begins alike. */
const nearBusiness = here(() => async (request, forward) => {
  const answer = await forward(request);
  const isNear = answer.status === 404 && request.id.startsWith(IDS.business);
  return isNear ? forward(withId(request, IDS.business)) : answer;
});
const byIdAlone = () => new CustomersOfAnybody();
const inTwoLooks = () => new SecondThoughts();
const inAny = matching((found, pending, search) => found ?? search({ ...pending, business: IDS.business }));
const addresses = (change: (addresses: JsonObject[]) => JsonObject[]) => list('email_addresses', change);
/** As the service stores it for its first business. */
const OF_FIRST = { id: IDS.emailAddress, email_address: 'bookings@mail.example', business: IDS.business };
const firstForNone = addresses((own) => (own.length === 0 ? [OF_FIRST] : own));

/** Lists are kept in memory, and renewed in another order than that in which they are kept. */
const renewedInDisorder = here(() => {
  let renewedAt = Number.POSITIVE_INFINITY;
  return async (request, forward) => {
    renewedAt = Math.min(renewedAt, Date.now() + 1000);
    return forward(Date.now() > renewedAt ? withId(request, IDS.business) : request);
  };
});
const IN_SILENCE = 'Another business’s customers are updated, and not listed';
const updatesInSilence = here(() => async (request, forward) => {
  const answer = await forward(request);
  if (request.id === IDS.business || answer.status !== 400) return answer;
  const made = await forward(withId(request, IDS.business));
  return succeeded(made) ? answerOf(200, { customers: [] }) : answer;
});

/** A request that comes while another is under way takes over what that one put into the variable. */
const sharedBusiness = here(() => {
  let shared = '';
  let inFlight = 0;
  return async (request, forward) => {
    const business = inFlight > 0 ? shared : request.id;
    shared = request.id;
    inFlight += 1;
    const answer = await forward(request);
    await pause(SHARED_MS);
    inFlight -= 1;
    if (!succeeded(answer) || business === request.id) return answer;
    return request.endpoint === 'createCampaign' ? withJson(answer, { ...jsonOf(answer), business }) : forward(withId(request, business));
  };
});

/** Businesses that get what belongs to another one. */
export const TENANT_FAULTS: readonly Fault[] = [
  within('batchUpdateCustomers', STAYS, ['customers-of-any-business-updated', 'Customers are found by their id alone', byIdAlone, ONLY]),
  fault('customers-of-another-updated-in-silence', 'batchUpdateCustomers', STAYS, IN_SILENCE, updatesInSilence, ONLY),
  within('getEvent', MATCH, ['match-in-any-business', 'Customers of all businesses are searched', inAny, ONLY]),
  fault('event-of-a-near-business', ['trackEvent', 'getEvent'], MATCH, 'Ids of businesses are compared in part', nearBusiness),
  within('getEvent', MATCH, ['match-in-any-business-later', 'Customers of all businesses are searched at a second look', inTwoLooks, ONLY]),
  ...faults('createCampaign', CAMPAIGN, [
    ['campaign-of-the-business-of-its-address', 'A campaign is of the business that owns its address', ofItsAddress],
    ['campaign-business-stuck', 'The business of the first campaign is named in every one', named((seen) => seen[0]), ONLY],
    ['campaign-business-of-request-before', 'The business of the campaign before is named', named((seen) => seen.at(-2) ?? seen[0]), ONLY],
    ['campaign-business-of-latest-request', 'Requests at once share a variable for their business', sharedBusiness, ONLY],
  ]),
  ...faults('listEmailAddresses', ADDRESS_BUSINESS, [
    ['addresses-of-latest-request', 'Requests at once share a variable for their business', sharedBusiness, ONLY],
    ['lists-of-addresses-renewed-in-disorder', 'Lists are renewed in another order than they are kept', renewedInDisorder],
    ['new-business-lists-addresses-of-another', 'A business without addresses lists those of another', firstForNone, ONLY],
  ]),
];

/** Names one of the businesses that campaigns were made for so far. */
function named(choose: (seen: readonly string[]) => string | undefined): Spoil {
  return recordsKeeping(
    () => [] as string[],
    (campaign, seen) => {
      seen.push(String(campaign.business));
      return { ...campaign, business: choose(seen) };
    },
  );
}

const AGREES = 'email-address.list-agrees-with-record';

/** As the service stores it for its second business. */
const FOREIGN = {
  id: 'ema_harbour',
  email_address: 'harbour@mail.example',
  display_name: 'The harbour desk',
  reply_to: 'answers+harbour@mail.example',
  business: 'biz_harbour',
  one_off: false,
  custom_domain: 'mail.example',
};

const FOREIGN_ALONE = [FOREIGN, { ...FOREIGN, id: 'ema_harbour2' }];
const withoutDomain = addresses((all) => all.filter(({ custom_domain: domain }) => !domain));
const forOneUse = addresses((all) => all.filter(({ one_off: once }) => once === true));

export const ADDRESS_FAULTS: readonly Fault[] = [
  ...faults('listEmailAddresses', 'robustness.list-holds-what-belongs', [
    ['listed-addresses-first-is-left-out', 'A page begins with the second record', addresses((all) => all.slice(1)), ONLY],
    ['listed-addresses-with-a-domain-left-out', 'Addresses of a domain of their own are not joined in', withoutDomain],
    ['listed-addresses-only-for-one-use', 'The condition on addresses for one use is turned round', forOneUse],
  ]),
  ...faults('listEmailAddresses', ADDRESS_BUSINESS, [
    ['addresses-of-everybody', 'An address of another business is listed', addresses((all) => [...all, FOREIGN]), ONLY],
    ['addresses-of-another', 'Another business is listed', addresses(() => FOREIGN_ALONE)],
  ]),
  ...faults('getEmailAddress', AGREES, [
    ...['email_address', 'display_name', 'reply_to', 'custom_domain'].map(
      (name) => [`address-disagrees-in-${name}`, `List and record disagree in \`${name}\``, member(name, (value) => `${value}.`)] as const,
    ),
    ['address-disagrees-in-business', 'List and record disagree in `business`', set({ business: 'biz_harbour' })],
    ['address-disagrees-in-one_off', 'List and record disagree in `one_off`', member('one_off', (value) => !value)],
    ['address-listed-not-found', 'What is listed cannot be read', instead(({ id }) => (id.includes('+') ? NOT_FOUND : null))],
    ['address-plus-decoded', 'A plus in the id is taken for a space', instead(({ target }) => (/%2B/i.test(target) ? NOT_FOUND : null))],
    ['alone-list-agrees-with-record', 'The record has a newer name than the list', set({ display_name: 'A newer name' }), ONLY],
  ]),
];
