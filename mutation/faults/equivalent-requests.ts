import { gzipSync } from 'node:zlib';
import { ENDPOINT_NAMES, type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { answerOf, sentJson, succeeded, withJson } from '../answers.ts';
import { atEach, fault, faults, ONLY } from '../fault.ts';
import type { Fault, PassingAnswer, PassingRequest } from '../interposition.ts';
import { endpointAt } from '../proxy/passing-request.ts';
import { answers, falls, requests, type Spoil } from '../rows.ts';

const EQUIVALENT = 'robustness.equivalent-requests';
const SAFE = 'robustness.get-creates-nothing';

export const isChunked = ({ headers }: PassingRequest) => headers['transfer-encoding'] === 'chunked';
const escapesALetter = ({ target }: PassingRequest) => /%(?:[46][1-9a-f]|[57][0-9a])/i.test(target.split('?')[0] ?? '');
const header = (name: string, is: (value: string) => boolean) => (request: PassingRequest) => is(request.headers[name] ?? '');
const refused = (name: string, is: (request: PassingRequest) => boolean, status: number) => falls(is, answerOf(status, { error: name }));
const isAnyAccept = header('accept', (types) => types === '*/*');
const isWithoutAccept = ({ headers }: PassingRequest) => headers.accept === undefined;
export const expects = ({ headers }: PassingRequest) => headers.expect !== undefined;
const hasCharset = header('content-type', (type) => type.includes('charset=utf-8'));
const isKlingon = header('accept-language', (languages) => languages.includes('tlh'));
const hasWeights = header('accept', (types) => types.startsWith('text/x-dvi'));
const isBrowser = header('accept', (types) => types.startsWith('text/html'));
const isInCapitals = ({ inCapitals = false }: PassingRequest) => inCapitals;
const PAGE = answerOf(200, '<!doctype html><title>Explorer</title>', { 'content-type': 'text/html' });
const hasOddCookie = header('cookie', (cookie) => cookie.includes('50%'));
const namesTag = header('if-none-match', (tag) => tag !== '');
const namesTime = header('if-modified-since', (time) => time !== '');
const escapesInSmall = ({ target }: PassingRequest) => /%[46][a-f]|%7a/.test(target.split('?')[0] ?? '');

const untitledIfChunked = requests((request) =>
  isChunked(request) ? withJson(request, { ...sentJson(request), name: 'untitled' }) : request,
);
/** Who takes no coding gets what was packed for the others. */
const packedForAll = answers((answer, { headers }) =>
  headers['accept-encoding'] === 'identity' ? { ...answer, body: gzipSync(answer.body) } : answer,
);

const ONLY_CAPITALS = 'Only escapes in capitals are decoded';
const ANY_ACCEPT = '`*/*` is no known media type';

type Form = (request: PassingRequest) => boolean;

/** Forms of a request that a service should take for the same, and an endpoint that does not. */
const FORMS: readonly (readonly [endpoint: EndpointName, name: string, description: string, is: Form, status: number])[] = [
  ['createCampaign', 'charset', 'The media type is compared with its parameters', hasCharset, 415],
  ['getSegment', 'any-accept', ANY_ACCEPT, isAnyAccept, 406],
  ['batchUpdateCustomers', 'no-accept', 'A missing Accept accepts nothing', isWithoutAccept, 406],
  ['copyProjectEmailTemplate', 'escaped-id', 'The id in the path is not decoded', escapesALetter, 404],
  ['copyEmailTemplate', 'chunked', 'A body without a length is taken for no body', isChunked, 400],
  ['getFeatureFlagStatuses', 'language', 'A language that has no translation falls through', isKlingon, 500],
  ['batchUpdateCustomers', 'weights', 'The first media type of Accept is taken for the only one', hasWeights, 406],
  ['trackEvent', 'cookie', 'A percent sign in a cookie is decoded, and not caught', hasOddCookie, 500],
  ['listEmailTemplateVariables', 'escape-in-small-letters', ONLY_CAPITALS, escapesInSmall, 404],
  ['getProjectDefinedEvent', 'tag', 'Whoever names a tag has the record already', namesTag, 304],
  ['getSentEmail', 'time', 'What has no time of its own was not modified', namesTime, 304],
  ['batchUpdateCustomers', 'capitals', 'Names of headers are compared letter by letter', isInCapitals, 401],
  ['createSmsTemplateEmbed', 'expect', 'A header that is not known is refused', expects, 400],
];

export const EQUIVALENT_REQUEST_FAULTS: readonly Fault[] = [
  ...FORMS.flatMap(([endpoint, name, description, is, status]) =>
    atEach([endpoint], EQUIVALENT, [[`${name}-refused`, description, refused(name, is, status)]]),
  ),
  ...atEach([13, 18], EQUIVALENT, [['page-for-browsers', 'Who takes HTML gets a page to click through', falls(isBrowser, PAGE)]]),
  ...faults('createBusiness', EQUIVALENT, [
    ['chunked-body-is-lost', 'The name is read by the length of the body', untitledIfChunked],
    ['packed-without-its-coding', 'A copy that was packed for another client comes back without the name of its coding', packedForAll],
  ]),
  fault('alone-equivalent-requests', 'getSentEmail', EQUIVALENT, ANY_ACCEPT, refused('any-accept', isAnyAccept, 406), ONLY),
];

const WRITES = ENDPOINT_NAMES.filter((name) => rowOf(name).method === 'POST');
const NOT_ALLOWED = answerOf(405, { error: 'method not allowed' });
const anyMethod = ['The route takes any method', getWrites((answer) => answer)] as const;

export const GET_FAULTS: readonly Fault[] = [
  ...atEach(WRITES, SAFE, [['get-writes', ...anyMethod]]),
  ...atEach([3, 18], SAFE, [['get-writes-and-is-refused', 'The method is looked at when all is done', getWrites(() => NOT_ALLOWED)]]),
  ...faults('createSmsTemplateEmbed', SAFE, [['alone-get-creates-nothing', ...anyMethod, ONLY]]),
];

/** GET with good credentials is carried out as POST. */
function getWrites(answered: (answer: PassingAnswer) => PassingAnswer): Spoil {
  return (endpoints) => async (request, forward) => {
    const endpoint = request.method === 'GET' && request.headers.authorization !== undefined ? endpointAt('POST', request.target) : null;
    if (endpoint === null || !endpoints.includes(endpoint)) return forward(request);
    const headers = { ...request.headers, 'content-type': 'application/json' };
    const answer = await forward({ ...request, method: 'POST', endpoint, headers });
    return succeeded(answer) ? answered(answer) : forward(request);
  };
}
