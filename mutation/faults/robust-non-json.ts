import { isUtf8 } from 'node:buffer';
import { type JsonObject, withJson } from '../answers.ts';
import { atEach, faults, ONLY } from '../fault.ts';
import type { Fault, PassingRequest } from '../interposition.ts';
import { falls, isAuthorised, isJson, RESET, textOf as text } from './hostile-requests.ts';
import { requests } from './rows.ts';

const SURVIVED = 'robustness.non-json-survived';
const REFUSED = 'robustness.non-json-refused';

const notJson = (request: PassingRequest) => !isJson(request);

/** What is not JSON is taken for something that is. */
const takenFor = (body: (request: PassingRequest) => JsonObject) =>
  requests((request) =>
    isJson(request)
      ? request
      : withJson({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } }, body(request)),
  );

const crashes = ['non-json-500', 'A body that is not JSON is not caught', falls(notJson)] as const;
const breaks = ['non-json-500', 'A body that is not JSON is not caught', falls(notJson, RESET)] as const;

/** Bodies that are not JSON: the service falls over them, or takes them. */
export const ROBUST_NON_JSON_FAULTS: readonly Fault[] = [
  ...atEach(['createCampaign'], SURVIVED, [crashes]),
  ...atEach(['batchUpdateCustomers'], SURVIVED, [breaks]),
  ...atEach(['copyProjectEmailTemplate'], SURVIVED, [crashes]),
  ...atEach(['copyEmailTemplate'], SURVIVED, [breaks]),
  ...atEach(['createSmsTemplateEmbed'], SURVIVED, [crashes]),
  ...atEach(['trackEvent'], SURVIVED, [breaks]),
  ...faults('createBusiness', SURVIVED, [
    [
      'alone-non-json-survived',
      'A body that is not JSON is not caught',
      falls((request) => notJson(request) && isUtf8(request.body) && isAuthorised(request)),
      ONLY,
    ],
  ]),
  ...faults('createBusiness', REFUSED, [
    ['alone-non-json-refused', 'A body that is not JSON is taken for an empty one', takenFor(() => ({})), ONLY],
  ]),
  ...faults('trackEvent', REFUSED, [
    [
      'non-json-tracked',
      'A body that is not JSON is taken for an event',
      takenFor((request) => ({ event: 'unreadable', data: { text: text(request) } })),
    ],
  ]),
  ...faults('createSmsTemplateEmbed', REFUSED, [
    ['non-json-default-embed', 'A body that is not JSON gets the default', takenFor(() => ({ expires_in: 60 }))],
  ]),
  ...faults('createCampaign', REFUSED, [
    ['non-json-campaign', 'A body that is not JSON makes an empty campaign', takenFor(() => ({ name: 'unnamed' }))],
  ]),
  ...faults('batchUpdateCustomers', REFUSED, [
    ['non-json-batch', 'A body that is not JSON is an empty batch', takenFor(() => ({ customers: [] }))],
  ]),
  ...faults('createBusiness', REFUSED, [
    [
      'non-json-completed',
      'A body that breaks off is completed',
      requests((request) => (text(request) === '{' ? withJson(request, {}) : request)),
    ],
  ]),
];
