import type { EndpointName } from '../../src/specification/endpoints.ts';
import { concerns, succeeded, withId } from '../answers.ts';
import { atEach, faults, ONLY, type Spoil } from '../fault.ts';
import type { Fault, PassingAnswer } from '../interposition.ts';
import { at, byFirst } from './rows.ts';

const SECOND = 'record.second-is-its-own';
const UNKNOWN = 'record.unknown-id-is-no-other';

/** Each of them is the only one that reports it. */
const SECOND_ALONE: readonly EndpointName[] = [
  'copyProjectEmailTemplate',
  'createSmsTemplateEmbed',
  'getSentEmail',
  'getProjectEmailAddress',
  'listEmailBlastExecutions',
  'getSegment',
  'getProjectDefinedEvent',
  'previewSmsTemplate',
];
const UNKNOWN_ALONE: readonly EndpointName[] = [
  'createCampaign',
  'batchUpdateCustomers',
  'copyProjectEmailTemplate',
  'copyEmailTemplate',
  'createSmsTemplateEmbed',
  'listEmailAddresses',
  'listEmailBlastExecutions',
  'listEmailTemplateVariables',
  'previewSmsTemplate',
];

const ignored = ['path-ignored', 'Every id leads to the first record', toFirst('any')] as const;

/** Ids in the path that lead to another record, or to none of their own. */
export const OTHER_RECORD_FAULTS: readonly Fault[] = [
  ...atEach(['createCampaign'], 'campaign.business-is-path', [ignored]),
  ...atEach(['batchUpdateCustomers'], 'customer.update-stays-in-business', [ignored]),
  ...atEach(['copyProjectEmailTemplate', 'copyEmailTemplate', 'createSmsTemplateEmbed', 'getSentEmail'], SECOND, [ignored]),
  ...atEach(['listEmailAddresses'], 'email-address.business-is-path', [ignored]),
  ...atEach(['getProjectEmailAddress'], SECOND, [ignored]),
  ...atEach(['getEmailAddress'], 'email-address.list-agrees-with-record', [ignored]),
  ...atEach(['listEmailBlastExecutions', 'getSegment', 'getProjectDefinedEvent'], SECOND, [ignored]),
  ...atEach(['listEmailTemplateVariables'], UNKNOWN, [ignored]),
  ...atEach(['previewSmsTemplate'], SECOND, [ignored]),
  ...faults(
    ['getEvent', 'trackEvent'],
    ['event.match-stays-in-business', 'event.can-be-read'],
    [['path-ignored-at-18', 'Every event is one of the first business', at('trackEvent', toFirst('any'))]],
  ),
  ...atEach(SECOND_ALONE, SECOND, [['second-is-first', 'Every id that is known leads to the first record', toFirst('known'), ONLY]]),
  ...atEach(UNKNOWN_ALONE, UNKNOWN, [['unknown-is-first', 'An unknown id leads to the first record', toFirst('unknown'), ONLY]]),
  ...faults('createSmsTemplateEmbed', SECOND, [
    ['embed-ids-shared', 'The embeds of all templates have one id', byFirst((record, { id }) => ({ ...record, id })), ONLY],
  ]),
  ...atEach(['getSegment', 'getSentEmail', 'getProjectDefinedEvent', 'getProjectEmailAddress'], SECOND, [
    ['cached-but-for-its-id', 'A cache answers the first record under every id', byFirst(({ id }, first) => ({ ...first, id })), ONLY],
  ]),
];

/**
 * Sends requests for other ids on to the first id that succeeded: for any other id; for those that the service knows; or for those that it
 * does not know.
 */
function toFirst(which: 'any' | 'known' | 'unknown'): Spoil {
  return (endpoints) => {
    let first: string | null = null;
    return async (request, forward) => {
      if (!concerns(endpoints, request)) return forward(request);
      const isOther = first !== null && request.id !== first;
      if (isOther && which === 'any') return forward(withId(request, first ?? ''));
      const answer: PassingAnswer = await forward(request);
      if (succeeded(answer)) first ??= request.id;
      const leads = which === 'known' ? succeeded(answer) : answer.status === 404;
      return isOther && leads && which !== 'any' ? forward(withId(request, first ?? '')) : answer;
    };
  };
}
