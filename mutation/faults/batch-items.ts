import { isObject, type JsonObject, sentJson } from '../answers.ts';
import type { PassingRequest } from '../interposition.ts';

/** The updates that a request to batchUpdateCustomers holds. */
export const items = (request: PassingRequest): JsonObject[] => {
  const customers = sentJson(request)?.customers;
  return Array.isArray(customers) ? customers.filter(isObject) : [];
};

/** The update of this customer. */
export const itemOf = (request: PassingRequest, customer: JsonObject) => items(request).find(({ id }) => id === customer.id);

/** The customers of an answer. */
export const customersOf = (value: JsonObject) => value.customers as JsonObject[];

/** Whether an update names a member. */
export const names = (item: JsonObject | undefined, member: string) => item !== undefined && Object.hasOwn(item, member);
