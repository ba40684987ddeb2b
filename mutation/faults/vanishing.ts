import type { EndpointName } from '../../src/specification/endpoints.ts';
import { concerns, type JsonObject, jsonOf, NOT_FOUND, succeeded, withJson } from '../answers.ts';
import { fault, faults, ONLY } from '../fault.ts';
import type { Fault, PassingAnswer } from '../interposition.ts';
import { member, type Spoil } from '../rows.ts';

const KEPT = 'business.is-kept';
const UNCHANGED = 'event.own-fields-never-change';
const VARIABLES = 'email-template.copy-keeps-variables';
const UNRESOLVED = 'Old events are archived without their customer';
const PROJECT = 'copyProjectEmailTemplate';
const OWN = 'copyEmailTemplate';

/** What was created is unknown to all other endpoints. */
const forgotten: Spoil = (endpoints) => {
  const created = new Set<unknown>();
  return async (request, forward) => {
    const answer: PassingAnswer = await forward(request);
    if (concerns(endpoints, request) && succeeded(answer)) created.add(jsonOf(answer).id);
    return created.has(request.id) ? NOT_FOUND : answer;
  };
};

/** Businesses that are answered, and not there afterwards. */
export const BUSINESS_FAULTS: readonly Fault[] = faults('createBusiness', KEPT, [
  ['business-not-kept', 'A business is answered and not stored', forgotten, ONLY],
  ['business-id-of-another-kind', 'The id is one under which nothing is found', member('id', (id) => `business/${id}`)],
]);

const ofEvents = (change?: JsonObject) => afterFurther('trackEvent', 'getEvent', 45, change);
const ofCopies = (copying: EndpointName, change?: JsonObject) => afterFurther(copying, 'listEmailTemplateVariables', 3, change);
const ofBusinesses = afterFurther('createBusiness', 'listEmailAddresses', 20);

/** Stored, read, and later gone or not what it was. */
export const VANISHING_FAULTS: readonly Fault[] = [
  fault('old-events-vanish', 'trackEvent', 'event.can-be-read', 'Old events are removed', ofEvents(), ONLY),
  fault('old-events-lose-their-data', 'getEvent', UNCHANGED, 'Old events are archived without their data', ofEvents({ extra: {} }), ONLY),
  fault('old-events-lose-their-customer', 'getEvent', 'event.stays-resolved', UNRESOLVED, ofEvents({ customer: null }), ONLY),
  fault('old-copies-vanish-at-4', PROJECT, 'email-template.copy-is-kept', 'Old copies are removed', ofCopies(PROJECT), ONLY),
  fault('old-copies-vanish-at-6', OWN, 'email-template.copy-is-kept', 'Old copies are removed', ofCopies(OWN), ONLY),
  fault('old-copies-lose-variables', OWN, VARIABLES, 'Old copies lose their variables', ofCopies(OWN, { variables: [] }), ONLY),
  fault('old-businesses-vanish', 'createBusiness', KEPT, 'Old businesses are removed', ofBusinesses, ONLY),
];

/**
 * What was read before so many further records were made is then gone, or answered with these members, as from a store that keeps only the latest ones
 * whole. Counted and not timed, so that a slow machine changes nothing.
 */
function afterFurther(made: EndpointName, read: EndpointName, further: number, change?: JsonObject): Spoil {
  return () => {
    const readAt = new Map<string, number>();
    let count = 0;
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.endpoint === made && succeeded(answer)) {
        count += 1;
        const { id } = jsonOf(answer);
        if (typeof id === 'string') readAt.set(id, count);
      }
      // An event's id is not in the answer that acknowledges it. Those that were there before the run stay whole.
      const isNew = made === 'trackEvent' ? !request.id.includes('seeded') : readAt.has(request.id);
      if (request.endpoint !== read || !succeeded(answer) || !isNew) return answer;
      const since = readAt.get(request.id) ?? count;
      readAt.set(request.id, since);
      if (count - since <= further) return answer;
      return change ? withJson(answer, { ...jsonOf(answer), ...change }) : NOT_FOUND;
    };
  };
}
