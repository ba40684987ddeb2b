import { gzipSync } from 'node:zlib';
import { ENDPOINT_NAMES, type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { jsonAnswer, sentJson, succeeded, withJson } from '../answers.ts';
import { atEach, faults, ONLY, type Spoil } from '../fault.ts';
import type { Fault, PassingAnswer, PassingRequest } from '../interposition.ts';
import { endpointAt } from '../respelt.ts';
import { falls } from './hostile-requests.ts';
import { answers, requests } from './rows.ts';

const EQUIVALENT = 'robustness.equivalent-requests';
const SAFE = 'robustness.get-creates-nothing';

const isChunked = ({ headers }: PassingRequest) => headers['transfer-encoding'] === 'chunked';
const escapesALetter = ({ target }: PassingRequest) => /%(?:[46][1-9a-f]|[57][0-9a])/i.test(target.split('?')[0] ?? '');
const refused = (name: string, is: (request: PassingRequest) => boolean, status: number) => falls(is, jsonAnswer(status, { error: name }));

const anyAccept = ['`*/*` is no known media type', refused('any-accept', ({ headers }) => headers.accept === '*/*', 406)] as const;

/** Forms of a request that a service should take for the same, and the endpoints that do not. */
const FORMS: readonly (readonly [name: string, at: readonly EndpointName[], description: string, spoil: Spoil])[] = [
  [
    'charset',
    ['createCampaign', 'createSmsTemplateEmbed'],
    'The media type is compared with its parameters',
    refused('charset', ({ headers }) => headers['content-type']?.includes('charset=utf-8') ?? false, 415),
  ],
  ['any-accept', ['createCampaign', 'createSmsTemplateEmbed'], ...anyAccept],
  [
    'no-accept',
    ['batchUpdateCustomers', 'getSentEmail'],
    'A missing Accept accepts nothing',
    refused('no-accept', ({ headers }) => headers.accept === undefined, 406),
  ],
  [
    'escaped-id',
    ['copyProjectEmailTemplate', 'getProjectEmailAddress'],
    'The id in the path is not decoded',
    refused('escaped-id', escapesALetter, 404),
  ],
  [
    'chunked',
    ['copyEmailTemplate', 'copyProjectEmailTemplate'],
    'A body without a length is taken for no body',
    refused('chunked', isChunked, 400),
  ],
  [
    'language',
    ['getFeatureFlagStatuses', 'getSegment'],
    'A language that has no translation falls through',
    refused('language', ({ headers }) => headers['accept-language']?.includes('tlh') ?? false, 500),
  ],
  [
    'weights',
    ['batchUpdateCustomers', 'getEvent'],
    'The first media type of Accept is taken for the only one',
    refused('weights', ({ headers }) => headers.accept?.startsWith('text/x-dvi') ?? false, 406),
  ],
  [
    'cookie',
    ['trackEvent', 'listEmailAddresses'],
    'A percent sign in a cookie is decoded, and not caught',
    refused('cookie', ({ headers }) => headers.cookie?.includes('50%') ?? false, 500),
  ],
  [
    'escape-in-small-letters',
    ['listEmailTemplateVariables', 'previewSmsTemplate'],
    'Only escapes in capitals are decoded',
    refused('small escape', ({ target }) => /%[46][a-f]|%7a/.test(target.split('?')[0] ?? ''), 404),
  ],
  [
    'expect',
    ['createSmsTemplateEmbed', 'createBusiness'],
    'A header that is not known is refused',
    refused('expect', ({ headers }) => headers.expect !== undefined, 400),
  ],
];

export const EQUIVALENT_REQUEST_FAULTS: readonly Fault[] = [
  ...FORMS.flatMap(([name, places, ...row]) => atEach(places, EQUIVALENT, [[`${name}-refused`, ...row]])),
  ...faults('createBusiness', EQUIVALENT, [
    [
      'chunked-body-is-lost',
      'The name is read by the length of the body',
      requests((request) => (isChunked(request) ? withJson(request, { ...sentJson(request), name: 'untitled' }) : request)),
    ],
    ['packed-without-its-coding', 'A copy that was packed for another client comes back without the name of its coding', packedForAll()],
  ]),
  ...faults('getSentEmail', EQUIVALENT, [['alone-equivalent-requests', ...anyAccept, ONLY]]),
];

/** Who takes no coding gets what was packed for the others. */
function packedForAll(): Spoil {
  return answers((answer, { headers }) =>
    headers['accept-encoding'] === 'identity' ? { ...answer, body: gzipSync(answer.body) } : answer,
  );
}

const WRITES = ENDPOINT_NAMES.filter((name) => rowOf(name).method === 'POST');
const anyMethod = ['The route takes any method', getWrites((answer) => answer)] as const;

export const GET_FAULTS: readonly Fault[] = [
  ...atEach(WRITES, SAFE, [['get-writes', ...anyMethod]]),
  ...atEach(['batchUpdateCustomers', 'trackEvent'], SAFE, [
    [
      'get-writes-and-is-refused',
      'The method is looked at when all is done',
      getWrites(() => jsonAnswer(405, { error: 'method not allowed' })),
    ],
  ]),
  ...faults('createSmsTemplateEmbed', SAFE, [['alone-get-creates-nothing', ...anyMethod, ONLY]]),
];

/** GET with good credentials is carried out as POST. */
function getWrites(answered: (answer: PassingAnswer) => PassingAnswer): Spoil {
  return (endpoints) => async (request, forward) => {
    const endpoint =
      request.method === 'GET' && request.headers.authorization !== undefined ? endpointAt('POST', request.target) : undefined;
    if (endpoint === undefined || !endpoints.includes(endpoint)) return forward(request);
    const headers = { ...request.headers, 'content-type': 'application/json' };
    const answer = await forward({ ...request, method: 'POST', endpoint, headers });
    return succeeded(answer) ? answered(answer) : forward(request);
  };
}
