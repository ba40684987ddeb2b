import { IDS } from '../../reference/seed/ids.ts';
import { answerOf, type JsonObject, jsonOf, succeeded, withId, withJson } from '../answers.ts';
import { matching } from '../faults/event-content.ts';
import type { Variant } from '../interposition.ts';
import { answers, around, at, here, list, numberedAnswers, of, permits, recordsKeeping, set, without } from '../rows.ts';
import { campaigns } from './creations.ts';

const SHARED = 'Project e-mail addresses stand above businesses (reading rule 13)';
const UNIQUE = 'Business: whether an external_id is unique is not shown';
const CREDENTIALS = 'Authentication, 3: the relation of credentials to a business is not shown';
const FINDING = 'Events: how an event finds its customer is not shown';
const OPAQUE = 'Email-blast execution: an id is an opaque string';
const RENEWED = 'SMS template embed: expires_at is when it must be regenerated (reading rule 8)';

/** A customer that the service makes for whom an event speaks of, in the event's own business. */
const makesCustomers = matching((found, { business, id, event }) => {
  const isOther = business !== IDS.business && event.extra.customer_external_id !== undefined;
  return found ?? (isOther ? `cus_made_for_${id}` : null);
});

const SHARED_ADDRESS = { one_off: false, business: 'biz_harbour' };

/** An address of the project is listed for every business, can be read at both endpoints, and names the business that had it first. */
const sharedAddress = here(() => {
  const id = IDS.projectEmailAddress;
  const shared = (address: JsonObject) => (address.id === id ? { ...address, ...SHARED_ADDRESS } : address);
  return async (request, forward) => {
    const { endpoint } = request;
    const readProject = () => {
      const target = request.target.replace(/\/(businesses|email_addresses)\/.*$/, `/project_email_addresses/${encodeURIComponent(id)}`);
      return forward({ ...request, method: 'GET', body: new Uint8Array(), endpoint: 'getProjectEmailAddress', id, target });
    };
    const isRead = endpoint === 'getProjectEmailAddress' || (endpoint === 'getEmailAddress' && request.id === id);
    const answer = await (endpoint === 'getEmailAddress' && isRead ? readProject() : forward(request));
    if (!succeeded(answer) || !(isRead || endpoint === 'listEmailAddresses')) return answer;
    const value = jsonOf(answer);
    if (isRead) return withJson(answer, shared(value));
    const read = await readProject();
    const more = succeeded(read) ? [shared(jsonOf(read))] : [];
    return withJson(answer, { email_addresses: [...(value.email_addresses as unknown[]), ...more] });
  };
});

/** Every business lists the same addresses, which name no business. */
const addressesOfEverybody = at('listEmailAddresses')(
  here(() => async (request, forward) => {
    const answer = await forward(request);
    return succeeded(answer) ? forward(withId(request, IDS.business)) : answer;
  }),
);

/** What was created under an external id is updated by a second creation. */
const upsertsByExternalId = recordsKeeping(new Map<unknown, unknown>(), (business, known) => {
  const { external_id: externalId } = business;
  if (externalId === undefined) return business;
  const id = known.get(externalId) ?? business.id;
  known.set(externalId, id);
  return { ...business, id };
});

/** The credentials are those of one business. */
const reachOneBusiness = answers((answer, { target, id }) => {
  const isOther = /\/businesses\/[^/]+\//.test(target) && id !== IDS.business;
  return isOther && answer.status !== 401 ? answerOf(403, { error: 'not your business' }) : answer;
});

/** Addresses of all businesses, without their business. */
const namelessAddresses = () => around(addressesOfEverybody(), of('email-address')(without('business'))());

/** What is not there is copied as an empty template. */
const empty = (id: string) => answerOf(201, { id, name: '', subject: '', body: null, template_html: null, metadata: {} });
const copiesOfNothing = numberedAnswers((answer, number) => (answer.status === 404 ? empty(`emt_empty_${number}`) : answer));

const nobody = { enrolled_customers: [], enrolled_customer_ids: [] };
const enrolledByName = ({ enrolled_customer_ids: ids }: JsonObject) => ({ enrolled_customers: (ids as unknown[]).map(byName) });
const byName = (id: unknown) => `The customer ${id}`;

const emptyPreview = answers((answer) => (answer.status === 404 ? answerOf(200, '<html><body></body></html>') : answer));
const ofTemplate = set(({ sms_template }) => ({ id: `emb_of_${sms_template}` }));
const numberedWithin = (all: unknown[]) => all.map((one, index) => ({ ...(one as object), id: String(index + 1) }));

export const OTHER_RECORD_VARIANTS: readonly Variant[] = [
  ...permits(RENEWED, [['one embed a template, renewed under its id', of('sms-template-embed')(ofTemplate)]]),
  ...permits('Campaign: how the two lists of enrolled customers differ, and when they are filled, is not shown', [
    ['customers are enrolled when a campaign starts', campaigns(() => nobody)],
    ['customers are enrolled when a scheduled campaign starts', campaigns(() => ({ status: 'scheduled', ...nobody }))],
    ['enrolled customers are listed by their ids alone', campaigns(() => ({ enrolled_customers: [] }))],
    ['enrolled customers are listed by name, and by their ids', campaigns(enrolledByName)],
  ]),
  ...permits(SHARED, [['an address of the project that names its first owner', sharedAddress]]),
  ...permits(`${SHARED}; business may be absent (reading rule 1)`, [['addresses of all businesses, which name none', namelessAddresses]]),
  ...permits(UNIQUE, [['a business of a known external_id is that business', of('business')(upsertsByExternalId)]]),
  ...permits(CREDENTIALS, [['credentials reach one business alone', reachOneBusiness]]),
  { name: 'an event of an unknown customer makes one', permitted: FINDING, store: makesCustomers },
  ...permits('Errors: the answer to unknown ids is not shown', [
    ['unknown SMS templates have an empty preview', at('previewSmsTemplate')(emptyPreview)],
    ['unknown templates are copied as empty ones', of('email-template')(copiesOfNothing)],
  ]),
  ...permits(OPAQUE, [['executions are numbered within their blast', at('listEmailBlastExecutions')(list('executions', numberedWithin))]]),
];
