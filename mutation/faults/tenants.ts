import { IDS } from '../../reference/seed/ids.ts';
import { type Customer, Store } from '../../reference/store/store.ts';
import { answerOf, type JsonObject, jsonOf, NOT_FOUND, pause, sentJson, succeeded, withId, withJson } from '../answers.ts';
import { type Fault, fault, faults, ONLY, within } from '../fault.ts';
import { answersKeeping, byFirst, here, hereKeeping, instead, list, member, requests, SHARED_MS, set } from '../rows.ts';
import { matching, resolving } from './event-content.ts';
import { withIdFrom } from './identity.ts';

const STAYS = 'customer.update-stays-in-business';
const MATCH = 'event.match-stays-in-business';
const STEADY = 'sms-template-embed.business-is-steady';
const EMBED_AND_CAMPAIGN = ['createSmsTemplateEmbed', 'createCampaign'] as const;
const ADDRESS_BUSINESS = 'email-address.business-is-path';

class CustomersOfAnybody extends Store {
  override findCustomer(business: string, id: string): Customer | undefined {
    return super.findCustomer(business, id) ?? super.findCustomer(IDS.business, id);
  }
}
/** At first only the customers of the business are looked at, and a little later all. */
const inTwoLooks = resolving(new Set<string>(), (pending, resolve, processed) => {
  resolve(pending);
  if (pending.business === IDS.business || processed.has(pending.id)) return;
  processed.add(pending.id);
  setTimeout(() => resolve({ ...pending, business: IDS.business }), 100).unref();
});

/** As the service stores it for its first business. */
const OF_FIRST = { id: IDS.emailAddress, email_address: 'bookings@mail.example', business: IDS.business };
const byIdAlone = () => new CustomersOfAnybody();
/** As where the body is poured over what the path says. */
const ofTheBody = requests((request) => withIdFrom(request, sentJson(request)?.business));
const inAny = matching((found, pending, search) => found ?? search({ ...pending, business: IDS.business }));
const addresses = (change: (addresses: JsonObject[]) => JsonObject[]) => list('email_addresses', change);
const ofTheFirst = byFirst((campaign, { business }) => ({ ...campaign, business }));
const firstForNone = addresses((own) => (own.length === 0 ? [OF_FIRST] : own));
const withoutFirst = addresses((all) => all.slice(1));
const IN_SILENCE = 'Another business’s customers are updated, and not listed';
const updatesInSilence = here(() => async (request, forward) => {
  const answer = await forward(request);
  if (request.id === IDS.business || answer.status !== 400) return answer;
  const made = await forward(withId(request, IDS.business));
  return succeeded(made) ? answerOf(200, { customers: [] }) : answer;
});

/** A request that comes while another is under way takes over what that one put into the variable. */
const sharedBusiness = hereKeeping({ shared: '', inFlight: 0 }, async (request, forward, memory) => {
  const business = memory.inFlight > 0 ? memory.shared : request.id;
  memory.shared = request.id;
  memory.inFlight += 1;
  const answer = await forward(request);
  await pause(SHARED_MS);
  memory.inFlight -= 1;
  return !succeeded(answer) || business === request.id ? answer : withJson(answer, { ...jsonOf(answer), business });
});

/** One of several threads still knows the business of the request before. */
const businessOfThread = answersKeeping({ business: '', embeds: 0 }, (answer, memory, request) => {
  if (request.endpoint === 'createCampaign') memory.business = request.id;
  else if (succeeded(answer)) memory.embeds += 1;
  const isStale = request.endpoint !== 'createCampaign' && memory.business !== '' && memory.embeds % 5 === 0;
  return isStale && succeeded(answer) ? withJson(answer, { ...jsonOf(answer), business: memory.business }) : answer;
});

/** Lists are kept in memory, and renewed in another order than that in which they are kept. */
const renewedInDisorder = hereKeeping({ renewedAt: Number.POSITIVE_INFINITY }, async (request, forward, memory) => {
  memory.renewedAt = Math.min(memory.renewedAt, Date.now() + 1000);
  return forward(Date.now() > memory.renewedAt ? withId(request, IDS.business) : request);
});

/** Whatever business an event names, it is one of a business whose id begins alike. */
const nearBusiness = here(() => async (request, forward) => {
  const answer = await forward(request);
  const isNear = answer.status === 404 && request.id.startsWith(IDS.business);
  return isNear ? forward(withId(request, IDS.business)) : answer;
});

/** Businesses that get what belongs to another one. */
export const TENANT_FAULTS: readonly Fault[] = [
  within('batchUpdateCustomers', STAYS, ['customers-of-any-business-updated', 'Customers are found by their id alone', byIdAlone, ONLY]),
  fault('customers-of-another-updated-in-silence', 'batchUpdateCustomers', STAYS, IN_SILENCE, updatesInSilence, ONLY),
  within('getEvent', MATCH, ['match-in-any-business', 'Customers of all businesses are searched', inAny, ONLY]),
  fault('event-of-a-near-business', ['trackEvent', 'getEvent'], MATCH, 'Ids of businesses are compared in part', nearBusiness),
  ...faults(['trackEvent', 'getEvent'], MATCH, [
    ['event-of-the-business-in-the-body', 'The business in the body counts, not that in the path', ofTheBody],
  ]),
  within('getEvent', MATCH, ['match-in-any-business-later', 'Customers of all businesses are searched at a second look', inTwoLooks, ONLY]),
  ...faults('createCampaign', 'campaign.business-is-path', [
    ['campaign-business-stuck', 'The business of the first campaign is named in every one', ofTheFirst, ONLY],
    ['campaign-business-of-latest-request', 'Requests at once share a variable for their business', sharedBusiness, ONLY],
  ]),
  fault('embed-business-of-its-thread', EMBED_AND_CAMPAIGN, STEADY, 'Threads keep a business', businessOfThread, ONLY),
  ...faults('listEmailAddresses', ADDRESS_BUSINESS, [
    ['lists-of-addresses-renewed-in-disorder', 'Lists are renewed in another order than they are kept', renewedInDisorder],
    ['new-business-lists-addresses-of-another', 'A business without addresses lists those of another', firstForNone, ONLY],
  ]),
];

const BELONGS = 'robustness.list-holds-what-belongs';

/** Of the second business. */
const FOREIGN = { id: 'ema_harbour', email_address: 'harbour@mail.example', business: 'biz_harbour' };

export const ADDRESS_FAULTS: readonly Fault[] = [
  fault('listed-addresses-first-is-left-out', 'listEmailAddresses', BELONGS, 'A page begins with the second record', withoutFirst, ONLY),
  ...faults('listEmailAddresses', ADDRESS_BUSINESS, [
    ['addresses-of-everybody', 'An address of another business is listed', addresses((all) => [...all, FOREIGN]), ONLY],
  ]),
  ...faults('getEmailAddress', 'email-address.list-agrees-with-record', [
    ...['email_address', 'display_name', 'reply_to', 'custom_domain'].map(
      (name) => [`address-disagrees-in-${name}`, `List and record disagree in \`${name}\``, member(name, (value) => `${value}.`)] as const,
    ),
    ['address-disagrees-in-one_off', 'List and record disagree in `one_off`', member('one_off', (value) => !value)],
    ['address-plus-decoded', 'A plus in the id is taken for a space', instead(({ target }) => (/%2B/i.test(target) ? NOT_FOUND : null))],
    ['alone-list-agrees-with-record', 'The record has a newer name than the list', set({ display_name: 'A newer name' }), ONLY],
  ]),
];
