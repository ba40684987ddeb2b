import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { concerns, onRecordsKeeping, succeeded } from '../answers.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingAnswer } from '../interposition.ts';
import { withId } from './with-id.ts';

const SECOND = 'record.second-is-its-own';
const UNKNOWN = 'record.unknown-id-is-no-other';

/** What has to report that the id in the path plays no part at all. */
const IGNORED: Readonly<Partial<Record<EndpointName, readonly StatementId[]>>> = {
  createCampaign: ['campaign.business-is-path'],
  batchUpdateCustomers: ['customer.update-stays-in-business'],
  copyProjectEmailTemplate: [SECOND],
  copyEmailTemplate: [SECOND],
  createSmsTemplateEmbed: [SECOND],
  getSentEmail: [SECOND],
  listEmailAddresses: ['email-address.business-is-path'],
  getProjectEmailAddress: [SECOND],
  getEmailAddress: ['email-address.list-agrees-with-record'],
  listEmailBlastExecutions: [SECOND],
  getSegment: [SECOND],
  getProjectDefinedEvent: [SECOND],
  listEmailTemplateVariables: [UNKNOWN],
  previewSmsTemplate: [SECOND],
};

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

/** Ids in the path that lead to another record, or to none of their own. */
export const OTHER_RECORD_FAULTS: readonly Fault[] = [
  ...Object.entries(IGNORED).map(([name, breaks]) => {
    const endpoint = name as EndpointName;
    return fault(`path-ignored-at-${numberOf(endpoint)}`, endpoint, breaks, 'Every id leads to the first record', toFirst(endpoint, 'any'));
  }),
  fault(
    'path-ignored-at-18',
    ['getEvent', 'trackEvent'],
    ['event.match-stays-in-business', 'event.can-be-read'],
    'Every event is one of the first business',
    toFirst('trackEvent', 'any'),
  ),
  ...SECOND_ALONE.map((endpoint) =>
    fault(
      `second-is-first-at-${numberOf(endpoint)}`,
      endpoint,
      SECOND,
      'Every id that is known leads to the first record',
      toFirst(endpoint, 'known'),
      ONLY,
    ),
  ),
  ...UNKNOWN_ALONE.map((endpoint) =>
    fault(
      `unknown-is-first-at-${numberOf(endpoint)}`,
      endpoint,
      UNKNOWN,
      'An unknown id leads to the first record',
      toFirst(endpoint, 'unknown'),
      ONLY,
    ),
  ),
  fault(
    'embed-ids-shared',
    'createSmsTemplateEmbed',
    SECOND,
    'The embeds of all templates have one id',
    onRecordsKeeping(
      ['createSmsTemplateEmbed'],
      () => ({ id: undefined as unknown }),
      (record, memory) => {
        memory.id ??= record.id;
        return { ...record, id: memory.id };
      },
    ),
    ONLY,
  ),
  ...(['getSegment', 'getSentEmail', 'getProjectDefinedEvent', 'getProjectEmailAddress'] as const).map((endpoint) =>
    fault(
      `cached-but-for-its-id-at-${numberOf(endpoint)}`,
      endpoint,
      SECOND,
      'A cache answers the first record under every id',
      onRecordsKeeping(
        [endpoint],
        () => ({ first: undefined as Record<string, unknown> | undefined }),
        (record, memory) => {
          memory.first ??= record;
          return { ...memory.first, id: record.id };
        },
      ),
      ONLY,
    ),
  ),
];

/**
 * Sends requests for other ids on to the first id that succeeded: for any other id; for those that the service knows; or for those that it
 * does not know.
 */
function toFirst(endpoint: EndpointName, which: 'any' | 'known' | 'unknown'): () => Interposition {
  return () => {
    let first: string | null = null;
    return async (request, forward) => {
      if (!concerns([endpoint], request)) return forward(request);
      const isOther = first !== null && request.id !== first;
      if (isOther && which === 'any') return forward(withId(request, first ?? ''));
      const answer: PassingAnswer = await forward(request);
      if (succeeded(answer)) first ??= request.id;
      const leads = which === 'known' ? succeeded(answer) : answer.status === 404;
      return isOther && leads && which !== 'any' ? forward(withId(request, first ?? '')) : answer;
    };
  };
}
