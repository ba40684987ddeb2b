import { gzipSync } from 'node:zlib';
import { ENDPOINT_NAMES, type EndpointName, READS, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { answerOf, asJson, CRASH, concerns, HANG, NOT_FOUND, RESET, sentJson, succeeded, textOf, withJson, withText } from '../answers.ts';
import { atEach, breaking, type Fault, fault, faults, ONLY } from '../fault.ts';
import type { Misbehaviour, PassingAnswer, PassingRequest } from '../interposition.ts';
import { endpointAt } from '../proxy/passing-request.ts';
import { answers, falls, requests, type Spoil } from '../rows.ts';

const AFTER_GOOD = 'authentication.rejects-after-good';
const EQUIVALENT = 'robustness.equivalent-requests';
const SAFE = 'robustness.get-creates-nothing';

const inPairs = falls(({ body }) => /\\ud83d\\ude00/.test(Buffer.from(body).toString()), answerOf(422, { error: 'not text' }));
const ofHalves = answers((answer, request) => {
  const halves = /\\ud83d\\ude00/.test(textOf(request)) && succeeded(answer);
  return halves ? withText(answer, textOf(answer).replaceAll('\u{1f600}', '\ufffd\ufffd')) : answer;
});
const slashes = falls((request) => textOf(request).includes('\\/'), answerOf(422, { error: 'no such escape' }));

export const isChunked = ({ headers }: PassingRequest) => headers['transfer-encoding'] === 'chunked';
const escapesALetter = ({ target }: PassingRequest) => /%(?:[46][1-9a-f]|[57][0-9a])/i.test(target.split('?')[0] ?? '');
const header = (name: string, is: (value: string) => boolean) => (request: PassingRequest) => is(request.headers[name] ?? '');
const refused = (name: string, is: (request: PassingRequest) => boolean, status: number) => falls(is, answerOf(status, { error: name }));
const isAnyAccept = header('accept', (types) => types === '*/*');
const isWithoutAccept = ({ headers }: PassingRequest) => headers.accept === undefined;
export const expects = ({ headers }: PassingRequest) => headers.expect !== undefined;
const hasCharset = header('content-type', (type) => type.includes('charset=utf-8'));
const waitsWithChunks = (request: PassingRequest) => expects(request) && isChunked(request);
const isKlingon = header('accept-language', (languages) => languages.includes('tlh'));
const isBrowser = header('accept', (types) => types.startsWith('text/html'));
const isInCapitals = ({ inCapitals = false }: PassingRequest) => inCapitals;
const PAGE = answerOf(200, '<!doctype html><title>Explorer</title>', { 'content-type': 'text/html' });
const hasOddCookie = header('cookie', (cookie) => cookie.includes('50%'));

const untitled = requests((request) => (isChunked(request) ? withJson(request, { ...sentJson(request), name: 'untitled' }) : request));
const takesNoCoding = header('accept-encoding', (coding) => coding === 'identity');
const packed = (answer: PassingAnswer) => ({ ...answer, body: gzipSync(answer.body) });
/** Who takes no coding gets what was packed for the others. */
const packedForAll = answers((answer, request) => (takesNoCoding(request) ? packed(answer) : answer));

/** Each chunk is decoded by itself. */
const decodedApart = requests((request) =>
  isChunked(request) ? withText(request, textOf(request).replace(/[^\0-\x7f]/g, '\ufffd\ufffd')) : request,
);

/** Dates as the reader's language writes them. */
const datedForReader = answers((answer, request) =>
  isKlingon(request) && succeeded(answer)
    ? withText(answer, textOf(answer).replace(/(\d{4})-(\d\d)-(\d\d)T([\d:]{5})[^"]*/g, '$3.$2.$1 $4'))
    : answer,
);

/** A charset in small letters is another one. */
const inCapitals = header('content-type', (type) => type.includes('charset=UTF-8'));
const readAsLatin = (isMeant: typeof hasCharset) =>
  requests((request) =>
    isMeant(request) && request.body ? { ...request, body: Buffer.from(Buffer.from(request.body).toString('latin1')) } : request,
  );

/** A cache has the packed answer, and gives it to everybody. */
const packedFromCache = answers((answer, request) =>
  takesNoCoding(request) && succeeded(answer) ? { ...packed(answer), headers: { ...answer.headers, 'content-encoding': 'gzip' } } : answer,
);

/** What comes over a connection before the request before it is answered. */
const pipelined =
  (play: (before: Promise<PassingAnswer>) => PassingAnswer | Misbehaviour | Promise<PassingAnswer>, isMeant: Form = () => true): Spoil =>
  (endpoints) => {
    const underWay = new Map<number, Promise<PassingAnswer>>();
    return async (request, forward) => {
      const { connection } = request;
      const before = underWay.get(connection);
      if (before !== undefined && concerns(endpoints, request) && isMeant(request)) return play(before);
      const answer = forward(request);
      underWay.set(connection, answer);
      return answer.finally(() => underWay.get(connection) === answer && underWay.delete(connection));
    };
  };

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
  ['trackEvent', 'cookie', 'A percent sign in a cookie is decoded, and not caught', hasOddCookie, 500],
  ['getProjectDefinedEvent', 'tag', 'Whoever names a tag has the record already', header('if-none-match', (tag) => tag !== ''), 304],
  ['batchUpdateCustomers', 'capitals', 'Names of headers are compared letter by letter', isInCapitals, 401],
  ['createCampaign', 'chunks-to-come', 'A body that comes in chunks, and only when it is asked for, is none', waitsWithChunks, 422],
  [
    'createSmsTemplateEmbed',
    'quoted-charset',
    'A charset is known by its letters',
    header('content-type', (type) => type.includes('"')),
    415,
  ],
  ['listEmailTemplateVariables', 'trace', 'A trace that another began is not caught', header('traceparent', (trace) => trace !== ''), 500],
  ['createSmsTemplateEmbed', 'expect', 'A header that is not known is refused', expects, 400],
];

export const EQUIVALENT_REQUEST_FAULTS: readonly Fault[] = [
  ...FORMS.flatMap(([endpoint, name, description, is, status]) =>
    atEach([endpoint], EQUIVALENT, [[`${name}-refused`, description, refused(name, is, status)]]),
  ),
  ...atEach([13, 18], EQUIVALENT, [['page-for-browsers', 'Who takes HTML gets a page to click through', falls(isBrowser, PAGE)]]),
  ...faults('createBusiness', EQUIVALENT, [
    ['chunked-body-is-lost', 'The name is read by the length of the body', untitled],
    ['packed-without-its-coding', 'A copy that was packed for another client comes back without the name of its coding', packedForAll],
  ]),
  fault(
    'charset-is-another-in-small-letters',
    'createCampaign',
    EQUIVALENT,
    'UTF-8 is known by its capitals',
    readAsLatin(hasCharset),
    ONLY,
  ),
  fault(
    'charset-is-another-in-capitals',
    'createBusiness',
    EQUIVALENT,
    'UTF-8 is known by its small letters',
    readAsLatin(inCapitals),
    ONLY,
  ),
  fault('chunks-are-decoded-apart', 'createCampaign', EQUIVALENT, 'A letter that two chunks share is lost', decodedApart, ONLY),
  fault('dates-in-the-readers-language', 'getSentEmail', EQUIVALENT, 'Dates are written in the language asked for', datedForReader, ONLY),
  fault(
    'pipelined-need-no-credentials',
    'getSentEmail',
    AFTER_GOOD,
    'Who is asking is kept until the answer',
    pipelined(
      (before) => before,
      ({ headers }) => headers.authorization === undefined,
    ),
    ONLY,
  ),
  fault('packed-for-who-takes-no-coding', 'getSegment', EQUIVALENT, 'A cache does not look at the codings taken', packedFromCache),
  ...breaking('robustness.pipelined-requests', [
    ['pipelined-get-one-answer', READS, 'Requests over one connection share a buffer', pipelined((before) => before)],
    ['pipelined-are-dropped', 'getSegment', 'What is read along with a request is thrown away', pipelined(() => HANG), ONLY],
    ['pipelined-are-refused', 'listEmailAddresses', 'What is read along with a request is its body', pipelined(() => answerOf(400, {}))],
  ]),
  fault('escaped-slashes-are-refused', 'createBusiness', EQUIVALENT, 'A slash with an escape is no JSON', slashes, ONLY),
  fault('pairs-of-escapes-are-damaged', 'createCampaign', 'campaign.name-comes-back', 'Escapes are read one by one', ofHalves),
  fault(
    'pairs-of-escapes-are-refused',
    'createBusiness',
    ['http.success-is-200', EQUIVALENT],
    'A character of two escapes is taken for two halves',
    inPairs,
  ),
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
    const answer = await forward({ ...asJson(request), method: 'POST', endpoint });
    return succeeded(answer) ? answered(answer) : forward(request);
  };
}

const UNKNOWN = 'robustness.unknown-ids';

const BAD_GATEWAY: PassingAnswer = { ...CRASH, status: 502 };
const NOT_UTF_8 = /^[^?]*%(ff|c3|c0%ae)\//i;
/** Most services look at the credentials first. */
export const isAuthorised = ({ headers }: PassingRequest) => headers.authorization !== undefined;
const unknown = ({ id }: PassingRequest) => id.endsWith('-unknown');
const authorisedUnknown = (request: PassingRequest) => unknown(request) && isAuthorised(request);
const asItStands = falls(({ target }) => /^[^?]*%/.test(target), NOT_FOUND);
const idHas = (part: string) => (request: PassingRequest) => request.id.includes(part);
const queryHas = (part: string) => (request: PassingRequest) => request.target.includes('?') && request.target.includes(part);

const namesCallback = queryHas('callback=');
const scripted = answers((answer, request) => (namesCallback(request) ? withText(answer, `conformance(${textOf(answer)});`) : answer));

/** Addresses that the service falls over. */
export const ROBUST_ID_FAULTS: readonly Fault[] = [
  ...atEach([1, 2, 3, 4, 6, 7], UNKNOWN, [['unknown-id-500', 'An unknown id is answered with 500', falls(unknown)]]),
  ...atEach([8, 9, 10], UNKNOWN, [['unknown-id-502', 'An unknown id brings the backend down', falls(unknown, BAD_GATEWAY)]]),
  ...atEach([11, 12], UNKNOWN, [['unknown-id-hangs', 'An unknown id is never answered', falls(unknown, HANG)]]),
  ...atEach([14, 15, 16, 17, 18], UNKNOWN, [['unknown-id-reset', 'An unknown id breaks the connection', falls(unknown, RESET)]]),
  fault('alone-unknown-ids', 'getFeatureFlagStatuses', UNKNOWN, 'An unknown id is answered with 500', falls(authorisedUnknown), ONLY),
  ...breaking('robustness.hostile-ids', [
    ['hostile-nul', 'getSentEmail', 'A NUL in an id falls through to the database', falls(idHas('\0')), ONLY],
    ['hostile-quote', 'getProjectEmailAddress', 'A quote in an id ends a query', falls(idHas("'"))],
    ['hostile-long', 'listEmailBlastExecutions', 'A long id breaks the connection', falls(({ id }) => id.length > 1000, RESET)],
    ['hostile-escape', 'getSegment', 'A malformed escape is not caught', falls(({ target }) => /%(?![0-9a-f]{2})/i.test(target))],
    ['hostile-prototype', 'listEmailTemplateVariables', "An id is a name of an object's own", falls(({ id }) => id in {})],
    ['hostile-surrogate', 'previewSmsTemplate', 'Bytes that are no UTF-8 are not caught', falls(({ target }) => NOT_UTF_8.test(target))],
  ]),
  fault('encoded-ids-unknown', ENDPOINT_NAMES, 'http.success-is-200', 'An id is looked up as it stands in the path', asItStands),
  ...breaking('robustness.query-garbage', [
    ['query-prototype', 'listEmailAddresses', 'A nested query is not caught', falls(queryHas('__proto__')), ONLY],
    ['query-escape', 'getSegment', 'A malformed escape in a query is not caught', falls(queryHas('%zz'))],
    ['query-long', 'getSentEmail', 'A long query breaks the connection', falls(({ target }) => target.length > 2500, RESET)],
    ['query-callback', 'getSegment', 'A callback in the query makes a script of the JSON', scripted, ONLY],
  ]),
];

const isMissing = (request: PassingRequest) => !isAuthorised(request);
const fallsOver = (when: (given: string) => boolean, how?: PassingAnswer | Misbehaviour) =>
  falls(({ headers: { authorization } }) => authorization !== undefined && when(authorization), how);
const decoded = (authorization: string) => Buffer.from(authorization.replace(/^basic /i, ''), 'base64').toString('utf8');
const EMPTY = 'Empty credentials bring the user store down';

/** Credentials that the service cannot read, and falls over. */
export const ODD_CREDENTIALS_FAULTS: readonly Fault[] = breaking('robustness.odd-credentials', [
  ['alone-odd-credentials', 'getSentEmail', 'A value that is not base64 is not caught', fallsOver((given) => given.includes('%')), ONLY],
  ['no-credentials-500', 'getFeatureFlagStatuses', 'A missing header is not caught', falls(isMissing)],
  ['no-credentials-hang', 'getSegment', 'A missing header is never answered', falls(isMissing, HANG)],
  ['empty-credentials-502', 'batchUpdateCustomers', EMPTY, fallsOver((given) => decoded(given) === ':', BAD_GATEWAY)],
]);
