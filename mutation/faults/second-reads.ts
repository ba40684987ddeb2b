import { createHash } from 'node:crypto';
import { ENDPOINT_NAMES, type EndpointName, endpoint as endpointOf } from '../../src/specification/endpoints.ts';
import { CRASH, type JsonObject, jsonAnswer, jsonOf, sentJson, textOf, withHeaders, withJson } from '../answers.ts';
import { atEach, breaking, faults, ONLY } from '../fault.ts';
import type { Fault, PassingAnswer, PassingRequest } from '../interposition.ts';
import { answers, recordsKeeping, type Spoil, successes } from '../rows.ts';
import { falls } from './hostile-requests.ts';

const SAFE = 'robustness.reading-is-safe';
const NULL = 'robustness.unknown-id-is-not-null';
const TYPES = 'robustness.wrong-types';
const FRESH = 'robustness.conditional-read-is-fresh';

/** Endpoints that answer an unknown id with a success and `null`: what a query without rows gives. */
const hasIdAndAnswer = (name: EndpointName) => endpointOf(name).path.includes('{') && endpointOf(name).response !== null;
const [FIRST_FOUND = 'getEvent', ...NOTHING_FOUND] = ENDPOINT_NAMES.filter(hasIdAndAnswer);
const toNull = answers((answer) => (answer.status === 404 ? jsonAnswer(200, null) : answer));
const nullForUnknown = ['unknown-id-null', 'An unknown id is answered with 200 and null', toNull] as const;

const TWICE = 'The cache adds the variables to those that it has';
const toTrue = (flag: JsonObject) => ({ ...flag, enabled: true });
const withVariablesTwice = (answer: JsonObject) => ({ ...answer, variables: [answer.variables, answer.variables].flat() });
const nameUsed = (member: string) =>
  [
    `customer-null-${member}-500`,
    `\`${member}\` is used before anybody looks whether it is null`,
    falls((request) => namesNull(request, member), CRASH),
  ] as const;

/** What changes from the first read to the second and then stays, and what there is not. */
export const SECOND_READ_FAULTS: readonly Fault[] = [
  ...breaking(SAFE, [
    ['flags-true-from-the-second-read', 'getFeatureFlagStatuses', 'The cache keeps texts, and "false" is true', cached(toTrue), ONLY],
    ['variables-twice-from-the-second-read', 'listEmailTemplateVariables', TWICE, cached(withVariablesTwice), ONLY],
  ]),
  ...atEach([FIRST_FOUND], NULL, [[...nullForUnknown, ONLY]]),
  ...atEach(NOTHING_FOUND, NULL, [nullForUnknown]),
  ...faults('batchUpdateCustomers', TYPES, [[...nameUsed('full_name'), ONLY], nameUsed('phone_number'), nameUsed('email_address')]),
];

type Conditional = (answer: PassingAnswer, isNamed: boolean) => PassingAnswer;

const idOf = (answer: PassingAnswer) => String(jsonOf(answer).id);
const fresh: Conditional = (answer, isNamed) => (isNamed ? notModified(answer) : answer);
const unresolved: Conditional = (answer, isNamed) => (isNamed ? answer : withJson(answer, { ...jsonOf(answer), customer: null }));

/** A client that asks for news only gets none. */
export const CACHE_FAULTS: readonly Fault[] = faults('getEvent', FRESH, [
  ['etag-of-the-id-alone', 'The entity tag is made of the id, so that an event never changes', tagging(idOf, fresh), ONLY],
  ['not-modified-whatever-the-tag', 'Every conditional read is answered with 304', tagging(textOf, notModified)],
  ['conditional-read-of-the-old-state', 'Who names an old tag gets the old event', tagging(textOf, unresolved)],
]);

/** The record's second and later reads are answered from a cache, by the id in the path. */
function cached(change: (record: JsonObject) => JsonObject): Spoil {
  return recordsKeeping(
    () => new Map<string, PassingRequest>(),
    (record, firsts, request) => {
      const first = firsts.get(request.id) ?? request;
      firsts.set(request.id, first);
      // A list's records come one after another in one answer: all of the first answer are fresh.
      return first === request ? record : change(record);
    },
  );
}

function namesNull(request: PassingRequest, member: string): boolean {
  const { customers } = sentJson(request) ?? {};
  return Array.isArray(customers) && customers.some((customer: JsonObject | null) => customer?.[member] === null);
}

/** Answers with an entity tag that follows from `of`, and what a request that names one gets: this one, or another. */
function tagging(of: (answer: PassingAnswer) => string, conditional: Conditional): Spoil {
  return successes((answer, { headers }) => {
    const etag = `"${createHash('sha256').update(of(answer)).digest('base64url').slice(0, 12)}"`;
    const given = headers['if-none-match'];
    return given === undefined ? withHeaders(answer, { etag }) : conditional(withHeaders(answer, { etag }), given === etag);
  });
}

function notModified(answer: PassingAnswer): PassingAnswer {
  return { ...answer, status: 304, body: new Uint8Array() };
}
