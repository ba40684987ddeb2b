import type { EndpointName } from '../../src/specification/endpoints.ts';
import { CRASH, insteadOf } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Misbehaviour, PassingAnswer } from '../interposition.ts';

const ORDER = 'robustness.odd-credentials';

const falls = (endpoint: EndpointName, when: (authorization: string | undefined) => boolean, how: PassingAnswer | Misbehaviour = CRASH) =>
  insteadOf([endpoint], ({ headers }) => (when(headers.authorization) ? how : null));
const missing = (authorization: string | undefined) => authorization === undefined;
const decoded = (authorization: string | undefined) => Buffer.from(authorization?.replace(/^basic /i, '') ?? '', 'base64').toString('utf8');

/** Credentials that the service cannot read, and falls over. */
export const ODD_CREDENTIALS_FAULTS: readonly Fault[] = [
  fault(
    'alone-odd-credentials',
    'getSentEmail',
    ORDER,
    'A value that is not base64 is not caught',
    falls('getSentEmail', (given) => given?.includes('%') ?? false),
    ONLY,
  ),
  fault('no-credentials-500', 'getFeatureFlagStatuses', ORDER, 'A missing header is not caught', falls('getFeatureFlagStatuses', missing)),
  fault(
    'no-credentials-hang',
    'getSegment',
    ORDER,
    'A missing header is never answered',
    falls('getSegment', missing, { misbehaviour: 'hang' }),
  ),
  fault(
    'other-scheme-reset',
    'listEmailAddresses',
    ORDER,
    'Another scheme breaks the connection',
    falls('listEmailAddresses', (given) => /^bearer/i.test(given ?? ''), { misbehaviour: 'reset' }),
  ),
  fault(
    'no-colon-500',
    'createBusiness',
    ORDER,
    'A value without a colon is not caught',
    falls('createBusiness', (given) => given !== undefined && !decoded(given).includes(':')),
  ),
  fault(
    'empty-credentials-502',
    'batchUpdateCustomers',
    ORDER,
    'Empty credentials bring the user store down',
    falls('batchUpdateCustomers', (given) => decoded(given) === ':', { ...CRASH, status: 502 }),
  ),
];
