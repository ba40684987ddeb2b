import { isObject, type JsonObject, jsonOf, sentJson, withJson } from '../answers.ts';
import { type Fault, fault, faults, ONLY } from '../fault.ts';
import type { PassingAnswer, PassingRequest } from '../interposition.ts';
import { list, member, recordsKeeping, requests, sending } from '../rows.ts';

/** The updates that a request to batchUpdateCustomers holds. */
export const items = (request: PassingRequest): JsonObject[] => {
  const customers = sentJson(request)?.customers;
  return Array.isArray(customers) ? customers.filter(isObject) : [];
};

export const idsIn = (request: PassingRequest) => items(request).map(({ id }) => id);
export const isUnknown = ({ id }: JsonObject) => String(id).endsWith('-unknown');

/** The updates change on their way, where there are any. */
export const updates = (change: (items: JsonObject[]) => JsonObject[]) =>
  requests((request) => {
    const [all, sent] = [items(request), sentJson(request)];
    const changed = change(all);
    return all.length === 0 || changed === all ? request : withJson(request, { ...sent, customers: changed });
  });

/** The update of this customer. */
export const itemOf = (request: PassingRequest, customer: JsonObject) => items(request).find(({ id }) => id === customer.id);
export const customersOf = (value: JsonObject) => value.customers as JsonObject[];

/** The answer, each of its customers changed. */
export const withCustomers = (answer: PassingAnswer, change: (customer: JsonObject) => JsonObject) =>
  withJson(answer, { ...jsonOf(answer), customers: customersOf(jsonOf(answer)).map(change) });

/** Whether an update names a member. */
export const names = (item: JsonObject | undefined, member: string) => item !== undefined && Object.hasOwn(item, member);

/** Changes each customer by what is kept of him, and by the update of him; with nothing to `keep`, that goes. */
export const customersKeeping = <Kept>(
  change: (customer: JsonObject, kept: Kept | undefined, item: JsonObject, keep: (kept?: Kept) => void) => JsonObject,
) =>
  recordsKeeping(new Map<unknown, Kept | undefined>(), (customer, all, request) =>
    change(customer, all.get(customer.id), itemOf(request, customer) ?? {}, (kept) => all.set(customer.id, kept)),
  );

const ENDPOINT = 'batchUpdateCustomers';
const NAME = 'customer.full-name-comes-back';
const NUMBER = 'customer.phone-number-comes-back';
const ADDRESS = 'customer.email-address-comes-back';
const METADATA = 'customer.metadata-comes-back';

/** Damages a member wherever it is shown. */
const shown = (name: string, change: (value: string) => unknown) => member(name, (value) => change(String(value)));
const metadata = (change: (metadata: JsonObject) => unknown) => member('metadata', (value) => change(value as JsonObject));
const masked = (address: string) => address.replace(/^(.)[^@]*/, '$1***');
const inGroups = (number: string) => number.replace(/(\d{3})(?=\d)/g, '$1 ');
const withoutOrigin = metadata(({ origin: _gone, ...rest }) => rest);
const firstNameForAll = list('customers', (all, request) => {
  const areNames = items(request).length === 3 && items(request).every((item) => Object.keys(item).join() === 'id,full_name');
  return areNames ? all.map((customer) => ({ ...customer, full_name: all[0]?.full_name })) : all;
});

/** What is like the value from before is not stored. */
const keptWhere = (name: string, like: (value: unknown) => string) =>
  customersKeeping<unknown>((customer, before, item, keep) => {
    const isLike = names(item, name) && before !== undefined && like(before) === like(customer[name]);
    if (!isLike) keep(names(item, name) ? customer[name] : before);
    return isLike ? { ...customer, [name]: before } : customer;
  });
const collated = keptWhere('full_name', (name) => String(name).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase());
const looselyEqual = keptWhere('metadata', (value) => JSON.stringify(value).replaceAll('"', '').replaceAll('true', '1'));

/** Answers to a batch update that show other customers or other values than they should. */
export const CUSTOMER_FAULTS: readonly Fault[] = [
  ...faults(ENDPOINT, 'customer.answered-are-asked', [
    ['batch-answers-stranger', 'Somebody else is answered too', list('customers', (all) => [...all, { id: 'cus_foreign' }]), ONLY],
    ['batch-answers-twice', 'Each is answered twice', list('customers', (all) => [...all, ...all])],
  ]),
  fault('alone-customer-full-name', ENDPOINT, NAME, 'In a batch of three the first name is answered for all', firstNameForAll, ONLY),
  fault('phone-number-formatted', ENDPOINT, NUMBER, 'Numbers are answered in groups', shown('phone_number', inGroups), ONLY),
  fault('email-address-masked', ENDPOINT, ADDRESS, 'Addresses are masked', shown('email_address', masked), ONLY),
  fault('metadata-member-lost', ENDPOINT, METADATA, 'A member of the metadata is lost', withoutOrigin, ONLY),
];

const addressUnread = sending('customers.*.email_address', () => undefined);

/** Damage to what is stored of a customer. */
export const CUSTOMER_DAMAGE_FAULTS: readonly Fault[] = [
  ...faults(ENDPOINT, METADATA, [
    ['customer-metadata-nested', 'The metadata stands one level deeper', metadata((custom) => ({ custom }))],
    ['metadata-is-loosely-equal', 'What is loosely equal to what was stored is no change', looselyEqual],
  ]),
  fault('customer-email-ignored', ENDPOINT, ADDRESS, 'The address is not read', addressUnread),
  fault('customer-name-collated', ENDPOINT, NAME, 'A name that differs in letter case or accents is no change', collated),
];
