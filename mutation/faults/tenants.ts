import { IDS } from '../../reference/seed/ids.ts';
import type { Customer } from '../../reference/store/resources.ts';
import { type PendingEvent, Store } from '../../reference/store/store.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { concerns, type JsonObject, jsonAnswer, jsonOf, onJson, onRecords, succeeded, withJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingAnswer } from '../interposition.ts';
import { withId } from './with-id.ts';

const CAMPAIGN = 'campaign.business-is-path';
const ADDRESS = 'email-address.business-is-path';

class CustomersOfAnybody extends Store {
  override findCustomer(business: string, id: string): Customer | undefined {
    return super.findCustomer(business, id) ?? super.findCustomer(IDS.business, id);
  }
}
class MatchesInAnyBusiness extends Store {
  override matchCustomer(pending: PendingEvent): string | null {
    return super.matchCustomer(pending) ?? super.matchCustomer({ ...pending, business: IDS.business });
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

/** Businesses that get what belongs to another one. */
export const TENANT_FAULTS: readonly Fault[] = [
  {
    name: 'customers-of-any-business-updated',
    endpoints: ['batchUpdateCustomers'],
    breaks: ['customer.update-stays-in-business'],
    description: 'Customers are found by their id alone',
    store: () => new CustomersOfAnybody(),
    only: true,
  },
  fault(
    'customers-of-another-updated-in-silence',
    'batchUpdateCustomers',
    'customer.update-stays-in-business',
    'Another business’s customers are updated, and not listed',
    updatesInSilence,
    ONLY,
  ),
  {
    name: 'match-in-any-business',
    endpoints: ['getEvent'],
    breaks: ['event.match-stays-in-business'],
    description: 'Customers of all businesses are searched',
    store: () => new MatchesInAnyBusiness(),
    only: true,
  },
  {
    name: 'match-in-any-business-later',
    endpoints: ['getEvent'],
    breaks: ['event.match-stays-in-business'],
    description: 'Customers of all businesses are searched at a second look',
    store: () => new SecondThoughts(),
    only: true,
  },
  fault(
    'campaign-business-stuck',
    'createCampaign',
    CAMPAIGN,
    'The business of the first campaign is named in every one',
    named((seen) => seen[0]),
    ONLY,
  ),
  fault(
    'campaign-business-of-request-before',
    'createCampaign',
    CAMPAIGN,
    'The business of the campaign before is named',
    named((seen) => seen.at(-2) ?? seen[0]),
    ONLY,
  ),
  fault(
    'campaign-business-of-latest-request',
    'createCampaign',
    CAMPAIGN,
    'Requests at once share a variable for their business',
    sharedBusiness('createCampaign'),
    ONLY,
  ),
  fault(
    'addresses-of-latest-request',
    'listEmailAddresses',
    ADDRESS,
    'Requests at once share a variable for their business',
    sharedBusiness('listEmailAddresses'),
    ONLY,
  ),
  fault('addresses-of-request-before', 'listEmailAddresses', ADDRESS, 'A list is answered to the next business', listBefore),
  fault(
    'new-business-lists-addresses-of-another',
    'listEmailAddresses',
    ADDRESS,
    'A business without addresses lists those of another',
    onJson(['listEmailAddresses'], (value) => {
      const list = value.email_addresses as JsonObject[];
      return list.length === 0 ? { email_addresses: [FOREIGN] } : value;
    }),
    ONLY,
  ),
];

/** As the service stores it for its first business. */
const FOREIGN = { id: IDS.emailAddress, email_address: 'bookings@mail.example', business: IDS.business };

function updatesInSilence(): Interposition {
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.endpoint !== 'batchUpdateCustomers' || request.id === IDS.business || answer.status !== 400) return answer;
    const made = await forward(withId(request, IDS.business));
    return succeeded(made) ? jsonAnswer(200, { customers: [] }) : answer;
  };
}

/** Names one of the businesses that campaigns were made for so far. */
function named(choose: (seen: readonly string[]) => string | undefined): () => Interposition {
  return () => {
    const seen: string[] = [];
    return onRecords(['createCampaign'], (campaign) => {
      seen.push(String(campaign.business));
      return { ...campaign, business: choose(seen) };
    })();
  };
}

/** Requests that are sent at once come within it, on a busy machine too. */
const SHARED_MS = 50;

/** A request that comes while another is under way takes over what that one put into the variable. */
function sharedBusiness(endpoint: EndpointName): () => Interposition {
  return () => {
    let shared = '';
    let inFlight = 0;
    return async (request, forward) => {
      if (!concerns([endpoint], request)) return forward(request);
      const business = inFlight > 0 ? shared : request.id;
      shared = request.id;
      inFlight += 1;
      const answer = await forward(request);
      await new Promise((resolve) => setTimeout(resolve, SHARED_MS));
      inFlight -= 1;
      if (!succeeded(answer) || business === request.id) return answer;
      return endpoint === 'createCampaign' ? withJson(answer, { ...jsonOf(answer), business }) : forward(withId(request, business));
    };
  };
}

function listBefore(): Interposition {
  let before: PassingAnswer | null = null;
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.endpoint !== 'listEmailAddresses' || !succeeded(answer)) return answer;
    const answered = before ?? answer;
    before = answer;
    return answered;
  };
}
