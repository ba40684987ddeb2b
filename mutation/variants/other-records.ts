import { IDS } from '../../reference/seed/ids.ts';
import { type PendingEvent, Store } from '../../reference/store/store.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { concerns, isObject, type JsonObject, succeeded, withId, withText } from '../answers.ts';
import type { Interposition, Variant } from '../interposition.ts';
import { answerOf, answersThrough, type Change, editing, jsonIn, listed, permits, records } from './answers.ts';
import { around } from './compose.ts';

const UNKNOWN = 'Errors: the answer to unknown ids is not shown';
const ENROLMENT = 'Campaign: how the two lists of enrolled customers differ, and when they are filled, is not shown';
const SHARED = 'Project e-mail addresses stand above businesses (reading rule 13)';

/** A customer that the service makes for whom an event speaks of, in the event's own business. */
class MakesCustomers extends Store {
  override matchCustomer(pending: PendingEvent): string | null {
    const { business, id, event } = pending;
    const isOther = business !== IDS.business && event.extra.customer_external_id !== undefined;
    return super.matchCustomer(pending) ?? (isOther ? `cus_made_for_${id}` : null);
  }
}

const SHARED_ADDRESS = { one_off: false, business: 'biz_harbour' };

/** An address of the project is listed for every business, can be read at both endpoints, and names the business that had it first. */
function sharedAddress(): Interposition {
  const shared = (address: JsonObject) => (address.id === IDS.projectEmailAddress ? { ...address, ...SHARED_ADDRESS } : address);
  return async (request, forward) => {
    const { endpoint, id, target } = request;
    const project = { ...request, method: 'GET', body: new Uint8Array(), endpoint: 'getProjectEmailAddress' as EndpointName };
    if (endpoint === 'getEmailAddress' && id === IDS.projectEmailAddress) {
      const answer = await forward({ ...project, target: target.replace('/email_addresses/', '/project_email_addresses/') });
      const address = jsonIn(answer.body);
      return succeeded(answer) && isObject(address) ? withText(answer, JSON.stringify(shared(address))) : answer;
    }
    const answer = await forward(request);
    const value = succeeded(answer) ? jsonIn(answer.body) : undefined;
    if (!isObject(value)) return answer;
    if (endpoint === 'getProjectEmailAddress') return withText(answer, JSON.stringify(shared(value)));
    if (endpoint !== 'listEmailAddresses') return answer;
    const read = await forward({
      ...project,
      id: IDS.projectEmailAddress,
      target: target.replace(/\/businesses\/.*$/, `/project_email_addresses/${encodeURIComponent(IDS.projectEmailAddress)}`),
    });
    const address = jsonIn(read.body);
    const more = succeeded(read) && isObject(address) ? [shared(address)] : [];
    return withText(answer, JSON.stringify({ email_addresses: [...(value.email_addresses as unknown[]), ...more] }));
  };
}

/** Every business lists the same addresses, which name no business. */
function addressesOfEverybody(): Interposition {
  return async (request, forward) => {
    if (request.endpoint !== 'listEmailAddresses') return forward(request);
    const answer = await forward(request);
    return succeeded(answer) ? forward(withId(request, IDS.business)) : answer;
  };
}

/** What was created under an external id is updated by a second creation. */
function upsertsByExternalId(): Interposition {
  const known = new Map<unknown, unknown>();
  return async (request, forward) => {
    const answer = await forward(request);
    const business = request.endpoint === 'createBusiness' && succeeded(answer) ? jsonIn(answer.body) : undefined;
    if (!isObject(business) || business.external_id === undefined) return answer;
    const id = known.get(business.external_id) ?? business.id;
    known.set(business.external_id, id);
    return withText(answer, JSON.stringify({ ...business, id }));
  };
}

/** The credentials are those of one business. */
function reachOneBusiness(): Interposition {
  return async (request, forward) => {
    const answer = await forward(request);
    const isOther = /\/businesses\/[^/]+\//.test(request.target) && request.id !== IDS.business;
    return isOther && answer.status !== 401 ? answerOf(403, { error: 'not your business' }) : answer;
  };
}

/** Addresses of all businesses, without their business. */
function namelessAddresses(): Interposition {
  const nameless = answersThrough(editing('email-address', ({ business: _business, ...address }) => address));
  return around(addressesOfEverybody(), nameless());
}

/** What is not there is copied as an empty template. */
function copiesOfNothing(): Interposition {
  let count = 0;
  return async (request, forward) => {
    const answer = await forward(request);
    if (!concerns(['copyEmailTemplate', 'copyProjectEmailTemplate'], request) || answer.status !== 404) return answer;
    count += 1;
    return answerOf(201, { id: `emt_empty_${count}`, name: '', subject: '', body: null, template_html: null, metadata: {} });
  };
}

const campaigns = (edit: (campaign: JsonObject) => JsonObject) => records('campaign', edit);
const nobody = { enrolled_customers: [], enrolled_customer_ids: [] };
const enrolledByName = ({ enrolled_customer_ids: ids }: JsonObject) => ({ enrolled_customers: (ids as unknown[]).map(byName) });
const byName = (id: unknown) => `The customer ${id}`;

const emptyPreview: Change = (answer, { endpoint }) =>
  endpoint === 'previewSmsTemplate' && answer.status === 404 ? answerOf(200, '<html><body></body></html>') : answer;
const numberedWithin = (all: unknown[]) => all.map((one, index) => ({ ...(one as object), id: String(index + 1) }));

export const OTHER_RECORD_VARIANTS: readonly Variant[] = [
  ...permits('SMS template embed: expires_at is when it must be regenerated (reading rule 8)', [
    ['one embed a template, renewed under its id', records('sms-template-embed', ({ sms_template }) => ({ id: `emb_of_${sms_template}` }))],
  ]),
  ...permits(ENROLMENT, [
    ['customers are enrolled when a campaign starts', campaigns(() => nobody)],
    ['customers are enrolled when a scheduled campaign starts', campaigns(() => ({ status: 'scheduled', ...nobody }))],
    ['enrolled customers are listed by their ids alone', campaigns(() => ({ enrolled_customers: [] }))],
    ['enrolled customers are listed by name, and by their ids', campaigns(enrolledByName)],
  ]),
  ...permits(SHARED, [['an address of the project that names its first owner', sharedAddress]]),
  ...permits(`${SHARED}; business may be absent (reading rule 1)`, [['addresses of all businesses, which name none', namelessAddresses]]),
  ...permits('Business: whether an external_id is unique is not shown', [
    ['a business of a known external_id is that business', upsertsByExternalId],
  ]),
  ...permits('Authentication, 3: the relation of credentials to a business is not shown', [
    ['credentials reach one business alone', reachOneBusiness],
  ]),
  {
    name: 'an event of an unknown customer makes one',
    permitted: 'Events: how an event finds its customer is not shown',
    store: () => new MakesCustomers(),
  },
  ...permits(UNKNOWN, [
    ['unknown SMS templates have an empty preview', answersThrough(emptyPreview)],
    ['unknown templates are copied as empty ones', copiesOfNothing],
  ]),
  ...permits('Email-blast execution: an id is an opaque string', [
    ['executions are numbered within their blast', listed('listEmailBlastExecutions', 'executions', numberedWithin)],
  ]),
];
