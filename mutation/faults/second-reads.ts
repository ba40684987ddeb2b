import { ENDPOINT_NAMES, type EndpointName, endpoint as endpointOf } from '../../src/specification/endpoints.ts';
import { CRASH, insteadOf, type JsonObject, jsonAnswer, onAnswer, onRecordsKeeping, sentJson } from '../answers.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault, PassingRequest } from '../interposition.ts';

const SAFE = 'robustness.reading-is-safe';
const NULL = 'robustness.unknown-id-is-not-null';

/** Endpoints that answer an unknown id with a success and `null`: what a query without rows gives. */
const NOTHING_FOUND = ENDPOINT_NAMES.filter((name) => endpointOf(name).path.includes('{') && endpointOf(name).response !== null);

/** The record's second and later reads are answered from a cache, by the id in the path. */
const cached = (endpoint: EndpointName, change: (record: JsonObject) => JsonObject) =>
  onRecordsKeeping(
    [endpoint],
    () => new Map<string, string>(),
    (record, firstTargets, request) => {
      const first = firstTargets.get(request.id);
      // A list's records come one after another in one answer: all of the first answer are fresh.
      if (first === undefined) firstTargets.set(request.id, moment(request));
      return first === undefined || first === moment(request) ? record : change(record);
    },
  );

const moments = new WeakMap<PassingRequest, string>();

/** Tells one request from another. */
function moment(request: PassingRequest): string {
  const known = moments.get(request) ?? crypto.randomUUID();
  moments.set(request, known);
  return known;
}

/** What changes from the first read to the second and then stays, and what there is not. */
export const SECOND_READ_FAULTS: readonly Fault[] = [
  fault(
    'flags-true-from-the-second-read',
    'getFeatureFlagStatuses',
    SAFE,
    'The cache keeps texts, and "false" is true',
    cached('getFeatureFlagStatuses', (flag) => ({ ...flag, enabled: true })),
    ONLY,
  ),
  fault(
    'variables-twice-from-the-second-read',
    'listEmailTemplateVariables',
    SAFE,
    'The cache adds the variables to those that it has',
    cached('listEmailTemplateVariables', (answer) => {
      const variables = answer.variables as string[];
      return { ...answer, variables: [...variables, ...variables] };
    }),
    ONLY,
  ),
  ...NOTHING_FOUND.map((endpoint, index) =>
    fault(
      `unknown-id-null-at-${numberOf(endpoint)}`,
      endpoint,
      NULL,
      'An unknown id is answered with 200 and null',
      onAnswer([endpoint], (answer) => (answer.status === 404 ? jsonAnswer(200, null) : answer)),
      index === 0 ? ONLY : {},
    ),
  ),
  ...['full_name', 'phone_number', 'email_address'].map((member) =>
    fault(
      `customer-null-${member}-500`,
      'batchUpdateCustomers',
      'robustness.wrong-types',
      `\`${member}\` is used before anybody looks whether it is null`,
      insteadOf(['batchUpdateCustomers'], (request) => (namesNull(request, member) ? CRASH : null)),
      member === 'full_name' ? ONLY : {},
    ),
  ),
];

function namesNull(request: PassingRequest, member: string): boolean {
  const { customers } = sentJson(request) ?? {};
  return Array.isArray(customers) && customers.some((customer: JsonObject | null) => customer?.[member] === null);
}
