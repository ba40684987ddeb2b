import type { EndpointName } from '../../src/specification/endpoints.ts';
import { CRASH } from '../answers.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault, PassingRequest } from '../interposition.ts';
import { falls, HANG, isAuthorised, RESET } from './hostile-requests.ts';

const UNKNOWN = 'robustness.unknown-ids';
const HOSTILE = 'robustness.hostile-ids';
const QUERY = 'robustness.query-garbage';

const unknown = ({ id }: PassingRequest) => id.endsWith('-unknown');
const idHas = (part: string) => (request: PassingRequest) => request.id.includes(part);
const queryHas = (part: string) => (request: PassingRequest) => request.target.includes('?') && request.target.includes(part);

/** Endpoints that answer an unknown id with 500. */
const FAILING: readonly EndpointName[] = [
  'getEvent',
  'createCampaign',
  'batchUpdateCustomers',
  'copyProjectEmailTemplate',
  'copyEmailTemplate',
  'createSmsTemplateEmbed',
];

/** Endpoints that break the connection over an unknown id. */
const BREAKING: readonly EndpointName[] = [
  'getFeatureFlagStatuses',
  'getProjectDefinedEvent',
  'listEmailTemplateVariables',
  'previewSmsTemplate',
  'trackEvent',
];

/** Addresses that the service falls over. */
export const ROBUST_ID_FAULTS: readonly Fault[] = [
  ...FAILING.map((endpoint) =>
    fault(`unknown-id-500-at-${numberOf(endpoint)}`, endpoint, UNKNOWN, 'An unknown id is answered with 500', falls(endpoint, unknown)),
  ),
  ...(['getSentEmail', 'listEmailAddresses', 'getProjectEmailAddress'] as const).map((endpoint) =>
    fault(
      `unknown-id-502-at-${numberOf(endpoint)}`,
      endpoint,
      UNKNOWN,
      'An unknown id brings the backend down',
      falls(endpoint, unknown, { ...CRASH, status: 502 }),
    ),
  ),
  ...(['getEmailAddress', 'listEmailBlastExecutions'] as const).map((endpoint) =>
    fault(
      `unknown-id-hangs-at-${numberOf(endpoint)}`,
      endpoint,
      UNKNOWN,
      'An unknown id is never answered',
      falls(endpoint, unknown, HANG),
    ),
  ),
  ...BREAKING.map((endpoint) =>
    fault(
      `unknown-id-reset-at-${numberOf(endpoint)}`,
      endpoint,
      UNKNOWN,
      'An unknown id breaks the connection',
      falls(endpoint, unknown, RESET),
    ),
  ),
  fault(
    'alone-unknown-ids',
    'getFeatureFlagStatuses',
    UNKNOWN,
    'An unknown id is answered with 500',
    falls('getFeatureFlagStatuses', (request) => unknown(request) && isAuthorised(request)),
    ONLY,
  ),
  fault('hostile-nul', 'getSentEmail', HOSTILE, 'A NUL in an id falls through to the database', falls('getSentEmail', idHas('\0')), ONLY),
  fault('hostile-quote', 'getProjectEmailAddress', HOSTILE, 'A quote in an id ends a query', falls('getProjectEmailAddress', idHas("'"))),
  fault(
    'hostile-long',
    'listEmailBlastExecutions',
    HOSTILE,
    'A long id breaks the connection',
    falls('listEmailBlastExecutions', ({ id }) => id.length > 1000, RESET),
  ),
  fault(
    'hostile-escape',
    'getSegment',
    HOSTILE,
    'A malformed escape is not caught',
    falls('getSegment', ({ target }) => /%(?![0-9a-f]{2})/i.test(target)),
  ),
  fault(
    'hostile-line-break',
    'getProjectDefinedEvent',
    HOSTILE,
    'A line break in an id hangs',
    falls('getProjectDefinedEvent', idHas('\n'), HANG),
  ),
  fault('hostile-emoji', 'getEmailAddress', HOSTILE, 'An emoji in an id is not caught', falls('getEmailAddress', idHas('😀'))),
  fault(
    'hostile-prototype',
    'listEmailTemplateVariables',
    HOSTILE,
    "An id is a name of an object's own",
    falls('listEmailTemplateVariables', ({ id }) => id in {}),
  ),
  fault(
    'hostile-surrogate',
    'previewSmsTemplate',
    HOSTILE,
    'Bytes that are no UTF-8 are not caught',
    falls('previewSmsTemplate', ({ target }) => /^[^?]*%(ff|c3|c0%ae)\//i.test(target)),
  ),
  fault(
    'hostile-number',
    'batchUpdateCustomers',
    HOSTILE,
    'An id that is a large number is not caught',
    falls('batchUpdateCustomers', ({ id }) => /^9{20,}$/.test(id)),
  ),
  fault(
    'query-prototype',
    'listEmailAddresses',
    QUERY,
    'A nested query is not caught',
    falls('listEmailAddresses', queryHas('__proto__')),
    ONLY,
  ),
  fault('query-escape', 'getSegment', QUERY, 'A malformed escape in a query is not caught', falls('getSegment', queryHas('%zz'))),
  fault(
    'query-long',
    'getSentEmail',
    QUERY,
    'A long query breaks the connection',
    falls('getSentEmail', ({ target }) => target.length > 2500, RESET),
  ),
  fault(
    'query-number',
    'listEmailBlastExecutions',
    QUERY,
    'A huge offset is not caught',
    falls('listEmailBlastExecutions', queryHas('offset=9999')),
  ),
  fault(
    'query-any',
    'previewSmsTemplate',
    QUERY,
    'Any query hangs',
    falls('previewSmsTemplate', ({ target }) => target.includes('?'), HANG),
  ),
];
