import { isUtf8 } from 'node:buffer';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { CRASH, type JsonObject, onRequest, withJson } from '../answers.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault, PassingRequest } from '../interposition.ts';
import { falls, isAuthorised, isJson, RESET, textOf as text } from './hostile-requests.ts';

const SURVIVED = 'robustness.non-json-survived';
const REFUSED = 'robustness.non-json-refused';

/** The endpoints that read a body, but for the one that has a fault of its own. */
const CRASHING: readonly EndpointName[] = [
  'createCampaign',
  'batchUpdateCustomers',
  'copyProjectEmailTemplate',
  'copyEmailTemplate',
  'createSmsTemplateEmbed',
  'trackEvent',
];

const notJson = (request: PassingRequest) => !isJson(request);

/** What is not JSON is taken for something that is. */
const takenFor = (endpoint: EndpointName, body: (request: PassingRequest) => JsonObject) =>
  onRequest([endpoint], (request) =>
    isJson(request)
      ? request
      : withJson({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } }, body(request)),
  );

/** Bodies that are not JSON: the service falls over them, or takes them. */
export const ROBUST_NON_JSON_FAULTS: readonly Fault[] = [
  ...CRASHING.map((endpoint, index) =>
    fault(
      `non-json-500-at-${numberOf(endpoint)}`,
      endpoint,
      SURVIVED,
      'A body that is not JSON is not caught',
      falls(endpoint, notJson, [CRASH, RESET][index % 2]),
    ),
  ),
  fault(
    'alone-non-json-survived',
    'createBusiness',
    SURVIVED,
    'A body that is not JSON is not caught',
    falls('createBusiness', (request) => notJson(request) && isUtf8(request.body) && isAuthorised(request)),
    ONLY,
  ),
  fault(
    'alone-non-json-refused',
    'createBusiness',
    REFUSED,
    'A body that is not JSON is taken for an empty one',
    takenFor('createBusiness', () => ({})),
    ONLY,
  ),
  fault(
    'non-json-tracked',
    'trackEvent',
    REFUSED,
    'A body that is not JSON is taken for an event',
    takenFor('trackEvent', (request) => ({ event: 'unreadable', data: { text: text(request) } })),
  ),
  fault(
    'non-json-default-embed',
    'createSmsTemplateEmbed',
    REFUSED,
    'A body that is not JSON gets the default',
    takenFor('createSmsTemplateEmbed', () => ({ expires_in: 60 })),
  ),
  fault(
    'non-json-campaign',
    'createCampaign',
    REFUSED,
    'A body that is not JSON makes an empty campaign',
    takenFor('createCampaign', () => ({ name: 'unnamed' })),
  ),
  fault(
    'non-json-batch',
    'batchUpdateCustomers',
    REFUSED,
    'A body that is not JSON is an empty batch',
    takenFor('batchUpdateCustomers', () => ({ customers: [] })),
  ),
  fault(
    'non-json-completed',
    'createBusiness',
    REFUSED,
    'A body that breaks off is completed',
    onRequest(['createBusiness'], (request) => (text(request) === '{' ? withJson(request, {}) : request)),
  ),
];
