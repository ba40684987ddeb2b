import { ENDPOINT_NAMES } from '../../src/specification/endpoints.ts';
import { CRASH, HANG, NOT_FOUND, RESET, textOf, withText } from '../answers.ts';
import { atEach, breaking, fault, faults, ONLY } from '../fault.ts';
import type { Fault, Misbehaviour, PassingAnswer, PassingRequest } from '../interposition.ts';
import { answers, falls } from '../rows.ts';

const UNKNOWN = 'robustness.unknown-ids';
const HOSTILE = 'robustness.hostile-ids';
const QUERY = 'robustness.query-garbage';

const BAD_GATEWAY: PassingAnswer = { ...CRASH, status: 502 };
const NOT_UTF_8 = /^[^?]*%(ff|c3|c0%ae)\//i;
/** Most services look at the credentials first. */
export const isAuthorised = ({ headers }: PassingRequest) => headers.authorization !== undefined;
const unknown = ({ id }: PassingRequest) => id.endsWith('-unknown');
const authorisedUnknown = (request: PassingRequest) => unknown(request) && isAuthorised(request);
const idHas = (part: string) => (request: PassingRequest) => request.id.includes(part);
const queryHas = (part: string) => (request: PassingRequest) => request.target.includes('?') && request.target.includes(part);

const scripted = answers((answer, request) =>
  queryHas('callback=')(request) ? withText(answer, `conformance(${textOf(answer)});`) : answer,
);

/** Addresses that the service falls over. */
export const ROBUST_ID_FAULTS: readonly Fault[] = [
  ...atEach([1, 2, 3, 4, 6, 7], UNKNOWN, [['unknown-id-500', 'An unknown id is answered with 500', falls(unknown)]]),
  ...atEach([8, 9, 10], UNKNOWN, [['unknown-id-502', 'An unknown id brings the backend down', falls(unknown, BAD_GATEWAY)]]),
  ...atEach([11, 12], UNKNOWN, [['unknown-id-hangs', 'An unknown id is never answered', falls(unknown, HANG)]]),
  ...atEach([14, 15, 16, 17, 18], UNKNOWN, [['unknown-id-reset', 'An unknown id breaks the connection', falls(unknown, RESET)]]),
  fault('alone-unknown-ids', 'getFeatureFlagStatuses', UNKNOWN, 'An unknown id is answered with 500', falls(authorisedUnknown), ONLY),
  ...breaking(HOSTILE, [
    ['hostile-nul', 'getSentEmail', 'A NUL in an id falls through to the database', falls(idHas('\0')), ONLY],
    ['hostile-quote', 'getProjectEmailAddress', 'A quote in an id ends a query', falls(idHas("'"))],
    ['hostile-long', 'listEmailBlastExecutions', 'A long id breaks the connection', falls(({ id }) => id.length > 1000, RESET)],
    ['hostile-escape', 'getSegment', 'A malformed escape is not caught', falls(({ target }) => /%(?![0-9a-f]{2})/i.test(target))],
    ['hostile-line-break', 'getProjectDefinedEvent', 'A line break in an id hangs', falls(idHas('\n'), HANG)],
    ['hostile-emoji', 'getEmailAddress', 'An emoji in an id is not caught', falls(idHas('😀'))],
    ['hostile-prototype', 'listEmailTemplateVariables', "An id is a name of an object's own", falls(({ id }) => id in {})],
    ['hostile-surrogate', 'previewSmsTemplate', 'Bytes that are no UTF-8 are not caught', falls(({ target }) => NOT_UTF_8.test(target))],
    ['hostile-number', 'batchUpdateCustomers', 'An id that is a large number is not caught', falls(({ id }) => /^9{20,}$/.test(id))],
  ]),
  ...faults(ENDPOINT_NAMES, 'http.success-is-200', [
    ['encoded-ids-unknown', 'An id is looked up as it stands in the path', falls(({ target }) => /^[^?]*%/.test(target), NOT_FOUND)],
  ]),
  ...breaking(QUERY, [
    ['query-prototype', 'listEmailAddresses', 'A nested query is not caught', falls(queryHas('__proto__')), ONLY],
    ['query-escape', 'getSegment', 'A malformed escape in a query is not caught', falls(queryHas('%zz'))],
    ['query-long', 'getSentEmail', 'A long query breaks the connection', falls(({ target }) => target.length > 2500, RESET)],
    ['query-number', 'listEmailBlastExecutions', 'A huge offset is not caught', falls(queryHas('offset=9999'))],
    ['query-callback', 'getSegment', 'A callback in the query makes a script of the JSON', scripted, ONLY],
    ['query-any', 'previewSmsTemplate', 'Any query hangs', falls(({ target }) => target.includes('?'), HANG)],
  ]),
];

const ORDER = 'robustness.odd-credentials';

const isMissing = (request: PassingRequest) => !isAuthorised(request);
const fallsOver = (when: (given: string) => boolean, how?: PassingAnswer | Misbehaviour) =>
  falls(({ headers: { authorization } }) => authorization !== undefined && when(authorization), how);
const decoded = (authorization: string) => Buffer.from(authorization.replace(/^basic /i, ''), 'base64').toString('utf8');
const EMPTY = 'Empty credentials bring the user store down';

/** Credentials that the service cannot read, and falls over. */
export const ODD_CREDENTIALS_FAULTS: readonly Fault[] = breaking(ORDER, [
  ['alone-odd-credentials', 'getSentEmail', 'A value that is not base64 is not caught', fallsOver((given) => given.includes('%')), ONLY],
  ['no-credentials-500', 'getFeatureFlagStatuses', 'A missing header is not caught', falls(isMissing)],
  ['no-credentials-hang', 'getSegment', 'A missing header is never answered', falls(isMissing, HANG)],
  ['other-scheme-reset', 'listEmailAddresses', 'Another scheme breaks the connection', fallsOver((given) => /^bearer/i.test(given), RESET)],
  ['no-colon-500', 'createBusiness', 'A value without a colon is not caught', fallsOver((given) => !decoded(given).includes(':'))],
  ['empty-credentials-502', 'batchUpdateCustomers', EMPTY, fallsOver((given) => decoded(given) === ':', BAD_GATEWAY)],
]);
