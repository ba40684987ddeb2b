import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { type JsonObject, jsonAnswer, jsonOf, succeeded, withJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingAnswer } from '../interposition.ts';

const GONE = jsonAnswer(404, { error: { code: 'not_found', message: 'no such record' } });

/**
 * What was read before so many further records were made is then answered otherwise, as from a store that keeps only the latest ones whole.
 * Counted and not timed, so that a slow machine changes nothing.
 */
function afterFurther(
  made: EndpointName,
  read: EndpointName,
  further: number,
  change: (answer: PassingAnswer) => PassingAnswer,
): () => Interposition {
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
      return count - since > further ? change(answer) : answer;
    };
  };
}

const record = (change: (value: JsonObject) => JsonObject) => (answer: PassingAnswer) => withJson(answer, change(jsonOf(answer)));

function vanishing(
  name: string,
  endpoint: EndpointName,
  breaks: StatementId,
  description: string,
  ...[made, read, further, change]: Parameters<typeof afterFurther>
): Fault {
  return fault(name, endpoint, breaks, description, afterFurther(made, read, further, change), ONLY);
}

/** Stored, read, and later gone or not what it was. */
export const VANISHING_FAULTS: readonly Fault[] = [
  vanishing('old-events-vanish', 'trackEvent', 'event.can-be-read', 'Old events are removed', 'trackEvent', 'getEvent', 45, () => GONE),
  vanishing(
    'old-events-lose-their-data',
    'getEvent',
    'event.own-fields-never-change',
    'Old events are archived without their data',
    'trackEvent',
    'getEvent',
    45,
    record((event) => ({ ...event, extra: {} })),
  ),
  vanishing(
    'old-events-lose-their-customer',
    'getEvent',
    'event.stays-resolved',
    'Old events are archived without their customer',
    'trackEvent',
    'getEvent',
    45,
    record((event) => ({ ...event, customer: null })),
  ),
  ...(['copyProjectEmailTemplate', 'copyEmailTemplate'] as const).flatMap((copying) => [
    vanishing(
      `old-copies-vanish-at-${copying === 'copyEmailTemplate' ? 6 : 4}`,
      copying,
      'email-template.copy-is-kept',
      'Old copies are removed',
      copying,
      'listEmailTemplateVariables',
      3,
      () => GONE,
    ),
  ]),
  vanishing(
    'old-copies-lose-variables',
    'copyEmailTemplate',
    'email-template.copy-keeps-variables',
    'Old copies lose their variables',
    'copyEmailTemplate',
    'listEmailTemplateVariables',
    3,
    record((answer) => ({ ...answer, variables: [] })),
  ),
  vanishing(
    'old-businesses-vanish',
    'createBusiness',
    'business.is-kept',
    'Old businesses are removed',
    'createBusiness',
    'listEmailAddresses',
    20,
    () => GONE,
  ),
];
