import { ECHOED_MEMBERS } from '../../src/checks/echo.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { isObject, type JsonObject, succeeded, withJson } from '../answers.ts';
import { type Fault, fault, faults, ONLY } from '../fault.ts';
import type { PassingRequest } from '../interposition.ts';
import { here, keeping, list, records, recordsKeeping } from '../rows.ts';
import { customersKeeping, isUnknown, itemOf, items, names, updates, withCustomers } from './customers.ts';

const ENDPOINT = 'batchUpdateCustomers';
const KEPT = 'customer.update-is-kept';
const FIELDS = 'customer.update-leaves-other-fields';
const OTHERS = 'customer.update-leaves-other-customers';
const BOTH = [KEPT, FIELDS] as const;
const UPDATABLE = Object.keys(ECHOED_MEMBERS.batchUpdateCustomers);

/** The members that the update of this customer names, in their order. */
const sentMembers = (request: PassingRequest, customer: JsonObject) => Object.keys(itemOf(request, customer) ?? {}).join();

const unlessSent = (member: string, change: (customer: JsonObject) => JsonObject) =>
  records((customer, request) => (names(itemOf(request, customer), member) ? customer : { ...customer, ...change(customer) }));

/** Changes customers by an update of nothing but these members. */
const bySole = (members: string, changed: JsonObject) =>
  records((customer, request) => (sentMembers(request, customer) === `id,${members}` ? { ...customer, ...changed } : customer));

/** As PUT in place of PATCH. */
const withoutUnnamed = records((customer, request) =>
  keeping((member) => !UPDATABLE.includes(member) || names(itemOf(request, customer), member))(customer),
);
const unsubscribes = unlessSent('email_address', ({ unsubscribed }) => ({ unsubscribed: `${unsubscribed}ly` }));
const asTime = (value: unknown) => (/^\d{4}-\d\d-\d\d$/.test(String(value)) ? `${value}T00:00:00Z` : value);
const datesAsTimes = ({ metadata }: JsonObject) => ({ metadata: JSON.parse(JSON.stringify(metadata, (_key, value) => asTime(value))) });
const withoutNumber = records(({ phone_number, ...customer }, request) => {
  const { full_name: name, phone_number: sent } = itemOf(request, customer) ?? {};
  const isShifted = typeof name === 'string' && !name.includes(' ') && sent === undefined;
  return isShifted ? customer : { ...customer, ...(phone_number !== undefined && { phone_number }) };
});
const nameChangesId = bySole('full_name', { external_id: 'crm-new' });

/** Longer than the updates that a test sends one after another. */
const LATER_MS = 600;

/** The name is what it was before its last update, once that is a while ago. */
const losesLater = customersKeeping<{ at: number; before: unknown; now: unknown }>((customer, last, item, keep) => {
  if (names(item, 'full_name')) keep({ at: Date.now(), before: last?.now ?? 'Before', now: customer.full_name });
  else if (last !== undefined && Date.now() - last.at > LATER_MS) return { ...customer, full_name: last.before };
  return customer;
});

/** Objects in it are held to be equal. */
const shallow = (metadata: unknown) => JSON.stringify(metadata, (key, value) => (key !== '' && typeof value === 'object' ? null : value));
const deepChangeUnseen = customersKeeping<{ readonly metadata: unknown }>((customer, stored, item, keep) => {
  if (!names(item, 'metadata')) return stored === undefined ? customer : { ...customer, ...stored };
  if (stored === undefined || shallow(stored.metadata) !== shallow(customer.metadata)) keep({ metadata: customer.metadata });
  return customer;
});

/** Customers without metadata begin with one object, which all of them fill. */
const sharedMetadata = recordsKeeping({ metadata: {} as JsonObject }, (customer, memory, request) => {
  const sent = itemOf(request, customer)?.metadata;
  if (!isObject(sent)) return customer;
  memory.metadata = { ...memory.metadata, ...sent };
  return { ...customer, metadata: { ...(customer.metadata as JsonObject), ...memory.metadata } };
});

/** Of the batches that an update of many is cut into, only the first is written. */
const MOST_WRITTEN = 4;
const firstBatchOnly = recordsKeeping(new Map<unknown, unknown>(), (customer, written, request) => {
  const index = items(request).findIndex(({ id }) => id === customer.id);
  const isNamed = names(items(request)[index], 'full_name');
  if (isNamed) written.set(customer.id, index < MOST_WRITTEN ? customer.full_name : (written.get(customer.id) ?? 'Before'));
  return isNamed || !written.has(customer.id) ? customer : { ...customer, full_name: written.get(customer.id) };
});

/** Each row is written once more by a queue, over what was written since. */
const AGAIN_MS = 1200;
const writtenTwice = customersKeeping<{ readonly at: number; readonly customer: JsonObject }[]>((customer, written = [], item, keep) => {
  const rows = Object.keys(item).length > 1 ? [...written, { at: Date.now(), customer }] : written;
  keep(rows);
  const again = rows.findLast(({ at }) => at + AGAIN_MS <= Date.now());
  return again !== undefined && again.at + AGAIN_MS > (rows.at(-1)?.at ?? 0) ? again.customer : customer;
});

/** A variable of the loop keeps what the item before held. */
const filledIn = updates((all) => {
  let before: JsonObject = {};
  return all.map((item) => {
    before = names(item, 'full_name') ? { full_name: item.full_name } : before;
    return { ...before, ...item };
  });
});

const onTheFirst = updates((all) => {
  const [first, ...others] = all;
  const strange = others.find(isUnknown);
  return strange === undefined ? all : [{ ...first, ...strange, id: first?.id }];
});

const untilUnknown = updates((all) => (all.findIndex(isUnknown) > 0 ? all.slice(0, all.findIndex(isUnknown)) : all));

/** An update of nothing but the name never reaches the store. */
const answeredOnly = here(() => async (request, forward) => {
  const [item, ...others] = items(request);
  if (others.length > 0 || !item || Object.keys(item).join() !== 'id,full_name') return forward(request);
  const answer = await forward(withJson(request, { customers: [{ id: item.id }] }));
  return succeeded(answer) ? withCustomers(answer, (customer) => ({ ...customer, full_name: item.full_name })) : answer;
});

const restoresName = customersKeeping<unknown>((customer, first, item, keep) => {
  keep(names(item, 'full_name') ? (first ?? customer.full_name) : first);
  return names(item, 'full_name') ? customer : { ...customer, full_name: first ?? customer.full_name };
});

/** The name that an update of one customer alone sent, everybody has who is not sent another. */
const movesName = recordsKeeping({ last: null as unknown }, (customer, memory, request) => {
  const isNamed = names(itemOf(request, customer), 'full_name');
  if (isNamed) memory.last = customer.full_name;
  if (items(request).length !== 1) memory.last = null;
  return isNamed || memory.last === null ? customer : { ...customer, full_name: memory.last };
});

/** Some seconds after an update, the archive writes objects without members as lists. */
const archived = recordsKeeping(new Map<unknown, number>(), (customer, sentAt, request) => {
  if (names(itemOf(request, customer), 'metadata')) sentAt.set(customer.id, Date.now());
  const isOld = Date.now() - (sentAt.get(customer.id) ?? Number.POSITIVE_INFINITY) > 2500;
  const { metadata } = customer;
  return isOld ? { ...customer, metadata: JSON.parse(JSON.stringify(metadata).replaceAll('{}', '[]')) as unknown } : customer;
});

export const CUSTOMER_UPDATE_FAULTS: readonly Fault[] = [
  fault('update-is-answered-only', ENDPOINT, KEPT, 'A lone name is answered and not stored', answeredOnly, ONLY),
  fault('change-deep-in-metadata-is-unseen', ENDPOINT, KEPT, 'Metadata is compared by what lies at its top', deepChangeUnseen, ONLY),
  fault('large-batch-is-written-in-part', ENDPOINT, KEPT, 'Of a large batch, four customers are stored', firstBatchOnly),
  ...faults(ENDPOINT, BOTH, [
    ['update-is-lost-later', 'A queue writes the name, and the copy from before comes back when it has', losesLater],
    ['update-of-metadata-restores-name', 'An update of the metadata brings back the name from before', restoresName],
  ]),
  ...faults(ENDPOINT, FIELDS, [
    ['dates-in-metadata-become-times', 'A store reads dates in the metadata as times', unlessSent('metadata', datesAsTimes)],
    ['metadata-begins-with-that-of-others', 'A default object is shared', sharedMetadata],
    ['update-of-one-word-clears-number', 'A name of one word shifts what comes behind it', withoutNumber],
    ['update-clears-metadata', 'Metadata that is not sent is cleared', unlessSent('metadata', () => ({ metadata: {} }))],
    ['update-replaces-the-customer', 'All that an update may change and does not name is gone', withoutUnnamed],
    ['alone-update-leaves-other-fields', 'An update of nothing but the name changes `external_id`', nameChangesId, ONLY],
    ['batch-item-without-full-name-takes-it-from-before', 'A variable of the loop keeps what the item before held', filledIn],
  ]),
  fault('metadata-are-archived', ENDPOINT, KEPT, 'Seconds later, empty objects in metadata are lists', archived),
  fault('row-is-written-twice', ENDPOINT, BOTH, 'A queue writes each row once more, over what was written since', writtenTwice),
  fault('update-unsubscribes', ENDPOINT, [FIELDS, OTHERS], 'An update without an address unsubscribes', unsubscribes),
  fault('update-renames-others', ENDPOINT, OTHERS, 'A lone name is stored for every customer', movesName, ONLY),
  fault('unknown-customer-is-the-first', ENDPOINT, OTHERS, 'An id that is not found stands for the first of the batch', onTheFirst),
];

/** Which lone or joint update hurts which other member, and how. */
const HURT: readonly (readonly [sent: string, hurt: string, value: unknown, alsoSeen?: StatementId])[] = [
  ['email_address', 'metadata', {}, KEPT],
  ['phone_number', 'email_address', 'nobody@example.com'],
  ['full_name,phone_number', 'metadata', {}],
];

/** Members that hurt their neighbours, or do not last. */
export const CUSTOMER_MEMBER_FAULTS: readonly Fault[] = [
  ...HURT.map(([sent, hurt, value, alsoSeen]) => {
    const name = `update-of-${sent.replaceAll(/[_,]/g, '-')}-hurts-${hurt.replaceAll('_', '-')}`;
    const description = `An update of nothing but ${sent.replace(',', ' and ')} changes ${hurt}`;
    const breaks: StatementId[] = alsoSeen ? [FIELDS, alsoSeen] : [FIELDS];
    return fault(name, ENDPOINT, breaks, description, bySole(sent, { [hurt]: value }), alsoSeen ? {} : ONLY);
  }),
  ...faults(ENDPOINT, 'customer.answered-are-asked', [
    ['batch-stops-at-unknown', 'A batch ends at the first unknown customer, and is a success', untilUnknown, ONLY],
    ['batch-is-paged', 'The answer to a large batch lists six customers', list('customers', (customers) => customers.slice(0, 6)), ONLY],
  ]),
];
